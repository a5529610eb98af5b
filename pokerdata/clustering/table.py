"""The table NAME_buckets of a `kmeans` abstraction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates
from pokerdata.abstraction.table import BucketTable
from pokerdata.cards import combination_index
from pokerdata.strength.raw_boards import locate
from pokerdata.strength.table import StrengthTable


class ClusteredTable(BucketTable):
    """Buckets of all hands on all canonical flops and turns, and thresholds on n; perfect or imperfect recall."""

    def states(self) -> CardStates:
        """The look-ups of the kernels, for many hands and whole boards; made in 0.5 s."""
        return CardStates.by_buckets(
            self.perfect_recall,
            self.bucket_counts,
            *self._before_river(),
            self._river_thresholds(),
            self._strength("river").metric("n"),
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """All bucket sequences for the joint counts; 0.5 s."""
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
        return np.asarray(found, np.int64)  # sequences do not fit the stored types
