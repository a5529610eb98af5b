"""Kernels on stretches of the boards give the same rows as on all boards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata._core import strength as kernels
from pokerdata.pipeline.store import open_table

COUNTS = {3: 1_755, 4: 16_432, 5: 134_459}
STRETCHES = [(0, 3), (100, 133), (1_700, 1_755), (40, 40)]


@pytest.mark.parametrize(("first", "last"), [*STRETCHES, (134_450, 134_459)])
def test_rivers(tables: Path, first: int, last: int) -> None:
    expected = open_table("river_strength", tables)["n"][first:last]
    assert np.array_equal(kernels.river(2, None, first, last), expected)


@pytest.mark.parametrize(("first", "last"), [*STRETCHES, (16_400, 16_432)])
def test_turns(tables: Path, first: int, last: int) -> None:
    table = open_table("turn_strength", tables)
    found = kernels.turn(open_table("river_strength", tables)["n"], 2, None, first, last)
    check(found, table, ("ehs", "ehs2_river"), first, last)
    check(kernels.present(4, 2, None, first, last), table, ("ahead", "tied"), first, last)


@pytest.mark.parametrize(("first", "last"), STRETCHES)
def test_flops(tables: Path, first: int, last: int) -> None:
    table, turn = open_table("flop_strength", tables), open_table("turn_strength", tables)
    found = kernels.flop(turn["ehs"], turn["ehs2_river"], 2, None, first, last)
    check(found, table, ("ehs", "ehs2_river", "ehs2_next"), first, last)
    check(kernels.present(3, 2, None, first, last), table, ("ahead", "tied"), first, last)


@pytest.mark.parametrize("size", [3, 4])
def test_potential(size: int) -> None:
    """Rows agree with those of surrounding stretches, and of single boards."""
    kernel: Callable[..., Any] = kernels.potential_one_card
    some = kernel(size, 2, None, 20, 24)
    assert np.array_equal(kernel(size, 1, None, 21, 23), some[1:3])
    last = COUNTS[size]
    assert np.array_equal(kernel(size, 1, None, last - 1), kernel(size, 1, None, last - 2, last)[1:])
    if size == 3:
        two = kernels.potential_two_cards(2, None, 20, 22)
        assert np.array_equal(kernels.potential_two_cards(1, None, 21, 22), two[1:])


@pytest.mark.parametrize(("first", "last"), [(-1, 2), (3, 2), (0, 1_756), (2_000, -1)])
def test_stretches_that_are_none(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="boards: expected a stretch within 0 to 1755, got"):
        kernels.present(3, 1, None, first, last)


def check(found: Any, table: Any, names: tuple[str, ...], first: int, last: int) -> None:
    for name, array in zip(names, found, strict=True):
        assert np.array_equal(array, table[name][first:last])
