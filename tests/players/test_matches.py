"""Matches of two to ten players: units of duplicate deals, results, and players that lose by rule."""

import asyncio
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import inf
from typing import Any

import numpy as np
import pytest

from pokerdata.errors import MatchError
from pokerdata.games import table_rules
from pokerdata.games.play import Deals, State, TimeLimits
from pokerdata.matches import play_hands, seat_orders
from pokerdata.matches.referee import most_lost
from pokerdata.matches.result import by_position
from pokerdata.matches.table import play_at_table
from pokerdata.players import find_player
from pokerdata.players.agents import Agent
from pokerdata.players.session import Session
from pokerdata.solving.public import solve

SIX = "nolimit-holdem-6p"


class Counting:
    """Calls, and keeps what it receives."""

    def __init__(self):
        self.calls, self.states, self.ends = [], [], []

    def reset(self):
        self.calls.append("reset")

    def act(self, state):
        self.calls.append("act")
        self.states.append(state)
        return "c"

    def observe(self, state):
        self.calls.append("observe")
        self.ends.append(state)


class Learner:
    """Raises more often with every hand that it sees, so that its memory matters; `reset` clears the memory."""

    def __init__(self):
        self.seen = 0

    def reset(self):
        self.seen = 0

    def act(self, state):
        return "r" if state.can_raise and (self.seen * 7 + state.hand) % 11 < min(self.seen, 9) else "c"

    def observe(self, state):
        self.seen += 1


class Says:
    def __init__(self, *answers):
        self.answers = answers

    def act(self, state):
        return self.answers[state.hand % len(self.answers)]


