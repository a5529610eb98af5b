"""The stage NAME_buckets of a `uniform`, `minmax`, `percentile` or `nested` abstraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.bounds import INNER_METRIC, as_thresholds, find_bounds
from pokerdata.abstraction.datasets import STRENGTH, dataset_attributes
from pokerdata.abstraction.hands import StreetHands, hands_before_river, hands_by_n
from pokerdata.abstraction.sizes import Size, check_recall, street_sizes
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.strength.metrics import STREETS, check_metric

_TITLES = {
    "uniform": "Buckets of equal width between 0 and 1",
    "minmax": "Buckets of equal width between the street's least and greatest value",
    "percentile": "Buckets of equal mass",
    "nested": "Buckets of equal mass, each divided into buckets of equal mass by EHS",
}
_SOURCES = {
    "uniform": "Eriksson 2012",
    "minmax": "Eriksson 2012",
    "percentile": "Eriksson 2012; Johanson 2007",
    "nested": "Johanson 2007",
}
# Deals of each street's cards to one player's hand and the board so far.
_DEALS = {"flop": 19_600, "turn": 47, "river": 46}


def stage(name: str, section: Mapping[str, Any]) -> Stage:
    """NAME_buckets. Raises ValueError for bad values in the section, CapacityError for too many sequences."""
    sizes = street_sizes(section["buckets"], nested=section["kind"] == "nested")
    counts = [prod(size) for size in sizes]
    recall = check_recall(section["recall"], counts)
    return Stage(
        name=f"{name}_buckets",
        build=_build,
        parents=STRENGTH,
        parameters={
            "kind": section["kind"],
            "recall": recall,
            "metric": check_metric(section["metric"]),
            "buckets": [list(size) for size in sizes],
        },
        estimate=Estimate(seconds=1.5 + counts[3] / 100, memory_bytes=900_000_000, disk_bytes=1_000_000),
    )


def _build(context: Context) -> None:
    p: Mapping[str, Any] = context.parameters
    kind, metric, recall = p["kind"], p["metric"], p["recall"]
    sizes: list[Size] = [tuple(size) for size in p["buckets"]]
    counts = [prod(size) for size in sizes]
    *before, river = (context.table(name) for name in STRENGTH)
    hands = [*map(hands_before_river, before), hands_by_n(river, context.threads)]
    arrays: dict[str, NDArray[Any]] = {}
    buckets: list[NDArray[np.uint16]] = []
    for of_street, size, count in zip(hands, sizes, counts, strict=True):
        street = of_street.street
        bounds = find_bounds(kind, of_street, metric, size, context.threads)
        buckets.append(bounds.assign(of_street, metric, context.threads))
        if street == "river":  # on n, which every metric orders hands by
            arrays["river_thresholds"] = as_thresholds(buckets[-1].ravel(), count)
            continue
        arrays[f"{street}_thresholds"] = bounds.outer
        if bounds.inner is not None:
            arrays[f"{street}_inner_thresholds"] = bounds.inner
    arrays["preflop_bucket"] = buckets[0].ravel().astype(np.uint8)
    masses = (_sequence_masses if recall == "perfect" else _bucket_masses)(
        context, counts, hands, buckets, arrays["river_thresholds"][0]
    )
    arrays |= {f"{street}_mass": mass for street, mass in zip(STREETS, masses, strict=True)}
    inner = {"inner_metric": INNER_METRIC} if kind == "nested" else {}
    context.write(
        kind="threshold_buckets",
        arrays=arrays,
        attributes={
            "title": _TITLES[kind],
            "metric": metric,
            **inner,
            "buckets": counts,
            "recall": recall,
            "source": _SOURCES[kind],
        },
        dataset_attributes=dataset_attributes(
            arrays, metric, "1", "bucket sequence" if recall == "perfect" else "bucket"
        ),
    )


Masses = list[NDArray[np.uint64]]


def _bucket_masses(
    context: Context,
    counts: Sequence[int],
    hands: Sequence[StreetHands],
    buckets: Sequence[NDArray[np.uint16]],
    _: NDArray[np.uint64],
) -> Masses:
    return [
        _abstraction.masses(found, of_street.weights, count, context.threads)
        for found, of_street, count in zip(buckets, hands, counts, strict=True)
    ]


def _sequence_masses(
    context: Context,
    counts: Sequence[int],
    _: Sequence[StreetHands],
    buckets: Sequence[NDArray[np.uint16]],
    river_thresholds: NDArray[np.uint64],
) -> Masses:
    return sequence_masses(context, counts, buckets[:3], river_thresholds)


def sequence_masses(
    context: Context,
    counts: Sequence[int],
    buckets: Sequence[NDArray[np.uint16]],
    river_thresholds: NDArray[np.uint64],
) -> Masses:
    """Raw deals with each bucket sequence, of four streets, from the buckets of preflop, flop and turn.

    Every deal of a street comes as often on the next as there are ways to deal that.
    """
    preflop, flop, turn = buckets
    sequences = _abstraction.BucketSequences.by_buckets(
        counts, preflop, flop, turn, [int(n) for n in river_thresholds], context.threads
    )
    river_n = context.table("river_strength").metric("n")
    masses = [sequences.river_mass(river_n, context.threads, context.progress)]
    for street, count in zip(STREETS[:0:-1], counts[:0:-1], strict=True):
        sums = masses[0].reshape(-1, count).sum(axis=1)
        masses.insert(0, sums // np.uint64(_DEALS[street]))
    return masses
