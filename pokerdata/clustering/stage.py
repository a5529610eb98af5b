"""The stage NAME_buckets of a `kmeans` abstraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pokerdata.abstraction.counts_stage import DRAWING
from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.abstraction.sizes import bucket_counts, check_recall
from pokerdata.clustering.build import build
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Estimate, Stage
from pokerdata.support.arguments import as_count

SCHEMA: Schema = {
    "kind": (str, REQUIRED, 'how hands are put into buckets: "kmeans"'),
    "recall": (str, "perfect", "perfect: the state is the sequence of buckets; imperfect: the last bucket"),
    "buckets": (list, REQUIRED, 'buckets of preflop, flop, turn and river, e.g. ["lossless", 500, 500, 500]'),
    "points": (str, "histogram", 'what hands differ in: "histogram" or "potential"'),
    "bins": (int, 50, "bins of a histogram, 2 to 200"),
    "restarts": (int, 3, "starts of which the best is kept, 1 to 1000"),
    "iterations": (int, 50, "iterations of a start at most, 1 to 10000"),
    "seed": (int, 1, "of the starts, and of the boards that are drawn"),
    **DRAWING,
}


def stage(name: str, section: Mapping[str, Any]) -> Stage:
    """NAME_buckets. Raises ValueError for bad values in the section, CapacityError for too many sequences."""
    counts = list(bucket_counts(section))
    points = section["points"]
    if points not in ("histogram", "potential"):
        raise ValueError(f"bad points {points!r}: want histogram or potential, e.g. 'histogram'")
    numbers = {
        "bins": as_count(section["bins"], "bins", 2, 200, 50),
        "restarts": as_count(section["restarts"], "restarts", 1, 1000, 3),
        "iterations": as_count(section["iterations"], "iterations", 1, 10_000, 50),
        "seed": as_count(section["seed"], "seed", 0, 2**63 - 1, 1),
    }
    estimate = _estimate(counts, points, numbers)
    if points == "potential":
        del numbers["bins"]
    return Stage(
        name=f"{name}_buckets",
        build=build,
        parents=STRENGTH if points == "histogram" else (*STRENGTH, "flop_potential", "turn_potential"),
        parameters={
            "kind": "kmeans",
            "recall": check_recall(section["recall"], counts),
            "buckets": counts,
            "points": points,
            **numbers,
        },
        estimate=estimate,
    )


def _estimate(counts: Sequence[int], points: str, numbers: Mapping[str, int]) -> Estimate:
    # An iteration on flop and turn with 50 bins takes 0.28 s and a millisecond for every two clusters. The cost of
    # points grows with the bins; points of potential are many, but of two numbers.
    size = numbers["bins"] / 50 if points == "histogram" else 0.5
    iteration = (0.28 + 0.00025 * (counts[1] + counts[2])) * size
    return Estimate(
        seconds=6 + 3 * size + numbers["restarts"] * numbers["iterations"] * iteration,
        memory_bytes=int(800_000_000 + 1_000_000_000 * max(1.0, size)),
        disk_bytes=100_000_000,
    )
