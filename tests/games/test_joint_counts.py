from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata.errors import CapacityError
from pokerdata.games import JointCountGame, LimitRules

RULES = LimitRules(name="two streets", ante=1, bets=(1, 1), caps=(1, 1), first_to_act=(1, 1))


def parts() -> dict[str, Any]:
    last = np.array([[2, 1, 1, 0], [1, 0, 2, 1], [1, 2, 4, 1], [0, 1, 1, 2]])
    first = last.reshape(2, 2, 2, 2).sum((1, 3))
    return {"deals": [first, last], "wins": np.tril(last, -1), "parents": [np.array([0, 0, 1, 1])]}


def test_arrays_of_the_right_type_are_not_copied() -> None:
    given = parts()
    deals = [np.ascontiguousarray(d, dtype=np.uint64) for d in given["deals"]]
    game = JointCountGame(RULES, deals, given["wins"].astype(np.uint64), given["parents"])
    assert game.deals[1] is deals[1]
    assert game.states == (2, 4)
    assert JointCountGame(RULES, [5 * deals[0], deals[1]], given["wins"], given["parents"])  # a common factor


def spoil(key: str, index: int | None, at: tuple[int, ...], value: int) -> dict[str, Any]:
    given = parts()
    (given[key] if index is None else given[key][index])[at] = value
    return given


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            spoil("deals", 1, (0, 1), 5),
            r"joint counts at street 2, states \(1, 0\): expected a symmetric matrix, because both "
            r"players draw from one deck, got 1 and 5",
        ),
        (
            spoil("deals", 0, (0, 0), 5),
            r"joint counts: expected sums that are one common multiple of the counts of the.*got 4 "
            r"on street 2 below street 1, states \(0, 0\),.*",
        ),
        (
            spoil("wins", None, (1, 0), 2),
            r"wins at street 2, states \(1, 0\): expected at most the 1 deals there are, got 2 won "
            r"and 0 lost",
        ),
        (
            spoil("wins", None, (0, 1), 1),
            r"wins at street 2, states \(1, 0\): expected at most the 1 deals there are, got 1 won "
            r"and 1 lost",
        ),
        (
            spoil("parents", 0, (3,), 2),
            r"parent state on street 2: expected 0 to 1, a state of the street before, got 2",
        ),
        (
            spoil("deals", 0, (0, 0), -1),
            r"deals of street 1: expected whole numbers, 0 or more, got int64",
        ),
        (
            {**parts(), "parents": []},
            r"parents: expected one array for each street after the first, got 0 for 2 streets",
        ),
        (
            {**parts(), "deals": parts()["deals"][:1], "parents": []},
            r"joint counts: expected 2 streets, as in the rules 'two streets', got 1",
        ),
        (
            {**parts(), "wins": np.zeros((2, 2), dtype=int)},
            r"wins: expected \[4, 4\], as the joint counts of the last street, got 4 entries",
        ),
        ({**parts(), "deals": [np.ones(4, dtype=int)] * 2}, "expected a square array"),
        (
            {**parts(), "deals": [0 * d for d in parts()["deals"]]},
            r"joint counts on street 1: expected at least one deal, got 0 alone",
        ),
        ({**parts(), "wins": np.zeros((4, 4))}, r"wins: expected whole numbers, 0 or more, got float64"),
        (  # all counts times a constant, so that 64-bit sums would wrap and agree
            {**parts(), "deals": [d.astype(np.uint64) << np.uint64(60) for d in parts()["deals"]]},
            r"joint counts on street 1: expected fewer than 2\^63 deals in all, e\.g\. all divided "
            r"by a common.*got a sum of about 23 \* 10\^18",
        ),
    ],
)
def test_bad_counts(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        JointCountGame(RULES, **given)


def test_bucketed_games_check_their_shapes() -> None:
    ones = [np.ones((2 ** (r + 1),) * 2, dtype=np.int64) for r in range(4)]
    none = np.zeros((16, 16), dtype=np.int64)
    game = games.limit_holdem([2, 2, 2, 2], ones, none)
    assert [p.tolist() for p in game.parents[:2]] == [[0, 0, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3]]
    assert game.state_names[3][0b1011] == "1-0-1-1"
    with pytest.raises(ValueError, match="buckets: expected"):
        games.limit_holdem([2, 2, 2], ones, none)
    with pytest.raises(
        ValueError,
        match=(
            r"joint counts: expected shapes \[\(2, 2\), \(4, 4\), \(8, 8\), \(24, 24\)\] for "
            r"buckets \[2,.*got \[\(2, 2\), \(4, 4\), \(8, 8\), \(16, 16\)\]"
        ),
    ):
        games.limit_holdem([2, 2, 2, 3], ones, none)
    with pytest.raises(
        CapacityError, match=r"20,736 bucket sequences .* need 6.9 GB .* public chance sampling"
    ):
        games.limit_holdem([12] * 4, ones, none)
