"""All strengths that a hand or a range may have later, with their weights."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MOST = 1 << 56  # weights in all below this are int64, and so are 100 times their sums


class Spread:
    """Strengths as fractions of whole numbers, so that none falls on the wrong side of a bound."""

    def __init__(self) -> None:
        self._points: list[NDArray[Any]] = []  # twice the hands behind ours and those tied
        self._totals: list[NDArray[Any]] = []  # all of them
        self._of_hands: list[int] = []

    def add(self, counts: NDArray[Any], weight: int) -> None:
        """Those of a hand of this weight: counts [n, 3], ahead, tied and behind after each way to deal cards."""
        total = counts.sum(axis=1)
        there = total > 0
        self._points.append(2 * counts[there, 0] + counts[there, 1])
        self._totals.append(total[there])
        self._of_hands.append(weight)

    def quantiles(self, percents: Sequence[int]) -> list[float]:
        """For each the least strength that at least so much of the weight does not exceed."""
        points, totals, weights = self._all()
        strengths = np.asarray(points / (2 * totals), np.float64)
        order = np.argsort(strengths, kind="stable")
        below = np.cumsum(weights[order])
        at = [np.searchsorted(100 * below, percent * below[-1]) for percent in percents]
        return [float(strengths[order[place]]) for place in at]

    def above_half(self) -> Fraction:
        """The part of the weight with a strength above 1/2."""
        points, totals, weights = self._all()
        return Fraction(int(weights[points > totals].sum()), int(weights.sum()))

    def histogram(self, bins: int) -> NDArray[np.float64]:
        """The part of the weight in each of ``bins`` equal intervals of [0, 1]; the upper end of the last belongs to it."""
        points, totals, weights = self._all()
        where = np.minimum(bins - 1, bins * points // (2 * totals)).astype(np.int64)
        parts = np.zeros(bins, weights.dtype)
        np.add.at(parts, where, weights)
        return np.asarray(parts / weights.sum(), np.float64)

    def _all(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Points, totals and weights of all hands, [n] each."""
        pairs = list(zip(self._of_hands, self._totals, strict=True))
        most = sum(weight * int(totals.sum()) for weight, totals in pairs)
        kind = np.int64 if most < _MOST else object
        weights = [weight * totals.astype(kind) for weight, totals in pairs]
        return np.concatenate(self._points), np.concatenate(self._totals), np.concatenate(weights)