@pytest.mark.parametrize("players", range(2, 11))
def test_every_player_has_every_position_of_a_deal_equally_often(players):
    orders = seat_orders(players)
    assert len(orders) == (players if players > 3 else len(list(permutations(range(players)))))
    for hand in (0, 1, 17):
        held = Counter(
            (player, position) for order in orders for position, player in enumerate(by_position(order, hand))
        )
        assert set(held.values()) == {len(orders) // players}


@pytest.mark.parametrize(
    ("agent", "game"),
    [("random", "kuhn"), ("simple", "limit-holdem"), ("random", "limit-holdem-3p"), ("random", SIX)],
)
def test_an_agent_against_itself_wins_exactly_nothing(agent, game):
    count = table_rules(game).players
    result = play_at_table([agent] * count, game, deals=20, seed=5)
    assert {value for unit in result.units for value in unit} == {Fraction(0)}
    assert any(result.parts.ravel())
    assert all(value.mean == 0 for value in result.won)


def test_a_learner_against_itself_wins_exactly_nothing_over_whole_replays():
    result = play_at_table([Learner() for _ in range(3)], "limit-holdem-3p", deals=60, seed=5)
    assert result.replays
    assert set(result.chips) == {Fraction(0)}
    assert any(value for unit in result.units for value in unit) is False
    mixed = play_at_table([Learner() for _ in range(3)], "limit-holdem-3p", deals=60, seed=5, replays=False)
    # With memory, playing deal by deal gives other results.
    assert any(value for unit in mixed.units for value in unit)


@pytest.mark.parametrize("game", ["limit-holdem", "limit-holdem-3p", SIX])
def test_without_memory_both_ways_are_the_same(game):
    names = ["random", "always-raise", "always-call", "always-fold", "random", "always-call"]
    names = names[: table_rules(game).players]
    one, two = (play_at_table(names, game, deals=15, seed=8, replays=way) for way in (False, True))
    np.testing.assert_array_equal(one.parts, two.parts)
    assert (one.flow_parts, one.decisions, one.faults) == (two.flow_parts, two.decisions, two.faults)
    other = play_at_table(names, game, deals=15, seed=9)
    assert not np.array_equal(one.parts, other.parts)


@pytest.mark.parametrize("game", ["limit-holdem-3p", "nolimit-holdem", SIX])
def test_results_are_the_sums_of_the_hands(game):
    definition = table_rules(game)
    names = (["random"] * 2 + ["always-call", "always-raise", "always-fold", "random"])[: definition.players]
    deals = 12
    result = play_at_table(names, game, deals=deals, seed=2)
    hands = list(play_hands(names, game, deals=deals, seed=2))
    count, orders = definition.players, len(result.orders)
    assert result.hands == len(hands) == deals * orders
    cards = [next_cards for next_cards, _ in zip(Deals(definition, 2), range(deals), strict=False)]
    won = [[Fraction(0)] * count for _ in range(deals)]
    at = {(p, q): [Fraction(0)] * deals for p in range(count) for q in range(count)}
    flows = [[Fraction(0)] * count for _ in range(count)]
    decisions = [0] * count
    for hand in hands:
        state = hand.state
        assert (state.hole_cards, state._board, state.hand) == (*cards[hand.deal], hand.deal)
        assert state.names == tuple(names[p] for p in hand.players)
        for position, player in enumerate(hand.players):
            won[hand.deal][player] += state.returns()[position]
            at[player, position][hand.deal] += state.returns()[position]
            for to, chips in enumerate(state.flows[position]):
                flows[player][hand.players[to]] += chips
        for street in state.actions:
            for position, _ in street:
                decisions[hand.players[position]] += 1
    assert result.units == tuple(map(tuple, won))
    assert result.flows == tuple(map(tuple, flows))
    assert result.decisions == tuple(decisions)
    for player in range(count):
        assert result.chips[player] == sum(row[player] for row in won)
        assert result.chips[player] == sum(flows[p][player] - flows[player][p] for p in range(count))
        means = [float(row[player] / orders) for row in won]
        assert result.won[player].mean == pytest.approx(np.mean(means), abs=1e-9)
        assert result.won[player].standard_error == pytest.approx(np.std(means, ddof=1) / deals**0.5)
        for position in range(count):
            values = [float(value * count / orders) for value in at[player, position]]
            found = result.by_position[player][position]
            assert found.mean == pytest.approx(np.mean(values), abs=1e-9)
            assert found.standard_error == pytest.approx(np.std(values, ddof=1) / deals**0.5)


def test_a_strategy_wins_what_it_should():
    """An equilibrium of Kuhn poker against a player that always bets wins exactly the value by hand."""
    solved = solve("kuhn", iterations=2000)
    result = play_at_table([Agent.of(solved), "always-call"], "kuhn", deals=4000, seed=1)
    agent = Agent.of(solved)
    expected = Fraction(0)
    for cards in permutations("JQK", 2):
        expected += sum(Fraction(_value(agent, cards, "", seat)).limit_denominator(10**6) for seat in (0, 1))
    mean = float(expected) / 12
    assert abs(result.won[0].mean - mean) < 4 * result.won[0].standard_error + 1e-3
    assert result.won[0].standard_error < 0.02


def _value(agent, cards, history, seat):
    """Return the agent's exact winnings from a caller, by every branch of the game."""
    ends = {"cc": 1, "crc": 2, "rc": 2, "rf": None, "crf": None}
    if history in ends:
        stake = ends[history]
        if stake is None:
            folded = len(history) % 2 == 0  # by player 2, which acts second, fourth ...
            loser = 1 if folded else 0
            return -1.0 if loser == seat else 1.0
        wins = "JQK".index(cards[seat]) > "JQK".index(cards[1 - seat])
        return stake * (1.0 if wins else -1.0)
    if len(history) % 2 != seat:
        return _value(agent, cards, history + "c", seat)
    chances = agent.probabilities(cards[seat], "", history)
    return sum(p * _value(agent, cards, history + action, seat) for action, p in chances.items())


def test_what_a_player_is_asked_and_shown():
    me = Counting()
    result = play_at_table([me, "random", "random"], "limit-holdem-3p", deals=7, seed=3)
    assert result.replays
    assert me.calls.count("reset") == 6
    assert me.calls.count("observe") == 42
    assert me.calls.count("act") == result.decisions[0] == len(me.states)
    places = [i for i, call in enumerate(me.calls) if call == "reset"]
    assert all(me.calls[a:b].count("observe") == 7 for a, b in zip(places, [*places[1:], None], strict=True))
    for state in me.states:
        for position, held in enumerate(state.hole_cards):
            assert bool(held) == (position == state.player)
        assert len(state._board) == len(state.board) == (0, 3, 4, 5)[state.street]
    for state in me.ends:
        assert state.is_terminal
        hidden = [p for p, held in enumerate(state.hole_cards) if not held]
        assert hidden or state.players_left == 3
        assert all(state.folded[p] or state.players_left == 1 for p in hidden)
    once = Counting()
    play_at_table([once, "random", "random"], "limit-holdem-3p", deals=7, seed=3, replays=False)
    assert once.calls.count("reset") == 1


@pytest.mark.parametrize(
    ("game", "before", "answer", "becomes"),
    [
        ("limit-holdem", "", "r", "r"),
        ("limit-holdem", "", "r20", "c"),
        ("limit-holdem", "rrr", "r", "c"),
        ("limit-holdem", "c", "f", "c"),
        ("limit-holdem", "r", "f", "f"),
        ("nolimit-holdem", "", "r200", "r200"),
        ("nolimit-holdem", "", "r0200", "r200"),
        ("nolimit-holdem", "", "r199", "r200"),
        ("nolimit-holdem", "", "r10001", "r10000"),
        ("nolimit-holdem", "", "r", "c"),
        ("nolimit-holdem", "", "r-5", "c"),
        ("nolimit-holdem", "r10000", "r10000", "c"),
        *(
            (game, "", answer, "c")
            for game in ("limit-holdem", "nolimit-holdem")
            for answer in ("x", "", "F", None, 3)
        ),
    ],
)
def test_what_is_not_legal_becomes_what_the_dealer_makes_of_it(game, before, answer, becomes):
    from pokerdata.games.play.answers import legal_action
    from pokerdata.games.play.state import split_actions

    state = State(table_rules(game))
    for action in split_actions(before):
        state = state.apply(action)
    assert legal_action(state, answer) == becomes
    state.apply(legal_action(state, answer))


def test_faults_are_counted_and_told():
    result = play_at_table([Says("c", "raise", None, "f"), "always-call"], "limit-holdem", deals=8, seed=1)
    hands = list(play_hands([Says("c", "raise", None, "f"), "always-call"], "limit-holdem", deals=8, seed=1))
    expected = 0
    for hand in hands:
        me = hand.players.index(0)
        mine = [a for street in hand.state.actions for p, a in street if p == me]
        expected += 0 if hand.deal % 4 == 0 else mine.count("c")
    assert result.faults == (expected, 0)
    assert expected > 10
    assert result.first_faults[0] is not None
    assert result.first_faults[0].startswith("'raise' at ")
    assert result.first_faults[0].endswith("of hand 2, changed to 'c'")
    assert "illegal actions; the first: 'raise' at" in str(result)
    assert result.forfeit is None


class FailsAt:
    def __init__(self, hand, how):
        self.hand, self.how = hand, how

    def act(self, state):
        if state.hand == self.hand:
            self.how()
        return "c"


def _divide():
    return 1 // 0


def _leave():
    raise SystemExit(2)


# line 6 returns something that is no action
_THINKS = """class Thinks:
    def act(self, state):
        return self.think(state)

    def think(self, state):
        return state.apply("raise").history
"""


def test_an_exception_is_placed_in_the_file_of_the_bot(tmp_path):
    (tmp_path / "my_bots.py").write_text(_THINKS)
    bot, place = f"{tmp_path / 'my_bots.py'}:Thinks", r"got 'raise' \(my_bots\.py, line 6\)$"
    forfeit = play_at_table([bot, "random"], "limit-holdem", deals=2, seed=1, trust=True).forfeit
    assert forfeit is not None
    assert re.search(place, forfeit.reason)
    session = Session(
        table_rules("limit-holdem"), [find_player(bot, "limit-holdem", trust=True)], ["me", "it"], 1
    )
    with pytest.raises(MatchError, match=place):
        session.deal()
    (tmp_path / "my_bots.py").write_text("import json\n\njson.loads('[')\n")
    with pytest.raises(ValueError, match=r"got JSONDecodeError: .* \(my_bots\.py, line 3\)$"):
        find_player(bot, "limit-holdem", trust=True)


@pytest.mark.parametrize("how", [_divide, _leave])
@pytest.mark.parametrize("replays", [False, True])
@pytest.mark.parametrize("game", ["limit-holdem-3p", SIX])
def test_who_raises_an_exception_loses_the_rest(game, replays, how):
    definition = table_rules(game)
    count = definition.players
    deals, at = 6, 2
    players: list[Any] = [FailsAt(at, how), *["random"] * (count - 1)]
    result = play_at_table(players, game, deals=deals, seed=1, replays=replays)
    whole = play_at_table([FailsAt(-1, how), *players[1:]], game, deals=deals, seed=1)
    forfeit = result.forfeit
    assert forfeit is not None
    assert (forfeit.player, forfeit.deal) == (0, at)
    name = {"_divide": "ZeroDivisionError", "_leave": "SystemExit: 2"}[how.__name__]
    assert name in forfeit.reason
    assert "test_matches.py, line" in forfeit.reason
    played = [
        (deal, order)
        for deal, order in np.ndindex(*result.parts.shape[:2])
        if ((order, deal) if replays else (deal, order))
        < ((forfeit.order, at) if replays else (at, forfeit.order))
    ]
    assert played
    for deal, order in np.ndindex(*result.parts.shape[:2]):
        if (deal, order) in played:
            np.testing.assert_array_equal(result.parts[deal, order], whole.parts[deal, order])
        else:
            position = by_position(result.orders[order], deal).index(0)
            lost = most_lost(definition, position) * 2520
            expected = [-lost] + [lost // (count - 1)] * (count - 1)
            assert result.parts[deal, order].tolist() == expected
    assert sum(result.chips) == 0
    assert all(
        result.chips[p] == sum(result.flows[q][p] - result.flows[p][q] for q in range(count))
        for p in range(count)
    )
    assert result.won[0].half_width == inf
    assert "forfeited in hand 3 of" in str(result)


def test_the_most_that_can_be_lost():
    assert [most_lost(table_rules("limit-holdem-3p"), p) for p in range(3)] == [240] * 3
    assert most_lost(table_rules("nolimit-holdem-3p"), 1) == 20_000
    assert most_lost(table_rules("kuhn-3p"), 0) == 2


class Sleeps:
    def __init__(self, *seconds):
        self.seconds = seconds

    def act(self, state):
        time.sleep(self.seconds[state.hand % len(self.seconds)])
        return "c"


class Loops:
    def act(self, state):
        while True:
            with suppress(Exception):
                time.sleep(0.001)


@pytest.mark.parametrize(
    ("player", "limits"),
    [
        (Sleeps(0, 0.2), TimeLimits(response_ms=50)),
        (Loops(), TimeLimits(response_ms=50)),
        (Sleeps(0, 0.03), TimeLimits(hand_ms=50)),
        (Sleeps(0.01), TimeLimits(per_hand_ms=5)),
    ],
)
def test_who_takes_too_long_forfeits(player, limits):
    begun = time.monotonic()
    result = play_at_table([player, "always-call"], "limit-holdem", deals=5, seed=1, limits=limits)
    assert time.monotonic() - begun < 5
    assert result.forfeit is not None
    assert result.forfeit.player == 0
    assert "took longer than the" in result.forfeit.reason
    assert result.chips[0] < 0


def test_without_a_timer_clocks_are_looked_at_afterwards():
    """In another thread a call cannot be interrupted."""
    import threading

    found: list[Any] = []

    def play():
        found.append(
            play_at_table(
                [Sleeps(0.06), "always-call"], "kuhn", deals=5, seed=1, limits=TimeLimits(response_ms=50)
            )
        )

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()
    assert found[0].forfeit.player == 0


def test_seconds_are_those_of_the_players():
    result = play_at_table([Sleeps(0.002), "always-call"], "kuhn", deals=5, seed=1)
    assert result.seconds[0] >= 0.002 * result.decisions[0]
    assert result.seconds[1] < result.seconds[0] / 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ["random"] * 2}, "players: expected 3 for three-player limit"),
        ({"players": "random"}, "players: expected 3"),
        ({"deals": 0}, "deals: expected a whole number"),
        ({"seed": 2**32}, "seed: expected a whole number"),
        ({"names": ["A"]}, "names: expected 3 or none, got 1"),
        ({"players": ["nobody"] * 3}, "nobody"),
    ],
)
def test_what_is_refused(change, words):
    given = {"players": ["random"] * 3, "game": "limit-holdem-3p", **change}
    with pytest.raises(Exception, match=words):
        play_at_table(given.pop("players"), given.pop("game"), **given)


