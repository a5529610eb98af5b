"""`poki` and `simulating`: legal and reproducible actions, their computations, and their learning."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from helpers.weights import relative
from pokerdata.cards import COMBINATIONS, combination_index, combinations_with, parse_cards
from pokerdata.cards.equity import equity
from pokerdata.cards.evaluator import evaluate
from pokerdata.cards.ranges import Range
from pokerdata.cards.strength import hs, ppot
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules
from pokerdata.matches.table import play_at_table
from pokerdata.players import Poki, Simulating, find_player
from pokerdata.players.modelling.counting import GENERIC, Context
from pokerdata.players.play_outs import OpponentRanges, draw_deals, places_among, play_outs

from .tables import playing

LIMIT = table_rules("limit-holdem")
NAMES = ("poki", "simulating")


def made(name: str, game: Any, seed: int = 1) -> Any:
    player = find_player(name, game, seed=seed)
    if isinstance(player, Simulating):
        player.samples = 10
    return player


def state_of(actions: str, holes: list[str], board: str = "", game: Any = LIMIT) -> State:
    state = State(game, hole_cards=holes, board=board)
    for action in actions:
        state = state.apply(action)
    return state


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["limit-holdem", "limit-holdem-3p", "nolimit-holdem", "nolimit-holdem-6p"])
def test_they_play_legal_hands_and_the_same_again(name: str, game: str) -> None:
    definition = table_rules(game)
    for seed in range(3):
        found = []
        for _ in range(2):
            players = [made(name, game) for _ in range(definition.players)]
            found.append([action for _, action in playing(definition, players, seed)])
        assert found[0] == found[1]


@pytest.mark.parametrize("name", NAMES)
def test_ten_play(name: str) -> None:
    players: list[Any] = [made(name, ten()), *["random", "always-call", "simple"] * 3]
    result = play_at_table(players, ten(), deals=1, seed=3)
    assert result.faults == (0,) * 10
    assert result.forfeit is None


def ten() -> TableRules:
    return replace(
        table_rules("limit-holdem-3p"),
        name="ten",
        blinds=(5, 10, *[0] * 8),
        first_to_act=(3, 1, 1, 1),
    )


@pytest.mark.parametrize("name", NAMES)
def test_against_themselves_they_win_nothing(name: str) -> None:
    """Each learns in one order of seats as much as the other in the next."""
    result = play_at_table(
        [made(name, "limit-holdem"), made(name, "limit-holdem")], "limit-holdem", deals=8, seed=2, names="AB"
    )
    assert result.replays
    assert result.won[0].mean == 0


def test_strength_against_a_uniform_range_is_that_of_the_tables() -> None:
    """A player that has not acted may hold anything."""
    poki = Poki()
    for board, actions in (("3h4cJh", "cc"), ("3h4cJh9s", "cccc"), ("3h4cJh9s2d", "cccccc")):
        state = state_of(actions, ["AhJs", ""], board).seen_by(0)
        poki.opponents = Anything()
        now, better = float(hs("AhJs", board)), 0.0
        if len(board) < 10:
            better = float(ppot("AhJs", board, cards=1))
        assert poki.strength(state) == pytest.approx((now + (1 - now) * better, better), abs=1e-9)
    state = state_of("", ["", "QhQs"]).seen_by(1)
    assert poki.strength(state)[0] == pytest.approx(float(equity(["QQ", "random"]).equity[0]), abs=0.004)


class Anything(OpponentRanges):
    """All players may hold anything."""

    def weights(self, state: State) -> dict[int, Any]:
        assert state.player is not None
        free = ~combinations_with(np.array([*state.board, *state.hole_cards[state.player]], dtype=np.uint8))
        others = [p for p in range(state.players) if p != state.player and not state.folded[p]]
        return dict.fromkeys(others, free.astype(np.float64))


def test_strength_against_several_is_a_product() -> None:
    three = table_rules("limit-holdem-3p")
    state = (
        state_of("ccc", ["AhJs", "", ""], "3h4cJh9s2d", three)
        .seen_by(0)
        .with_cards(["AhJs", "", ""], "3h4cJh")
    )
    poki = Poki(opponents=Anything())
    now, better = float(hs("AhJs", "3h4cJh")), float(ppot("AhJs", "3h4cJh", cards=1))
    assert poki.strength(state)[0] == pytest.approx(now**2 + (1 - now**2) * better, abs=1e-9)


def test_raises_make_poki_careful() -> None:
    poki = Poki()
    quiet = state_of("cccr", ["Kh9s", ""], "9h4c2d").seen_by(0)
    wild = state_of("rrrccr", ["Kh9s", ""], "9h4c2d").seen_by(0)
    for state in (quiet, wild):
        assert sum(poki.triple(state)) == pytest.approx(1)
    assert poki.strength(wild)[0] < poki.strength(quiet)[0] - 0.05
    drawn = Counter(Poki(seed=seed).act(quiet) for seed in range(200))
    fold, call, raise_ = Poki().triple(quiet)
    for action, share in zip("fcr", (fold, call, raise_), strict=True):
        assert abs(drawn[action] / 200 - share) < 4 * (0.25 / 200) ** 0.5


@pytest.mark.parametrize("name", NAMES)
def test_they_remember_and_forget(name: str) -> None:
    player = made(name, "limit-holdem")
    hand = State(LIMIT, names=("A", "B")).apply("r").apply("f").with_viewer(0)
    fresh = player.opponents.frequencies(hand, 1)
    before = fresh.triple(Context(0, 1))
    for _ in range(20):
        player.observe(hand)
    assert set(player.opponents._frequencies) == {"B"}
    assert player.opponents.frequencies(hand, 1) is fresh
    assert fresh.seen
    assert fresh.triple(Context(0, 1)) != before
    player.reset()
    assert not player.opponents._frequencies


def test_hands_are_told_once_and_again_alike() -> None:
    """Learning action by action equals learning at once; another hand starts from scratch."""
    step, once = OpponentRanges(), OpponentRanges()
    actions = "rccrccrccr"
    for end in range(len(actions) + 1):
        state = state_of(actions[:end], ["AhJs", "2c2d"], "3h4cJh9s2h")
        if state.player == 0:
            seen = state.seen_by(0)
            found = step.weights(seen)
            assert np.array_equal(found[1], OpponentRanges().weights(seen)[1])
    assert np.array_equal(found[1], once.weights(seen)[1])
    other = state_of("cccr", ["AhJs", ""], "3h4cJh").seen_by(0)
    assert np.array_equal(step.weights(other)[1], OpponentRanges().weights(other)[1])


def test_deals_are_drawn_by_weights() -> None:
    state = state_of("cc", ["AhJs", ""], "3h4cJh").seen_by(0)
    weights = relative("QQ:3,KcKd,KcKh").without("AhJs3h4cJh").weights.copy()
    deals = draw_deals(state, {1: weights}, 20_000, np.random.default_rng(1))
    assert deals.positions == (0, 1)
    assert (deals.hands[0] == int(combination_index(parse_cards("AhJs")))).all()
    shares = np.bincount(deals.hands[1], minlength=1326) / 20_000
    assert shares == pytest.approx(weights / weights.sum(), abs=4 * (0.25 / 20_000) ** 0.5)
    cards = np.hstack([COMBINATIONS[deals.hands[0]], COMBINATIONS[deals.hands[1]], deals.boards])
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    assert (deals.boards[:, :3] == parse_cards("3h4cJh")).all()
    rest = np.bincount(deals.boards[:, 3], minlength=52)
    assert rest[int(parse_cards("5d")[0])] == pytest.approx(20_000 / 45, abs=4 * (20_000 / 45) ** 0.5)


def test_deals_of_several_share_no_card() -> None:
    three = table_rules("limit-holdem-3p")
    state = state_of("ccc", ["AhJs", "", ""], "3h4cJh", three).seen_by(0)
    narrow = Range("QQ").weights.copy()
    deals = draw_deals(state, {1: narrow, 2: narrow}, 500, np.random.default_rng(1))
    cards = np.hstack([*(COMBINATIONS[hands] for hands in deals.hands), deals.boards])
    assert (np.diff(np.sort(cards, axis=1), axis=1) > 0).all()
    # The second player finds none of its hands possible, so any hand is dealt.
    one = Range("QhQs").weights.copy()
    both = draw_deals(state, {1: one, 2: one}, 50, np.random.default_rng(1))
    assert (both.hands[1] != both.hands[2]).all()


def test_places_are_shares_of_weaker_hands() -> None:
    state = state_of("cccc", ["AhJs", ""], "3h4cJh9s").seen_by(0)
    weights = Range("22+,A2s+,KTo+").without("AhJs3h4cJh9s").weights.copy()
    deals = draw_deals(state, {1: weights}, 40, np.random.default_rng(5))
    places = places_among(state, deals, {1: weights})
    assert places.shape == (2, 4, 40)
    assert not places[:, :2].any()
    for n in range(40):
        board = deals.boards[n]
        held = np.flatnonzero((weights > 0) & ~combinations_with(board))
        codes = np.array([int(evaluate(np.concatenate([COMBINATIONS[h], board]))) for h in held])
        mine = int(evaluate(np.concatenate([COMBINATIONS[deals.hands[1][n]], board])))
        beneath = (codes < mine).sum() + (codes == mine).sum() / 2
        assert places[1, 3, n] == pytest.approx(beneath / len(held))


def test_a_last_call_is_worth_its_equity() -> None:
    """On the river a call ends the hand: its value and that of the fold are exact."""
    state = state_of("ccccccr", ["", "AhJs"], "3h4cJh9s2d").seen_by(1)
    simulating = Simulating(samples=5000, opponents=Anything())
    found = simulating.values(state)
    share = float(hs("AhJs", "3h4cJh9s2d"))
    pot = state.pot + state.to_call
    wanted = share * pot - state.spent[1] - state.to_call
    assert abs(found["c"].mean - wanted) < 4 * found["c"].standard_error
    assert found["f"].mean == -10
    assert set(found) == {"f", "c", "r"}
    assert simulating.act(state) == max(found, key=lambda action: found[action].mean)


def test_play_outs_follow_the_frequencies() -> None:
    """A player that always folds to a bet gives up the pot; a caller pays it off."""
    state = state_of("cccccc", ["7h2s", ""], "AcKdQh9s3d").seen_by(0)
    deals = draw_deals(state, Anything().weights(state), 400, np.random.default_rng(1))
    places = places_among(state, deals, Anything().weights(state))
    lots = np.full((400, 1), 0.5)
    nobody = [[GENERIC[b] for b in range(3)] for _ in range(4)]
    for triple, wanted in (((1.0, 0.0, 0.0), 10.0), ((0.0, 1.0, 0.0), None)):
        won = play_outs(state, ["r"], [nobody, [[triple] * 3] * 4], deals, places, lots)[0]
        if wanted is not None:
            # Even its best hand does not call, except at random.
            assert (won == wanted).all()
        else:
            mine, theirs = (
                np.array(
                    [
                        int(evaluate(np.concatenate([COMBINATIONS[h], b])))
                        for h, b in zip(hands, deals.boards, strict=True)
                    ]
                )
                for hands in deals.hands
            )
            assert won.tolist() == (30 * np.sign(mine - theirs)).tolist()


def test_equal_values_take_the_more_aggressive() -> None:
    """If the board is the nuts, both share the pot after any action against a player that never folds."""
    state = state_of("cccccc", ["7h2s", ""], "AcKcQcJcTc").seen_by(0)
    simulating = Simulating(samples=20, opponents=Anything())
    for _ in range(3000):
        simulating.opponents.frequencies(state, 1).see(Context(3, 1), "c")
    assert simulating.act(state) == "r"


def test_what_is_refused() -> None:
    for name in NAMES:
        with pytest.raises(ValueError, match="expected a game of Texas hold'em, got "):
            find_player(name, "leduc")
    with pytest.raises(ValueError, match="samples: expected a whole number from 2"):
        Simulating(samples=1)
