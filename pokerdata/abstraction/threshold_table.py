"""The table NAME_buckets of a `uniform`, `minmax`, `percentile` or `nested` abstraction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates
from pokerdata.abstraction.bounds import INNER_METRIC, Bounds
from pokerdata.abstraction.hands import hands_before_river
from pokerdata.abstraction.table import BucketTable
from pokerdata.strength.metrics import STREETS
from pokerdata.strength.table import StrengthTable


class ThresholdTable(BucketTable):
    """Thresholds on a metric for each street; perfect or imperfect recall."""

    def states(self) -> CardStates:
        """The look-ups of the kernels, for many hands and whole boards; made in 0.5 s."""
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_buckets(
            self.perfect_recall,
            self.bucket_counts,
            *self._street_buckets(before, 0),
            self._river_thresholds(),
            river.metric("n"),
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """All bucket sequences for the joint counts; 0.5 s."""
        return BucketSequences.by_buckets(
            self.bucket_counts, *self._street_buckets(strength, threads), self._river_thresholds(), threads
        )

    def bounds(self, street: str) -> Bounds:
        """The thresholds of a street; on the river they are on n."""
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
