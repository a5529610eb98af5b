"""The order of starting hands for "top 15%", and ratios of weights as whole numbers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_SIZES

#: Hand classes by their equity against one opponent with any hand, the best first, without ties. Equals the order of
#: `pokerdata.cards.preflop.class_equities_at_random`, which ranges cannot import; a test compares them.
BEST_FIRST = [
    "AA",
    "KK",
    "QQ",
    "JJ",
    "TT",
    "99",
    "88",
    "AKs",
    "77",
    "AQs",
    "AJs",
    "AKo",
    "ATs",
    "AQo",
    "AJo",
    "KQs",
    "66",
    "A9s",
    "ATo",
    "KJs",
    "A8s",
    "KTs",
    "KQo",
    "A7s",
    "A9o",
    "KJo",
    "55",
    "QJs",
    "K9s",
    "A5s",
    "A6s",
    "A8o",
    "KTo",
    "QTs",
    "A4s",
    "A7o",
    "K8s",
    "A3s",
    "QJo",
    "K9o",
    "A5o",
    "A6o",
    "Q9s",
    "K7s",
    "JTs",
    "A2s",
    "QTo",
    "44",
    "A4o",
    "K6s",
    "K8o",
    "Q8s",
    "A3o",
    "K5s",
    "J9s",
    "Q9o",
    "JTo",
    "K7o",
    "A2o",
    "K4s",
    "Q7s",
    "K6o",
    "K3s",
    "T9s",
    "J8s",
    "33",
    "Q6s",
    "Q8o",
    "K5o",
    "J9o",
    "K2s",
    "Q5s",
    "T8s",
    "K4o",
    "J7s",
    "Q4s",
    "Q7o",
    "T9o",
    "J8o",
    "K3o",
    "Q6o",
    "Q3s",
    "98s",
    "T7s",
    "J6s",
    "K2o",
    "22",
    "Q2s",
    "Q5o",
    "J5s",
    "T8o",
    "J7o",
    "Q4o",
    "97s",
    "J4s",
    "T6s",
    "J3s",
    "Q3o",
    "98o",
    "87s",
    "T7o",
    "J6o",
    "96s",
    "J2s",
    "Q2o",
    "T5s",
    "J5o",
    "T4s",
    "97o",
    "86s",
    "J4o",
    "T6o",
    "95s",
    "T3s",
    "76s",
    "J3o",
    "87o",
    "T2s",
    "85s",
    "96o",
    "J2o",
    "T5o",
    "94s",
    "75s",
    "T4o",
    "93s",
    "86o",
    "65s",
    "84s",
    "95o",
    "T3o",
    "92s",
    "76o",
    "74s",
    "T2o",
    "54s",
    "85o",
    "64s",
    "83s",
    "94o",
    "75o",
    "82s",
    "73s",
    "93o",
    "65o",
    "53s",
    "63s",
    "84o",
    "92o",
    "43s",
    "74o",
    "72s",
    "54o",
    "64o",
    "52s",
    "62s",
    "83o",
    "42s",
    "82o",
    "73o",
    "53o",
    "63o",
    "32s",
    "43o",
    "72o",
    "52o",
    "62o",
    "42o",
    "32o",
]


def top_classes(part: Fraction) -> list[int]:
    """Return the best hand classes, whole ones, that contain no more than this part of the 1,326 combos."""
    room = part * COMBINATION_COUNT
    found = []
    for name in BEST_FIRST:
        number = CLASS_NAMES.index(name)
        room -= int(CLASS_SIZES[number])
        if room < 0:
            break
        found.append(number)
    return found


#: Largest allowed ratio between weights above 0, so that whole numbers stay short.
MOST_APART = 10**100
_SMALL = 1 << 32  # sums below this are int64, and leave room for 2**31 deals of each hand


def at_most_one(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights in the same ratios, none above 1, exactly divided by a power of two if necessary.

    A weight more than 10**300 times smaller than the largest may be rounded; it does not become 0.
    """
    mantissa, exponent = np.frexp(weights.max())
    exponent -= mantissa == 0.5
    if exponent <= 0:
        return weights
    scaled = np.ldexp(weights, -int(exponent))
    return np.where((weights > 0) & (scaled == 0), 5e-324, scaled)


def whole_ratios(weights: NDArray[np.float64]) -> NDArray[Any]:
    """Return the smallest whole numbers in the same ratios as the weights, [n]; 0 for a weight of 0.

    A weight means the shortest decimal that reads back to the same bits, as Python prints it: 0.1 is a tenth. The result is
    int64 if the sum is below 2**32, else Python's int (dtype object), which does not overflow. Raises ValueError if
    the largest weight is more than 10**100 times the smallest above 0.
    """
    held = weights[weights > 0]
    if np.all(held == held[:1]):  # true for most ranges: only 0 and one other weight
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
    """Return the smallest whole numbers in the ratios of fractions [n] of at least 0; dtype as for `whole_ratios`."""
    different = set(ratios.tolist())
    times = Fraction(lcm(*(ratio.denominator for ratio in different)))
    common = gcd(*(int(ratio * times) for ratio in different)) or 1
    whole = {ratio: int(ratio * times) // common for ratio in different}
    return _narrowed(np.array([whole[ratio] for ratio in ratios.tolist()], object))


def _narrowed(numbers: NDArray[np.object_]) -> NDArray[Any]:
    return numbers.astype(np.int64) if numbers.sum() < _SMALL else numbers
