"""Hand strength codes: descriptions, percentiles, and indices of multisets of ranks."""

from __future__ import annotations

from functools import cache
from math import comb
from operator import index
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import DECK_SIZE, as_array

#: Category names, weakest first; ``category`` returns indices into it.
CATEGORIES: tuple[str, ...] = tuple(_evaluator.category_names())


@overload
def describe(codes: int) -> str: ...
@overload
def describe(codes: ArrayLike) -> str | NDArray[np.str_]: ...
def describe(codes: ArrayLike) -> str | NDArray[np.str_]:
    """Describe strength codes in words, e.g. ``pair of queens, kickers A 9 4``.

    Args:
        codes: Strength codes, integers [...].

    Returns:
        A str for a single code, else an array of str of the same shape.

    Raises:
        ValueError: If a code belongs to no hand.
    """
    if isinstance(codes, str | bytes) or as_array(codes).ndim == 0:
        return _evaluator.words(_checked_code(codes))
    return _words()[code_to_class(codes)]


def brecher(code: int) -> int:
    """Return Brecher's 32-bit form of a strength code (``0000 VVVV TTTT BBBB`` and a 16-bit kicker map).

    V is the category (0 high card .. 8 straight flush), T the high pair of two pair, B the rank (2..14, a wheel's top is 5)
    of quads, trips, low pair, pair or straight top; bit r - 2 of the map is a kicker of rank r.

    Args:
        code: A strength code.

    Raises:
        ValueError: If the code belongs to no hand.
    """
    return _evaluator.brecher(_checked_code(code))


def category(codes: ArrayLike) -> NDArray[np.uint8]:
    """Return the category of each strength code, 0 (high card) to 8 (straight flush), as uint8 of the same shape.

    Args:
        codes: Strength codes, integers [...]; not checked whether a hand has them.

    Raises:
        ValueError: If they are not integers.
    """
    bounds = np.array([0x2000, 0x9000, 0xA000, 0xB000, 0xC000, 0xE000, 0xFE00, 0xFF00])
    return np.searchsorted(bounds, as_codes(codes), side="right").astype(np.uint8)


def ranks(codes: ArrayLike) -> NDArray[np.uint8]:
    """Return the five ranks (0..12 = 2..A) of each strength code, most important first.

    Args:
        codes: Strength codes, integers [...].

    Returns:
        uint8 [..., 5]: groups first, as in 9 9 9 4 4; the ace of a wheel is last.

    Raises:
        ValueError: If a code belongs to no hand.
    """
    found: NDArray[np.uint8] = _class_ranks()[code_to_class(codes)]
    return found


def as_codes(codes: ArrayLike, name: str = "codes") -> NDArray[np.integer]:
    """Return ``codes`` as an array of integers; ValueError for anything else. Does not check that hands have them."""
    array = as_array(codes)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(
            f"{name}: expected hand strength codes, as evaluate() returns them, got dtype {array.dtype}; e.g. 65472"
        )
    return array if array.size else array.astype(np.uint16)


@cache
def all_codes() -> NDArray[np.uint16]:
    """Return the codes of all 7,462 classes in ascending order, read-only."""
    found = _evaluator.classes()
    found.setflags(write=False)
    return found


@cache
def _class_ranks() -> NDArray[np.uint8]:
    return _evaluator.class_ranks()


@cache
def _words() -> NDArray[np.str_]:
    return np.array([_evaluator.words(code) for code in all_codes().tolist()])


def code_to_class(codes: ArrayLike) -> NDArray[np.uint16]:
    """Return the dense class of each strength code, 0 (7-5-4-3-2) to 7461 (royal flush), as uint16 of the same shape.

    Args:
        codes: Strength codes, integers [...].

    Raises:
        ValueError: If a code belongs to no hand.
    """
    values = as_codes(codes)
    result = np.searchsorted(all_codes(), values)
    wrong = all_codes()[np.minimum(result, len(all_codes()) - 1)] != values
    if np.any(wrong):
        raise ValueError(
            f"hand strength code: expected what evaluate() returned, got {values[wrong].ravel()[0]}, which no hand "
            "has; e.g. 65472"
        )
    return result.astype(np.uint16)


def class_to_code(classes: ArrayLike) -> NDArray[np.uint16]:
    """Return the strength code of each dense class, as uint16 of the same shape.

    Args:
        classes: Integers [...], 0 (7-5-4-3-2) to 7461 (royal flush).

    Raises:
        ValueError: If they are not integers, or one is outside that range.
    """
    values = as_array(classes)
    if values.dtype.kind not in "iu":
        raise ValueError(f"classes: expected integers 0 to 7461, got dtype {values.dtype}; e.g. 7461")
    if values.size and (values.min() < 0 or values.max() >= len(all_codes())):
        wrong = values.min() if values.min() < 0 else values.max()
        raise ValueError(f"class: expected 0 (7-5-4-3-2) to 7461 (royal flush), got {wrong}; e.g. 7461")
    codes: NDArray[np.uint16] = all_codes()[values]
    return codes


def _checked_code(code: object) -> int:
    try:
        value = index(code)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        raise ValueError(f"hand strength code: expected what evaluate() returned, got {code!r}; e.g. 65472")
    return value


#: State of the first multiset of 5, 6 and 7 ranks (see `transitions`); their rank indices count from there.
FIRST_STATES = {5: 2380, 6: 8555, 7: 0}


