"""Opposing hands by standing, summed exactly with weights that are whole numbers of any size."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength

#: Sums of 990 run-outs by 1,081 hands with weights below this stay below 2**53, so the kernel's are exact.
_BASE = 1 << 32


def exact_standings(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    extra: int,
    ratios: NDArray[Any],
    *,
    each: bool = False,
    threads: int = 0,
) -> NDArray[Any]:
    """Weight of the opposing hands by standing now and after ``extra`` cards: [m, 3, 3], for ``each`` run-out [m, n, 3, 3].

    ratios: [1326], as `pokerdata.Range.ratios` gives them. Of their dtype is the result: int64, or Python's int, for which
    the kernel counts once for each digit in base 2**32.
    """
    if ratios.dtype == np.int64:
        return _counted(holes, board, extra, ratios, each, threads)
    total: NDArray[Any] = np.zeros((), object)
    place, rest = 1, ratios
    while rest.any():
        total = total + place * _counted(holes, board, extra, rest % _BASE, each, threads).astype(object)
        place, rest = place * _BASE, rest // _BASE
    return total


def _counted(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    extra: int,
    weights: NDArray[Any],
    each: bool,
    threads: int,
) -> NDArray[np.int64]:
    counts = _strength.standings(holes, board, extra, weights.astype(np.float64), each=each, threads=threads)
    return counts.astype(np.int64)
