"""Rules of thumb in numbers: the threshold of equity that fits a chart, and how often to bluff."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata import Range, equity
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_SIZES


def held(hands: Range) -> NDArray[np.bool_]:
    """Which classes of hands are in a range, bool [169]."""
    classes = hands.classes()
    return np.array([classes.get(name, 0.0) > 0 for name in CLASS_NAMES])


@cache
def against(hands: Range) -> NDArray[np.float64]:
    """Exact equity of each class against a range, float64 [169]."""
    return np.array([float(equity([name, hands]).equity[0]) for name in CLASS_NAMES])


def hands_in(classes: NDArray[np.bool_]) -> int:
    """Of the 1,326 hands, how many are in some classes."""
    return int(CLASS_SIZES[classes].sum())


def otherwise(chart: NDArray[np.bool_], values: NDArray[np.float64], threshold: float) -> int:
    """Of the 1,326 hands, how many a threshold decides otherwise than a chart."""
    return hands_in(chart != (values > threshold))


def best_threshold(chart: NDArray[np.bool_], values: NDArray[np.float64]) -> tuple[float, int]:
    """The threshold that decides as a chart does for as many hands as any can, and for how many it does not.

    In the middle between the two equities where nothing changes; the lowest such one.
    """
    edges = np.unique(np.concatenate(([0.0], values, [1.0])))
    middles = (edges[:-1] + edges[1:]) / 2
    counts = [otherwise(chart, values, middle) for middle in middles]
    best = int(np.argmin(counts))
    return float(middles[best]), counts[best]


def bluffs_to_value(pot: int, bet: int) -> Fraction:
    """Bluffs for each value bet so that calling wins nothing: it wins pot and bet of a bluff, and costs the bet else."""
    return Fraction(bet, pot + bet)
