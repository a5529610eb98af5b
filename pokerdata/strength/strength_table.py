"""A strength table for raw cards: look-ups straight from the memory map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import BOARD_SIZES, COMBINATION_COUNT, combination_index
from pokerdata.isomorphism import CANONICAL_BOARDS
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.strength.metrics import check_metric, denominator
from pokerdata.strength.raw_boards import checked_boards, locate, locate_row


class StrengthTable(Table):
    """One street's strengths. Datasets are [canonical board, combination] (preflop: [combination]).

    Besides its datasets the table answers ``metric`` names: "ehs", "ehs2_river" and "ehs2_next" on every
    street (where two agree, or one is the square of another, only one is stored).
    """

    KIND = "strength"

    @property
    def street(self) -> str:
        """preflop, flop, turn or river."""
        street: str = self.attributes["street"]
        return street

    def denominator(self, metric: str = "ehs") -> int:
        """What a metric's numerators are divided by to lie between 0 and 1.

        Args:
            metric: "ehs", "ehs2_river" or "ehs2_next".

        Raises:
            ValueError: For another metric.
        """
        return denominator(self.street, metric)

    def lookup(self, holes: ArrayLike, boards: ArrayLike = (), metric: str = "ehs") -> NDArray[Any]:
        """Numerators of raw hands on raw boards.

        About 0.2 microseconds a hand.

        Args:
            holes: uint8 [..., 2] or text.
            boards: uint8 [..., 3|4|5] of this table's street (preflop: none) or text, in any order; leading dimensions
                broadcast.
            metric: A metric or a dataset, e.g. "ahead".

        Returns:
            Unsigned integers [...]; divide by ``denominator(metric)``.

        Raises:
            ValueError: If a shape is invalid, a card is invalid or comes twice, or a hole card lies on the board.
        """
        boards = self._checked_boards(boards)
        if self.street == "preflop":
            return self._numerators(metric, combination_index(holes))
        return self._numerators(metric, locate(holes, boards))

    def row(self, board: ArrayLike = (), metric: str = "ehs") -> NDArray[Any]:
        """Numerators of all 1,326 combinations on one raw board, in raw-combination order.

        Args:
            board: uint8 [3|4|5] of this table's street (preflop: none) or text, in any order.
            metric: A metric or a dataset, e.g. "ahead".

        Returns:
            Unsigned integers [1326]; the largest value of the dtype marks combinations that share a card with the board.

        Raises:
            ValueError: As `lookup`.
        """
        board = self._checked_boards(board)
        if self.street == "preflop":
            return self._numerators(metric, np.arange(COMBINATION_COUNT))
        where, blocked = locate_row(board)
        row = self._numerators(metric, where)
        row[blocked] = np.iinfo(row.dtype).max
        return row

    def metric(self, metric: str) -> NDArray[Any]:
        """The whole dataset of a metric that is stored as such (all but the squares on the river).

        Args:
            metric: A metric or a dataset, e.g. "ahead".

        Raises:
            ValueError: For another metric.
        """
        return self[self._stored(metric)]

    def _stored(self, metric: str) -> str:
        if metric in self.keys():
            return metric
        check_metric(metric)
        return {"river": "n", "turn": "ehs2_river"}.get(self.street, metric)

    def _numerators(self, metric: str, index: Any) -> NDArray[Any]:
        values: NDArray[Any] = np.array(self[self._stored(metric)][index])
        if self.street == "river" and metric in ("ehs2_river", "ehs2_next"):
            return values.astype(np.uint32) ** 2
        return values

    def _checked_boards(self, boards: ArrayLike) -> NDArray[np.uint8]:
        return checked_boards(self.name, BOARD_SIZES[self.street], boards)


_STREET_LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "preflop": {"ehs": "<u8", "ehs2_next": "<u8", "ehs2_river": "<u8"},
    "flop": {"ahead": "<u2", "tied": "<u2", "ehs": "<u4", "ehs2_next": "<u8", "ehs2_river": "<u4"},
    "turn": {"ahead": "<u2", "tied": "<u2", "ehs": "<u4", "ehs2_river": "<u4"},
    "river": {"n": "<u2"},
}


@layout_of(StrengthTable)
def _layout(table: StrengthTable) -> Layout:
    boards = [CANONICAL_BOARDS[size] for size in [BOARD_SIZES[table.street]] if size]
    types = _STREET_LAYOUTS[table.street]
    return {name: (dtype, (*boards, COMBINATION_COUNT)) for name, dtype in types.items()}
