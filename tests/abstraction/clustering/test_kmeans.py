"""K-means clusters: no worse than their start, reproducible by seed, and optimal where all can be listed."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import wasserstein_distance

from pokerdata import CapacityError
from pokerdata.abstraction.clustering import cluster_line, earth_movers_distance, kmeans


def inertia(points, weights, labels, distance):
    """Return the sum of weight * distance from each cluster's best integer centre."""
    total = 0
    for label in np.unique(labels):
        rows, mass = points[labels == label], weights[labels == label]
        for column in rows.T:
            centres = np.arange(column.min(), column.max() + 1)
            away = np.abs(column[:, None] - centres)
            total += (mass[:, None] * (away**2 if distance == "squared" else away)).sum(axis=0).min()
    return total


@settings(max_examples=30)
@given(data=st.data())
@pytest.mark.parametrize("distance", ["manhattan", "squared"])
def test_no_partition_is_better_than_the_best_start(distance, data):
    points = np.array(
        data.draw(st.lists(st.tuples(*[st.integers(0, 9)] * 2), min_size=3, max_size=6, unique=True))
    )
    weights = np.array(data.draw(st.lists(st.integers(1, 9), min_size=len(points), max_size=len(points))))
    clusters = data.draw(st.integers(1, 3))
    found = kmeans(points, clusters, weights, distance=distance, restarts=60)
    every = (
        inertia(points, weights, np.array(p), distance) for p in product(range(clusters), repeat=len(points))
    )
    assert found.inertia == inertia(points, weights, found.nearest, distance) == min(every)
    assert all(run.end <= run.start and run.converged for run in found.runs)


@pytest.mark.parametrize("distance", ["manhattan", "squared"])
def test_seeds_and_threads(distance):
    points = np.random.default_rng(1).integers(0, 40, (2000, 20))
    one = kmeans(points, 30, distance=distance, seed=7, threads=1)
    for threads in (2, 3):
        again = kmeans(points, 30, distance=distance, seed=7, threads=threads)
        assert np.array_equal(again.nearest, one.nearest)
        assert np.array_equal(again.centres, one.centres)
        assert again.runs == one.runs
    assert not np.array_equal(kmeans(points, 30, distance=distance, seed=8).nearest, one.nearest)
    assert len({run.start for run in one.runs}) == 3
    drawn = kmeans(points, 30, distance=distance, seed=7, iterations=0)
    assert (
        [run.start for run in drawn.runs]
        == [run.end for run in drawn.runs]
        == [run.start for run in one.runs]
    )


@pytest.mark.parametrize("distance", ["manhattan", "squared"])
def test_starts_apart_are_those_of_one_run(distance):
    points = np.random.default_rng(3).integers(0, 50, (300, 4))
    whole = kmeans(points, 12, distance=distance, restarts=4, iterations=3, seed=5)
    apart = [
        kmeans(points, 12, distance=distance, restarts=1, iterations=3, first_start=start, seed=5)
        for start in range(4)
    ]
    assert tuple(found.runs[0] for found in apart) == whole.runs
    best = min(apart, key=lambda found: found.inertia)
    assert np.array_equal(best.centres, whole.centres)
    assert np.array_equal(best.nearest, whole.nearest)
    with pytest.raises(ValueError, match="first_start: expected"):
        kmeans(points, 12, first_start=-1)


def test_the_order_of_points_with_weights_is_that_of_points_repeated():
    rng = np.random.default_rng(2)
    points, weights = rng.integers(0, 1000, (50, 2)), rng.integers(1, 5, 50)
    weighted = kmeans(points, 50, weights)
    assert weighted.inertia == 0  # as many clusters as distinct points
    repeated = kmeans(np.repeat(points, weights, axis=0), 5, restarts=200, distance="squared")
    assert kmeans(points, 5, weights, restarts=200, distance="squared").inertia == repeated.inertia


def test_a_peer_finds_nothing_much_better():
    from scipy.cluster.vq import kmeans2

    points = np.random.default_rng(3).integers(0, 30_000, (3000, 2))
    ours = kmeans(points, 20, distance="squared", restarts=5).inertia
    peers = []
    for seed in range(5):
        centres, labels = kmeans2(points.astype(float), 20, minit="++", seed=seed, iter=100)
        peers.append(((points - centres[labels]) ** 2).sum())
    assert ours < 1.01 * min(peers)


