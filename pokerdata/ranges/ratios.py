"""The ratios of weights as whole numbers, for sums and comparisons that are exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: How many times the smallest weight above 0 the largest of a range may be, so that whole numbers stay short.
MOST_APART = 10**100
_SMALL = 1 << 32  # sums below this are int64, and leave room for 2**31 deals of each hand


def whole_ratios(weights: NDArray[np.float64]) -> NDArray[Any]:
    """The least whole numbers that are to each other as the weights, [n]; 0 where a weight is 0.

    A weight means the shortest decimal that reads back to the same bits, which is what Python writes: 0.1 is a tenth.
    int64 where the sum is below 2**32, else Python's int (dtype object), which does not overflow. Raises ValueError where
    the largest weight is more than 10**100 times the smallest above 0.
    """
    held = weights[weights > 0]
    if np.all(held == held[:1]):  # as in most ranges: 0 and one other
        return (weights > 0).astype(np.int64)
    values, places = np.unique(weights, return_inverse=True)
    decimals = [Decimal(repr(value)) for value in values.tolist()]
    least = min(int(decimal.as_tuple().exponent) for decimal in decimals if decimal)
    numbers = [
        int(decimal.scaleb(-least)) if decimal else 0 for decimal in decimals
    ]  # 17 digits, never rounded
    smallest = min(number for number in numbers if number)
    if numbers[-1] > MOST_APART * smallest:
        raise ValueError(
            f"weights in a range: expected the largest at most 10**100 times the smallest above 0, got {values[-1]} "
            f"and {values[numbers.index(smallest)]}; e.g. 1 and 0.001"
        )
    common = gcd(*numbers)
    return _narrowed(
        np.array([number // common for number in numbers], object)[places.reshape(weights.shape)]
    )


def in_lowest_terms(ratios: NDArray[np.object_]) -> NDArray[Any]:
    """The least whole numbers that are to each other as fractions [n] of at least 0; their dtype is as of `whole_ratios`."""
    different = set(ratios.tolist())
    times = Fraction(lcm(*(ratio.denominator for ratio in different)))
    common = gcd(*(int(ratio * times) for ratio in different)) or 1
    whole = {ratio: int(ratio * times) // common for ratio in different}
    return _narrowed(np.array([whole[ratio] for ratio in ratios.tolist()], object))


def _narrowed(numbers: NDArray[np.object_]) -> NDArray[Any]:
    return numbers.astype(np.int64) if numbers.sum() < _SMALL else numbers
