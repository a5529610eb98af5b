"""A potential table for raw cards: look-ups straight from the memory map."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import BOARD_SIZES, COMBINATION_COUNT
from pokerdata.isomorphism import CANONICAL_BOARDS
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, layout_of
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
        """Pairs of an opposing hand and a run-out, by our standing.

        About 0.3 microseconds a hand.

        Args:
            holes: uint8 [..., 2] or text.
            boards: uint8 [..., 3|4] of this table's street or text, in any order; leading dimensions broadcast.
            cards: More cards that the run-out has; by default all that are to come.

        Returns:
            Unsigned integers [..., 3, 3]: ahead, tied, behind now (rows) and finally (columns).

        Raises:
            ValueError: If a shape is invalid, a card is invalid or comes twice, or a hole card lies on the board.
        """
        dataset = self[self._dataset(cards)]
        return np.array(dataset[locate(holes, self._checked_boards(boards))])

    def row(self, board: ArrayLike, cards: int | None = None) -> NDArray[Any]:
        """`lookup` of all 1,326 combinations on one raw board, in raw-combination order.

        Args:
            board: uint8 [3|4] of this table's street or text, in any order.
            cards: As of `lookup`.

        Returns:
            Unsigned integers [1326, 3, 3]; the largest value of the dtype marks combinations that share a card with the
            board.

        Raises:
            ValueError: As `lookup`.
        """
        dataset = self[self._dataset(cards)]
        where, blocked = locate_row(self._checked_boards(board))
        row = np.array(dataset[where])
        row[blocked] = np.iinfo(row.dtype).max
        return row

    def ppot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """PPot of raw hands on raw boards, float64 [...].

        Args:
            holes: As of `lookup`.
            boards: As of `lookup`.
            cards: As of `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        return positive_potential(self.lookup(holes, boards, cards)).rounded()

    def npot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """NPot of raw hands on raw boards, float64 [...].

        Args:
            holes: As of `lookup`.
            boards: As of `lookup`.
            cards: As of `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        return negative_potential(self.lookup(holes, boards, cards)).rounded()

    def ehs_by_potential(
        self,
        holes: ArrayLike,
        boards: ArrayLike,
        kind: str = "exact",
        opponents: int = 1,
        cards: int | None = None,
    ) -> NDArray[np.float64]:
        """EHS by potential of raw hands on raw boards, float64 [...], as `pokerdata.strength.ehs_by_potential`.

        Args:
            holes: As of `lookup`.
            boards: As of `lookup`.
            kind: "exact" or "optimistic".
            opponents: 1 to 22.
            cards: As of `lookup`.

        Raises:
            ValueError: As `lookup`, and for another kind or number of opponents.
        """
        power = as_count(opponents, "opponents", 1, 22, 2)
        return strength_by_potential(self.lookup(holes, boards, cards), kind, power)

    def _dataset(self, cards: int | None) -> str:
        most = BOARD_SIZES["river"] - BOARD_SIZES[self.street]
        number = most if cards is None else as_count(cards, "cards", 1, most, most)
        return "two_cards" if number == 2 else "one_card"

    def _checked_boards(self, boards: ArrayLike) -> NDArray[np.uint8]:
        return checked_boards(self.name, BOARD_SIZES[self.street], boards)


@layout_of(PotentialTable)
def _layout(table: PotentialTable) -> Layout:
    axes = (CANONICAL_BOARDS[BOARD_SIZES[table.street]], COMBINATION_COUNT, 3, 3)
    two_cards: Layout = {"two_cards": ("<u4", axes)} if table.street == "flop" else {}
    return {"one_card": ("<u2", axes), **two_cards}
