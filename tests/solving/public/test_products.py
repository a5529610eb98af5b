"""Matrix products are correct, with the same bits however BLAS uses the processor."""

import os
import subprocess
import sys

import numpy as np
import pytest

from pokerdata.solving.public.values import product

RNG = np.random.default_rng(29)
PROGRAM = """
import hashlib
import numpy as np
from pokerdata.solving.public.values import product
rng = np.random.default_rng(29)
for columns in ((), (1,), (7,)):
    found = product(rng.random((900, 900), np.float32), rng.random((900, *columns), np.float32))
    print(hashlib.sha256(np.ascontiguousarray(found).tobytes()).hexdigest())
"""


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("columns", [(), (1,), (5,)])
def test_values(dtype: type, columns: tuple[int, ...]) -> None:
    # Small integers: sums are exact in any order.
    matrix, others = (RNG.integers(-9, 9, shape) for shape in ((40, 40), (40, *columns)))
    found = product(matrix.astype(dtype), others.astype(dtype))
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, np.sum(matrix[..., *[None] * len(columns)] * others, axis=1))


def test_same_bits_at_any_number_of_threads_of_the_library() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads in ("1", "2", "3")
    }
    assert len(said) == 1
    assert said.pop().count("\n") == 3
