"""A potential table for raw cards: look-ups straight from the memory map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import BOARD_SIZES
from pokerdata.store import Table
from pokerdata.strength.formulas import negative_potential, positive_potential, strength_by_potential
from pokerdata.strength.raw_boards import checked_boards, locate, locate_row
from pokerdata.support.arguments import as_count


class PotentialTable(Table):
    """One street's potential. Datasets are [canonical board, combination, now, finally]: ahead, tied, behind."""

    KIND = "potential"

    @property
    def street(self) -> str:
        """flop or turn."""
        street: str = self.attributes["street"]
        return street

    def lookup(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[Any]:
        """Pairs of an opposing hand and a run-out of ``cards`` more (by default all that are to come), by our standing.

        holes: uint8 [..., 2]; boards: uint8 [..., 3|4] of this table's street, in any order; leading dimensions
        broadcast. Text is parsed. Returns unsigned integers [..., 3, 3]: ahead, tied, behind now (rows) and finally
        (columns).
        Raises ValueError for invalid shapes, invalid or duplicate cards, or a hole card that lies on the board.
        About 0.3 microseconds a hand.
        """
        dataset = self[self._dataset(cards)]
        return np.array(dataset[locate(holes, self._checked_boards(boards))])

    def row(self, board: ArrayLike, cards: int | None = None) -> NDArray[Any]:
        """`lookup` of all 1,326 combinations on one raw board, in raw-combination order: [1326, 3, 3].

        The largest value of the dtype marks combinations that share a card with the board.
        """
        dataset = self[self._dataset(cards)]
        where, blocked = locate_row(self._checked_boards(board))
        row = np.array(dataset[where])
        row[blocked] = np.iinfo(row.dtype).max
        return row

    def ppot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """PPot of raw hands on raw boards, float64 [...]. Arguments as of `lookup`."""
        return positive_potential(self.lookup(holes, boards, cards)).rounded()

    def npot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """NPot of raw hands on raw boards, float64 [...]. Arguments as of `lookup`."""
        return negative_potential(self.lookup(holes, boards, cards)).rounded()

    def ehs_by_potential(
        self,
        holes: ArrayLike,
        boards: ArrayLike,
        kind: str = "exact",
        opponents: int = 1,
        cards: int | None = None,
    ) -> NDArray[np.float64]:
        """EHS by potential of raw hands on raw boards, float64 [...], as `pokerdata.strength.ehs_by_potential`."""
        power = as_count(opponents, "opponents", 1, 22, 2)
        return strength_by_potential(self.lookup(holes, boards, cards), kind, power)

    def _dataset(self, cards: int | None) -> str:
        most = BOARD_SIZES["river"] - BOARD_SIZES[self.street]
        number = most if cards is None else as_count(cards, "cards", 1, most, most)
        return "two_cards" if number == 2 else "one_card"

    def _checked_boards(self, boards: ArrayLike) -> NDArray[np.uint8]:
        return checked_boards(self.name, BOARD_SIZES[self.street], boards)
