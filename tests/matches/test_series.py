"""Series of hands: copies of players with separate memories, their views, curves and confidence intervals."""

import re
import threading
import time
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np
import pytest

from pokerdata._support.estimates import student
from pokerdata.errors import CapacityError, TableError
from pokerdata.games import playable, table_rules
from pokerdata.games.play import State, TimeLimits
from pokerdata.games.strategies import simple_strategy
from pokerdata.matches import play_series, seat_orders, series
from pokerdata.matches.referee import most_lost
from pokerdata.matches.series import series_seed
from pokerdata.matches.table import play_at_table
from pokerdata.players.agents import Agent
from pokerdata.solving import public as solvers
from pokerdata.solving.public.values import expected_value


class Learner:
    """Raises more often with every hand that it sees, so that its memory matters."""

    def __init__(self):
        self.seen = 0

    def reset(self):
        self.seen = 0

    def act(self, state):
        return "r" if state.can_raise and (self.seen * 7 + state.hand) % 11 < min(self.seen, 9) else "c"

    def observe(self, state):
        self.seen += len("".join(map(str, state.hole_cards)))


class Says:
    """Answers by the number of the hand; an answer that is an exception is raised."""

    def __init__(self, *answers):
        self.answers = answers

    def act(self, state):
        answer = self.answers[state.hand % len(self.answers)]
        if isinstance(answer, Exception):
            raise answer
        return answer


class Noted:
    """Makes players that note every call."""

    def __init__(self, answer="c"):
        self.made, self.answer = [], answer

    def __call__(self, seed):
        player = _Noting(self.answer, seed)
        self.made.append(player)
        return player


class _Noting:
    def __init__(self, answer, seed):
        self.answer, self.seed, self.calls, self.ends = answer, seed, [], []

    def reset(self):
        self.calls.append("reset")

    def act(self, state):
        self.calls.append(state.hand)
        return self.answer

    def observe(self, state):
        self.calls.append(("end", state.hand))
        self.ends.append(state)


@pytest.mark.parametrize(
    ("player", "game"),
    [
        ("random", "leduc"),
        ("simple", "limit-holdem"),
        ("random", "limit-holdem-3p"),
        ("random", "nolimit-holdem-6p"),
        (Learner, "limit-holdem"),
        (Learner, "limit-holdem-3p"),
        ("learning", "kuhn"),
    ],
)
def test_a_player_against_itself_wins_exactly_nothing(player, game):
    result = play_series([player] * table_rules(game).players, game, series=2, hands=12, seed=5)
    assert set(result.chips) == {Fraction(0)}
    assert not result.units.any()
    assert result.parts.any()
    assert not result.parts.sum(axis=3).any()


@pytest.mark.parametrize("game", ["leduc", "limit-holdem-3p"])
@pytest.mark.parametrize("learns", [False, True])
def test_each_series_is_a_match_of_replays_with_cards_of_its_own(game, learns):
    count = table_rules(game).players
    names = [Learner if learns else "random", "random", "always-raise"][:count]
    result = play_series(names, game, series=3, hands=15, seed=7)
    for number in range(3):
        players: list[Any] = [Learner() if one is Learner else one for one in names]
        same = play_at_table(players, game, deals=15, seed=series_seed(7, number), replays=True)
        np.testing.assert_array_equal(result.parts[number], same.parts.transpose(1, 0, 2))
    assert not np.array_equal(result.parts[0], result.parts[1])
    more = play_series(names, game, series=4, hands=20, seed=7)
    np.testing.assert_array_equal(
        more.parts[:3, :, :15], result.parts
    )  # neither number affects earlier results
    assert not np.array_equal(play_series(names, game, series=3, hands=15, seed=8).parts, result.parts)


def test_no_two_series_have_the_same_cards():
    assert len({series_seed(3, number) for number in range(100_000)}) == 100_000
    assert series_seed(3, 0) != series_seed(4, 0)


