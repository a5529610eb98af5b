"""Standings during a tournament, and their text."""

from itertools import combinations

import numpy as np
import pytest

from pokerdata._core.play import parts_of_chip
from pokerdata.games import table_rules
from pokerdata.matches.result import Forfeit, MatchResult
from pokerdata.matches.tournaments import Standings
from pokerdata.matches.tournaments.standings import Course, match_line, outcome_of, places_of, standings_lines

PAIRS, THREES = table_rules("limit-holdem"), table_rules("kuhn-3p")


def result(players, *deals, game=PAIRS, forfeit=None):
    """Return a match with the given winnings in each deal, all in the first order of seats."""
    orders = 2 if len(players) == 2 else 6
    parts = np.zeros((len(deals), orders, len(players)), np.int64)
    parts[:, 0] = np.array(deals) * parts_of_chip()
    zeros = (0,) * len(players)
    return MatchResult(
        players,
        game,
        1,
        parts=parts,
        flow_parts=(zeros,) * len(players),
        decisions=zeros,
        seconds=zeros,
        faults=zeros,
        first_faults=(None,) * len(players),
        forfeit=forfeit,
    )


def course(names, *results, game=PAIRS, matches=None, resumed=False):
    whole = len(list(combinations(names, game.players))) if matches is None else matches
    return Course(names, game, (results,), (names,), whole, resumed)


ABC = ("A", "B", "C")


def test_before_the_first_match():
    given = course(ABC)
    assert [(p.rank, p.name, p.matches, p.hands, p.won) for p in places_of(given)] == [
        (None, name, 0, 0, None) for name in ABC
    ]
    assert match_line(given) == ""
    assert standings_lines(given, 80) == [
        "0 of 3 matches; heads-up limit Texas hold'em",
        "     player    matches  hands  bb/100  95 %",
        "  -  A               0      0",
        "  -  B               0      0",
        "  -  C               0      0",
    ]


def test_after_one_match():
    # A big blind is 10 chips; B won 40 and 20 in 4 hands: 1.5 big blinds per hand.
    given = course(ABC, result(("A", "B"), (-40, 40), (-20, 20)), resumed=True)
    best, worst, last = places_of(given)
    assert (best.rank, best.name, best.matches, best.hands) == (1, "B", 1, 4)
    assert best.won is not None
    assert best.won.mean == 15
    assert (worst.rank, worst.name) == (2, "A")
    assert (last.rank, last.name) == (None, "C")
    lines = standings_lines(given, 80)
    assert lines[2].startswith("  1  B               1      4  +150.0  ± ")
    assert match_line(given).startswith("match 1 of 3: A v B: -150.0 ± ")
    assert match_line(given).endswith(" bb/100; played before")


def test_places_are_by_the_mean_over_matches_and_even_ones_share_them():
    given = course(
        ("A", "B", "C", "D"),
        result(("A", "B"), (10, -10), (10, -10)),
        result(("C", "D"), (10, -10), (10, -10)),
        result(("A", "D"), (0, 0), (10, -10)),
    )
    # A has more chips than C, but in two matches.
    found = [(p.rank, p.name) for p in places_of(given)]
    assert found == [(1, "C"), (2, "A"), (3, "D"), (4, "B")]
    given = course(("B", "A"), result(("B", "A"), (10, -10), (-10, 10)))
    assert [(p.rank, p.name) for p in places_of(given)] == [(1, "A"), (1, "B")]


def test_all_matches_give_the_standings_of_the_table():
    rng = np.random.default_rng(5)
    drawn = [
        result(pair, *((int(x), -int(x)) for x in rng.integers(-90, 90, 300))) for pair in combinations("ABCD", 2)
    ]  # fmt: skip
    standings = Standings.of([outcome_of(one) for one in drawn])
    for place in places_of(course(tuple("ABCD"), *drawn)):
        assert place.won == standings.won[standings.names.index(place.name)]
        assert (place.matches, place.hands) == (3, 1800)


LONG = ("a_very_long_name_of_a_file_of_bots.py:WithAClassThatIsEvenLonger", "B", "C" * 100)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_terminal(width):
    reason = "RuntimeError: " + "very " * 50 + "bad"
    given = course(
        LONG,
        result(LONG[:2], (-40, 40), (-20, 20)),
        result(LONG[::2], (-4000, 4000), (20, -20), forfeit=Forfeit(1, 0, 0, reason)),
    )
    lines = standings_lines(given, width)
    assert max(map(len, lines)) <= width
    assert all("+" in line or "-" in line for line in lines[2:] if "forfeited" not in line)
    told = next(k for k, line in enumerate(lines) if "forfeited v a_very" in line)
    assert "C" * 5 in lines[told - 1], "it stands under the row of its player"


def test_a_forfeit_takes_the_intervals_of_those_who_played_that_match():
    forfeit = Forfeit(1, 2, 0, "RuntimeError: bad\n\x1b[31m luck")
    given = course(
        tuple("ABCD"),
        result(("A", "B"), (40, -40), (20, -20), forfeit=forfeit),
        result(("C", "D"), (40, -40), (20, -20)),
    )
    lines = standings_lines(given, 80)
    known = {line.split()[1]: "not known" not in line for line in lines[2:] if "forfeited" not in line}
    assert known == {"A": False, "B": False, "C": True, "D": True}
    assert "     forfeited v A: RuntimeError: bad  [31m luck" in lines
    first = course(tuple("ABCD"), *given.played[:1])
    assert match_line(first) == (
        "match 1 of 6: A v B: +150.0 ± not known bb/100; B forfeited: RuntimeError: bad  [31m luck"
    )
    (place,) = (p for p in places_of(given) if p.forfeits)
    assert place.forfeits == ((("A",), forfeit.reason),)


def test_rounds_that_are_played_again():
    names = tuple("ABCD")
    game = THREES
    first = tuple(
        result(group, tuple(range(0, -3, -1)), tuple(3 - 3 * (k == 0) - k for k in range(3)), game=game)
        for group in combinations(names, 3)
    )
    assert all(np.any(one.parts) for one in first)
    again = Course(names, game, (first, ()), (names, ("A", "B", "C")), 1)
    found = [(p.rank, p.name, p.out, p.matches) for p in places_of(again)]
    assert found == [(None, "A", None, 0), (None, "B", None, 0), (None, "C", None, 0), (4, "D", 1, 3)]
    lines = standings_lines(again, 80)
    assert lines[0] == "0 of 1 match of round 2, 3 players left; three-player Kuhn poker"
    assert lines[-1].endswith("out, round 1")
    last = result(("A", "B", "C"), (1, 0, -1), (1, 1, -2), game=game)
    done = Course(names, game, (first, (last,)), (names, ("A", "B", "C")), 1)
    assert [(p.rank, p.name, p.out) for p in places_of(done)] == [
        (1, "A", None), (2, "B", None), (3, "C", None), (4, "D", 1)
    ]  # fmt: skip
    assert match_line(done).startswith("round 2, match 1 of 1: A +")
