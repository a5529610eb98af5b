"""Strength tables: locations of raw hands on raw boards, lookups, and the weakest and strongest hand of a street."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import (
    BOARD_SIZES,
    COMBINATION_COUNT,
    OPPOSING_HANDS,
    as_cards,
    combination_index,
    combinations_with,
    format_cards,
)
from pokerdata.cards.deck import EXAMPLE_BOARDS
from pokerdata.cards.isomorphism import CANONICAL_BOARDS, canonicalize, combination_maps
from pokerdata.cards.strength.metrics import METRICS, check_metric, denominator
from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, layout_of
from pokerdata.pipeline.store.table import Within


def checked_boards(table: str, size: int, boards: ArrayLike) -> NDArray[np.uint8]:
    """Return boards as uint8 [..., size]; raise ValueError that names the table for another last dimension."""
    array = as_cards(boards, "boards")
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(
            f"boards: expected {size} cards in the last dimension for {table}, got shape {array.shape}; e.g. "
            f"{EXAMPLE_BOARDS[size]}"
        )
    return array


def locate(holes: ArrayLike, boards: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return rows (canonical boards) and columns (combos) of raw hands on raw boards; leading dimensions broadcast.

    Raises ValueError for invalid shapes, invalid or repeated cards, or a hole card that is on the board.
    """
    holes = as_cards(holes, "holes")
    combination = combination_index(holes)
    shared = np.any(holes[..., :, None] == boards[..., None, :], axis=(-2, -1))
    if np.any(shared):
        where = int(np.flatnonzero(np.ravel(shared))[0])
        holes_there = np.broadcast_to(holes, (*shared.shape, 2)).reshape(-1, 2)[where]
        boards_there = np.broadcast_to(boards, (*shared.shape, boards.shape[-1])).reshape(
            -1, boards.shape[-1]
        )[where]
        raise ValueError(
            f"hole cards: expected other cards than the board, got {format_cards(holes_there)}, which share a card "
            f"with {format_cards(boards_there)} (position {where}); e.g. 'As Kd' on '7s 6c Ah'"
        )
    board, permutation = canonicalize(boards)
    return board, combination_maps()[permutation, combination]


def locate_row(board: NDArray[np.uint8]) -> tuple[tuple[Any, NDArray[Any]], Any]:
    """Return the location of the 1,326 combos on one raw board, as (row, columns), and which of them the board blocks.

    Raises ValueError for more than one board, or invalid or repeated cards.
    """
    if board.ndim != 1:
        raise ValueError(f"board: expected one board, got shape {board.shape}; e.g. parse_cards('7s 6c As')")
    number, permutation = canonicalize(board)
    return (number, combination_maps()[permutation]), combinations_with(board)


class StrengthTable(Table):
    """Strengths of one street. Datasets are [canonical board, combo] (preflop: [combo]).

    Besides its datasets the table provides ``metric`` names: "ehs", "ehs2_river" and "ehs2_next" on every
    street. If two are equal, or one is the square of another, only one is stored.
    """

    KIND = "strength"

    @property
    def street(self) -> str:
        """Name of the street: preflop, flop, turn or river."""
        street: str = self.attributes["street"]
        return street

    def denominator(self, metric: str = "ehs") -> int:
        """Return the denominator that scales a metric's numerators to 0 to 1.

        Args:
            metric: "ehs", "ehs2_river" or "ehs2_next".

        Raises:
            ValueError: If the metric is unknown.
        """
        return denominator(self.street, metric)

    def lookup(self, holes: ArrayLike, boards: ArrayLike = (), metric: str = "ehs") -> NDArray[Any]:
        """Return numerators of raw hands on raw boards.

        It takes about 0.2 microseconds a hand.

        Args:
            holes: Integers [..., 2] or text.
            boards: Integers [..., 3|4|5] of this table's street (preflop: none) or text, in any order; leading dimensions
                broadcast.
            metric: A metric or a dataset, e.g. "ahead".

        Returns:
            Unsigned integers [...]; divide by ``denominator(metric)``.

        Raises:
            ValueError: If a shape is invalid, a card is invalid or repeated, or a hole card is on the board.
        """
        boards = self._checked_boards(boards)
        if self.street == "preflop":
            return self._numerators(metric, combination_index(holes))
        return self._numerators(metric, locate(holes, boards))

    def row(self, board: ArrayLike = (), metric: str = "ehs") -> NDArray[Any]:
        """Return numerators of all 1,326 combos on one raw board, in raw-combo order.

        Args:
            board: Integers [3|4|5] of this table's street (preflop: none) or text, in any order.
            metric: A metric or a dataset, e.g. "ahead".

        Returns:
            Unsigned integers [1326]; the largest value of the dtype marks combos that share a card with the board.

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
        """Return the whole dataset of a metric that is stored as such (all but the squares on the river).

        Args:
            metric: A metric or a dataset, e.g. "ahead".

        Raises:
            ValueError: If the metric is unknown or not stored.
        """
        return self[self._stored(metric)]

    def _stored(self, metric: str) -> str:
        if metric in self.keys():
            return metric
        check_metric(metric)
        return {"river": "n", "turn": "ehs2_river"}.get(self.street, metric)

    def _numerators(self, metric: str, index: Any) -> NDArray[Any]:
        stored = self._stored(metric)
        values: NDArray[Any] = np.array(self[stored][index])
        bounds = self.within.get(stored)  # large datasets are not compared with them when they are opened
        if bounds is not None and (found := bounds.first_outside(values)) is not None:
            raise TableError(
                f"{self.path} is unsound: {stored} of a hand is {values.reshape(-1)[found]}, expected {bounds}. Make it anew"
            )
        # One hand gives a scalar, not an array without axes.
        values = values[()]
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
    found: dict[str, tuple[str, tuple[int, ...], Within]] = {}
    for name, dtype in _STREET_LAYOUTS[table.street].items():
        axes = (*boards, COMBINATION_COUNT)
        metric = "ehs" if name == "n" else name
        most = table.denominator(metric) if metric in METRICS else OPPOSING_HANDS[table.street]
        found[name] = (dtype, axes, Within(0, most, np.iinfo(dtype).max))
    return found


_PARTS = 50  # the table of the river is too large to read at once


def extremes(table: StrengthTable, metric: str = "ehs") -> tuple[Fraction, Fraction]:
    """Return the smallest and largest value of a metric over all hands on all boards of a street.

    It reads the whole dataset, in less than a second on the river.

    Args:
        table: The strength table of the street.
        metric: "ehs", "ehs2_river" or "ehs2_next".

    Returns:
        Both, exact, between 0 and 1.

    Raises:
        ValueError: If the metric is unknown.
    """
    check_metric(metric)
    values: Any = table.metric(metric)
    # Blocked hands have the largest number of the dtype, which becomes 0 when 1 is added.
    one, parts = values.dtype.type(1), np.array_split(values, _PARTS)
    ends = [min(int(part.min()) for part in parts), max(int((part + one).max()) for part in parts) - 1]
    if table.street == "river" and metric != "ehs":  # squares of the stored values
        ends = [end * end for end in ends]
    whole = table.denominator(metric)
    return Fraction(ends[0], whole), Fraction(ends[1], whole)
