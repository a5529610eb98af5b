"""Products of matrices whose last bits do not depend on how many processors there are."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import solvers as _core


def product(matrix: NDArray[Any], columns: NDArray[Any]) -> NDArray[Any]:
    """``matrix @ columns``, the same bits with any number of processors, of float64 on all machines.

    Those of ``@`` depend on the number of threads of the BLAS library, which is that of the processors. This is the kernel
    of the solvers on one thread, which adds up each column by itself: some half a millisecond for 1,326 rows and up to
    five columns, 2 to 3 for fifty.

    Args:
        matrix: float32 or float64 [n, n].
        columns: [n] or [n, k], of the same type.

    Returns:
        [n] or [n, k].
    """
    wide = columns.reshape(1, len(columns), -1)
    stakes = np.ones((1, wide.shape[2]), columns.dtype)
    found = _core.multiply_leaves(np.ascontiguousarray(matrix), np.ascontiguousarray(wide), stakes)
    return np.asarray(found.reshape(columns.shape))
