"""The matrix product behind the terminals, on every instruction set of this processor."""

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from pokerdata._core import solvers as core
from pokerdata._core import support

SHAPES = [
    (1, 1, 1),
    (2, 3, 3),
    (6, 9, 17),
    (7, 16, 64),
    (13, 65, 65),
    (17, 100, 129),
    (25, 125, 625),
    (6, 625, 200),
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("count", "inner", "columns"), SHAPES)
def test_product(count: int, inner: int, columns: int, dtype: Any) -> None:
    random = np.random.default_rng(count * inner + columns)
    rows = random.standard_normal((count, inner)).astype(dtype)
    matrix = random.standard_normal((inner, columns)).astype(dtype)
    scales = random.integers(-80, 80, count).astype(dtype)
    result = core.multiply_rows(rows, matrix, scales)
    expected = scales[:, None].astype(np.float64) * (rows.astype(np.float64) @ matrix.astype(np.float64))
    bound = 100 * inner * np.finfo(dtype).eps * max(1.0, float(np.abs(scales).max()))
    np.testing.assert_allclose(result, expected, rtol=0, atol=bound)
    # A row's sums do not depend on the rows beside it.
    alone = core.multiply_rows(rows[-1:], matrix, scales[-1:])
    assert alone.tobytes() == result[-1:].tobytes()


def test_bad_shapes() -> None:
    one = np.ones((2, 3))
    with pytest.raises(ValueError, match="bad shapes"):
        core.multiply_rows(one, one, np.ones(2))


ISAS = ("portable", "avx2", "avx512")


@pytest.mark.parametrize("isa", ISAS[: ISAS.index(support.active_isa())])
def test_the_other_instruction_sets(isa: str) -> None:
    folder = os.path.dirname(__file__)  # noqa: PTH120
    names = [
        "test_product.py::test_product",
        "test_known_values.py::test_exploitability_has_the_published_digits",
    ]
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *(f"{folder}/{name}" for name in names),
        ],
        env={**os.environ, "POKERDATA_ISA": isa},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
