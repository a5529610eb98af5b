"""Rankings of hand-made cross-tables with known outcomes, and of random ones by definition."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from pokerdata.matches.tournaments import Outcome, Standings, instant_runoff, series_runoff, total_bankroll


def pairs(table, hands=1):
    """Return the outcomes of lines such as 'A B 3': A won 3 from B."""
    found = []
    for line in table.splitlines():
        if line.strip():
            one, two, chips = line.split()
            found.append(Outcome((one, two), (Fraction(chips), -Fraction(chips)), hands, None, 1))
    return found


# A wins most from the weak D; without D, B is ahead.
BULLY = pairs("""
    A B -10
    A C -10
    A D 100
    B C 5
    B D 1
    C D 1
""")


def test_total_bankroll():
    found = total_bankroll(BULLY)
    assert found.rounds[0].sums == {"A": 80, "B": 16, "C": 6, "D": -102}
    assert found.order == ((1, "A"), (2, "B"), (3, "C"), (4, "D"))


def test_instant_runoff_takes_the_weak_out():
    found = instant_runoff(BULLY)
    assert [one.out for one in found.rounds] == [("D",), ("A",), ()]
    assert found.rounds[1].sums == {"A": -20, "B": 15, "C": 5}
    assert found.rounds[2].sums == {"B": 5, "C": -5}
    assert found.ranks == {"A": 3, "B": 1, "C": 2, "D": 4}


def test_series_runoff():
    found = series_runoff(BULLY)
    # B won three, C two of three; A and D: A won one, D none.
    assert found.rounds[0].sums == {"A": -1, "B": 3, "C": 1, "D": -3}
    assert [one.out for one in found.rounds] == [("D",), ("A",), ("C",), ("B",)]
    assert found.ranks == {"A": 3, "B": 1, "C": 2, "D": 4}


def test_a_circle_is_a_tie_of_all():
    circle = pairs("A B 1\nB C 1\nC A 1")
    for ranking in (total_bankroll, instant_runoff, series_runoff):
        assert ranking(circle).ranks == {"A": 1, "B": 1, "C": 1}
    assert len(series_runoff(circle).rounds) == 1


def test_even_ones_at_the_bottom_go_together():
    table = pairs("A B 1\nA C 2\nA D 2\nB C 1\nB D 1\nC D 0")
    for ranking in (total_bankroll, instant_runoff, series_runoff):
        assert ranking(table).ranks == {"A": 1, "B": 2, "C": 3, "D": 3}
    assert instant_runoff(table).rounds[0].out == ("C", "D")
    # All others are eliminated at once, so this player is first.
    assert instant_runoff(pairs("A B 1\nA C 1\nB C 0")).ranks == {"A": 1, "B": 2, "C": 2}


def three(names, chips):
    return Outcome(tuple(names), tuple(map(Fraction, chips)), 1, None, 1)


def test_three_players():
    table = [
        three("ABC", (5, -2, -3)),
        three("ABD", (1, 1, -2)),
        three("ACD", (0, 4, -4)),
        three("BCD", (3, 3, -6)),
    ]
    found = instant_runoff(table)
    assert found.rounds[0].sums == {"A": 6, "B": 2, "C": 4, "D": -12}
    assert found.rounds[0].out == ("D",)
    assert found.rounds[1].sums == {"A": 5, "B": -2, "C": -3}
    assert found.ranks == {"A": 1, "B": 2, "C": 3, "D": 4}
    # A replay may end differently.
    replayed = instant_runoff(table, replay=lambda left, number: [three(left, (-1, 0, 1))])
    assert replayed.ranks == {"A": 3, "B": 2, "C": 1, "D": 4}


def test_replay_is_asked_for_those_who_are_left():
    asked = []

    def replay(left, number):
        asked.append((tuple(left), number))
        return [outcome for outcome in BULLY if set(outcome.names) <= set(left)]

    assert instant_runoff(BULLY, replay=replay).ranks == instant_runoff(BULLY).ranks
    assert asked == [(("A", "B", "C"), 1), (("B", "C"), 2)]


@pytest.mark.parametrize("seed", range(50))
def test_random_tables_by_definition(seed):
    rng = np.random.default_rng(seed)
    names = "ABCDEF"[: rng.integers(2, 7)]
    chips = {pair: int(rng.integers(-2, 3)) for pair in combinations(names, 2)}
    table = [Outcome(pair, (Fraction(won), Fraction(-won)), 1, None, 1) for pair, won in chips.items()]

    def won(one, two):
        return chips[one, two] if (one, two) in chips else -chips[two, one]

    def runoff(left, of, above):
        """Return the ranks by the written rules."""
        if not left:
            return {}
        sums = {a: sum(of(won(a, b)) for b in left if b != a) for a in left}
        out = [a for a in left if sums[a] == min(sums.values())]
        rest = [a for a in left if a not in out]
        return {**runoff(rest, of, above), **dict.fromkeys(out, len(rest) + 1)}

    assert series_runoff(table).ranks == runoff(list(names), np.sign, 0)
    assert instant_runoff(table).ranks == runoff(list(names), int, 0)


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([], "expected those of a match or more"),
        (pairs("A B 1\nA C 1"), "expected one match of B and C, got 0"),
        (pairs("A B 1\nA B 1"), "expected one match of A and B, got 2"),
        ([three("ABC", (0, 0, 0)), *pairs("A B 1")], "expected matches of 3 players, got one of A, B"),
    ],
)
def test_tables_with_holes(outcomes, message):
    with pytest.raises(ValueError, match=message):
        instant_runoff(outcomes)


def test_bad_outcomes():
    with pytest.raises(ValueError, match="in all 0"):
        Outcome(("A", "B"), (Fraction(1), Fraction(1)), 1, None, 1)
    with pytest.raises(ValueError, match="each once"):
        Outcome(("A", "A"), (Fraction(1), Fraction(-1)), 1, None, 1)
    with pytest.raises(ValueError, match="hands: expected 1 or more"):
        Outcome(("A", "B"), (Fraction(1), Fraction(-1)), 0, None, 1)


def ahead(standings: Standings, row: str, column: str) -> float:
    found = standings.ahead(row, column)
    assert found is not None
    return found


def test_how_likely_one_is_ahead():
    rng = np.random.default_rng(5)
    # Three matches between equally good players.
    matches = [("A", "B"), ("A", "C"), ("B", "C")]
    deviation, times, told = 0.5, 4000, []
    for _ in range(times):
        outcomes = []
        for pair in matches:
            mean = rng.normal(0, deviation)
            chips = Fraction(mean).limit_denominator(10**9)
            covariance = deviation**2 * np.array([[1.0, -1], [-1, 1]])
            outcomes.append(Outcome(pair, (chips, -chips), 1, covariance, 10))
        told.append(ahead(Standings.of(outcomes), "A", "C"))
    # Between equal players, the ranking is uniform.
    assert abs(np.mean(told) - 0.5) < 4 / np.sqrt(12 * times)
    assert abs(np.mean(np.array(told) < 0.05) - 0.05) < 4 * np.sqrt(0.05 * 0.95 / times)
    standings = Standings.of(outcomes)
    assert ahead(standings, "A", "C") + ahead(standings, "C", "A") == pytest.approx(1)
    assert [won.standard_error for won in standings.won] == pytest.approx([deviation / 2**0.5] * 3)
    assert standings.ahead("A", "A") == 0.5
    with pytest.raises(ValueError, match="expected one of A, B, C"):
        standings.ahead("A", "D")
    assert Standings.of(BULLY).ahead("A", "B") is None
