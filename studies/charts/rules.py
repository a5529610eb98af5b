"""Rules of thumb in numbers: the equity threshold that best fits a chart, and bluffing frequencies."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata import Range, equity
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_SIZES


def held(hands: Range) -> NDArray[np.bool_]:
    """Return which hand classes are in a range, bool [169]."""
    classes = hands.classes()
    return np.array([classes.get(name, 0.0) > 0 for name in CLASS_NAMES])


@cache
def against(hands: Range) -> NDArray[np.float64]:
    """Return the exact equity of each hand class against a range, float64 [169]."""
    return np.array([float(equity([name, hands]).equity[0]) for name in CLASS_NAMES])


def hands_in(classes: NDArray[np.bool_]) -> int:
    """Return how many of the 1,326 combos belong to the given classes."""
    return int(CLASS_SIZES[classes].sum())


def otherwise(chart: NDArray[np.bool_], values: NDArray[np.float64], threshold: float) -> int:
    """Return for how many of the 1,326 combos a threshold disagrees with a chart."""
    return hands_in(chart != (values > threshold))


def best_threshold(chart: NDArray[np.bool_], values: NDArray[np.float64]) -> tuple[float, int]:
    """Return the threshold that agrees with a chart on the most combos, and how many combos disagree.

    The threshold lies halfway between the two neighbouring equities. Of equally good ones, it is the lowest.
    """
    edges = np.unique(np.concatenate(([0.0], values, [1.0])))
    middles = (edges[:-1] + edges[1:]) / 2
    counts = [otherwise(chart, values, middle) for middle in middles]
    best = int(np.argmin(counts))
    return float(middles[best]), counts[best]


def bluffs_to_value(pot: int, bet: int) -> Fraction:
    """Return the number of bluffs for each value bet that leaves a caller indifferent.

    A call wins pot and bet against a bluff, and loses the bet against a value bet.
    """
    return Fraction(bet, pot + bet)