def test_every_copy_has_one_memory_and_sees_its_hands_in_order():
    first, second = Noted(), Noted()
    hands = 5
    result = play_series([first, second], "leduc", series=3, hands=hands, seed=2)
    for noted in (first, second):
        asked = [one for one in noted.made if one.calls]
        assert len(noted.made) == 7  # one to check that the player exists, and one for each series and order
        assert len(asked) == 6
        for one in asked:
            assert one.calls[0] == "reset"
            assert [call for call in one.calls if isinstance(call, tuple)] == [
                ("end", h) for h in range(hands)
            ]
            assert "reset" not in one.calls[1:]
        for one, other in zip(asked[::2], asked[1::2], strict=True):  # both orders of one series
            assert one.seed == other.seed
            assert [_cards(state) for state in one.ends] == [_cards(state) for state in other.ends]
            assert all(a.viewer != b.viewer for a, b in zip(one.ends, other.ends, strict=True))
        assert len({one.seed for one in asked}) == 3
        assert len({tuple(_cards(state) for state in one.ends) for one in asked}) == 3
    assert result.decisions[0] == sum(isinstance(call, int) for one in first.made for call in one.calls)


def _cards(state: State):
    return state.hole_cards, state.board


@pytest.mark.parametrize("show", ["shown", "all"])
@pytest.mark.parametrize("game", ["limit-holdem", "limit-holdem-3p"])
def test_what_is_shown(game, show):
    count = table_rules(game).players
    folds = Says("f", "c", "c")
    noted = Noted("r")
    play_series([noted, *[folds] * (count - 1)], game, series=2, hands=12, show=show)
    ends = [state for one in noted.made for state in one.ends]
    assert len(ends) == 2 * 12 * len(seat_orders(count))
    kinds: Counter[bool] = Counter()
    for state in ends:
        assert state.is_terminal
        shown = state.players_left > 1
        kinds[shown] += 1
        assert len(state.board) == state.game.board_cards(state.street)
        for position, cards in enumerate(state.hole_cards):
            seen = position == state.viewer or (shown and not state.folded[position])
            assert bool(cards) == (seen or show == "all")
    assert all(kinds[shown] > 10 for shown in (False, True))


@pytest.mark.slow
def test_the_same_bits_on_any_number_of_processes():
    agent = Agent.of(solvers.solve("kuhn", iterations=5))
    told = []
    given: dict[str, Any] = {
        "series": 5,
        "hands": 20,
        "show": "all",
        "seed": 3,
        "progress": lambda *done: told.append(done),
    }
    one, two = (play_series([agent, "learning"], "kuhn", processes=n, **given) for n in (1, 2))
    np.testing.assert_array_equal(one.parts, two.parts)
    assert (one.decisions, one.faults, one.to_dict()["curve"]) == (
        two.decisions,
        two.faults,
        two.to_dict()["curve"],
    )
    assert told[-1] == (200, 200)
    assert all(total == 200 and 0 <= done <= 200 for done, total in told)


def test_what_other_processes_raise_is_raised_here(tmp_path):
    bot = tmp_path / "bots.py"
    bot.write_text(
        "class Late:\n"
        "    def __init__(self, seed):\n"
        f"        if seed not in (0, {_first_seed()}):\n"
        "            raise OSError('no more of them')\n"
        "    def act(self, state):\n"
        "        return 'c'\n"
    )
    for processes in (1, 2):
        with pytest.raises(ValueError, match=r"got OSError: no more of them"):
            play_series([f"{bot}:Late", "random"], "kuhn", series=4, hands=3, processes=processes, trust=True)


def _first_seed():
    from pokerdata.players.plain import players_seed

    return players_seed(series_seed(0, 0))


def test_the_curve_by_hand():
    result = play_series(
        ["random", "always-call", "always-raise"], "limit-holdem-3p", series=5, hands=23, seed=4
    )
    assert result.hands_played == 5 * 6 * 23
    units = result.units
    np.testing.assert_allclose(units, result.parts.mean(axis=1) / 2520)
    for blocks in (1, 4, 23, "doubling"):
        curve = result.curve(blocks)
        ends = curve.ends.tolist()
        assert (ends[0], ends[-1]) == (0, 23)
        if blocks == "doubling":
            assert ends == [0, 1, 2, 4, 8, 16, 23]
        elif isinstance(blocks, int):
            assert len(ends) == blocks + 1
            assert max(np.diff(ends)) - min(np.diff(ends)) <= 1
        for p in range(3):
            for b, (begin, end) in enumerate(pairwise(ends)):
                for found, of in ((curve.won[p][b], slice(begin, end)), (curve.cumulative[p][b], slice(end))):
                    means = units[:, of, p].mean(axis=1)
                    assert found.mean == pytest.approx(means.mean(), abs=1e-12)
                    assert found.standard_error == pytest.approx(means.std(ddof=1) / sqrt(5), abs=1e-12)
                    if found.standard_error:
                        assert found.half_width == pytest.approx(student(4) * found.standard_error)
        assert curve.cumulative[0][-1] == result.won[0]
    assert sum(result.chips) == 0
    assert result.chips[0] == Fraction(int(result.parts[..., 0].sum()), 2520)


