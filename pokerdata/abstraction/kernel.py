"""From tables to the arguments of the C++ kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.strength.table import StrengthTable

if TYPE_CHECKING:
    from pokerdata.abstraction.table import BucketTable


def metric_arrays(
    metric: str, strength: Sequence[StrengthTable]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
    """A metric from the strength tables of preflop, flop and turn in the kernels' dtypes.

    Shapes [1326], [1755, 1326] and [16432, 1326]; the absent value stays the largest of the dtype.
    """
    preflop, flop, turn = (table.metric(metric) for table in strength)
    if flop.dtype == np.uint32:
        flop = np.where(flop == np.iinfo(np.uint32).max, np.iinfo(np.uint64).max, flop.astype(np.uint64))
    return preflop, flop, turn


def kernel_buckets(
    buckets: BucketTable, strength: Sequence[StrengthTable], threads: int = 0
) -> _abstraction.BucketSequences:
    """The kernels' form of a table NAME_buckets, with the strength tables of preflop, flop and turn; 0.5 s."""
    return buckets.sequences(strength, threads)
