"""Hands as points, and clusters of points: local or distributed k-means, and the exact optimum on a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import clustering as _clustering
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory
from pokerdata.cards import BOARD_SIZES
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.metrics import positive_potential
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store.sharded import RunShards, Shard

_Whole = TypeVar("_Whole", bound=np.integer[Any])

#: Distance of two points, which also determines the centre of a cluster.
DISTANCES = ("manhattan", "squared")


class Run(NamedTuple):
    """One start of k-means.

    Attributes:
        start: Inertia of the initial centres.
        end: Inertia at the end.
        iterations: Number of iterations.
        converged: Whether no point would move any more.
    """

    start: int
    end: int
    iterations: int
    converged: bool


@dataclass(frozen=True)
class Clusters:
    """Clusters of points.

    Attributes:
        centres: int32 [clusters, dimensions].
        nearest: Cluster of each point, uint16 [points]; on a line 65535 for a number that does not occur.
        runs: Every start; the clusters are from the first start with the smallest inertia at the end.
    """

    centres: NDArray[np.int32]
    nearest: NDArray[np.uint16]
    runs: tuple[Run, ...]

    @property
    def inertia(self) -> int:
        """Return the sum over the points of their weight times the distance from their cluster's centre."""
        return min(run.end for run in self.runs)


def kmeans(
    points: ArrayLike,
    clusters: int,
    weights: ArrayLike | None = None,
    *,
    distance: str = "manhattan",
    restarts: int = 3,
    iterations: int = 100,
    first_start: int = 0,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> Clusters:
    """Cluster weighted points so that the sum of weight times distance from the centres is small.

    It is Lloyd's algorithm, started from points sampled by k-means++ (Arthur & Vassilvitskii 2007). With distance
    "manhattan" (the sum of ``|x - y|``) centres are weighted medians of each number, the lower one of two. With "squared"
    (the sum of ``(x - y)^2``) they are weighted means, rounded to the nearest whole number, halves down. Both are the best
    centres of whole numbers, so no iteration increases the sum. An empty cluster takes the point with the largest weight
    times distance. The same arguments give the same bits on any number of threads and any machine.

    1.3 million points of 49 numbers in 500 clusters take about 10 s per start on 2 cores.

    Args:
        points: Whole numbers from 0 to 2**31 - 1, [n, dimensions]; points may repeat.
        clusters: 1 to 65,535, and at most n.
        weights: Whole numbers from 1 on, [n]; by default 1 each.
        distance: "manhattan" or "squared"; the largest possible distance must be below 2**32.
        restarts: Number of starts, 1 to 1,000; the best one is kept.
        iterations: Most iterations of a start, 0 to 10,000; 0 keeps the initial clusters.
        first_start: Number of the first start of the seed; starts with different numbers are independent.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the work done and the total, which is 0 if unknown.

    Raises:
        ValueError: If an argument is out of range.
    """
    values = _whole(points, "points", np.int32, 2)
    mass = np.ones(len(values), np.uint64) if weights is None else _whole(weights, "weights", np.uint64, 1)
    if len(mass) != len(values) or values.size == 0:
        raise ValueError(
            f"points and weights: expected shapes (n, dimensions) and (n,), got {values.shape} and {mass.shape}; "
            "e.g. (100, 2) and (100,)"
        )
    found = _clustering.kmeans(
        values,
        mass,
        as_count(clusters, "clusters", 1, min(65_535, len(values)), 8),
        _squared(distance),
        as_count(restarts, "restarts", 1, 1000, 3),
        as_count(iterations, "iterations", 0, 10_000, 100),
        as_count(seed, "seed", 0, 2**64 - 1, 1),
        threads,
        progress,
        as_count(first_start, "first_start", 0, 10**6, 1),
    )
    return Clusters(found["centres"], found["nearest"], tuple(Run(*run) for run in found["runs"]))


def cluster_line(masses: ArrayLike, clusters: int, *, distance: str = "manhattan") -> Clusters:
    """Return the optimal clusters of the numbers 0, 1, ... with given masses, exactly, by dynamic programming.

    Distances and centres are as in `kmeans`; centres ascend. 500 clusters of 1,981 numbers take a second.

    Args:
        masses: Whole numbers from 0 on, [size]; 0 for a number that does not occur.
        clusters: 1 to 65,534, and at most the number of masses above 0.
        distance: "manhattan" or "squared".

    Raises:
        ValueError: If an argument is invalid, or there are more clusters than masses above 0.
        CapacityError: If memory is too small.
    """
    mass = _whole(masses, "masses", np.uint64, 1)
    numbers = int(np.count_nonzero(mass))
    count = as_count(clusters, "clusters", 1, min(65_534, max(1, numbers)), 8)
    need, free = 4 * count * numbers, available_memory()  # start of each cluster, for every end
    if need > free:
        raise CapacityError(
            f"{count:,} clusters of {numbers:,} numbers need {need / 1e9:,.1f} GB, {free / 1e9:,.1f} GB are free; "
            "expected fewer clusters; e.g. 500"
        )
    centres, nearest, inertia = _clustering.cluster_line(mass, count, _squared(distance))
    return Clusters(centres[:, None], nearest, (Run(inertia, inertia, 0, True),))


def _squared(distance: str) -> bool:
    if distance not in DISTANCES:
        raise ValueError(
            f"distance: expected one of {', '.join(DISTANCES)}, got {distance!r}; e.g. 'manhattan'"
        )
    return distance == "squared"


def _whole(values: ArrayLike, name: str, dtype: type[_Whole], axes: int) -> NDArray[_Whole]:
    array = np.asarray(values)
    if array.ndim != axes or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name}: expected whole numbers with {axes} {'axis' if axes == 1 else 'axes'}, got dtype {array.dtype} "
            f"and shape {array.shape}; e.g. np.array({[[1, 2]] if axes == 2 else [1, 2]})"
        )
    if array.size and (array.min() < 0 or array.max() > np.iinfo(dtype).max):
        raise ValueError(
            f"{name}: expected whole numbers from 0 to {np.iinfo(dtype).max}, got {array.min()} to {array.max()}"
        )
    result: NDArray[_Whole] = np.ascontiguousarray(array, dtype)
    return result


