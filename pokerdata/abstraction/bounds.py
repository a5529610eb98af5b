"""Where one bucket of a street ends and the next begins: uniform, minmax, percentile and nested."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.hands import StreetHands
from pokerdata.abstraction.sizes import LOSSLESS, Size
from pokerdata.strength.metrics import denominator

#: What the inner buckets of nested ones are by.
INNER_METRIC = "ehs"


class Bounds(NamedTuple):
    """Thresholds of a street: a bucket is the number of thresholds that are not above the metric's numerator.

    Attributes:
        outer: uint64 [1, B - 1].
        inner: uint64 [B, C - 1] of `INNER_METRIC` within each of the outer buckets, or None; with them the bucket is
            ``outer * C + inner``.
    """

    outer: NDArray[np.uint64]
    inner: NDArray[np.uint64] | None = None

    def assign(self, hands: StreetHands, metric: str, threads: int = 0) -> NDArray[np.uint16]:
        """The bucket of every hand, uint16 in the shape of its values; 65535 where there is no hand."""
        outer = _abstraction.assign(hands.values(metric), hands.weights, self.outer, threads=threads)
        if self.inner is None:
            return outer
        return _abstraction.assign(
            hands.values(INNER_METRIC), hands.weights, self.inner, outer, threads=threads
        )


def find_bounds(kind: str, hands: StreetHands, metric: str, size: Size, threads: int = 0) -> Bounds:
    """The thresholds of a street; 169 buckets before the flop have a threshold at each of the 169 values."""
    if hands.street == "preflop" and size == (LOSSLESS,):
        return Bounds(np.unique(hands.live(metric))[None, 1:].astype(np.uint64))
    return RULES[kind](hands, metric, size, threads)


def _uniform(hands: StreetHands, metric: str, size: Size, threads: int) -> Bounds:
    return _equal_width(0, denominator(hands.street, metric), size[0])


def _minmax(hands: StreetHands, metric: str, size: Size, threads: int) -> Bounds:
    live = hands.live(metric)
    return _equal_width(int(live.min()), int(live.max()), size[0])


def _percentile(hands: StreetHands, metric: str, size: Size, threads: int) -> Bounds:
    return Bounds(_abstraction.equal_mass(hands.values(metric), hands.weights, size[0], threads=threads))


def _nested(hands: StreetHands, metric: str, size: Size, threads: int) -> Bounds:
    outer = _percentile(hands, metric, size, threads)
    inner = _abstraction.equal_mass(
        hands.values(INNER_METRIC),
        hands.weights,
        size[1],
        outer.assign(hands, metric, threads),
        size[0],
        threads,
    )
    return Bounds(outer.outer, inner)


def _equal_width(low: int, high: int, count: int) -> Bounds:
    # The least integer v with floor(count * (v - low) / (high - low)) >= k.
    thresholds = [low - (-k * (high - low) // count) for k in range(1, count)]
    return Bounds(np.array([thresholds], np.uint64))


Rule = Callable[[StreetHands, str, Size, int], Bounds]
RULES: Mapping[str, Rule] = {
    "uniform": _uniform,
    "minmax": _minmax,
    "percentile": _percentile,
    "nested": _nested,
}


def as_thresholds(buckets: NDArray[Any], count: int) -> NDArray[np.uint64]:
    """Thresholds [1, count - 1] on the place of rising buckets [places]: the first place with bucket k or above."""
    return np.searchsorted(buckets, np.arange(1, count))[None, :].astype(np.uint64)
