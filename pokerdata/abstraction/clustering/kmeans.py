"""Clusters of points of whole numbers: k-means from several seeded starts, and the exact best on a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import clustering as _clustering
from pokerdata.errors import CapacityError
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress
from pokerdata.support.resources import available_memory

_Whole = TypeVar("_Whole", bound=np.integer[Any])

#: Distance of two points, and so what the centre of a cluster is.
DISTANCES = ("manhattan", "squared")


class Run(NamedTuple):
    """One start of k-means.

    Attributes:
        start: Its inertia as drawn.
        end: Its inertia at the end.
        iterations: How many it took.
        converged: Whether no point would move any more.
    """

    start: int
    end: int
    iterations: int
    converged: bool


@dataclass(frozen=True)
class Clusters:
    """Points in clusters.

    Attributes:
        centres: int32 [clusters, dimensions].
        nearest: Cluster of each point, uint16 [points]; on a line 65535 for a number that does not occur.
        runs: Every start; the clusters are those of the first with the least inertia at the end.
    """

    centres: NDArray[np.int32]
    nearest: NDArray[np.uint16]
    runs: tuple[Run, ...]

    @property
    def inertia(self) -> int:
        """Sum over the points of their weight times the distance from the centre of their cluster."""
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
    """Put weighted points into clusters so that the sum of weight times distance from the centres is small.

    Lloyd's algorithm, started from points drawn by k-means++ (Arthur & Vassilvitskii 2007). With distance "manhattan"
    (the sum of ``|x - y|``) centres are weighted medians of each number, the lower where there are two; with "squared"
    (the sum of ``(x - y)^2``) they are weighted means, rounded to the nearest whole number, halves down. Both are the
    best centres of whole numbers, so no iteration makes the sum greater. An empty cluster takes the point with the
    greatest weight times distance. The same arguments give the same bits on any number of threads and any machine.

    1.3 million points of 49 numbers in 500 clusters take about 10 s a start on 2 cores.

    Args:
        points: Whole numbers from 0 to 2**31 - 1, [n, dimensions]; equal points may come more than once.
        clusters: 1 to 65,535, and at most n.
        weights: Whole numbers from 1 on, [n]; by default 1 each.
        distance: "manhattan" or "squared"; the greatest that is possible must be below 2**32.
        restarts: Starts, 1 to 1,000, of which the best is kept.
        iterations: Iterations of a start at most, 0 to 10,000; 0 leaves it as drawn.
        first_start: Number of the first start of the seed that is made; starts of other numbers are drawn independently.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with how much is done and of how much in all, 0 where that is not known.

    Raises:
        ValueError: If an argument is out of these bounds.
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
    """The best clusters of the numbers 0, 1, ... with the given masses: exact, by dynamic programming.

    Distances and centres are those of `kmeans`; centres rise. 500 clusters of 1,981 numbers take a second.

    Args:
        masses: Whole numbers from 0 on, [size]; 0 for a number that does not occur.
        clusters: 1 to 65,534, and at most as many as there are numbers that occur.
        distance: "manhattan" or "squared".

    Raises:
        ValueError: If an argument is invalid, or if there are more clusters than numbers that occur.
        CapacityError: If memory would not suffice.
    """
    mass = _whole(masses, "masses", np.uint64, 1)
    numbers = int(np.count_nonzero(mass))
    count = as_count(clusters, "clusters", 1, min(65_534, max(1, numbers)), 8)
    need, free = 4 * count * numbers, available_memory()  # where each cluster begins, for every end
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
