"""The abstraction `kmeans`: clusters of hands by histograms of river strength, or by strength and potential."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata._core import clustering as _clustering
from pokerdata._core.abstraction import BucketSequences, CardStates
from pokerdata._support import costs
from pokerdata._support.arguments import as_count, key
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.abstraction.abstraction import Abstraction, Work
from pokerdata.abstraction.bounds import (
    STRENGTH,
    bucket_masses,
    hands_before_river,
    hands_by_n,
    sequence_masses,
)
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.clustering import (
    NO_POINT,
    SCALE,
    Clusters,
    Run,
    StreetPoints,
    assign,
    cluster_line,
    histogram_points,
    kmeans,
    kmeans_dealt_out,
    potential_points,
    preflop_histogram_points,
    preflop_potential_points,
)
from pokerdata.cards import COMBINATION_COUNT, STREETS, combination_index
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.cards.strength.metrics import denominator
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable, locate
from pokerdata.pipeline.store.layouts import Layout, layout_of
from pokerdata.pipeline.store.sharded import Job, Shard, finished
from pokerdata.pipeline.store.table import Within

Arrays = dict[str, NDArray[Any]]

#: Bucket of a combo that shares a card with the board.
NO_BUCKET = 0xFFFF

_POTENTIAL = ("flop_potential", "turn_potential")
_BINS = 50
_START = 1_000  # progress units per start
_PARTS = 2  # parts of the points per worker, if they are distributed


class ClusteredTable(BucketTable):
    """Table NAME_buckets: of all hands on all canonical flops and turns, and thresholds on n; any recall."""

    KIND = "clustered_buckets"

    def states(self) -> CardStates:
        """Return the kernels' lookups, for many hands and whole boards; takes 0.5 s."""
        return CardStates.by_buckets(
            self.perfect_recall,
            self.bucket_counts,
            *self._before_river(),
            self._river_thresholds(),
            self._strength("river").metric("n"),
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """Return all bucket sequences for the joint counts; takes 0.5 s.

        Args:
            strength: The strength tables of preflop, flop and turn.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
        """
        return BucketSequences.by_buckets(
            self.bucket_counts, *self._before_river(), self._river_thresholds(), threads
        )

    def _before_river(self) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
        return self["preflop_bucket"].astype(np.uint16)[None], self["flop_buckets"], self["turn_buckets"]

    def _river_thresholds(self) -> list[int]:
        return [int(n) for n in self["river_thresholds"][0]]

    def _bucket(
        self, street: str, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Any
    ) -> NDArray[Any]:
        if street == "river":
            n = self._strength("river").lookup(holes, boards, "n")
            found = np.searchsorted(self["river_thresholds"][0], n, side="right")
        elif street == "preflop":
            found = self["preflop_bucket"][combination_index(holes)]
        else:
            found = self[f"{street}_buckets"][locate(holes, boards)]
        return np.asarray(found, np.int64)  # sequences exceed the stored types


def _build(work: Work) -> None:
    """Cluster the points of each street and write the table NAME_buckets."""
    parameters: Any = work.parameters
    found: dict[str, Arrays] = {}
    flop: StreetPoints | None = None  # the preflop histograms are sums of the flop's
    for street in ("flop", "preflop", "turn"):
        resumed = work.load_shard(street)
        if resumed is None:
            if street == "preflop" and parameters["buckets"][0] == CLASS_COUNT:
                resumed = _lossless(work)
            else:
                points = _points(work, street, flop)
                flop = points if street == "flop" else None
                resumed = _clustered(work, street, points)
            work.save_shard(street, resumed)
        found[street] = resumed
    found["river"] = _river(work)
    arrays = {f"{street}_{dataset}": array for street in STREETS for dataset, array in found[street].items()}
    masses = _masses(work, arrays)
    arrays["preflop_bucket"] = arrays.pop("preflop_buckets").astype(np.uint8)
    _write(work, arrays | {f"{street}_mass": mass for street, mass in zip(STREETS, masses, strict=True)})


def _points(work: Work, street: str, flop: StreetPoints | None) -> StreetPoints:
    parameters: Any = work.parameters
    strength = work.table(f"{street}_strength", StrengthTable)
    if parameters["points"] == "potential":
        if street == "preflop":
            return preflop_potential_points(strength)
        return potential_points(strength, work.table(f"{street}_potential", PotentialTable), work.progress)
    if street == "preflop":
        return preflop_histogram_points(flop or _points(work, "flop", None))
    river = work.table("river_strength", StrengthTable).metric("n")
    return histogram_points(strength, river, parameters["bins"], work.threads, work.progress)


class _Street(NamedTuple):
    """Input of the k-means starts on a street."""

    points: StreetPoints
    clusters: int
    distance: str
    iterations: int
    seed: int


def _street(street: str, work: Work) -> _Street:
    return _of_street(street, work, _points(work, street, None))


def _of_street(street: str, work: Work, points: StreetPoints) -> _Street:
    parameters: Any = work.parameters
    clusters = parameters["buckets"][STREETS.index(street)]
    return _Street(points, clusters, _distance(work), parameters["iterations"], parameters["seed"])


def _start(state: _Street, number: int, *, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    """Run one start of k-means, as a shard."""
    found = kmeans(
        state.points.values,
        state.clusters,
        state.points.weights,
        distance=state.distance,
        restarts=1,
        iterations=state.iterations,
        first_start=number,
        seed=state.seed,
        threads=threads,
        progress=progress,
    )
    return _kept(found)


def _clustered(work: Work, street: str, points: StreetPoints) -> Arrays:
    parameters: Any = work.parameters
    starts = [Shard(f"{street}-start{number}", (number,), _START) for number in range(parameters["restarts"])]
    missing = [start for start in starts if work.load_shard(start.key) is None]
    if work.workers > len(missing) > 0:
        _deal_out(work, street, points, missing)
    job = Job(_start, _of_street(street, work, points), partial(_street, street))
    made = finished(job, starts, keep=work, threads=work.threads, progress=work.progress)
    runs = tuple(
        Run(int(start), int(end), int(count), bool(converged))
        for start, end, count, converged in (part["run"] for part in made)
    )
    best = made[min(range(len(runs)), key=lambda number: runs[number].end)]  # the first of the smallest
    found = Clusters(best["centres"], best["nearest"], runs)
    live = points.numbers != NO_POINT
    buckets = np.full(live.shape, NO_BUCKET, np.uint16)
    buckets[live] = found.nearest[points.numbers[live]]
    return _by_strength(work, street, buckets, found)


def _point_set(street: str, work: Work) -> _clustering.PointSet:
    return _clustering.PointSet(_points(work, street, None).values, _distance(work) == "squared")


def _deal_out(work: Work, street: str, points: StreetPoints, starts: Sequence[Shard]) -> None:
    """Make and keep starts one after another if there are more workers than starts: all workers share each start."""
    state = _of_street(street, work, points)
    parts = _PARTS * work.workers
    with work.rounds(Job(assign, None, partial(_point_set, street))) as run:
        for start in starts:
            found = kmeans_dealt_out(
                points.values,
                points.weights,
                state.clusters,
                run,
                parts=parts,
                squared=state.distance == "squared",
                iterations=state.iterations,
                number=start.values[0],
                seed=state.seed,
                threads=work.threads,
                progress=work.progress,
            )
            work.save_shard(start.key, _kept(found))


def _kept(found: Clusters) -> Arrays:
    return {"centres": found.centres, "nearest": found.nearest, "run": np.array(found.runs[0], np.uint64)}


def _distance(work: Work) -> str:
    return "manhattan" if work.parameters["points"] == "histogram" else "squared"


def _by_strength(work: Work, street: str, buckets: NDArray[np.uint16], found: Clusters) -> Arrays:
    """Return the datasets of a street, with buckets renumbered by their mean EHS."""
    count = len(found.centres)
    strength = work.table(f"{street}_strength", StrengthTable)
    weights = hands_before_river(strength).weights
    mass = _abstraction.masses(np.atleast_2d(buckets), weights, count, work.threads)
    live = buckets != NO_BUCKET
    of_hand = np.repeat(weights, np.atleast_2d(live).sum(axis=1)) * strength.metric("ehs")[live]
    total = np.bincount(buckets[live], of_hand, minlength=count)  # integers below 2^53
    mean = total / (np.maximum(mass, 1) * strength.denominator())
    order = np.argsort(mean, kind="stable")
    place = np.full(NO_BUCKET + 1, NO_BUCKET, np.uint16)
    place[order] = np.arange(count, dtype=np.uint16)
    return {
        "buckets": place[buckets],
        "strength": mean[order],
        "centres": found.centres[order],
        "runs": np.array(found.runs, np.uint64),
    }


def _lossless(work: Work) -> Arrays:
    """Return one bucket for each hand class."""
    classes = CLASS_OF_COMBINATION.astype(np.uint16)
    nothing = Clusters(np.zeros((CLASS_COUNT, 1), np.int32), classes, ())
    found = _by_strength(work, "preflop", classes, nothing)
    return {dataset: found[dataset] for dataset in ("buckets", "strength")}


def _river(work: Work) -> Arrays:
    """Return the river's buckets: there a histogram is one number, n, and so is strength without potential."""
    parameters: Any = work.parameters
    deals = hands_by_n(work.table("river_strength", StrengthTable), work.threads).weights
    found = cluster_line(deals, parameters["buckets"][3], distance=_distance(work))
    n = np.flatnonzero(deals)
    first = np.unique(found.nearest[n], return_index=True)[1]
    sums = np.bincount(found.nearest[n], deals[n] * n.astype(np.uint64))  # integers below 2^53
    return {
        "thresholds": n[first[1:]].astype(np.uint64)[None],
        "strength": sums / (np.bincount(found.nearest[n], deals[n]) * denominator("river", "ehs")),
        "centres": found.centres,
        "runs": np.array(found.runs, np.uint64),
    }


def _masses(work: Work, arrays: Arrays) -> list[NDArray[np.uint64]]:
    parameters: Any = work.parameters
    counts = parameters["buckets"]
    buckets = [np.atleast_2d(arrays[f"{street}_buckets"]) for street in STREETS[:3]]
    thresholds = arrays["river_thresholds"][0]
    if parameters["recall"] == "perfect":
        return sequence_masses(work, counts, buckets, thresholds)
    deals = hands_by_n(work.table("river_strength", StrengthTable), work.threads).weights
    river = np.searchsorted(thresholds, np.arange(len(deals)), side="right").astype(np.uint16)
    weights = [
        hands_before_river(work.table(f"{street}_strength", StrengthTable)).weights for street in STREETS[:3]
    ]
    return bucket_masses(work, counts, [*buckets, river[:, None]], [*weights, deals])


def _write(work: Work, arrays: Arrays) -> None:
    parameters: Any = work.parameters
    histogram = parameters["points"] == "histogram"
    state = "bucket sequence" if parameters["recall"] == "perfect" else "bucket"
    docs: dict[str, dict[str, object]] = {}
    for street in STREETS:
        hand = ["combination"] if street == "preflop" else [f"canonical {street}", "combination"]
        docs |= {
            "preflop_bucket" if street == "preflop" else f"{street}_buckets": {
                "axes": hand,
                "doc": "bucket of each hand; the weakest bucket is 0",
                "absent": NO_BUCKET,  # the combo shares a card with the board
            },
            f"{street}_strength": {
                "axes": ["bucket"],
                "doc": "mean EHS",
                "units": "1: every showdown is won",
            },
            f"{street}_mass": {
                "axes": [state],
                "doc": f"raw deals of one hand and a board (flop as a set, turn, river) with this {state}",
                "units": "deals",
            },
            f"{street}_centres": {
                "axes": ["bucket", *_axis(street, histogram)],
                "doc": "centre of each bucket",
                "units": _units(street, histogram),
            },
            f"{street}_runs": {
                "axes": ["start", "inertia drawn, inertia at the end, iterations, 1 if converged"],
                "doc": "inertia is the sum of the distances from the centres over hands and raw boards as sets (on the "
                "river: in dealt order), in the units of the centres; on the river it is the least there is",
            },
        }
    docs["river_thresholds"] = {
        "axes": ["1", "threshold"],
        "doc": "the bucket of a hand is the number of thresholds that are not above n",
        "units": _units("river", histogram),
    }
    work.write(
        kind="clustered_buckets",
        arrays=arrays,
        attributes={
            "title": "Buckets by k-means on " + ("histograms" if histogram else "strength and potential"),
            "buckets": list(parameters["buckets"]),
            "recall": str(parameters["recall"]),
            "distance": "earth mover's distance of the histograms of n on the river"
            if histogram
            else "Euclidean distance of EHS and PPot",
            "source": "Gilpin, Sandholm, Sorensen 2007; Johanson et al. 2013; starts: Arthur, Vassilvitskii 2007",
        },
        dataset_attributes={dataset: docs[dataset] for dataset in arrays},
    )


def _axis(street: str, histogram: bool) -> list[str]:
    if street == "river":
        return ["n"]
    return ["cumulative bin"] if histogram else ["strength and potential"]


def _units(street: str, histogram: bool) -> str:
    if street == "river":
        return "n = 2*wins + ties of 1980"
    if histogram:
        return "completions of the board after which n is in the bins 0..b"
    second = "standard deviation of HS on the river" if street == "preflop" else "PPot over all cards to come"
    return f"EHS and {second}, each in parts of {SCALE}"


@dataclass(frozen=True, kw_only=True)
class Clustered(Abstraction):
    """Buckets by k-means.

    Raises:
        ValueError: If `points` is neither histogram nor potential, or a number is out of range.
    """

    TABLE = ClusteredTable
    KERNELS = ("clustering",)
    build = staticmethod(_build)

    points: str = key('what hands differ in: "histogram" or "potential"', "histogram")
    bins: int | None = key("bins of a histogram, 2 to 200; 50 if not given", None)
    restarts: int = key("starts of which the best is kept, 1 to 1000", 3)
    iterations: int = key("iterations of a start at most, 1 to 10000", 50)
    seed: int = key("of the starts, and of the boards that are drawn", 0)

    def __post_init__(self) -> None:
        if self.points not in ("histogram", "potential"):
            raise ValueError(
                f"points: expected histogram or potential, got {self.points!r}; e.g. 'histogram'"
            )
        if self.bins is not None and not self.by_histogram:
            raise ValueError(f"bins: expected none with points = 'potential', got {self.bins}")
        as_count(self._bins, "bins", 2, 200, 50)
        as_count(self.restarts, "restarts", 1, 1000, 3)
        as_count(self.iterations, "iterations", 1, 10_000, 50)
        as_count(self.seed, "seed", 0, 2**63 - 1, 1)
        super().__post_init__()

    @property
    def by_histogram(self) -> bool:
        """Whether hands are compared by histograms, not by strength and potential."""
        return self.points == "histogram"

    @property
    def parents(self) -> tuple[str, ...]:
        return STRENGTH if self.by_histogram else (*STRENGTH, *_POTENTIAL)

    @property
    def parameters(self) -> dict[str, object]:
        bins = {"bins": self._bins} if self.by_histogram else {}
        numbers = {"restarts": self.restarts, "iterations": self.iterations, "seed": self.seed}
        kind: dict[str, object] = {"kind": self.kind, "recall": self.recall, "buckets": list(self.counts)}
        return {**kind, "points": self.points, **bins, **numbers}

    @property
    def _bins(self) -> int:
        return _BINS if self.bins is None else self.bins

    @property
    def words(self) -> list[str]:
        return [self.kind, self.points]

    @property
    def cost(self) -> Cost:
        # Points with more bins cost more; potential has many points, but only two numbers each.
        size = self._bins / 50 if self.by_histogram else 0.3
        clusters = self.counts[1] + self.counts[2]
        iteration = costs.CLUSTERING_ITERATION + costs.CLUSTERING_CLUSTER * clusters
        return Cost(
            seconds=costs.CLUSTERING + self.restarts * self.iterations * iteration * size,
            memory_bytes=int(800_000_000 + 1_000_000_000 * max(1.0, size)),
            disk_bytes=100_000_000,
            threaded=True,
        )


@layout_of(ClusteredTable, buckets=list[int])
def _layout(table: ClusteredTable) -> Layout:
    of = [Within(0, count - 1, NO_BUCKET) for count in table.bucket_counts]
    return {
        "preflop_bucket": ("|u1", (COMBINATION_COUNT,), of[0]),
        "flop_buckets": ("<u2", (CANONICAL_BOARDS[3], COMBINATION_COUNT), of[1]),
        "turn_buckets": ("<u2", (CANONICAL_BOARDS[4], COMBINATION_COUNT), of[2]),
        "river_thresholds": ("<u8", (1, table.bucket_counts[-1] - 1)),
    }
