"""Cards, hole-card combinations and their text.

A card is the integer ``4 * rank + suit``: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
The combination of cards ``a < b`` is ``b * (b - 1) / 2 + a``, 0 to 1325.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import cards as _cards

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
COMBINATION_COUNT = 1326

_high, _low = np.tril_indices(DECK_SIZE, -1)
#: Hole cards of every combination, uint8 [1326, 2], the lower card first.
COMBINATIONS: NDArray[np.uint8] = np.stack([_low, _high], axis=1).astype(np.uint8)
COMBINATIONS.setflags(write=False)


def parse_cards(text: str) -> NDArray[np.uint8]:
    """The cards of a text, in its order, as uint8 [n].

    Takes cards with or without blanks, any case, ``10h`` as well as ``Th``.
    Raises ValueError for a text that is no card and for a card that comes twice.
    """
    if not isinstance(text, str):
        raise ValueError(f"bad cards of type {type(text).__name__}: want text, e.g. 'As Kd'")
    return _cards.parse(text)


def format_cards(cards: ArrayLike) -> str:
    """The text of a sequence of cards, e.g. ``As Td 9h``. Raises ValueError for bad or duplicate cards."""
    return _cards.format(as_cards(cards, "cards").ravel())


def as_array(values: ArrayLike) -> NDArray[Any]:
    """``values`` as an array; of no usable dtype (object) where they are a list of lists of unequal lengths."""
    try:
        return np.asarray(values)
    except ValueError:
        return np.asarray(None)


def as_cards(cards: ArrayLike, name: str) -> NDArray[np.uint8]:
    """``cards`` as a C-contiguous uint8 array; text is parsed.

    Raises ValueError for another dtype (nothing is converted silently, 300 would become 44) and for a
    value above 51. Duplicates are left to the caller.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    array = as_array(cards)
    if array.size == 0:
        return array.astype(np.uint8)
    if (
        not isinstance(cards, np.ndarray)
        and array.dtype.kind in "iu"
        and array.min() >= 0
        and array.max() < 256
    ):
        array = array.astype(np.uint8)  # a list of small Python integers
    if array.dtype != np.uint8:
        raise ValueError(
            f"bad dtype {array.dtype} of {name}: want uint8, 4*rank + suit from 0 to 51, "
            f"e.g. {name}.astype(np.uint8)"
        )
    if array.size and array.max() >= DECK_SIZE:
        raise ValueError(
            f"bad card {array.max()} in {name}: want 4*rank + suit, 0 to 51, e.g. 51 for the ace of spades"
        )
    return np.asarray(array, order="C")  # ascontiguousarray would give a scalar an axis


def combinations_with(cards: ArrayLike) -> NDArray[np.bool_]:
    """Whether each combination holds one of the cards (uint8 [n], not checked), bool [1326]."""
    return np.asarray(np.isin(COMBINATIONS, cards).any(axis=1))


def combination_index(holes: ArrayLike) -> NDArray[np.int64]:
    """Index of hole cards, uint8 [..., 2] in either order, as int64 [...].

    Raises ValueError for another last dimension, bad cards, or the same card twice.
    """
    holes = as_cards(holes, "holes")
    if holes.ndim == 0 or holes.shape[-1] != 2:
        raise ValueError(f"bad shape {holes.shape} of holes: want (..., 2), e.g. parse_cards('As Kd')")
    low = holes.min(axis=-1).astype(np.int64)
    high = holes.max(axis=-1).astype(np.int64)
    if np.any(low == high):
        raise ValueError(
            f"duplicate card '{format_cards(low[low == high].ravel()[:1].astype(np.uint8))}' in holes: "
            "a hand has two different cards, e.g. 'As Kd'"
        )
    index: NDArray[np.int64] = high * (high - 1) // 2 + low
    return index
