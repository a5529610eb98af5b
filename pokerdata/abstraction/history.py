"""The table NAME_buckets of a `history` abstraction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates
from pokerdata.abstraction.kernel import metric_arrays
from pokerdata.abstraction.table import BucketTable
from pokerdata.strength.metrics import STREETS
from pokerdata.strength.table import StrengthTable


class HistoryTable(BucketTable):
    """Thresholds within each bucket sequence so far; perfect recall."""

    def sequence(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Number of the bucket sequence of raw hands; the same as `state`."""
        return self.state(holes, boards)

    def states(self) -> CardStates:
        """The look-ups of the kernels, for many hands and whole boards; made in 0.3 s."""
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_thresholds(
            self._thresholds(), *metric_arrays(self.attributes["metric"], before), river.metric("n")
        )

    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """All bucket sequences for the joint counts; 0.3 s."""
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
