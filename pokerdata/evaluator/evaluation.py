"""Cards to hand strength codes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import COMBINATION_COUNT, as_array, as_cards, parse_cards
from pokerdata.evaluator.codes import CATEGORIES

_CARD = np.dtype(np.uint8)


def evaluate(cards: NDArray[np.uint8] | str, *, threads: int = 0) -> NDArray[np.uint16]:
    """Strength codes of hands of 5, 6 or 7 cards; a greater code is a stronger hand.

    The codes are those of Zopf 2010 (see docs/formats.md). About a nanosecond a hand in C order, and in Fortran order (each
    card has a column of its own), of which nothing is copied; other strides take longer. A call costs two microseconds, so
    many hands belong in one. The GIL is released.

    Args:
        cards: uint8 [..., 5|6|7], any memory order; text is parsed as one hand.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        uint16 [...].

    Raises:
        ValueError: If a card is above 51 or comes twice in a hand (with the number of the hand, counted in C order), or for
            another dtype or shape.
    """
    array = parse_cards(cards) if isinstance(cards, str) else as_array(cards)
    if array.dtype != _CARD:
        raise ValueError(
            f"cards: expected uint8, 4*rank + suit from 0 to 51, got dtype {array.dtype}; e.g. cards.astype(np.uint8)"
        )
    if array.ndim == 0 or array.shape[-1] not in (5, 6, 7):
        raise ValueError(
            f"cards: expected shape (..., 5), (..., 6) or (..., 7), got {array.shape}; e.g. (1000, 7)"
        )
    if array.ndim == 2:
        return _evaluator.evaluate_hands(array, threads)
    rows = array.reshape(-1, array.shape[-1])
    return _evaluator.evaluate_hands(rows, threads).reshape(array.shape[:-1])


def evaluate_boards(boards: ArrayLike, *, threads: int = 0) -> NDArray[np.uint16]:
    """Strength codes of all hole cards on boards of 3, 4 or 5 cards.

    About half a microsecond a board; the GIL is released.

    Args:
        boards: uint8 [..., 3|4|5] or text.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        uint16 [..., 1326], by combination; 0 where a hole card lies on the board.

    Raises:
        ValueError: If a card is above 51 or comes twice on a board, or for another dtype or shape.
    """
    array = as_cards(boards, "boards")
    if array.ndim == 0 or array.shape[-1] not in (3, 4, 5):
        raise ValueError(
            f"boards: expected shape (..., 3), (..., 4) or (..., 5), got {array.shape}; e.g. parse_cards('Ah Kd 2c')"
        )
    rows = array.reshape(-1, array.shape[-1])
    return _evaluator.evaluate_boards(rows, threads).reshape(*array.shape[:-1], COMBINATION_COUNT)


def count_categories(cards: int = 7, *, threads: int = 0) -> dict[str, int]:
    """How many of all hands of 5, 6 or 7 cards fall into each category, by enumeration.

    Args:
        cards: 5, 6 or 7; for 7, 133,784,560 hands are enumerated.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The number of hands by the name of the category.

    Raises:
        ValueError: For another number of cards or of threads.
    """
    return dict(zip(CATEGORIES, _evaluator.count_categories(cards, threads), strict=True))