def test_limits_are_checked():
    with pytest.raises(ValueError, match="response_ms: expected a whole number from 0 to"):
        TimeLimits(response_ms=-1)


def test_the_printed_tables_fit_80_columns():
    names = ["random", "my very long name of a player, which is not to be believed.py:Tight"]
    for game in ("limit-holdem-3p", SIX):
        count = table_rules(game).players
        result = play_at_table(["random"] * count, game, deals=3, seed=1, names=(names * 5)[:count])
        table = str(result).partition("\n\n")[2]
        assert max(map(len, table.splitlines())) <= 80
        assert result.to_dict()["hands"] == result.hands


class _Bad:
    """Acts by a function."""

    def __init__(self, act):
        self.act = act


class _Evil:
    def __str__(self):
        time.sleep(3)
        return "c"

    def __eq__(self, other):
        raise RuntimeError("eq")

    __hash__ = object.__hash__


def _cancel(_):
    raise asyncio.CancelledError("mine")


def _exit(_):
    raise GeneratorExit


def _words(text):
    def act(_):
        raise ValueError(text)

    return act


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (_cancel, "CancelledError: mine"),
        (_exit, "GeneratorExit"),
        (_words("zero \0 and half \ud800"), r"ValueError: zero \\x00 and half \\ud800"),
        (_words(_Evil()), "ValueError: "),
        (_words("long" * 20_000), r"longlong \.\.\."),
    ],
)
def test_whatever_a_player_raises_is_his_alone(act, words):
    found = play_at_table([_Bad(act), "always-call"], "kuhn", deals=5, seed=1)
    assert found.forfeit is not None
    assert re.search(words, found.forfeit.reason)
    assert len(found.forfeit.reason) < 1200
    assert found.forfeit.reason.isprintable()


