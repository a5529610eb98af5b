"""Building the buckets of an abstraction by k-means, street by street."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.hands import hands_before_river, hands_by_n
from pokerdata.abstraction.threshold_stage import sequence_masses
from pokerdata.cards import STREETS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.clustering.kmeans import Clusters, cluster_line, kmeans
from pokerdata.clustering.points import (
    NO_POINT,
    SCALE,
    StreetPoints,
    histogram_points,
    potential_points,
    preflop_histogram_points,
    preflop_potential_points,
)
from pokerdata.strength.metrics import denominator

if TYPE_CHECKING:
    from pokerdata.pipeline.context import Context

Arrays = dict[str, NDArray[Any]]

#: Bucket of a combination that shares a card with the board.
NO_BUCKET = 0xFFFF


def build(context: Context) -> None:
    """Cluster the points of each street and write the table NAME_buckets."""
    parameters: Any = context.parameters
    found: dict[str, Arrays] = {}
    flop: StreetPoints | None = None  # the histograms before the flop are sums of those on it
    for street in ("flop", "preflop", "turn"):
        resumed = context.load_shard(street)
        if resumed is None:
            if street == "preflop" and parameters["buckets"][0] == CLASS_COUNT:
                resumed = _lossless(context)
            else:
                points = _points(context, street, flop)
                flop = points if street == "flop" else None
                resumed = _clustered(context, street, points)
            context.save_shard(street, resumed)
        found[street] = resumed
    found["river"] = _river(context)
    arrays = {f"{street}_{dataset}": array for street in STREETS for dataset, array in found[street].items()}
    masses = _masses(context, arrays)
    arrays["preflop_bucket"] = arrays.pop("preflop_buckets").astype(np.uint8)
    _write(context, arrays | {f"{street}_mass": mass for street, mass in zip(STREETS, masses, strict=True)})


def _points(context: Context, street: str, flop: StreetPoints | None) -> StreetPoints:
    parameters: Any = context.parameters
    strength = context.table(f"{street}_strength")
    if parameters["points"] == "potential":
        if street == "preflop":
            return preflop_potential_points(strength)
        return potential_points(strength, context.table(f"{street}_potential"), context.progress)
    if street == "preflop":
        return preflop_histogram_points(flop or _points(context, "flop", None))
    river = context.table("river_strength").metric("n")
    return histogram_points(strength, river, parameters["bins"], context.threads, context.progress)


def _clustered(context: Context, street: str, points: StreetPoints) -> Arrays:
    parameters: Any = context.parameters
    found = kmeans(
        points.values,
        parameters["buckets"][STREETS.index(street)],
        points.weights,
        distance=_distance(context),
        restarts=parameters["restarts"],
        iterations=parameters["iterations"],
        seed=parameters["seed"],
        threads=context.threads,
        progress=context.progress,
    )
    live = points.numbers != NO_POINT
    buckets = np.full(live.shape, NO_BUCKET, np.uint16)
    buckets[live] = found.nearest[points.numbers[live]]
    return _by_strength(context, street, buckets, found)


def _distance(context: Context) -> str:
    return "manhattan" if context.parameters["points"] == "histogram" else "squared"


def _by_strength(context: Context, street: str, buckets: NDArray[np.uint16], found: Clusters) -> Arrays:
    """The datasets of a street, its buckets numbered anew by their mean EHS."""
    count = len(found.centres)
    strength = context.table(f"{street}_strength")
    weights = hands_before_river(strength).weights
    mass = _abstraction.masses(np.atleast_2d(buckets), weights, count, context.threads)
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


def _lossless(context: Context) -> Arrays:
    """Each class of hands a bucket."""
    classes = CLASS_OF_COMBINATION.astype(np.uint16)
    nothing = Clusters(np.zeros((CLASS_COUNT, 1), np.int32), classes, ())
    found = _by_strength(context, "preflop", classes, nothing)
    return {dataset: found[dataset] for dataset in ("buckets", "strength")}


def _river(context: Context) -> Arrays:
    """On the river a histogram is one number, n, and so is strength without potential."""
    parameters: Any = context.parameters
    deals = hands_by_n(context.table("river_strength"), context.threads).weights
    found = cluster_line(deals, parameters["buckets"][3], distance=_distance(context))
    n = np.flatnonzero(deals)
    first = np.unique(found.nearest[n], return_index=True)[1]
    sums = np.bincount(found.nearest[n], deals[n] * n.astype(np.uint64))  # integers below 2^53
    return {
        "thresholds": n[first[1:]].astype(np.uint64)[None],
        "strength": sums / (np.bincount(found.nearest[n], deals[n]) * denominator("river", "ehs")),
        "centres": found.centres,
        "runs": np.array(found.runs, np.uint64),
    }


def _masses(context: Context, arrays: Arrays) -> list[NDArray[np.uint64]]:
    parameters: Any = context.parameters
    counts = parameters["buckets"]
    buckets = [np.atleast_2d(arrays[f"{street}_buckets"]) for street in STREETS[:3]]
    thresholds = arrays["river_thresholds"][0]
    if parameters["recall"] == "perfect":
        return sequence_masses(context, counts, buckets, thresholds)
    deals = hands_by_n(context.table("river_strength"), context.threads).weights
    river = np.searchsorted(thresholds, np.arange(len(deals)), side="right").astype(np.uint16)
    weights = [hands_before_river(context.table(f"{street}_strength")).weights for street in STREETS[:3]]
    return [
        _abstraction.masses(of_street, weight, count, context.threads)
        for of_street, weight, count in zip(
            [*buckets, river[:, None]], [*weights, deals], counts, strict=True
        )
    ]


def _write(context: Context, arrays: Arrays) -> None:
    parameters: Any = context.parameters
    histogram = parameters["points"] == "histogram"
    state = "bucket sequence" if parameters["recall"] == "perfect" else "bucket"
    docs: dict[str, dict[str, object]] = {}
    for street in STREETS:
        hand = ["combination"] if street == "preflop" else [f"canonical {street}", "combination"]
        docs |= {
            "preflop_bucket" if street == "preflop" else f"{street}_buckets": {
                "axes": hand,
                "doc": "bucket of each hand; the weakest bucket is 0",
                "absent": NO_BUCKET,  # the combination shares a card with the board
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
    context.write(
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
