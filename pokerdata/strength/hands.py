"""Hands beside a board: one, many, or all."""

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

    Raises ValueError for invalid cards and for a hand that shares a card with the board.
    """
    if holes is None:
        places = np.flatnonzero(~combinations_with(board))
        return Hands(np.ascontiguousarray(COMBINATIONS[places]), (COMBINATION_COUNT,), places)
    cards = as_cards(holes, "holes")
    combination_index(cards)  # names an invalid shape and a duplicate
    rows = np.ascontiguousarray(cards.reshape(-1, 2))
    shared = np.isin(rows, board).any(axis=1)
    if shared.any():
        raise ValueError(
            f"hole cards: expected other cards than the board, got {format_cards(rows[np.argmax(shared)])}, which "
            f"share a card with {format_cards(board)}; e.g. 'As Kd' on '7s 6c Ah'"
        )
    return Hands(rows, cards.shape[:-1], None)


def as_one_hand(holes: ArrayLike, board: NDArray[np.uint8], name: str = "holes") -> NDArray[np.uint8]:
    """The cards of a single hand, uint8 [2]; raises ValueError as `as_hands`, and for several."""
    rows = as_hands(holes, board).rows
    if len(rows) != 1:
        raise ValueError(f"{name}: expected one hand, got {len(rows)}; e.g. 'As Kd'")
    hole: NDArray[np.uint8] = rows[0]
    return hole