def test_without_memory_the_curve_is_flat_at_the_exact_value():
    game = playable("kuhn")
    caller, raiser = (simple_strategy(game, kind) for kind in ("call", "uniform"))
    value = _value(game, caller, raiser)
    result = play_series(["always-call", "random"], "kuhn", series=60, hands=50, seed=1)
    for won in result.curve(5).won[0]:
        assert abs(won.mean - value) < 4 * won.standard_error
    assert abs(result.won[0].mean - value) < 4 * result.won[0].standard_error
    assert result.won[0].standard_error < 0.03


def _value(game, one, two):
    """Return the chips per hand, averaged over both seats."""
    first, second = expected_value(game, one, two), expected_value(game, two, one)
    return float(first - second) / 2


@pytest.mark.slow
def test_intervals_hold_the_exact_value_of_leduc_as_often_as_they_say():
    """This uses 1,000 times 6 series of 10 hands, and Student's intervals over series."""
    game = playable("leduc")
    weak = solvers.solve(game, iterations=3)
    value = _value(game, weak.strategy, simple_strategy(game, "uniform"))
    together = play_series([Agent.of(weak), "random"], "leduc", series=6000, hands=10, seed=11)
    held = 0
    for k in range(1000):
        won = replace(together, parts=together.parts[6 * k : 6 * (k + 1)]).won[0]
        held += abs(won.mean - value) <= won.half_width
    assert 930 <= held <= 970
    assert abs(together.won[0].mean - value) < 4 * together.won[0].standard_error


def test_who_fails_loses_the_rest_of_his_series():
    bad = Says("c", "c", "c", ValueError("no idea"), "c")
    result = play_series([bad, "random"], "leduc", series=3, hands=8, seed=3)
    fine = play_series([Says("c"), "random"], "leduc", series=3, hands=8, seed=3)
    np.testing.assert_array_equal(result.parts[:, :, :3], fine.parts[:, :, :3])
    lost = most_lost(table_rules("leduc"), 0) * 2520
    assert set(result.parts[:, :, 3:, 0].ravel().tolist()) == {-lost}
    assert set(result.parts[:, :, 3:, 1].ravel().tolist()) == {lost}
    assert [one[:4] for one in result.forfeits] == [(0, s, o, 3) for s in range(3) for o in range(2)]
    assert "ValueError: no idea" in result.forfeits[0].reason
    assert result.won[0].standard_error == inf
    assert result.to_dict()["results"][0]["standard_error"] is None
    first = result.to_dict()["forfeits"][0]
    assert (first["player"], first["hand"], first["order"], first["series"]) == ("Says", 4, 1, 1)
    said = str(result)
    assert "Says forfeited 6 of 6, first in hand 4 of order 1 of series 1: ValueError: no idea" in said
    once = play_series([_Once, "random"], "leduc", series=3, hands=8, seed=3)
    assert [one.series for one in once.forfeits] == [once.forfeits[0].series] * len(once.forfeits)


class _Once:
    """Fails in one series only, so that the others are played."""

    def __init__(self, seed):
        from pokerdata.players.plain import players_seed

        self.bad = seed == players_seed(series_seed(3, 1))

    def act(self, state):
        if self.bad:
            raise KeyError(state.hand)
        return "c"


def test_clocks_and_faults():
    class Slow:
        def act(self, state):
            if state.hand == 2:
                time.sleep(5)
            return "r99" if state.hand == 1 else "c"

    begun = time.monotonic()
    result = play_series([Slow, "always-call"], "kuhn", series=1, hands=4, limits=TimeLimits(response_ms=100))
    assert time.monotonic() - begun < 4
    assert [one[:4] for one in result.forfeits] == [(0, 0, 0, 2), (0, 0, 1, 2)]
    assert result.faults == (2, 0)
    assert re.search(r"'r99' at '.*' of hand 2, changed to 'c', in series 1", str(result.first_faults[0]))
    assert "Slow: 2 illegal actions; the first: 'r99'" in str(result)


