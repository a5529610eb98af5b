"""Hole cards: the 1,326 combinations of two cards.

The combination of cards ``a < b`` is ``b * (b - 1) / 2 + a``, 0 to 1325.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards.deck import DECK_SIZE, as_cards, format_cards

#: Combinations of two hole cards: 1,326.
COMBINATION_COUNT = comb(DECK_SIZE, 2)

_high, _low = np.tril_indices(DECK_SIZE, -1)
#: Hole cards of every combination, uint8 [1326, 2], the lower card first.
COMBINATIONS: NDArray[np.uint8] = np.stack([_low, _high], axis=1).astype(np.uint8)
#: The cards of every combination as bits, uint64 [1326].
CARD_BITS: NDArray[np.uint64] = (np.uint64(1) << COMBINATIONS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
COMBINATIONS.setflags(write=False)
CARD_BITS.setflags(write=False)


def combinations_with(cards: ArrayLike) -> NDArray[np.bool_]:
    """Whether each combination holds one of the cards.

    Args:
        cards: uint8 [n], not checked.

    Returns:
        bool [1326].
    """
    bits = np.bitwise_or.reduce(np.uint64(1) << np.asarray(cards, np.uint64), axis=None, initial=np.uint64(0))
    return np.asarray((CARD_BITS & bits) != 0)


def combination_index(holes: ArrayLike) -> NDArray[np.int64]:
    """Index of hole cards.

    Args:
        holes: uint8 [..., 2] or text, the two cards in either order.

    Returns:
        int64 [...], 0 to 1325.

    Raises:
        ValueError: If the last dimension is not 2, a card is invalid, or a hand has the same card twice.
    """
    holes = as_cards(holes, "holes")
    if holes.ndim == 0 or holes.shape[-1] != 2:
        raise ValueError(f"holes: expected shape (..., 2), got {holes.shape}; e.g. parse_cards('As Kd')")
    low = holes.min(axis=-1).astype(np.int64)
    high = holes.max(axis=-1).astype(np.int64)
    if np.any(low == high):
        raise ValueError(
            f"duplicate card '{format_cards(low[low == high].ravel()[:1].astype(np.uint8))}' in holes: "
            "a hand has two different cards, e.g. 'As Kd'"
        )
    index: NDArray[np.int64] = high * (high - 1) // 2 + low
    return index
