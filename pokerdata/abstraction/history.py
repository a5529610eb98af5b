"""The kind `history`: buckets of equal mass within each bucket sequence so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates, HistoryBuckets
from pokerdata.abstraction.abstraction import MetricAbstraction, Work
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.datasets import STRENGTH, dataset_attributes, strength_tables
from pokerdata.abstraction.metric_arrays import metric_arrays
from pokerdata.cards import COMBINATION_COUNT, STREETS
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.strength.strength_table import StrengthTable
from pokerdata.support.cost import Cost
from pokerdata.support.cost import Work as WorkKind

_SLOT = 8 << 12  # bytes a thread counts in for each threshold that is searched


class HistoryTable(BucketTable):
    """The table NAME_buckets: thresholds within each bucket sequence so far; perfect recall."""

    KIND = "history_buckets"

    def sequence(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Numbers of the bucket sequences of raw hands; the same as `state`.

        Args:
            holes: As for `buckets`.
            boards: As for `buckets`.

        Returns:
            uint16 [...].

        Raises:
            ValueError: If a card is invalid or comes twice.
            TableError: If a strength table is missing.
        """
        return self.state(holes, boards)

    def states(self) -> CardStates:
        """The look-ups of the kernels, for many hands and whole boards; made in 0.3 s."""
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_thresholds(
            self._thresholds(), *metric_arrays(self.attributes["metric"], before), river.metric("n")
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """All bucket sequences for the joint counts; 0.3 s.

        Args:
            strength: The strength tables of preflop, flop and turn.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
        """
        return BucketSequences.by_thresholds(
            self._thresholds(), *metric_arrays(self.attributes["metric"], strength), threads
        )

    def _thresholds(self) -> list[NDArray[np.uint64]]:
        return [np.array(self[f"{street}_thresholds"]) for street in STREETS]

    def _bucket(
        self, street: str, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Any
    ) -> NDArray[Any]:
        # On the river every metric orders hands as n does, and thresholds are on n.
        metric = "n" if street == "river" else self.attributes["metric"]
        values = self._strength(street).lookup(holes, boards, metric)
        found: NDArray[Any] = (
            values[..., None].astype(np.uint64) >= self[f"{street}_thresholds"][before]
        ).sum(axis=-1)
        return found


def _build(work: Work) -> None:
    parameters: Any = work.parameters
    metric: str = parameters["metric"]
    *before, river = strength_tables(work)
    found = HistoryBuckets.find(
        parameters["buckets"],
        *metric_arrays(metric, before),
        river.metric("n"),
        work.threads,
        work.progress,
    )
    arrays: dict[str, NDArray[Any]] = {"preflop_bucket": found.sequences.preflop.ravel().astype(np.uint8)}
    for number, street in enumerate(STREETS):
        arrays[f"{street}_thresholds"] = found.thresholds(number)
        arrays[f"{street}_mass"] = found.mass(number)
    work.write(
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


@dataclass(frozen=True, kw_only=True)
class History(MetricAbstraction):
    """Buckets within bucket sequences; perfect recall alone.

    Raises:
        ValueError: For another recall.
    """

    TABLE = HistoryTable
    build = staticmethod(_build)

    def __post_init__(self) -> None:
        if self.recall == "imperfect":
            raise ValueError(
                "recall: expected 'perfect' for the kind history, whose buckets are those of sequences, got "
                "'imperfect'; or another kind, e.g. kind = 'percentile'"
            )
        super().__post_init__()

    @property
    def parents(self) -> tuple[str, ...]:
        return STRENGTH

    @property
    def parameters(self) -> dict[str, object]:
        return {"kind": self.kind, "metric": self.metric, "buckets": list(self.counts)}

    @property
    def cost(self) -> Cost:
        counts = self.counts
        slots = max(prod(counts[:2]) * (counts[2] - 1), prod(counts[:3]))
        return Cost(4.3 + slots / 490, 800_000_000 + 2 * _SLOT * slots, 20_000, work=WorkKind.EVALUATING)


@layout_of(HistoryTable)
def _layout(table: HistoryTable) -> Layout:
    found: dict[str, tuple[str, tuple[int | str, ...]]] = {"preflop_bucket": ("|u1", (COMBINATION_COUNT,))}
    for number, (street, count) in enumerate(zip(STREETS, table.bucket_counts, strict=True)):
        before = prod(table.bucket_counts[:number])
        found[f"{street}_thresholds"] = ("<u8", (before, count - 1))
        found[f"{street}_mass"] = ("<u8", (before * count,))
    return found
