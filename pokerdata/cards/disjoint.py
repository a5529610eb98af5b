"""Pairs of combinations that share no card, and sums over them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.combinations import COMBINATIONS
from pokerdata.cards.deck import DECK_SIZE

_HOLDS: NDArray[np.bool_] = (COMBINATIONS[:, :, None] == np.arange(DECK_SIZE)).any(axis=1)
#: Whether a combination holds a card, 0 or 1; float64 [1326, 52], for products that are exact and fast.
_HOLDS_FLOAT: NDArray[np.float64] = _HOLDS.astype(np.float64)
#: Part of all pairs below which a sum over those that share no card may be what subtraction leaves.
_ROUNDED = 1e-9
_NARROW = 1 << 62  # sums of products below this are int64


def disjoint(combinations: NDArray[np.integer] | slice = slice(None)) -> NDArray[np.bool_]:
    """Whether each of m combinations (all, if not given) and each of all share no card, bool [m, 1326]."""
    return np.asarray(_HOLDS_FLOAT[combinations] @ _HOLDS_FLOAT.T == 0)


def sum_over_pairs(first: NDArray[Any], second: NDArray[Any]) -> Any:
    """Sum of the products of numbers [..., 1326] over the pairs of combinations that share no card, [...].

    All pairs, less those that share a card; a combination shares two with itself. Of whole numbers [1326], int64 or
    Python's int, it is exact; of float64 exact where they are small integers.
    """
    if first.dtype != np.float64:
        most = 2 * int(first.sum()) * int(second.sum())
        kind = np.int64 if most < _NARROW and object not in (first.dtype, second.dtype) else object
        first, second = first.astype(kind), second.astype(kind)
    share_a_card = (_by_card(first) * _by_card(second)).sum(axis=-1)
    equal = (first * second).sum(axis=-1)
    return first.sum(axis=-1) * second.sum(axis=-1) - share_a_card + equal


def weight_of_pairs(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The weight of all pairs of combinations that share no card: 0 if and only if there is none.

    Args:
        first: float64 [1326], weights of 0 or more.
        second: The same of the other player.
    """
    found = float(sum_over_pairs(first, second))
    if found > _ROUNDED * float(first.sum()) * float(second.sum()):
        return found
    held, others = np.flatnonzero(first), np.flatnonzero(second)
    return float(first[held] @ (disjoint(held)[:, others] @ second[others]))


def _by_card(numbers: NDArray[Any]) -> NDArray[Any]:
    """Sums of the numbers of the combinations that hold each card, [..., 52]."""
    if numbers.dtype == np.float64:
        return np.asarray(numbers @ _HOLDS_FLOAT)
    sums = np.zeros(DECK_SIZE, numbers.dtype)
    held = np.flatnonzero(numbers)
    for position in range(2):
        np.add.at(sums, COMBINATIONS[held, position], numbers[held])
    return sums
