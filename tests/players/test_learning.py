"""`learning`: its counts, its response, and the exact values that its curve must reach."""

import re
from dataclasses import replace

import numpy as np
import pytest

from pokerdata.games import playable, table_rules
from pokerdata.games.play import Deals, State, TableRules
from pokerdata.games.strategies import simple_strategy
from pokerdata.matches import hands, play_series
from pokerdata.players import LearningPlayer, find_player
from pokerdata.players.agents import Agent
from pokerdata.players.modelling import ObservedModel, model_of
from pokerdata.solving import public as solvers
from pokerdata.solving.public.values import expected_value

LEDUC = table_rules("leduc")
#: Winnings of a best response to a caller in Leduc hold'em, averaged over both seats.
FROM_CALLER = 22 / 15


def _found(text: str, game: TableRules | str = LEDUC, seed: int = 0) -> LearningPlayer:
    player = find_player(text, game, seed=seed)
    assert isinstance(player, LearningPlayer)
    return player


def _model(player: LearningPlayer) -> ObservedModel:
    assert player.model is not None
    return player.model


def _wins(response, kind):
    """Return the exact winnings of a response in both seats from an opponent that ignores its cards, in chips per game."""
    game = response.game
    other = simple_strategy(game, kind)
    first = expected_value(game, response.strategy, other)
    return float(first), -float(expected_value(game, other, response.strategy))


def _watch(player, opponent, count, seed):
    """Show a player hands of a raising, calling, never folding player against an opponent, with all cards."""
    other, prober = (
        find_player(opponent, player._definition, seed=seed),
        find_player("random", LEDUC, seed=seed + 1),
    )
    for hand, (holes, board) in zip(range(count), Deals(LEDUC, seed), strict=False):
        state = State(LEDUC, hand=hand, hole_cards=holes, board=board)
        mine = hand % 2
        while (position := state.player) is not None:
            answer = (prober if position == mine else other).act(state.seen_by(position))
            state = state.apply("c" if position == mine and answer == "f" else answer)
        player.observe(state.with_viewer(mine))


def test_he_plays_an_equilibrium_and_then_a_best_response_to_a_caller():
    player = _found("learning=1,uniform", LEDUC)
    assert player.model is None
    before = player.response
    assert before.values.exploitability < 0.002
    first, second = _wins(before, "call")
    assert 0 < (first + second) / 2 < 0.7
    _watch(player, "always-call", 600, seed=1)
    assert player.hands == 600
    assert _model(player).hands == 512  # the last power of two
    assert sum(_wins(player.response, "call")) / 2 == pytest.approx(FROM_CALLER, abs=0.01)
    player.reset()
    assert (player.hands, player.model) == (0, None)
    np.testing.assert_array_equal(player.response.strategy[1], before.strategy[1])


def test_the_response_is_that_of_the_model_of_the_hands_that_were_seen():
    """The hands of a C++ match, converted to states, give the same model and response as the hands themselves."""
    weak, prober = solvers.solve("leduc", iterations=2), solvers.solve("leduc", iterations=1)
    met = list(hands(Agent.of(weak, name="weak"), Agent.of(prober), deals=64, seed=3))
    game = playable("leduc")
    model = model_of(met, game, player="weak")
    for words, p in (("1", 1.0), ("0.5", 0.5), ("0.9,by-data", model.trust(0.9))):
        player = _found(f"learning={words}", LEDUC)
        for number, hand in enumerate(met):
            player.observe(_state(hand, number).with_viewer(hand.players.index("strategy")))
        for own, theirs in zip(_model(player).observations, model.observations, strict=True):
            np.testing.assert_array_equal(own, theirs)
        expected = solvers.restricted_response(game, model, p)
        for mine, right in zip(player.response.strategy, expected.strategy, strict=True):
            np.testing.assert_array_equal(mine, right)


def _state(hand, number):
    """Return a hand of equal cards of a rank as a state with distinct cards."""
    left = [*"hs"]
    dealt: dict[str, int] = {}
    texts = []
    for text in (*hand.hole, hand.board):
        dealt[text] = dealt.get(text, -1) + 1
        texts.append(text + left[dealt[text]])
    state = State(LEDUC, hand=number, hole_cards=texts[:2], board=texts[2])
    for action in hand.history.replace("/", ""):
        state = state.apply(action)
    return state


def test_hands_whose_cards_are_not_shown_count_for_nothing():
    player = _found("learning", LEDUC)
    state = State(LEDUC, hole_cards=["Jh", "Ks"], board="Qh").apply("r").apply("f")
    player.observe(state.seen_by(0))
    assert (player.hands, player.model) == (1, None)
    player.observe(state.with_viewer(0))
    assert _model(player).hands == 1
    assert _model(player).actions == 1  # the fold alone: its own actions say nothing
    called = State(LEDUC, hole_cards=["Jh", "Ks"], board="Qh").apply("c").apply("c").apply("c").apply("c")
    for _ in range(2):
        player.observe(called.seen_by(1))
    assert _model(player).hands == 3