@settings(max_examples=30)
@given(
    masses=st.lists(st.integers(0, 9), min_size=4, max_size=12).filter(lambda m: np.count_nonzero(m) >= 3),
    clusters=st.integers(1, 3),
    distance=st.sampled_from(["manhattan", "squared"]),
)
def test_the_line_is_solved_exactly(masses, clusters, distance):
    found = cluster_line(masses, clusters, distance=distance)
    occurs = np.flatnonzero(masses)
    points, weights = occurs[:, None], np.array(masses)[occurs]
    cuts = combinations(range(1, len(occurs)), clusters - 1)
    every = (np.searchsorted(cut, np.arange(len(occurs)), side="right") for cut in map(list, cuts))
    best = min(inertia(points, weights, labels, distance) for labels in every)
    assert found.inertia == inertia(points, weights, found.nearest[occurs], distance) == best
    assert np.all(found.nearest[np.array(masses) == 0] == 65535)
    assert np.all(np.diff(found.nearest[occurs].astype(int)) >= 0)


@settings(max_examples=50)
@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=30).filter(
        lambda rows: all(np.sum(rows, axis=0) > 0)
    )
)
def test_the_earth_movers_distance_is_that_of_scipy(rows):
    first, second = np.array(rows).T
    places = np.arange(len(rows)) / len(rows)
    expected = wasserstein_distance(places, places, first, second)
    assert earth_movers_distance(first, second) == pytest.approx(expected, abs=1e-12)


def test_sums_of_large_counts_do_not_wrap():
    large = np.array([1, 1, 1, 1]) << 62
    assert earth_movers_distance(large, [1, 0, 0, 1]) == earth_movers_distance([1, 1, 1, 1], [1, 0, 0, 1])


def test_clusters_on_a_line_that_do_not_fit_into_memory(monkeypatch):
    monkeypatch.setattr("pokerdata.abstraction.clustering.available_memory", lambda: 10**9)
    with pytest.raises(
        CapacityError, match=r"60,000 clusters of 65,000 numbers need 15\.6 GB, 1\.0 GB are free"
    ):
        cluster_line(np.ones(65_000, np.int64), 60_000)


def test_manhattan_distance_of_cumulative_histograms_is_the_earth_movers_distance():
    histograms = np.random.default_rng(4).multinomial(46, np.ones(50) / 50, 60)
    found = kmeans(np.cumsum(histograms, axis=1)[:, :-1], 8)
    centres = np.diff(found.centres, axis=1, prepend=0, append=46)
    assert np.all(centres >= 0)  # medians of cumulative histograms are cumulative histograms
    distances = earth_movers_distance(histograms[:, None], centres)
    assert np.allclose(distances.min(axis=1), distances[np.arange(60), found.nearest])
    assert found.inertia / (46 * 50) == pytest.approx(distances.min(axis=1).sum())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ([[1.5, 2]], 1),
            r"points: expected whole numbers with 2 axes, got dtype float64 and shape \(1, 2\)",
        ),
        (([1, 2], 1), "expected whole numbers with 2 axes"),
        (([[1], [-2]], 1), r"points: expected whole numbers from 0 to 2147483647, got -2 to 1"),
        (([[1], [2]], 3), "clusters: expected a whole number from 1 to 2.*got 3"),
        (([[1], [1]], 2), "as there are different points"),
        (
            ([[1], [2]], 1, [1]),
            r"points and weights: expected shapes \(n, dimensions\) and \(n,\), got \(2, 1\) and "
            r"\(1,\)",
        ),
        (([[1], [2]], 1, [1, 0]), r"weight of point 1: expected a whole number, 1 or more, got 0"),
        (([[1], [2]], "2"), "clusters: expected .*got '2'"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(ValueError, match=says):
        kmeans(*arguments)


def test_other_bad_arguments_are_named():
    with pytest.raises(ValueError, match=r"distance: expected .*got 'cosine'"):
        kmeans([[1]], 1, distance="cosine")
    with pytest.raises(ValueError, match=r"expected distances below 2\^32"):
        kmeans([[1 << 17]], 1, distance="squared")
    with pytest.raises(ValueError, match=r"restarts: expected .*got 0"):
        kmeans([[1]], 1, restarts=0)
    with pytest.raises(ValueError, match=r"clusters: expected a whole number from 1 to 2.*got 3"):
        cluster_line([1, 0, 1], 3)
    with pytest.raises(
        ValueError, match=r"histograms: expected the same number of bins in both, got 2 and 3"
    ):
        earth_movers_distance([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="expected counts of 0 or more, at least one above 0"):
        earth_movers_distance([0, 0], [1, 2])
