"""The earth mover's distance of histograms over the same bins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def earth_movers_distance(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """How far the mass of one histogram must be moved to make it the other, where the bins divide [0, 1] evenly.

    It is the sum of the differences of the cumulative histograms, divided by the number of bins.

    Args:
        first: Counts of 0 or more, whole numbers or floats [..., bins]; each histogram is divided by its sum.
        second: As `first`, over the same bins; leading axes broadcast.

    Returns:
        float64 [...]: the mean distance, from 0 to ``1 - 1/bins``.

    Raises:
        ValueError: If the numbers of bins differ, or if a histogram has no counts, none above 0, or one that is negative
            or not finite.
    """
    a, b = _shares(first, "first"), _shares(second, "second")
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(
            f"histograms: expected the same number of bins in both, got {a.shape[-1]} and {b.shape[-1]}; e.g. 50"
        )
    moved: NDArray[np.float64] = np.abs(np.cumsum(a - b, axis=-1)).sum(axis=-1) / a.shape[-1]
    return moved


def _shares(counts: ArrayLike, name: str) -> NDArray[Any]:
    array = np.asarray(counts)
    if array.ndim == 0 or array.dtype.kind not in "iuf" or array.size == 0:
        raise ValueError(f"{name} histogram: expected counts in the last axis; e.g. [3, 0, 1]")
    # In float64, for sums of whole numbers could wrap.
    sums = array.sum(axis=-1, keepdims=True, dtype=np.float64)
    if not np.all(array >= 0) or not np.all(sums) or not np.all(np.isfinite(sums)):
        raise ValueError(
            f"{name} histogram: expected counts of 0 or more, at least one above 0; e.g. [3, 0, 1]"
        )
    shares: NDArray[Any] = array / sums
    return shares
