"""Memory that mapped datasets take once they were read."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray


def give_back(array: NDArray[Any]) -> None:
    """Give back the memory of a dataset that was read; whoever looks at it again reads its file again.

    Nothing is done for arrays that are not mapped, and where the system has no such request.

    Args:
        array: A dataset of a table, or a view of one.
    """
    base: object = array
    while isinstance(base, np.ndarray) and not isinstance(base, np.memmap):
        base = base.base
    mapped = getattr(base, "_mmap", None) if isinstance(base, np.memmap) else base
    if isinstance(mapped, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)
