"""[spot.NAME]: spots in recipes."""

from pathlib import Path

import numpy as np
import pytest

import pokerdata
from helpers.recipes import runner_of
from pokerdata.spots import SpotTable

RIVER = """
[spot.river]
board = "2s3h4d6c7c"
oop = "AsAh,QsQh"
ip = "KsKh"
pot = 20
stack = 10
bets = "a"
target = "0.01%"
"""


def solved(recipe: str, folder: Path) -> pokerdata.SpotSolution:
    runner_of(recipe, folder).run(["river_spot"])
    table = pokerdata.open_table(folder / "river_spot.h5")
    assert isinstance(table, SpotTable)
    return table.solution()


def test_a_spot_is_made(tmp_path: Path) -> None:
    found = solved(RIVER, tmp_path)
    assert found.values.percent < 0.01
    assert found.values.expected[0] == pytest.approx(40 / 3, abs=0.01)
    by_hand = pokerdata.solve(found.spot, target="0.01%")
    assert np.array_equal(found.sums, by_hand.stored().sums)


def test_locks_and_a_limit(tmp_path: Path) -> None:
    found = solved(RIVER + 'locks = ["r10 f=1,c=3"]\ndtype = "float64"\niterations = 300\n', tmp_path)
    assert found.values.expected[0] == pytest.approx(13.75, abs=0.01)
    assert [lock.history for lock in found.locks] == ["r10"]
    assert found.dtype == "float64"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("stack = 0", "stack: expected"),
        ('target = "1mb"', "target: expected"),
        ('algorithm = "pcfr+"', "algorithm: expected"),
        ('dtype = "float16"', "dtype: expected"),
        ("iterations = 0", "iterations: expected"),
        ('locks = ["x"]', "lock: expected"),
        ("colour = 1", "colour"),
    ],
)
def test_what_is_refused(line: str, message: str, tmp_path: Path) -> None:
    key = line.split(" = ")[0]
    recipe = "\n".join(old for old in RIVER.splitlines() if not old.startswith(f"{key} ")) + f"\n{line}\n"
    with pytest.raises(ValueError, match=message) as told:
        runner_of(recipe, tmp_path)
    assert "[spot.river]" in str(told.value)