def earth_movers_distance(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """Return the earth mover's distance between histograms over even bins of [0, 1].

    It is the sum of the differences of the cumulative histograms, divided by the number of bins.

    Args:
        first: Counts of 0 or more, whole numbers or floats [..., bins]; each histogram is divided by its sum.
        second: As `first`, over the same bins; leading axes broadcast.

    Returns:
        float64 [...]: the mean distance, from 0 to ``1 - 1/bins``.

    Raises:
        ValueError: If the numbers of bins differ, or a histogram has no counts, none above 0, or one that is negative
            or not finite.
    """
    a, b = _shares(first, "first"), _shares(second, "second")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"histograms: expected the same number of bins in both, got {a.shape[-1]} and {b.shape[-1]}; e.g. 50"
        )
    moved: NDArray[np.float64] = np.abs(np.cumsum(a - b, axis=-1)).sum(axis=-1) / a.shape[-1]
    return moved


def _shares(counts: ArrayLike, name: str) -> NDArray[Any]:
    array = np.asarray(counts)
    if array.ndim == 0 or array.dtype.kind not in "iuf" or array.size == 0:
        raise ValueError(f"{name} histogram: expected counts in the last axis; e.g. [3, 0, 1]")
    # Use float64, because sums of whole numbers could overflow.
    sums = array.sum(axis=-1, keepdims=True, dtype=np.float64)
    if not np.all(array >= 0) or not np.all(sums) or not np.all(np.isfinite(sums)):
        raise ValueError(
            f"{name} histogram: expected counts of 0 or more, at least one above 0; e.g. [3, 0, 1]"
        )
    shares: NDArray[Any] = array / sums
    return shares


#: Strength and potential are whole numbers in units of 1 / this, so that sums of squares are exact.
SCALE = 1 << 15
#: Point of a combo that shares a card with the board.
NO_POINT = 0xFFFFFFFF