def test_players_are_copied_as_they_are():
    mine = Learner()
    mine.seen = 3
    result = play_series([mine, "random"], "leduc", series=2, hands=5)
    assert mine.seen == 3
    assert result.players == ("Learner", "random")
    named = play_series([lambda game: Says("c"), "random"], "leduc", series=1, hands=1, names=["A", "B"])
    assert named.players == ("A", "B")


class Locked:
    def __init__(self):
        self.lock = threading.Lock()

    def act(self, state):
        return "c"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": "random"}, "players: expected 2 for Leduc hold'em, got 'random'"),
        ({"players": ["random"]}, "players: expected 2 for Leduc hold'em, got 1; e.g. "),
        (
            {"players": ["random", Locked()]},
            "player Locked: expected one that can be copied, .* e.g. its class",
        ),
        ({"players": ["random", 3]}, "player: expected a name, an agent or an object"),
        ({"players": ["random", dict]}, "player dict: expected a class with a method act"),
        ({"players": ["random", "bots.py:Tight"]}, "expected --trust"),
        (
            {"players": ["random", "acpc:port=4711"], "processes": 2},
            "processes: expected 1 where a program comes",
        ),
        (
            {"players": [Locked, lambda: Locked()], "processes": 2},
            "processes: expected players that other proc",
        ),
        ({"show": "some"}, "show: expected one of shown, all, got 'some'"),
        ({"series": 0}, "series: expected a whole number from 1"),
        ({"hands": 2.5}, "hands: expected a whole number from 1"),
        ({"processes": -1}, "processes: expected a whole number from 0"),
        ({"seed": 2**32}, "seed: expected a whole number from 0"),
        ({"names": ["A"]}, "names: expected 2 or none, got 1"),
        ({"game": "nolimit-holdem-6p", "hands": 10}, "players: expected 6"),
    ],
)
def test_what_is_refused(changes, message):
    given = {"players": ["random", "random"], "game": "leduc", "series": 2, "hands": 3} | changes
    with pytest.raises(ValueError, match=message):
        play_series(given.pop("players"), given.pop("game"), **given)


def test_what_does_not_fit_or_is_not_there_is_refused(monkeypatch):
    with pytest.raises(TableError, match="nobody"):
        play_series(["nobody.h5", "random"], "leduc")
    monkeypatch.setattr(series, "available_memory", lambda: 10**6)
    with pytest.raises(
        CapacityError, match=r"results that fit in 1\.0 MB of memory, got 1,000 of 1,000 hands"
    ):
        play_series(["random", "random"], "leduc", series=1000, hands=1000)
    monkeypatch.setattr("pokerdata.matches.referee._MOST_SUM", 10**6)
    with pytest.raises(ValueError, match="hands: expected at most 15 with such stacks"):
        play_series(["random", "random"], "leduc", series=1, hands=16)


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        (6, "blocks: expected a whole number from 1 to 5, got 6; e.g. 5"),
        ("tripling", "blocks: expected a number or 'doubling', got 'tripling'; e.g. 10"),
    ],
)
def test_blocks_that_are_refused(blocks, message):
    result = play_series(["random", "random"], "kuhn", series=2, hands=5)
    with pytest.raises(ValueError, match=message):
        result.curve(blocks)


def test_as_values_text_and_frame():
    result = play_series(["random", "always-call"], "leduc", series=3, hands=12, seed=2)
    found = result.to_dict("doubling")
    assert [row["last_hand"] for row in found["curve"]] == [1, 2, 4, 8, 12] * 2
    assert (found["series"], found["hands"], found["orders"], found["hands_played"]) == (3, 12, 2, 72)
    frame = result.to_frame("doubling")
    assert frame["won"].tolist() == [row["won"] for row in found["curve"]]
    lines = result.curve(3).to_csv().splitlines()
    assert lines[0].startswith("player,first_hand,last_hand,won,standard_error")
    assert len(lines) == 7
    for text in (str(result), result.text("doubling")):
        assert max(map(len, text.splitlines()[3:])) <= 80
    assert "\n9-12 " in result.text("doubling")
    one = play_series(["random", "always-call"], "leduc", series=1, hands=2)
    assert not isfinite(one.won[0].half_width)
    assert "± not known" in str(one)
    assert one.to_frame(1)["half_width_95"].isna().all()
    assert repr(one) == "SeriesResult(random, always-call, Leduc hold'em, 1 series of 2 hands)"
    assert "</table>" in one._repr_html_()
