"""The stage NAME_buckets of a `history` abstraction."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.datasets import STRENGTH, dataset_attributes
from pokerdata.abstraction.kernel import metric_arrays
from pokerdata.abstraction.sizes import bucket_counts, check_recall
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.strength.metrics import STREETS, check_metric

_SLOT = 8 << 12  # bytes a thread counts in for each threshold that is searched


def stage(name: str, section: Mapping[str, Any]) -> Stage:
    """NAME_buckets. Raises ValueError for bad values in the section, CapacityError for too many sequences."""
    counts = bucket_counts(section)
    if check_recall(section["recall"], counts) == "imperfect":
        raise ValueError(
            "bad recall 'imperfect' for the kind history, whose buckets are those of sequences: want 'perfect', or "
            "another kind, e.g. kind = 'percentile'"
        )
    slots = max(prod(counts[:2]) * (counts[2] - 1), prod(counts[:3]))
    return Stage(
        name=f"{name}_buckets",
        build=_build,
        parents=STRENGTH,
        parameters={
            "kind": "history",
            "metric": check_metric(section["metric"]),
            "buckets": list(counts),
        },
        estimate=Estimate(
            seconds=2.3 + slots / 300, memory_bytes=900_000_000 + 2 * _SLOT * slots, disk_bytes=1_000_000
        ),
    )


def _build(context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    metric: str = parameters["metric"]
    *before, river = (context.table(name) for name in STRENGTH)
    found = _abstraction.HistoryBuckets.find(
        parameters["buckets"],
        *metric_arrays(metric, before),
        river.metric("n"),
        context.threads,
        context.progress,
    )
    arrays: dict[str, NDArray[Any]] = {"preflop_bucket": found.sequences.preflop.ravel().astype(np.uint8)}
    for number, street in enumerate(STREETS):
        arrays[f"{street}_thresholds"] = found.thresholds(number)
        arrays[f"{street}_mass"] = found.mass(number)
    context.write(
        kind="history_buckets",
        arrays=arrays,
        attributes={
            "title": "Bucket sequences of equal mass within each sequence so far",
            "metric": metric,
            "buckets": list(found.sequences.buckets),
            "recall": "perfect",
            "sequence": "b0..br has the number ((b0*B1 + b1)*B2 + b2)*B3 + b3",
            "ties": "equal numerators are never split: their bucket is that of their mass midpoint, "
            "floor(B*(before + after)/(2*total))",
            "source": "Eriksson 2012, section 3.2.7; bucket sequences of Zinkevich et al. 2007",
        },
        dataset_attributes=dataset_attributes(arrays, metric, "sequence before", "bucket sequence"),
    )