def rank_code(ranks: ArrayLike) -> NDArray[np.int64]:
    """Return Zopf's rank code of sequences of ranks, ``sum_i 13**i * rank_i``.

    The 13**5 codes of five cards belong to only 6,175 different multisets; `rank_index` numbers these without gaps.

    Args:
        ranks: Integers 0..12 (2..A), [..., n] with n from 1 to 17.

    Returns:
        int64 [...].

    Raises:
        ValueError: If a rank is outside 0..12, or the dtype or shape is wrong.
    """
    array = _checked_ranks(ranks, 1, 17)
    weights = 13 ** np.arange(array.shape[-1], dtype=np.int64)
    codes: NDArray[np.int64] = (array.astype(np.int64) * weights).sum(axis=-1)
    return codes


def rank_index(ranks: ArrayLike) -> NDArray[np.uint16]:
    """Return the gap-free number of multisets of 5, 6 or 7 ranks: 0..6174, 0..18394 or 0..49204.

    Multisets are in lexicographic order of their counts of twos, threes, ..., aces.

    Args:
        ranks: Integers 0..12 (2..A), [..., 5|6|7] in any order.

    Returns:
        uint16 [...].

    Raises:
        ValueError: If a rank is outside 0..12 or occurs more than four times, or the dtype or shape is wrong.
    """
    array = _checked_ranks(ranks, 5, 7)
    after = transitions()
    state = np.zeros(array.shape[:-1], np.uint16)
    for i in range(array.shape[-1]):
        state = after[state, array[..., i]]
        if np.any(state == 0xFFFF):
            raise ValueError("ranks: expected each rank at most four times; e.g. [12, 12, 11, 5, 0]")
    return state - np.uint16(FIRST_STATES[array.shape[-1]])


@cache
def transitions() -> NDArray[np.uint16]:
    """Return the state after one more card of a rank, uint16 [26950, 13] (see docs/formats.md)."""
    return _evaluator.transitions()


def _checked_ranks(ranks: ArrayLike, least: int, most: int) -> NDArray[np.integer]:
    array = as_array(ranks)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"ranks: expected integers 0 (two) to 12 (ace), got dtype {array.dtype}; e.g. [12, 11, 3, 2, 0]"
        )
    if array.ndim == 0 or not least <= array.shape[-1] <= most:
        raise ValueError(
            f"ranks: expected shape (..., n) with n from {least} to {most}, got {array.shape}; e.g. (1000, 5)"
        )
    if array.size and (array.min() < 0 or array.max() > 12):
        wrong = array.min() if array.min() < 0 else array.max()
        raise ValueError(f"rank: expected 0 (two) to 12 (ace), got {wrong}; e.g. [12, 11, 3, 2, 0]")
    return array


_FLUSH = 5


def percentile(codes: ArrayLike, cards: int = 7) -> NDArray[np.float64]:
    """Return the share of all hands of 5, 6 or 7 cards that are weaker than each code, plus half of the equal ones.

    It is an exact count divided by C(52, cards). The mean over all hands is 1/2.

    Args:
        codes: Strength codes, integers [...].
        cards: 5, 6 or 7.

    Returns:
        float64 [...], from 0 to 1.

    Raises:
        ValueError: If a code belongs to no hand, or the number of cards is wrong.
    """
    counts = class_counts(cards).astype(np.int64)
    below = np.cumsum(counts) - counts
    found: NDArray[np.float64] = (2 * below + counts)[code_to_class(codes)] / (2 * comb(DECK_SIZE, cards))
    return found


def class_counts(cards: int = 7) -> NDArray[np.uint64]:
    """Return the number of hands of 5, 6 or 7 cards in each class (see `code_to_class`).

    It counts by ranks and suits, without enumerating hands, once per process in a few hundredths of a second.

    Args:
        cards: 5, 6 or 7.

    Returns:
        uint64 [7462], read-only.

    Raises:
        ValueError: If the number of cards is wrong.
    """
    if cards not in FIRST_STATES:
        raise ValueError(f"cards: expected 5, 6 or 7, got {cards!r}; e.g. 7")
    return _class_counts(int(cards))


@cache
def _class_counts(cards: int) -> NDArray[np.uint64]:
    flush_codes = _evaluator.flush_codes()
    states, of_suit = _multisets(cards)
    codes = [_evaluator.rank_codes(cards)[states - FIRST_STATES[cards]]]
    hands = [of_suit.sum(axis=1) - 4 * of_suit[:, _FLUSH:].sum(axis=1)]  # at most one suit can be a flush
    for size in range(_FLUSH, cards + 1):
        maps = [m for m in range(8192) if m.bit_count() == size]
        codes.append(flush_codes[maps])
        hands.append(np.full(len(maps), 4 * comb(39, cards - size)))
    counts = np.zeros(len(all_codes()), np.uint64)
    np.add.at(counts, code_to_class(np.concatenate(codes)), np.concatenate(hands).astype(np.uint64))
    counts.setflags(write=False)
    return counts


def _multisets(cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return states (see ``rank_index``) of all multisets of ranks, and the hands of each by cards of one suit."""
    states, sizes = np.zeros(1, np.int64), np.zeros(1, np.int64)
    of_suit = np.eye(1, cards + 1, dtype=np.int64)
    for rank in range(13):
        grown = [(states, sizes, of_suit)]
        longer = states
        for count in range(1, 5):
            room = sizes + count <= cards
            longer = np.where(room, transitions()[np.where(room, longer, 0), rank].astype(np.int64), 0)
            # The suit has one of the rank's cards, or none.
            ways = comb(3, count) * of_suit
            ways[:, 1:] += comb(3, count - 1) * of_suit[:, :-1]
            grown.append((longer[room], sizes[room] + count, ways[room]))
        states, sizes, of_suit = (np.concatenate(parts) for parts in zip(*grown, strict=True))
    whole = sizes == cards
    return states[whole], of_suit[whole]
