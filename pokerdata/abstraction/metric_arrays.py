"""A metric of all hands, as the kernels take it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.strength.strength_table import StrengthTable


def metric_arrays(
    metric: str, strength: Sequence[StrengthTable]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint32]]:
    """A metric from the strength tables of preflop, flop and turn in the kernels' dtypes.

    Args:
        metric: The name of the metric.
        strength: The strength tables of preflop, flop and turn.

    Returns:
        Arrays [1326], [1755, 1326] and [16432, 1326]; the absent value stays the largest of the dtype.
    """
    preflop, flop, turn = (table.metric(metric) for table in strength)
    if flop.dtype == np.uint32:
        flop = np.where(flop == np.iinfo(np.uint32).max, np.iinfo(np.uint64).max, flop.astype(np.uint64))
    return preflop, flop, turn
