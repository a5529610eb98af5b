"""Sums over the pairs of combinations that share no card, also by the 169 classes of starting hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, RANKS
from pokerdata.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION

#: Boards that two hands leave: C(48, 5).
BOARDS = 1_712_304
#: Whether a combination holds a card, 0 or 1; float64 [1326, 52], for products that are exact and fast.
HOLDS: NDArray[np.float64] = (COMBINATIONS[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64)
HOLDS.setflags(write=False)


def sums_by_class(pairs: NDArray[Any]) -> NDArray[np.uint32]:
    """Sums of numbers [1326, 1326] of pairs of combinations over pairs of classes: [169, 169].

    At most 144 pairs of combinations fall on a pair of classes, so 32 bits hold 144 * 1,712,304.
    """
    order = np.argsort(CLASS_OF_COMBINATION, kind="stable")
    first = np.searchsorted(CLASS_OF_COMBINATION[order], np.arange(len(CLASS_NAMES)))
    rows = np.add.reduceat(pairs[order], first, axis=0, dtype=np.uint32)
    sums: NDArray[np.uint32] = np.add.reduceat(rows[:, order], first, axis=1, dtype=np.uint32)
    return sums


def disjoint(combinations: NDArray[np.integer] | slice = slice(None)) -> NDArray[np.bool_]:
    """Whether each of m combinations (all, if not given) and each of all share no card, bool [m, 1326]."""
    return np.asarray(HOLDS[combinations] @ HOLDS.T == 0)


def sum_over_pairs(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of the products of numbers [..., 1326] over the pairs of combinations that share no card, float64 [...].

    All pairs, less those that share a card; a combination shares two with itself. Exact for small integers.
    """
    share_a_card = np.einsum("...c,...c->...", first @ HOLDS, second @ HOLDS)
    equal = np.einsum("...c,...c->...", first, second)
    return np.asarray(first.sum(axis=-1) * second.sum(axis=-1) - share_a_card + equal)


def exact_sum_over_pairs(first: NDArray[Any], second: NDArray[Any]) -> int:
    """The same of whole numbers [1326], int64 with a sum below 2**32 or Python's int, without rounding."""
    by_card = np.zeros((2, 52), object)
    for sums, numbers in zip(by_card, (first, second), strict=True):
        held = np.flatnonzero(numbers)
        for position in range(2):
            np.add.at(sums, COMBINATIONS[held, position], numbers[held].astype(object))
    both = np.flatnonzero((first != 0) & (second != 0))
    equal = first[both].astype(object) @ second[both].astype(object)
    return int(int(first.sum()) * int(second.sum()) - by_card[0] @ by_card[1] + equal)


def class_index(name: str) -> int:
    """Number of a class, 0 (AA) to 168 (22), from its name; case and the order of the ranks do not matter.

    Raises ValueError for another text.
    """
    text = name.strip() if isinstance(name, str) else ""
    ranks = sorted(text[:2].upper(), key=RANKS.find, reverse=True)
    normal = "".join(ranks) + text[2:].lower()
    if normal not in CLASS_NAMES:
        raise ValueError(
            f"bad class of starting hands {name!r}: want two ranks, and s or o unless they are equal, e.g. 'AKs', "
            "'AKo' or 'TT'"
        )
    return CLASS_NAMES.index(normal)
