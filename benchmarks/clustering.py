"""k-means of 100,000 histograms and of as many points of the plane, with SciPy beside the latter."""

from __future__ import annotations

import numpy as np
from measure import Bench, times

from pokerdata.abstraction.clustering import kmeans


def run(bench: Bench) -> None:
    rng = np.random.default_rng(1)
    count, clusters = (2_000, 20) if bench.quick else (100_000, 200)
    shares = rng.dirichlet(np.full(50, 0.2), count)
    histograms = np.cumsum(rng.multinomial(46, shares), axis=1)[:, :-1]
    seconds = bench.median(
        lambda: kmeans(histograms, clusters, restarts=1, iterations=10, threads=bench.threads), runs=3
    )
    bench.time(f"k-means of {count:,} histograms, {clusters} clusters, 10 iterations", seconds)

    points = rng.integers(0, 1 << 15, (count, 2))
    ours = bench.median(
        lambda: kmeans(points, clusters, distance="squared", restarts=1, iterations=10, threads=1), runs=3
    )
    bench.time(
        f"k-means of {count:,} points of the plane, one thread, the same",
        ours,
        *_scipy(bench, points, clusters, ours),
    )


def _scipy(bench: Bench, points: np.ndarray, clusters: int, ours: float) -> list[str]:
    try:
        from scipy.cluster.vq import kmeans2
    except ModuleNotFoundError:
        return []
    plane = points.astype(np.float64)
    theirs = bench.median(lambda: kmeans2(plane, clusters, minit="++", iter=10, seed=1), runs=3)
    return [f"{times(theirs / ours)} SciPy"]