def test_what_is_no_text_is_not_asked_for_words():
    found = play_at_table([_Bad(lambda _: _Evil()), "always-call"], "kuhn", deals=5, seed=1)
    assert found.forfeit is None
    assert found.faults[0] == found.decisions[0]
    assert (found.first_faults[0] or "").startswith("a _Evil at ")
    assert found.seconds[0] < 1


def test_who_catches_the_first_interruption_is_interrupted_again():
    def act(_):
        end = time.perf_counter() + 5
        while time.perf_counter() < end:
            try:
                time.sleep(0.3)
            except BaseException:
                break
        while time.perf_counter() < end:
            pass
        return "c"

    begun = time.perf_counter()
    found = play_at_table(
        [_Bad(act), "always-call"], "kuhn", deals=5, seed=1, limits=TimeLimits(response_ms=100)
    )
    assert found.forfeit is not None
    assert time.perf_counter() - begun < 3


def test_raises_without_a_cap_end_with_the_street():
    rules = table_rules("limit-holdem")
    free = replace(rules, max_raises=(255,) * 4)
    state = next(iter(_hands_of_raises(free)))
    assert most_lost(free, 0) == max(state.spent) == 3790


def _hands_of_raises(game):
    holes, board = next(Deals(game, 1))
    state = State(game, hole_cards=holes, board=board)
    while state.player is not None:
        state = state.apply("r" if state.can_raise else "c")
    yield state
