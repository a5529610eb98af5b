"""Thresholds between buckets by each rule, and their inputs: all hands of a street, bucket masses, and metrics."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.abstraction import LOSSLESS, Size, Work
from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.metrics import denominator
from pokerdata.cards.strength.strength_table import StrengthTable

# Orders in which a board can be dealt street by street, with the flop as a set.
_ORDERS = {"flop": 1, "turn": 4, "river": 20}
_RIVER_VALUES = 1981  # values of n = 2 * wins + ties

Values = NDArray[np.uint32] | NDArray[np.uint64]


class StreetHands(NamedTuple):
    """All hands of a street in rows of equal weight.

    Attributes:
        street: Name of the street.
        weights: uint64 [rows]: raw deals (board in dealt order) that each hand of a row stands for.
        values: Function of a metric that returns uint32 or uint64 [rows, columns]; the largest value of the dtype means no
            hand.
    """

    street: str
    weights: NDArray[np.uint64]
    values: Callable[[str], Values]

    def live(self, metric: str) -> NDArray[Any]:
        """Return the numerators of possible hands, in one dimension."""
        values: NDArray[Any] = self.values(metric)[self.weights > 0]
        live: NDArray[Any] = values[values != np.iinfo(values.dtype).max]
        return live


def hands_before_river(strength: StrengthTable) -> StreetHands:
    """Return the hands of preflop, flop or turn: a row for each canonical board, a column for each combo."""
    street = strength.street
    weights = (
        np.ones(1, np.uint64)
        if street == "preflop"
        else boards(BOARD_SIZES[street]).orbit * np.uint64(_ORDERS[street])
    )
    return StreetHands(street, weights, lambda metric: np.atleast_2d(strength.metric(metric)))


def hands_by_n(river: StrengthTable, threads: int = 0) -> StreetHands:
    """Return the river hands, a row for each n = 2*wins + ties (1981 rows): every metric is n or its square."""
    weights = boards(5).orbit * np.uint64(_ORDERS["river"])
    mass = _abstraction.masses(river.metric("n"), weights, _RIVER_VALUES, threads)
    n = np.arange(_RIVER_VALUES, dtype=np.uint32)[:, None]
    return StreetHands("river", mass, lambda metric: n if metric == "ehs" else n**2)


#: Metric of the inner buckets of nested ones.
INNER_METRIC = "ehs"


class Bounds(NamedTuple):
    """Thresholds of a street: a hand's bucket is the number of thresholds at or below the metric's numerator.

    Attributes:
        outer: uint64 [1, B - 1].
        inner: uint64 [B, C - 1] of `INNER_METRIC` within each outer bucket, or None; with them the bucket is
            ``outer * C + inner``.
    """

    outer: NDArray[np.uint64]
    inner: NDArray[np.uint64] | None = None

    def assign(self, hands: StreetHands, metric: str, threads: int = 0) -> NDArray[np.uint16]:
        """Return the bucket of every hand, uint16 in the shape of its values; 65535 for no hand."""
        outer = _abstraction.assign(hands.values(metric), hands.weights, self.outer, threads=threads)
        if self.inner is None:
            return outer
        return _abstraction.assign(
            hands.values(INNER_METRIC), hands.weights, self.inner, outer, threads=threads
        )


def find_bounds(kind: str, hands: StreetHands, metric: str, size: Size, threads: int = 0) -> Bounds:
    """Return the thresholds of a street; 169 preflop buckets have a threshold at each of the 169 values."""
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
    # The smallest integer v with floor(count * (v - low) / (high - low)) >= k.
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
    """Return thresholds [1, count - 1] on the index of ascending buckets: the first index with bucket k or above."""
    return np.searchsorted(buckets, np.arange(1, count))[None, :].astype(np.uint64)


Masses = list[NDArray[np.uint64]]

# Ways to deal each street's cards, given one player's hand and the board so far.
_DEALS = {"flop": 19_600, "turn": 47, "river": 46}


def sequence_masses(
    work: Work,
    counts: Sequence[int],
    buckets: Sequence[NDArray[np.uint16]],
    river_thresholds: NDArray[np.uint64],
) -> Masses:
    """Return the raw deals of each bucket sequence, for all four streets, from the buckets of preflop, flop and turn.

    Each deal of a street counts on the next street once for each way to deal that street's cards.
    """
    preflop, flop, turn = buckets
    sequences = _abstraction.BucketSequences.by_buckets(
        counts, preflop, flop, turn, [int(n) for n in river_thresholds], work.threads
    )
    river_n = work.table("river_strength", StrengthTable).metric("n")
    masses = [sequences.river_mass(river_n, work.threads, work.progress)]
    for street, count in zip(STREETS[:0:-1], counts[:0:-1], strict=True):
        sums = masses[0].reshape(-1, count).sum(axis=1)
        masses.insert(0, sums // np.uint64(_DEALS[street]))
    return masses


def bucket_masses(
    work: Work,
    counts: Sequence[int],
    buckets: Sequence[NDArray[np.uint16]],
    weights: Sequence[NDArray[np.uint64]],
) -> Masses:
    """Return the raw deals of each bucket, for all four streets.

    Args:
        work: Work of the stage.
        counts: Numbers of buckets of the streets.
        buckets: Buckets of the hands of each street, uint16 [rows, columns].
        weights: Deals that a hand of each row of buckets stands for, uint64 [rows].
    """
    return [
        _abstraction.masses(of_street, weight, count, work.threads)
        for of_street, weight, count in zip(buckets, weights, counts, strict=True)
    ]


#: Parents of an abstraction by thresholds; joint counts only need the first three.
STRENGTH = ("preflop_strength", "flop_strength", "turn_strength", "river_strength")


def strength_tables(work: Work) -> list[StrengthTable]:
    """Open the strength tables of preflop, flop, turn and river."""
    return [work.table(name, StrengthTable) for name in STRENGTH]


def dataset_attributes(
    names: Iterable[str], metric: str, row: str, state: str
) -> dict[str, dict[str, object]]:
    """Return axes, units and description of each dataset.

    Args:
        names: Names of the datasets.
        metric: Metric of the thresholds.
        row: First axis of thresholds.
        state: What the masses refer to.
    """
    return {name: _described(name, metric, row, state) for name in names}


def _described(name: str, metric: str, row: str, state: str) -> dict[str, object]:
    street, what = name.split("_", 1)
    if what == "bucket":
        return {"axes": ["combination"], "doc": "preflop bucket of each combination"}
    if what == "mass":
        return {
            "axes": [state],
            "doc": f"raw deals of one hand and a board (flop as a set, turn, river) with this {state}",
            "units": "deals",
        }
    if what == "inner_thresholds":
        return {
            "axes": ["outer bucket", "threshold"],
            "doc": "the inner bucket of a hand is the number of thresholds of its outer bucket that are not above it",
            "units": f"numerators of {INNER_METRIC}, of {denominator(street, INNER_METRIC)}",
        }
    return {
        "axes": [row, "threshold"],
        "doc": "the bucket of a hand is the number of thresholds that are not above its metric",
        "units": "n = 2*wins + ties of 1980"
        if street == "river"
        else f"numerators of {metric}, of {denominator(street, metric)}",
    }


def metric_arrays(
    metric: str, strength: Sequence[StrengthTable]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
    """Return a metric from the strength tables of preflop, flop and turn, in the kernels' dtypes.

    Args:
        metric: Name of the metric.
        strength: The strength tables of preflop, flop and turn.

    Returns:
        Arrays [1326], [1755, 1326] and [16432, 1326]; the largest value of the dtype still marks absent hands.
    """
    preflop, flop, turn = (table.metric(metric) for table in strength)
    if flop.dtype == np.uint32:
        flop = np.where(flop == np.iinfo(np.uint32).max, np.iinfo(np.uint64).max, flop.astype(np.uint64))
    return preflop, flop, turn
