"""k-means of 100,000 histograms and of 100,000 points of the plane, the latter compared with SciPy."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

import numpy as np
from measure import Bench, Threaded, times
from numpy.typing import NDArray

from pokerdata.abstraction.clustering import kmeans


def threaded(bench: Bench) -> Threaded:
    rng = np.random.default_rng(1)
    count, clusters = (2_000, 20) if bench.quick else (100_000, 200)
    shares = rng.dirichlet(np.full(50, 0.2), count)
    histograms = np.cumsum(rng.multinomial(46, shares), axis=1)[:, :-1]
    ten = f"{clusters} clusters, 10 iterations"
    yield (
        f"k-means of {count:,} histograms, {ten}",
        lambda threads: kmeans(histograms, clusters, restarts=1, iterations=10, threads=threads),
    )
    points = plane(count)
    yield (
        f"k-means of {count:,} points of the plane, {ten}",
        lambda threads: kmeans(
            points, clusters, distance="squared", restarts=1, iterations=10, threads=threads
        ),
    )


def plane(count: int) -> NDArray[np.int64]:
    return np.random.default_rng(2).integers(0, 1 << 15, (count, 2))


def run(bench: Bench) -> None:
    (histograms, of_histograms), (points, of_points) = threaded(bench)
    bench.threaded(iter([(histograms, of_histograms)]))
    seconds = bench.seconds(partial(of_points, 1), runs=3)
    bench.time(f"{points}, one thread", seconds, *_scipy(bench, seconds))


def _scipy(bench: Bench, ours: float) -> list[str]:
    if not bench.peers or not find_spec("scipy"):
        return []
    from scipy.cluster.vq import kmeans2

    count, clusters = (2_000, 20) if bench.quick else (100_000, 200)
    points = plane(count).astype(np.float64)
    theirs = bench.seconds(lambda: kmeans2(points, clusters, minit="++", iter=10, seed=1), runs=3)
    return [f"{times(theirs / ours)} SciPy"]
