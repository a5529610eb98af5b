"""Two-player strategies at a table of three: how they see hands."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from players.tables import start
from pokerdata.games import load_game, table_rules
from pokerdata.games.play.state import split_actions
from pokerdata.players import ThreeHandedPlayer
from pokerdata.players.simple import Simple, as_hand_of_two

TWO, THREE = table_rules("limit-holdem"), table_rules("limit-holdem-3p")


def _after(history):
    state = start(THREE, 3)
    for action in split_actions(history):
        state = state.apply(action)
    return state


# Positions of three: 0 small blind, 1 big blind, 2 button. Of two: 0 small blind, last after the flop.
@pytest.mark.parametrize(
    ("three", "two"),
    [
        ("f", ""),  # small blind against big blind: half a blind to call
        ("fc", "c"),
        ("fr", "r"),
        ("frr", "rr"),
        ("fcr", "cr"),
        ("rf", "r"),  # the button raised, the small blind folded
        ("rrf", "rr"),  # the small blind raised last, and here acts after the button
        ("crrf", "rr"),
        ("cf", "c"),
        ("rfc", "rc/"),  # the button is last after the flop, as is the small blind of two
        ("rfcc", "rc/c"),
        ("rfccr", "rc/cr"),
        ("rfcrrr", "rc/rrr"),
        ("crfcc", "crc/c"),  # the small blind raised: first after the flop, so the big blind of two
        ("fcc", "cc/"),
        ("frc", "crc/"),  # it raised first; after the flop it also acts first
        ("fcrc", "rc/"),
        ("cccrff"[:5], "cc/r"),  # three on the flop, a bet of the first, a fold of the second
        ("cccccrf", "cc/cr"),  # a bet of the button, a fold of the first
        ("cccrrfc", "cc/rrc/"),
        (
            "rccrrfcc",
            "crc/rrc/c",
        ),  # the button raised before the flop and has folded since: the opponent takes its place
        ("cccrfc", "cc/rc/"),
    ],
)
def test_hands_of_three_as_hands_of_two(three, two):
    state = _after(three)
    if (
        three == "rccrrfcc"
    ):  # the button raised before the flop and has folded since: the opponent takes its place
        assert state.folded == (False, False, True)
    shown = as_hand_of_two(state, TWO)
    assert shown.history == two
    me = state.player
    assert me is not None
    assert shown.player is not None
    assert shown.hole_cards[shown.player] == state.hole_cards[me]
    assert shown.board == state.board


@pytest.mark.slow
def test_what_is_shown_agrees_with_the_table_in_random_hands():
    random = np.random.default_rng(5)
    seen = 0
    for hand in range(3000):
        state = start(THREE, 7, hand)
        while state.player is not None:
            if state.players_left == 2:
                shown = as_hand_of_two(state, TWO)
                made = [action for _, action in state.actions[-1]]
                assert shown.street == state.street
                assert shown.board == state.board
                assert shown.player is not None
                assert shown.hole_cards[shown.player] == state.hole_cards[state.player]
                assert sum(a == "r" for _, a in shown.actions[-1]) == made.count("r")
                if state.street > 0 or made.count("r"):
                    assert (shown.to_call > 0) == (state.to_call > 0)
                    assert shown.can_raise == state.can_raise
                seen += 1
            legal = state.legal_actions()
            state = state.apply(legal[random.integers(len(legal))])
    assert seen > 3000


class _Recorder:
    """A strategy that records its input and plays one action."""

    def __init__(self, action):  # without the data of a real strategy
        game = load_game("limit-holdem")
        self.name, self.rules, self.cards, self.strategy = "recorder", game.rules, game.cards, object()
        self.action, self.shown = action, []

    def batch(self, holes, boards, history):
        self.shown.append((holes.tolist(), boards.tolist(), history))
        return SimpleNamespace(actions=[self.action], probabilities=np.ones((1, 1)))


def _seated(agent: Any, game=THREE):
    return ThreeHandedPlayer(agent, game, seed=1)


def test_simple_plays_for_three_and_the_strategy_for_two():
    agent = _Recorder("r")
    player = _seated(agent)
    three = start(THREE, 3)
    assert player.act(three.seen_by(2)) == Simple(seed=1).act(three.seen_by(2))
    assert not agent.shown
    two = _after("f")
    assert player.act(two.seen_by(0)) == "r"
    assert agent.shown == [([list(two.hole_cards[0])], [[]], "")]
    capped = _after("rrrf")  # no more raises are allowed
    assert player.act(capped.seen_by(1)) == "c"
    folding = _seated(_Recorder("f"))
    checked = _after("rfc")
    assert folding.act(checked.seen_by(1)) == "c"


def test_other_games_are_refused():
    for name in ("nolimit-holdem-3p", "kuhn-3p"):
        with pytest.raises(ValueError, match="or limit hold'em for three with its blinds"):
            _seated(_Recorder("c"), table_rules(name))
    with pytest.raises(ValueError, match="or limit hold'em for three"):
        _seated(_Recorder("c"), TWO)
