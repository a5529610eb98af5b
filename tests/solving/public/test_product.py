"""The matrix product behind the terminal values, on every instruction set of this processor."""

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerdata._core import solvers as core
from pokerdata._core import support

SHAPES = [
    *[(1, 1), (3, 1), (9, 5), (13, 25), (16, 64), (20, 49), (37, 17), (65, 16), (125, 63), (625, 32)],
    *[
        (127, 9),
        (128, 9),
        (130, 1),
        (140, 37),
        (200, 67),
    ],  # for many states, the remaining histories are gathered
]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("leaves", [1, 3, 12])
@pytest.mark.parametrize(("states", "histories"), SHAPES)
def test_product(states: int, histories: int, leaves: int, dtype: Any) -> None:
    check(states, histories, leaves, dtype)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_blocks_of_a_large_matrix(dtype: Any) -> None:
    """From 6,000 states on, the product works in blocks, and the last ones are partial."""
    check(6007, 17, 10, dtype)


def check(states: int, histories: int, leaves: int, dtype: Any) -> None:
    random = np.random.default_rng(states * histories)
    matrix = random.standard_normal((states, states), np.float32).astype(dtype)
    reach = random.standard_normal((leaves, states, histories)).astype(dtype)
    stakes = random.integers(-80, 80, (leaves, histories)).astype(dtype)
    result = core.multiply_leaves(matrix, reach, stakes)
    expected = stakes.astype(np.float64)[:, None, :] * (matrix.astype(np.float64) @ reach.astype(np.float64))
    bound = 100 * states * np.finfo(dtype).eps * max(1.0, float(np.abs(stakes).max()))
    np.testing.assert_allclose(result, expected, rtol=0, atol=bound)
    # A history's sums do not depend on the histories and leaves beside it.
    alone = core.multiply_leaves(
        matrix, np.ascontiguousarray(reach[-1:, :, -1:]), np.ascontiguousarray(stakes[-1:, -1:])
    )
    assert alone.tobytes() == np.ascontiguousarray(result[-1:, :, -1:]).tobytes()


#: a, b and c for which rounding a * b + c twice (to double, then to float) may differ from rounding once.
HARD = [
    (1 + 2.0**-12, 1 + 2.0**-12, 2.0**-25 + 2.0**-60),
    (1 + 2.0**-12, 1 - 2.0**-12, -(2.0**-25) - 2.0**-60),
    (1 + 2.0**-23, 2.0**-24, 1.0),
    (1 - 2.0**-24, 2.0**-24, 1.0),
    (2.0**-75, 2.0**-75 * (1 + 2.0**-23), 0.0),  # just above the middle between 0 and the smallest float
    (2.0**-75, 2.0**-75, 0.0),
    (2.0**-70, 2.0**-80 * (1 + 2.0**-23), 2.0**-130),
    (1 + 2.0**-23, 2.0**-127, 2.0**-127),
]


def rounded(exact: Fraction) -> np.float32:
    """Return the nearest float to a number, by comparing three distances."""
    near = np.float32(float(exact))
    around = (np.nextafter(near, np.float32(-np.inf)), near, np.nextafter(near, np.float32(np.inf)))
    return min(around, key=lambda f: (abs(Fraction(float(f)) - exact), int(f.view(np.uint32)) % 2))


def test_small_products_are_rounded_once_in_float() -> None:
    """Every instruction set agrees with fractions."""
    random = np.random.default_rng(5)
    few = 1 + random.integers(0, 64, (3000, 2)) / 4096
    near = np.column_stack([few, 2.0 ** random.integers(-60, 20, 3000) * random.choice([-1, 1], 3000)])
    small = random.standard_normal((3000, 3)) * np.array([2.0**-65, 2.0**-65, 2.0**-128])
    drawn = np.concatenate([HARD, near, small, random.standard_normal((3000, 3))]).astype(np.float32)
    twice = 0
    for i, (a, b, c) in enumerate(drawn):
        reach = np.zeros((1, 2, 4), np.float32)  # the other numbers do not hide it
        reach[0, :, i % 4] = c, b
        found = core.multiply_leaves(
            np.array([[1, a], [0, 0]], np.float32), reach, np.ones((1, 4), np.float32)
        )
        exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
        assert found[0, 0, i % 4] == rounded(exact), (a, b, c)
        assert np.count_nonzero(found) == np.count_nonzero(found[0, 0, i % 4])
        twice += np.float32(float(a) * float(b) + float(c)) != found[0, 0, i % 4]
    assert twice > 20, "else it would show nothing"


def test_bad_shapes() -> None:
    with pytest.raises(ValueError, match=r"matrix: expected shape \[states, states\]"):
        core.multiply_leaves(np.ones((2, 3)), np.ones((1, 2, 3)), np.ones((1, 3)))
    with pytest.raises(
        ValueError, match=r"^reach and stakes: expected shapes \[leaves, states, histories\] and"
    ):
        core.multiply_leaves(np.ones((2, 2)), np.ones((1, 2, 3)), np.ones((1, 2)))


ISAS = ("portable", "avx2", "avx512")


@pytest.mark.slow
@pytest.mark.parametrize("isa", ISAS[: ISAS.index(support.active_isa())])
def test_the_other_instruction_sets(isa: str) -> None:
    folder = os.path.dirname(__file__)  # noqa: PTH120
    names = [
        "test_product.py::test_product",
        "test_product.py::test_blocks_of_a_large_matrix[float32]",
        "test_product.py::test_small_products_are_rounded_once_in_float",
        "test_known_values.py::test_exploitability_has_the_published_digits",
        "test_against_explicit_trees.py::test_real_cards[two cards]",
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
