"""Numbers of multisets of ranks: Zopf's rank code and the gap-free rank index."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import as_array

#: The state of the first multiset of 5, 6 and 7 ranks (see `transitions`); their rank indices count from there.
FIRST_STATES = {5: 2380, 6: 8555, 7: 0}


def rank_code(ranks: ArrayLike) -> NDArray[np.int64]:
    """Zopf's rank code of sequences of ranks, ``sum_i 13**i * rank_i``.

    Of the 13**5 codes of five cards only 6,175 belong to different multisets; `rank_index` numbers those without gaps.

    Args:
        ranks: Integers 0..12 (2..A), [..., n] with n from 1 to 17.

    Returns:
        int64 [...].

    Raises:
        ValueError: If a rank is outside 0..12, or for another dtype or shape.
    """
    array = _checked_ranks(ranks, 1, 17)
    weights = 13 ** np.arange(array.shape[-1], dtype=np.int64)
    codes: NDArray[np.int64] = (array.astype(np.int64) * weights).sum(axis=-1)
    return codes


def rank_index(ranks: ArrayLike) -> NDArray[np.uint16]:
    """Gap-free number of multisets of 5, 6 or 7 ranks: 0..6174, 0..18394 or 0..49204.

    Multisets are in lexicographic order of their counts of twos, threes, ..., aces.

    Args:
        ranks: Integers 0..12 (2..A), [..., 5|6|7] in any order.

    Returns:
        uint16 [...].

    Raises:
        ValueError: If a rank is outside 0..12 or comes more than four times, or for another dtype or shape.
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
    """The state after one more card of a rank, uint16 [26950, 13] (see docs/formats.md)."""
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