_CHUNK = 128  # boards; their points need 34 MB at 50 bins


class StreetPoints(NamedTuple):
    """The distinct points of a street.

    Attributes:
        values: int32 [points, dimensions].
        weights: Number of raw boards (as sets) and hands at each point, uint64 [points].
        numbers: Point of each hand, uint32 [canonical boards, 1326] (preflop: [1326]); NO_POINT if it shares a card
            with the board.
    """

    values: NDArray[np.int32]
    weights: NDArray[np.uint64]
    numbers: NDArray[np.uint32]


def histogram_points(
    strength: StrengthTable,
    river: NDArray[np.uint16],
    bins: int,
    threads: int = 0,
    progress: Progress | None = None,
) -> StreetPoints:
    """Return cumulative histograms on the flop or the turn, [points, bins - 1].

    Entry b counts the completions of the board, of 1,081 or 46, after which n of 1980 is in the bins 0..b. It takes 3 to 10
    s on 2 cores.

    Args:
        strength: Strength table of the street.
        river: n of the river strength table.
        bins: Number of bins in a histogram.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the boards done and the total of the street.
    """
    size, count = BOARD_SIZES[strength.street], len(strength.metric("ehs"))

    def chunks() -> Iterable[NDArray[np.int32]]:
        for first in range(0, count, _CHUNK):
            last = min(count, first + _CHUNK)
            yield _clustering.cumulative_histograms(river, size, bins, first, last, threads)
            if progress:
                progress(last, count)

    return _distinct(strength, bins - 1, chunks())


def preflop_histogram_points(flop: StreetPoints) -> StreetPoints:
    """Return cumulative preflop histograms, of 19,600 * 1,081 completions, from the flop's."""
    orbit = boards(3).orbit.astype(np.int64)
    values = np.empty((CLASS_COUNT, flop.values.shape[1]), np.int32)
    for k in range(CLASS_COUNT):
        numbers = flop.numbers[:, k == CLASS_OF_COMBINATION]
        board, hand = np.nonzero(numbers != NO_POINT)
        sums = orbit[board] @ flop.values[numbers[board, hand]].astype(np.int64)
        values[k] = sums // CLASS_SIZES[k]  # all hands of a class have the same histogram
    return _distinct_classes(values)


def potential_points(
    strength: StrengthTable, potential: PotentialTable, progress: Progress | None = None
) -> StreetPoints:
    """Return points (EHS, PPot over all cards to come) on the flop or the turn, [points, 2], in units of 1 / SCALE.

    It takes 2 to 10 s.

    Args:
        strength: Strength table of the street.
        potential: Potential table of the street.
        progress: Called with the boards done and the total of the street.
    """
    ehs = strength.metric("ehs")
    counts = potential["two_cards" if strength.street == "flop" else "one_card"]

    def chunks() -> Iterable[NDArray[np.int32]]:
        for first in range(0, len(ehs), _CHUNK):
            last = min(len(ehs), first + _CHUNK)
            fractions = (
                ehs[first:last] / strength.denominator(),
                positive_potential(counts[first:last]).rounded(),
            )
            yield _scaled(*fractions)
            if progress:
                progress(last, len(ehs))

    return _distinct(strength, 2, chunks())


def preflop_potential_points(strength: StrengthTable) -> StreetPoints:
    """Return preflop points (EHS, standard deviation of river HS), as no hand is ahead yet; in units of 1 / SCALE."""
    ehs, square = (strength.metric(m) / strength.denominator(m) for m in ("ehs", "ehs2_river"))
    values = np.empty((CLASS_COUNT, 2), np.int32)
    values[CLASS_OF_COMBINATION] = _scaled(ehs, np.sqrt(square - ehs**2))
    return _distinct_classes(values)


