"""Buckets by thresholds of a metric (`uniform`, `minmax`, `percentile`, `nested`), and `history`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates, HistoryBuckets
from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata.abstraction.abstraction import MetricAbstraction, Size, Work, street_sizes
from pokerdata.abstraction.bounds import (
    INNER_METRIC,
    STRENGTH,
    Bounds,
    as_thresholds,
    bucket_masses,
    dataset_attributes,
    find_bounds,
    hands_before_river,
    hands_by_n,
    metric_arrays,
    sequence_masses,
    strength_tables,
)
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards import COMBINATION_COUNT, STREETS
from pokerdata.cards.strength.metrics import METRICS
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store.layouts import Axes, Layout, layout_of, one_of
from pokerdata.pipeline.store.table import Within

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


class ThresholdTable(BucketTable):
    """Table NAME_buckets: thresholds on a metric for each street; perfect or imperfect recall."""

    KIND = "threshold_buckets"

    def states(self) -> CardStates:
        """Return the kernels' lookups, for many hands and whole boards; takes 0.5 s."""
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_buckets(
            self.perfect_recall,
            self.bucket_counts,
            *self._street_buckets(before, 0),
            self._river_thresholds(),
            river.metric("n"),
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """Return all bucket sequences for the joint counts; takes 0.5 s.

        Args:
            strength: The strength tables of preflop, flop and turn.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
        """
        return BucketSequences.by_buckets(
            self.bucket_counts, *self._street_buckets(strength, threads), self._river_thresholds(), threads
        )

    def bounds(self, street: str) -> Bounds:
        """Return the thresholds of a street; on the river they are on n.

        Args:
            street: 'preflop', 'flop', 'turn' or 'river'.
        """
        inner = f"{street}_inner_thresholds"
        return Bounds(
            np.array(self[f"{street}_thresholds"]), np.array(self[inner]) if inner in self.keys() else None
        )

    def _street_buckets(
        self, strength: Sequence[StrengthTable], threads: int
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.uint16]]:
        metric = self.attributes["metric"]
        preflop, flop, turn = (
            self.bounds(table.street).assign(hands_before_river(table), metric, threads) for table in strength
        )
        return preflop, flop, turn

    def _river_thresholds(self) -> list[int]:
        return [int(n) for n in self["river_thresholds"][0]]

    def _bucket(
        self, street: str, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Any
    ) -> NDArray[Any]:
        def not_above(metric: str, thresholds: NDArray[np.uint64]) -> Any:
            values = self._strength(street).lookup(holes, boards, metric)
            return (values[..., None].astype(np.uint64) >= thresholds).sum(axis=-1)

        outer, inner = self.bounds(street)
        bucket = not_above("n" if street == "river" else self.attributes["metric"], outer[0])
        if inner is None:
            return np.asarray(bucket)
        return np.asarray(bucket * (inner.shape[1] + 1) + not_above(INNER_METRIC, inner[bucket]))


