"""K-means whose points are dealt out: in each iteration others put stretches of them to their nearest centres."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import clustering as _clustering
from pokerdata.abstraction.clustering.kmeans import Clusters, Run
from pokerdata.store.sharded import RunShards, Shard
from pokerdata.support.progress import Progress


def assign(
    points: _clustering.PointSet,
    first: int,
    centres: NDArray[np.int32],
    nearest: NDArray[np.uint16],
    *,
    threads: int,
    progress: Progress,
) -> dict[str, NDArray[Any]]:
    """A shard of an iteration: the nearest centres of a stretch of the points.

    Args:
        points: All of them.
        first: Of the stretch.
        centres: int32 [clusters, dimensions], as `Start.move` gives them.
        nearest: Those of the points of the stretch so far, uint16 [points], which stay where another is as near.
        threads: 0 for all processors, or up to 1024.
        progress: Called with how much is done and of how much.

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
    """One start of `kmeans`, to the same bits: what takes the most time, finding nearest centres, is done in shards.

    Args:
        points: As for `kmeans`, int32 [n, dimensions].
        weights: As for `kmeans`, uint64 [n].
        clusters: As for `kmeans`.
        run: Runs shards of `assign`, whose state is the same points.
        parts: Stretches that the points are dealt out in.
        squared: Whether distances are squared ones.
        iterations: As for `kmeans`.
        number: Of the start, `first_start` of `kmeans`.
        seed: As for `kmeans`.
        threads: Of what is done here: drawing the first centres and moving them.
        progress: Called with iterations done and iterations at most.

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
