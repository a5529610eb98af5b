"""Ranges: a weight for each of the 1,326 combinations of hole cards.

>>> import pokerdata
>>> str(pokerdata.Range("KK+, AKs, AQs, T9s:0.5"))
'KK+,AQs+,T9s:0.5'
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, as_array, as_cards, combination_index, combinations_with
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.ranges.ratios import whole_ratios
from pokerdata.ranges.reading import read_range
from pokerdata.ranges.writing import write_range

__all__ = ["Range", "as_range"]


class Range:
    """Hands that a player may hold, each with a weight; immutable.

    The text is a list of items between commas, each with an optional weight after a colon (1 without):

    ============================  ==========================================================
    ``QQ``, ``QQ+``, ``99-66``    pairs: one, from it up to AA, from one to the other
    ``AKs``, ``AKo``, ``AK``      suited, offsuit, both
    ``ATs+``                      the kicker from there up to one below the high card
    ``AJo-ATo``                   the kicker from one to the other
    ``T9s-76s``                   both cards falling by one, the gap stays
    ``AhKh``                      one combination (also ``Ah Kh``; ten is ``T`` or ``10``)
    ``random``                    all 1,326
    ``T9s:0.5``                   with a weight: any finite number of at least 0
    ============================  ==========================================================

    Capitals and blanks do not matter. Where items overlap, the later one holds: ``AKs,AhKh:0`` is AKs without
    AhKh. Weights are relative, so they may exceed 1; 0 means that the hand is not held. A weight is kept as a float64 and
    means the shortest decimal that reads back to it, so 0.1 is a tenth (see `ratios`).
    Raises ValueError, naming the column, for a text that is no range.
    """

    __slots__ = ("_weights",)
    _weights: NDArray[np.float64]

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ValueError(f"bad range {text!r}: want text, e.g. 'QQ+,AKs', or Range.from_weights(weights)")
        self._hold(read_range(text))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """The range of weights [1326] in the order of ``combination_index``; they are copied as float64, whose
        decimals they mean: 0.1 of float32 is 0.10000000149011612.

        Raises ValueError for another shape, or a weight that is negative or not finite.
        """
        array = as_array(weights)
        if array.dtype.kind not in "biuf" or array.shape != (COMBINATION_COUNT,):
            raise ValueError(
                f"bad weights of shape {array.shape} and dtype {array.dtype}: want {COMBINATION_COUNT} numbers, one "
                "for each combination of hole cards, e.g. np.ones(1326)"
            )
        array = array.astype(np.float64)
        wrong = np.flatnonzero(~(np.isfinite(array) & (array >= 0)))
        if wrong.size:
            raise ValueError(
                f"bad weight {array[wrong[0]]} of combination {wrong[0]}: want a finite number of at least 0, e.g. 0.5"
            )
        new = cls.__new__(cls)
        new._hold(array + 0.0)  # no negative zeros
        return new

    def _hold(self, weights: NDArray[np.float64]) -> None:
        weights.setflags(write=False)
        object.__setattr__(self, "_weights", weights)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Range does not change: cannot set {name}; make another one")

    @property
    def weights(self) -> NDArray[np.float64]:
        """Weight of each combination, read-only float64 [1326], >= 0."""
        return self._weights

    def ratios(self) -> NDArray[Any]:
        """The least whole numbers that are to each other as the weights, [1326]: int64 where their sum is below 2**32, else
        Python's int (dtype object). Raises ValueError where weights are more than a factor of 10**100 apart."""
        return whole_ratios(self._weights)

    def combinations(self) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The combinations that are held, int64 [n] rising, and their weights, float64 [n]."""
        held = np.flatnonzero(self._weights)
        return held, self._weights[held]

    def class_weights(self) -> NDArray[np.float64]:
        """Mean weight of each of the 169 classes of starting hands, float64 [169] (see hand_classes)."""
        # The largest weights are divided by a power of 2 and back, so that their sums stay finite.
        exponent = max(0, int(np.frexp(self._weights.max())[1]) - 1000)
        weights = np.ldexp(self._weights, -exponent)
        least = np.full(CLASS_COUNT, np.inf)
        np.minimum.at(least, CLASS_OF_COMBINATION, weights)
        # Means of what is above the least: exact where a class has one weight.
        above = np.bincount(CLASS_OF_COMBINATION, weights - least[CLASS_OF_COMBINATION], CLASS_COUNT)
        means: NDArray[np.float64] = np.ldexp(least + above / CLASS_SIZES, exponent)
        return means

    def without(self, cards: ArrayLike) -> Range:
        """The range without the combinations that hold one of the cards (text or uint8 [n])."""
        blocked = combinations_with(as_cards(cards, "cards"))
        return Range.from_weights(np.where(blocked, 0.0, self._weights))

    def __len__(self) -> int:
        """Combinations whose weight is above 0."""
        return int(np.count_nonzero(self._weights))

    def __str__(self) -> str:
        """A short text that reads back to exactly these weights."""
        return write_range(self._weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __reduce__(self) -> tuple[object, tuple[NDArray[np.float64]]]:
        return Range.from_weights, (self._weights,)


def as_range(hands: Range | ArrayLike) -> Range:
    """A Range from a Range, text, weights [1326] or the two cards of a hand (uint8 [2]).

    Raises ValueError for anything else.
    """
    if isinstance(hands, Range):
        return hands
    if isinstance(hands, str):
        return Range(hands)
    if isinstance(hands, np.ndarray) and hands.dtype == np.uint8 and hands.shape == (2,):
        weights = np.zeros(COMBINATION_COUNT)
        weights[combination_index(hands)] = 1.0
        return Range.from_weights(weights)
    return Range.from_weights(hands)
