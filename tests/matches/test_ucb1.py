"""UCB1 follows the formula in plain Python, for many teams at once, and its errors."""

import math
from typing import Any

import numpy as np
import pytest

from pokerdata.matches import ucb1


def test_by_the_formula() -> None:
    random = np.random.default_rng(0)
    for _ in range(50):
        plays = random.integers(1, 30, 5)
        sums = random.normal(size=5) * plays
        rounds, exploration = int(plays.sum()), float(random.random())
        index = [
            s / n + exploration * math.sqrt(math.log(rounds) / n)
            for s, n in zip(sums.tolist(), plays.tolist(), strict=True)
        ]
        assert ucb1(sums, plays, rounds, exploration) == index.index(max(index))


def test_many_teams() -> None:
    random = np.random.default_rng(1)
    plays = random.integers(1, 9, (40, 3))
    sums, exploration = random.normal(size=(40, 3)), random.random((40, 1))
    found = ucb1(sums, plays, 20, exploration)
    assert found.dtype == np.int64
    assert found.tolist() == [
        int(ucb1(s, n, 20, c)) for s, n, c in zip(sums, plays, exploration, strict=True)
    ]


def test_ties_and_curiosity() -> None:
    assert ucb1([1, 1, 0], [2, 2, 2], 6, 0) == 0
    assert ucb1([50, 0], [100, 1], 101, 0) == 0
    assert ucb1([50, 0], [100, 1], 101, 1) == 1  # hardly ever tried


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"plays": [1, 0]}, "plays: expected 1 or more of each member, got 0"),
        ({"plays": [1]}, r"plays: expected one for each of the sums, got \(1,\) for \(2,\)"),
        ({"sums": [], "plays": []}, "plays: expected one for each of the sums"),
        ({"rounds": 0}, "rounds: expected"),
    ],
)
def test_what_is_refused(changed: dict[str, Any], message: str) -> None:
    given: dict[str, Any] = {"sums": [1, 2], "plays": [1, 3], "rounds": 4, "exploration": 1.0} | changed
    with pytest.raises(ValueError, match=message):
        ucb1(**given)