def test_positions_that_are_turned_round_are_the_same_game():
    """With blinds the competition seats player 2 first."""
    game = replace(LEDUC, name="Leduc with blinds", blinds=(2, 1), ante=0, first_to_act=(2, 1))
    player = LearningPlayer(game, default="uniform")
    for hand in range(64):
        state = State(game, hand=hand, hole_cards=["Kh", "Qs"], board="Jh")
        while state.player is not None:
            state = state.apply("r" if state.player == 1 and state.can_raise else "c")
        player.observe(state.with_viewer(0))
    tree = _model(player).game.tree
    seen = [
        int(tree.player[tree.decision_nodes(r)[d]])
        for r, numbers in enumerate(_model(player).observations)
        for d in np.flatnonzero(numbers.sum(axis=1))
    ]
    assert set(seen) == {0}  # position 1 is the small blind, player 1
    assert _model(player).actions > 64


@pytest.mark.slow
def test_in_series_the_curve_is_that_of_the_exact_values_of_what_he_plays():
    """It goes from the equilibrium to the best response to a caller: winnings of all hands agree with exact values."""
    made = []

    def learner(game, seed):
        made.append(_Kept(game, default="uniform", seed=seed))
        return made[-1]

    result = play_series([learner, "always-call"], "leduc", series=6, hands=256, show="all", seed=2)
    played = [one for one in made if one.values]
    exact = np.array([one.values for one in played]).reshape(6, 2, 256).mean(axis=(0, 1))
    assert exact[0] == pytest.approx(sum(_wins(made[0].response, "call")) / 2, abs=1e-9)
    curve = result.curve("doubling")
    for b, won in enumerate(curve.won[0]):
        begin, end = curve.ends[b], curve.ends[b + 1]
        assert abs(won.mean - exact[begin:end].mean()) < 5 * max(won.standard_error, 0.15), b
    last = curve.won[0][-1]
    assert exact[-1] == pytest.approx(FROM_CALLER, abs=0.1)
    assert abs(last.mean - FROM_CALLER) < last.half_width


class _Kept(LearningPlayer):
    """Records before each hand its response's exact winnings from a caller, over both seats."""

    def __init__(self, *given, **more):
        self.values = []
        super().__init__(*given, **more)

    def _answer(self, response):
        super()._answer(response)
        self.worth = sum(_wins(response, "call")) / 2

    def observe(self, state):
        self.values.append(self.worth)
        super().observe(state)


@pytest.mark.slow
def test_against_uniform_play_he_comes_to_what_a_best_response_wins():
    player = _found("learning", LEDUC, seed=5)
    _watch(player, "random", 2**15, seed=4)
    first, second = _wins(player.response, "uniform")
    best = solvers.restricted_response(
        "leduc", simple_strategy(playable("leduc"), "uniform"), 1.0, target="0.01mb"
    )
    assert best.win[0] == pytest.approx(2.0875, abs=0.001)
    assert 2.0875 * 0.95 < first <= 2.0875 + 1e-9
    assert best.win[1] * 0.95 < second <= best.win[1] + 1e-4


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "learning=2",
            "player learning=2: expected a trust from 0 to 1, by-data, or one of call, .* got '2'",
        ),
        ("learning=0.9,data", "got 'data'; e.g. learning=0.9,by-data"),
        ("learning=nan", "got 'nan'"),
    ],
)
def test_words_that_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        find_player(text, LEDUC)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("kuhn-3p", "expected a limit game for two players, got three-player Kuhn poker; e.g. leduc"),
        ("leduc-nolimit", "expected a limit game for two players"),
        (
            "small-island",
            "expected a game of up to 100,000 information sets, got .* with 1,037,520; e.g. leduc",
        ),
        ("limit-holdem", "expected a game of up to 100,000 information sets"),
    ],
)
def test_games_that_are_refused(game, message):
    with pytest.raises(ValueError, match=message):
        find_player("learning", game)


def test_his_words():
    assert re.fullmatch(
        r"LearningPlayer\('learning=0\.5', 0 hands seen\)", repr(find_player("learning=0.5", LEDUC))
    )
    with pytest.raises(ValueError, match="default: expected one of call, fold, raise, uniform, got 'none'"):
        LearningPlayer(LEDUC, default="none")
    assert _found("learning", "twelve-card").response.values.exploitability < 0.01