def _scaled(*fractions: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.stack([np.rint(SCALE * np.minimum(f, 1.0)) for f in fractions], axis=-1).astype(np.int32)


def _distinct(strength: StrengthTable, dimensions: int, chunks: Iterable[NDArray[np.int32]]) -> StreetPoints:
    """Return the distinct points of all boards of a street, from chunks of boards [boards, 1326, dimensions]."""
    ehs: NDArray[Any] = strength.metric("ehs")
    orbit = boards(BOARD_SIZES[strength.street]).orbit.astype(np.uint32)
    distinct = _clustering.DistinctPoints(dimensions)
    numbers = np.empty(ehs.shape, np.uint32)
    first = 0
    for values in chunks:
        last = first + len(values)
        live = ehs[first:last] != np.iinfo(ehs.dtype).max
        weights = np.where(live, orbit[first:last, None], np.uint32(0))
        found = distinct.add(values.reshape(-1, dimensions), weights.ravel())
        numbers[first:last] = found.reshape(live.shape)
        first = last
    return StreetPoints(distinct.values(), distinct.weights(), numbers)


def _distinct_classes(values: NDArray[np.int32]) -> StreetPoints:
    distinct = _clustering.DistinctPoints(values.shape[1])
    numbers = distinct.add(values, CLASS_SIZES.astype(np.uint32))
    return StreetPoints(distinct.values(), distinct.weights(), numbers[CLASS_OF_COMBINATION])


def assign(
    points: _clustering.PointSet,
    first: int,
    centres: NDArray[np.int32],
    nearest: NDArray[np.uint16],
    *,
    threads: int,
    progress: Progress,
) -> dict[str, NDArray[Any]]:
    """Assign a chunk of the points to their nearest centres: a shard of an iteration.

    Args:
        points: All points.
        first: Index of the chunk's first point.
        centres: int32 [clusters, dimensions], as from `Start.move`.
        nearest: Current centres of the chunk's points, uint16 [points]; a point keeps its centre in a tie.
        threads: 0 for all processors, or up to 1024.
        progress: Called with the work done and the total.

    Returns:
        nearest, uint16 [points], and distance, uint32 [points].
    """
    found, distance = points.assign(first, centres, nearest, threads, progress)
    return {"nearest": found, "distance": distance}


def kmeans_dealt_out(
    points: NDArray[np.int32],
    weights: NDArray[np.uint64],
    clusters: int,
    run: RunShards,
    *,
    parts: int,
    squared: bool,
    iterations: int,
    number: int,
    seed: int,
    threads: int,
    progress: Progress,
) -> Clusters:
    """Run one start of `kmeans`, with the same bits, but search nearest centres, the slowest step, in shards.

    Args:
        points: As for `kmeans`, int32 [n, dimensions].
        weights: As for `kmeans`, uint64 [n].
        clusters: As for `kmeans`.
        run: Runs shards of `assign` with the same points as their state.
        parts: Number of chunks of the points.
        squared: Whether distances are squared.
        iterations: As for `kmeans`.
        number: Number of the start, `first_start` of `kmeans`.
        seed: As for `kmeans`.
        threads: Threads for the local work: sampling the first centres and moving them.
        progress: Called with the iterations done and the maximum.

    Raises:
        ValueError: As `kmeans`.
    """
    start = _clustering.Start(points, weights, clusters, squared, seed, number, threads, None)
    drawn = start.inertia()
    bounds = [len(points) * part // parts for part in range(parts + 1)]
    done, converged = 0, False
    while not converged and done < iterations:
        centres, filled = start.move()
        nearest = start.nearest()
        shards = [
            Shard(f"start{number}-{done}-{first}", (first, centres, nearest[first:last]), last - first)
            for first, last in pairwise(bounds)
            if first < last
        ]
        changed = 0
        for place, part in run(shards, None):
            changed += start.take(shards[place].values[0], part["nearest"], part["distance"])
        converged = changed == 0 and not filled
        done += 1
        progress(done, iterations)
    ran = Run(drawn, start.inertia(), done, converged)
    return Clusters(start.centres(), start.nearest(), (ran,))


__all__ = ["DISTANCES", "Clusters", "Run", "cluster_line", "earth_movers_distance", "kmeans"]
