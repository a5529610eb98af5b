"""Hand evaluation: 16-bit hand strength codes, rank codes and gap-free rank indices."""

from __future__ import annotations

from functools import cache
from operator import index

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import parse_cards

#: Category names in rising strength; ``category`` returns indices into it.
CATEGORIES: tuple[str, ...] = tuple(_evaluator.category_names())

__all__ = [
    "CATEGORIES",
    "brecher",
    "category",
    "class_to_code",
    "code_to_class",
    "count_categories",
    "describe",
    "evaluate",
    "rank_code",
    "rank_index",
]


def evaluate(cards: NDArray[np.uint8] | str, threads: int = 1) -> NDArray[np.uint16]:
    """Strength codes of hands of 5, 6 or 7 cards; a greater code is a stronger hand.

    cards: uint8 [..., 5|6|7], any memory order; text is parsed as one hand. threads: 1 to 1024, 0 for all
    processors; the result is the same. Returns uint16 [...].
    Raises ValueError for another dtype or shape, a card above 51, or a card that comes twice in a hand (with
    the number of the hand, counted in C order). The codes are those of Zopf 2010 (see docs/formats.md).
    About a nanosecond a hand in C order, and in Fortran order (each card has a column of its own), of which
    nothing is copied; other strides take longer. The GIL is released.
    """
    array = parse_cards(cards) if isinstance(cards, str) else np.asarray(cards)
    if array.dtype != np.uint8:
        raise ValueError(
            f"bad dtype {array.dtype} of cards: want uint8, 4*rank + suit from 0 to 51, e.g. cards.astype(np.uint8)"
        )
    if array.ndim == 0 or array.shape[-1] not in (5, 6, 7):
        raise ValueError(
            f"bad shape {array.shape} of cards: want (..., 5), (..., 6) or (..., 7), e.g. (1000, 7)"
        )
    rows = array if array.ndim == 2 else array.reshape(-1, array.shape[-1])
    return _evaluator.evaluate_hands(rows, threads).reshape(array.shape[:-1])


def describe(code: int) -> str:
    """A strength code in words, e.g. ``pair of queens, kickers A 9 4``. Raises ValueError for no code."""
    return _evaluator.words(_checked_code(code))


def brecher(code: int) -> int:
    """Brecher's 32-bit form of a strength code (``0000 VVVV TTTT BBBB`` and a 16-bit kicker map).

    V is the category (0 high card .. 8 straight flush), T the high pair of two pair, B the rank (2..14, a
    wheel's top is 5) of quads, trips, low pair, pair or straight top; bit r - 2 of the map is a kicker of rank r.
    """
    return _evaluator.brecher(_checked_code(code))


def category(codes: ArrayLike) -> NDArray[np.uint8]:
    """Category of each strength code, 0 (high card) to 8 (straight flush), as uint8 of the same shape."""
    bounds = np.array([0x2000, 0x9000, 0xA000, 0xB000, 0xC000, 0xE000, 0xFE00, 0xFF00])
    return np.searchsorted(bounds, np.asarray(codes), side="right").astype(np.uint8)


@cache
def _classes() -> NDArray[np.uint16]:
    classes = _evaluator.classes()
    classes.setflags(write=False)
    return classes


def code_to_class(codes: ArrayLike) -> NDArray[np.uint16]:
    """Dense class of each strength code, 0 (7-5-4-3-2) to 7461 (royal flush).

    Raises ValueError for a value that is no hand's code.
    """
    values = np.asarray(codes)
    classes = _classes()
    result = np.searchsorted(classes, values)
    wrong = classes[np.minimum(result, len(classes) - 1)] != values
    if np.any(wrong):
        raise ValueError(
            f"bad hand strength code {values[wrong].ravel()[0]}: no hand has it; want what evaluate() returned, "
            "e.g. 65472"
        )
    return result.astype(np.uint16)


def class_to_code(classes: ArrayLike) -> NDArray[np.uint16]:
    """Strength code of each dense class 0 to 7461. Raises ValueError outside that range."""
    values = np.asarray(classes)
    if values.dtype.kind not in "iu":
        raise ValueError(f"bad dtype {values.dtype} of classes: want integers 0 to 7461, e.g. 7461")
    if values.size and (values.min() < 0 or values.max() >= len(_classes())):
        wrong = values.min() if values.min() < 0 else values.max()
        raise ValueError(f"bad class {wrong}: want 0 (7-5-4-3-2) to 7461 (royal flush), e.g. 7461")
    codes: NDArray[np.uint16] = _classes()[values]
    return codes


def rank_code(ranks: ArrayLike) -> NDArray[np.int64]:
    """Zopf's rank code of sequences of ranks, ``sum_i 13**i * rank_i``.

    ranks: integers 0..12 (2..A), [..., n] with n <= 17. Returns int64 [...]. Of the 13**5 codes of five
    cards only 6,175 belong to different multisets; ``rank_index`` numbers those without gaps.
    """
    array = _checked_ranks(ranks, 1, 17)
    weights = 13 ** np.arange(array.shape[-1], dtype=np.int64)
    codes: NDArray[np.int64] = (array.astype(np.int64) * weights).sum(axis=-1)
    return codes


def rank_index(ranks: ArrayLike) -> NDArray[np.uint16]:
    """Gap-free number of multisets of 5, 6 or 7 ranks: 0..6174, 0..18394 or 0..49204.

    ranks: integers 0..12 (2..A), [..., 5|6|7] in any order. Returns uint16 [...]. Multisets are in
    lexicographic order of their counts of twos, threes, ..., aces.
    Raises ValueError for a rank outside 0..12 or one that comes more than four times.
    """
    array = _checked_ranks(ranks, 5, 7)
    transitions = _transitions()
    state = np.zeros(array.shape[:-1], np.uint16)
    for i in range(array.shape[-1]):
        state = transitions[state, array[..., i]]
        if np.any(state == 0xFFFF):
            raise ValueError("bad ranks: no rank may come more than four times, e.g. [12, 12, 11, 5, 0]")
    offsets = {5: 2380, 6: 8555, 7: 0}
    return state - np.uint16(offsets[array.shape[-1]])


def count_categories(cards: int = 7, threads: int = 0) -> dict[str, int]:
    """How many of all hands of 5, 6 or 7 cards fall into each category, by enumeration (7: 133,784,560 hands)."""
    return dict(zip(CATEGORIES, _evaluator.count_categories(cards, threads), strict=True))


@cache
def _transitions() -> NDArray[np.uint16]:
    return _evaluator.transitions()


def _checked_ranks(ranks: ArrayLike, least: int, most: int) -> NDArray[np.integer]:
    array = np.asarray(ranks)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"bad dtype {array.dtype} of ranks: want integers 0 (two) to 12 (ace), e.g. [12, 11, 3, 2, 0]"
        )
    if array.ndim == 0 or not least <= array.shape[-1] <= most:
        raise ValueError(f"bad shape {array.shape} of ranks: want (..., n) with n from {least} to {most}")
    if array.size and (array.min() < 0 or array.max() > 12):
        wrong = array.min() if array.min() < 0 else array.max()
        raise ValueError(f"bad rank {wrong}: want 0 (two) to 12 (ace), e.g. [12, 11, 3, 2, 0]")
    return array


def _checked_code(code: int) -> int:
    try:
        value = index(code)
    except TypeError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        raise ValueError(f"bad hand strength code {code!r}: want what evaluate() returned, e.g. 65472")
    return value
