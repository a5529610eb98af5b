"""Sums and differences of weights in decimals: 0.1 and 0.2 are 0.3."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Weights = NDArray[np.float64]


def added(first: Weights, second: Weights) -> Weights:
    """Sums of weights [1326], each the decimal that Python writes of it. Raises ValueError where one overflows."""
    return _by_pairs(first, second, lambda one, two: one + two)


def taken_away(first: Weights, second: Weights) -> Weights:
    """Differences of weights [1326], at least 0, each the decimal that Python writes of it."""
    return _by_pairs(first, second, lambda one, two: max(Fraction(0), one - two))


def times(weights: Weights, factor: float) -> Weights:
    """Weights [1326] times a factor. Raises ValueError where one overflows."""
    return _by_pairs(weights, np.full_like(weights, factor), lambda one, two: one * two)


def _by_pairs(first: Weights, second: Weights, rule: Callable[[Fraction, Fraction], Fraction]) -> Weights:
    """What a rule makes of each pair; each pair that comes often is worked out once."""
    pairs, places = np.unique(np.stack([first, second]), axis=1, return_inverse=True)
    found = []
    for one, two in pairs.T.tolist():
        try:
            found.append(float(rule(Fraction(repr(one)), Fraction(repr(two)))))
        except OverflowError:
            raise ValueError(
                f"weights: expected results below 1.8e308, got them of {one} and {two}; e.g. 0.5 and 0.25"
            ) from None
    return np.array(found)[places.ravel()]