def _build(work: Work) -> None:
    p: Any = work.parameters
    kind, metric, recall = p["kind"], p["metric"], p["recall"]
    sizes: list[Size] = [tuple(size) for size in p["buckets"]]
    counts = [prod(size) for size in sizes]
    *before, river = strength_tables(work)
    hands = [*map(hands_before_river, before), hands_by_n(river, work.threads)]
    arrays: dict[str, NDArray[Any]] = {}
    buckets: list[NDArray[np.uint16]] = []
    for of_street, size, count in zip(hands, sizes, counts, strict=True):
        street = of_street.street
        bounds = find_bounds(kind, of_street, metric, size, work.threads)
        buckets.append(bounds.assign(of_street, metric, work.threads))
        if street == "river":  # every metric orders river hands as n does
            arrays["river_thresholds"] = as_thresholds(buckets[-1].ravel(), count)
            continue
        arrays[f"{street}_thresholds"] = bounds.outer
        if bounds.inner is not None:
            arrays[f"{street}_inner_thresholds"] = bounds.inner
    arrays["preflop_bucket"] = buckets[0].ravel().astype(np.uint8)
    if recall == "perfect":
        masses = sequence_masses(work, counts, buckets[:3], arrays["river_thresholds"][0])
    else:
        masses = bucket_masses(work, counts, buckets, [of_street.weights for of_street in hands])
    arrays |= {f"{street}_mass": mass for street, mass in zip(STREETS, masses, strict=True)}
    inner = {"inner_metric": INNER_METRIC} if kind == "nested" else {}
    work.write(
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


@dataclass(frozen=True, kw_only=True)
class Thresholds(MetricAbstraction):
    """Buckets between thresholds by the rule of this kind (`RULES` of `pokerdata.abstraction.bounds`)."""

    TABLE = ThresholdTable
    SPREAD = 0.5
    build = staticmethod(_build)

    @property
    def sizes(self) -> tuple[Size, ...]:
        return street_sizes(self.buckets, nested=self.kind == "nested")

    @property
    def parents(self) -> tuple[str, ...]:
        return STRENGTH

    @property
    def parameters(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "recall": self.recall,
            "metric": self.metric,
            "buckets": [list(size) for size in self.sizes],
        }

    @property
    def cost(self) -> Cost:
        seconds = costs.THRESHOLDS + self.counts[3] * costs.THRESHOLDS_RIVER_BUCKET
        return Cost(seconds, 800_000_000, 20_000, threaded=True)


@layout_of(ThresholdTable, buckets=list[int], metric=one_of(METRICS))
def _layout(table: ThresholdTable) -> Layout:
    found: dict[str, tuple[str, Axes] | tuple[str, Axes, Within]] = {
        "preflop_bucket": ("|u1", (COMBINATION_COUNT,), Within(0, table.bucket_counts[0] - 1))
    }
    for number, (street, count) in enumerate(zip(STREETS, table.bucket_counts, strict=True)):
        inner, outer = f"{street}_inner_thresholds", count
        if inner in table:
            outer = table[f"{street}_thresholds"].shape[-1] + 1
            found[inner] = ("<u8", (outer, count // outer - 1))
        found[f"{street}_thresholds"] = ("<u8", (1, outer - 1))
        found[f"{street}_mass"] = (
            "<u8",
            (prod(table.bucket_counts[:number] * table.perfect_recall) * count,),
        )
    return found


_SLOT = 8 << 12  # bytes of a thread's counts for each threshold in the search


class HistoryTable(BucketTable):
    """Table NAME_buckets: thresholds within each bucket sequence so far; perfect recall."""

    KIND = "history_buckets"

    def sequence(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Return the numbers of the bucket sequences of raw hands; the same as `state`.

        Args:
            holes: As for `buckets`.
            boards: As for `buckets`.

        Returns:
            uint16 [...].

        Raises:
            ValueError: If a card is invalid or repeated.
            TableError: If a strength table is missing.
        """
        return self.state(holes, boards)

    def states(self) -> CardStates:
        """Return the kernels' lookups, for many hands and whole boards; takes 0.3 s."""
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_thresholds(
            self._thresholds(), *metric_arrays(self.attributes["metric"], before), river.metric("n")
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """Return all bucket sequences for the joint counts; takes 0.3 s.

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


def _build_history(work: Work) -> None:
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
    """Buckets within bucket sequences; perfect recall only.

    Raises:
        ValueError: If the recall is not perfect.
    """

    TABLE = HistoryTable
    build = staticmethod(_build_history)

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
        return Cost(
            costs.HISTORY + slots * costs.HISTORY_SLOT, 830_000_000 + 2 * _SLOT * slots, 20_000, threaded=True
        )


@layout_of(HistoryTable, buckets=list[int], metric=one_of(METRICS))
def _layout_of_history(table: HistoryTable) -> Layout:
    found: dict[str, tuple[str, Axes] | tuple[str, Axes, Within]] = {
        "preflop_bucket": ("|u1", (COMBINATION_COUNT,), Within(0, table.bucket_counts[0] - 1))
    }
    for number, (street, count) in enumerate(zip(STREETS, table.bucket_counts, strict=True)):
        before = prod(table.bucket_counts[:number])
        found[f"{street}_thresholds"] = ("<u8", (before, count - 1))
        found[f"{street}_mass"] = ("<u8", (before * count,))
    return found
