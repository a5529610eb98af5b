"""Checked arguments of the metrics of one situation: hands, a board, an opponent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import (
    COMBINATION_COUNT,
    COMBINATIONS,
    as_cards,
    combination_index,
    combinations_with,
    format_cards,
)
from pokerdata.ranges import Range, as_range

#: What an opponent may be given as; None is uniform: every hand is as likely.
Opponent = Range | str | ArrayLike | None


@dataclass(frozen=True)
class Hands:
    """Hands beside a board: ``rows`` uint8 [m, 2], and the shape in which results are returned.

    Where all hands were asked for (``places`` is not None), results have 1,326 rows, of which these are ``places``.
    """

    rows: NDArray[np.uint8]
    shape: tuple[int, ...]
    places: NDArray[np.int64] | None

    def shaped(self, values: NDArray[Any], blocked: float = 0) -> NDArray[Any]:
        """``values`` [m, ...] in the shape asked for, with ``blocked`` for hands that the board blocks."""
        if self.places is None:
            return values.reshape((*self.shape, *values.shape[1:]))
        result = np.full((COMBINATION_COUNT, *values.shape[1:]), blocked, values.dtype)
        result[self.places] = values
        return result


def as_hands(holes: ArrayLike | None, board: NDArray[np.uint8]) -> Hands:
    """Hands as text, uint8 [..., 2] or None for all 1,326 combinations, of which the board blocks some.

    Raises ValueError for bad cards and for a hand that shares a card with the board.
    """
    if holes is None:
        places = np.flatnonzero(~combinations_with(board))
        return Hands(np.ascontiguousarray(COMBINATIONS[places]), (COMBINATION_COUNT,), places)
    cards = as_cards(holes, "holes")
    combination_index(cards)  # names a bad shape and a duplicate
    rows = np.ascontiguousarray(cards.reshape(-1, 2))
    shared = np.isin(rows, board).any(axis=1)
    if shared.any():
        raise ValueError(
            f"hole cards {format_cards(rows[np.argmax(shared)])} share a card with the board {format_cards(board)}: "
            "want different cards, e.g. 'As Kd' on '7s 6c Ah'"
        )
    return Hands(rows, cards.shape[:-1], None)


def as_ratios(opponent: Opponent) -> NDArray[Any]:
    """Weight of each combination as a whole number, [1326], int64 or Python's int: see `pokerdata.Range.ratios`.

    The largest is 1 where each hand counts once. Raises ValueError where all are 0.
    """
    if opponent is None:
        return np.ones(COMBINATION_COUNT, np.int64)
    ratios = as_range(opponent).ratios()
    if not (ratios > 0).any():
        raise ValueError("bad opponent: all weights are 0; want some hand that he may hold, e.g. 'QQ+,AKs'")
    return ratios


def as_weights(opponent: Opponent) -> NDArray[np.float64]:
    """The same as parts of the largest, float64 [1326], rounded: for drawing hands, and for sums that are not compared."""
    as_ratios(opponent)
    weights = np.ones(COMBINATION_COUNT) if opponent is None else as_range(opponent).weights
    parts: NDArray[np.float64] = weights / weights.max()
    return parts
