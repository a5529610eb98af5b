"""K-means that distributes its points gives the same bits as k-means in one process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from pokerdata._core.clustering import PointSet, Start
from pokerdata._support.progress import Progress
from pokerdata.abstraction.clustering import assign, kmeans, kmeans_dealt_out
from pokerdata.pipeline.store.sharded import Arrays, Job, Shard, run_here


def points_of(seed: int, count: int, dimensions: int, largest: int) -> tuple[Any, Any]:
    random = np.random.default_rng(seed)
    values = np.unique(random.integers(0, largest, (count, dimensions), np.int32), axis=0)
    return values, random.integers(1, 1_000, len(values)).astype(np.uint64)


@pytest.mark.parametrize("squared", [False, True])
@pytest.mark.parametrize("iterations", [0, 1, 4, 100])
@pytest.mark.parametrize(("count", "dimensions", "largest", "clusters"), [(3_000, 20, 60, 25), (60, 1, 9, 8)])
def test_the_same_bits(
    squared: bool, iterations: int, count: int, dimensions: int, largest: int, clusters: int
) -> None:
    """The second case has many points equally near two centres. Few points leave empty clusters."""
    values, weights = points_of(3, count, dimensions, largest)
    told: list[tuple[int, int]] = []
    shards_run: list[int] = []

    def run(shards: Sequence[Shard], progress: Progress | None) -> Iterator[tuple[int, Arrays]]:
        shards_run.append(len(shards))
        job = Job(assign, PointSet(values, squared))
        yield from reversed(list(run_here(job, shards, threads=2, progress=progress)))

    for number in (0, 5):
        expected = kmeans(
            values,
            clusters,
            weights,
            distance="squared" if squared else "manhattan",
            restarts=1,
            iterations=iterations,
            first_start=number,
            seed=11,
        )
        found = kmeans_dealt_out(
            values,
            weights,
            clusters,
            run,
            parts=3,
            squared=squared,
            iterations=iterations,
            number=number,
            seed=11,
            threads=2,
            progress=lambda done, total: told.append((done, total)),
        )
        assert np.array_equal(found.centres, expected.centres)
        assert np.array_equal(found.nearest, expected.nearest)
        assert found.runs == expected.runs
    assert all(total == iterations for _, total in told)
    assert set(shards_run) <= {3}
    assert len(shards_run) == len(told)


def test_what_is_no_stretch() -> None:
    values, weights = points_of(1, 50, 2, 20)
    points = PointSet(values, False)
    centres = np.zeros((2, 2), np.int32)
    nothing = np.zeros(3, np.uint16)
    with pytest.raises(ValueError, match="points: expected a stretch of the"):
        points.assign(len(values) - 2, centres, nothing)
    with pytest.raises(ValueError, match="points: expected a stretch of the"):
        points.assign(-1, centres, nothing)
    with pytest.raises(ValueError, match=r"centres: expected shape \(clusters, 2\)"):
        points.assign(0, np.zeros((2, 3), np.int32), nothing)
    with pytest.raises(ValueError, match="clusters so far: expected 0 to 1"):
        points.assign(0, centres, np.full(3, 2, np.uint16))
    start = Start(values, weights, 2, False, 1, 0)
    with pytest.raises(ValueError, match="expected a stretch of them"):
        start.take(0, np.zeros(3, np.uint16), np.zeros(2, np.uint32))
    with pytest.raises(ValueError, match="clusters: expected 1 to"):
        Start(values, weights, len(values) + 1, False, 1, 0)
