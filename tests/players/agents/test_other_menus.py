"""No-limit strategies with different bet menus play each other, also beyond the ends of their trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers import replay
from pokerdata._core.agents import BettingState
from pokerdata.abstraction import card_states
from pokerdata.games import BettingTree, CardGame, CardRules, NoLimitRules, load_game
from pokerdata.games.named import NOLIMIT_HOLDEM
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import hands, match
from pokerdata.players.agents import TRANSLATIONS, Agent

WIDE = (("half-pot", 2), ("half-pot", "pot", "all-in"), ("3/4",), ("min", "all-in"))


@pytest.fixture
def pair(made_up: Callable[..., Strategy], few: Path) -> Callable[[str], tuple[Agent, Agent]]:
    states = card_states("few_buckets", few)
    sizes = tuple(states.states(r) for r in range(4))
    capped = {"caps": (3, 2, 2, 2)}
    narrow, wide = (
        made_up("nolimit-holdem", 1, sizes, **capped),
        made_up("nolimit-holdem", 2, sizes, menu=WIDE, **capped),
    )
    return lambda name: (
        Agent.of(narrow, states, translation=name, name="narrow"),
        Agent.of(wide, states, translation=name, name="wide"),
    )


def test_every_hand_is_legal(pair: Callable[[str], tuple[Agent, Agent]]) -> None:
    narrow, wide = pair("pseudo-harmonic")
    tree = BettingTree(narrow.rules)  # type: ignore[arg-type]
    own = {tree.history(node) for node in range(tree.nodes)}
    beside = shown_down = 0
    for hand in hands(narrow, wide, deals=500, seed=3):
        state = BettingState(NOLIMIT_HOLDEM.core, hand.history)  # raises for an illegal action
        assert state.finished
        assert state.folded >= 0 or state.paid[0] == state.paid[1]
        assert hand.won == replay.winnings(NOLIMIT_HOLDEM, hand)
        shown_down += state.folded < 0
        beside += hand.history not in own
    assert beside > 100  # so bets were translated
    assert shown_down > 100


def test_translations_differ_and_keep_what_matches_keep(pair: Callable[[str], tuple[Agent, Agent]]) -> None:
    found = []
    for name in TRANSLATIONS:
        narrow, wide = pair(name)
        result, back = match(narrow, wide, deals=2000, seed=5), match(wide, narrow, deals=2000, seed=5)
        assert result.won[0].mean == -back.won[0].mean
        assert match(wide, wide, deals=500).won[0].standard_error == 0
        found.append(result.sums.first)
    assert len(set(found)) >= 4  # two deterministic rules may agree on all sizes that occur


def test_large_bets_after_a_raise_beside_the_tree() -> None:
    """A million pots is more than 2^31 chips after a raise to 1,500, and so all-in."""
    rules = NoLimitRules("deep", (10**8, 10**8), (1,), ante=1, menu=("min", 10**6), caps=(3,))
    game = CardGame(rules, CardRules("JQK", copies=1))
    rows = simple_strategy(game, "random")
    saved = Strategy(rules, game.cards.values(), None, rows, game.state_names)
    agent = Agent.of(saved, translation="nearest")
    assert list(agent.probabilities("Q", "", "r1500")) == ["f", "c", "r2999", "r100000000"]


@pytest.mark.parametrize(
    ("rules", "histories"),
    [
        ({"caps": (1, 1)}, ["r300r700", "cr300r700", "cr300r700c/", "r300r700c/r1200", "r300r700c/cr1200"]),
        ({"menu": ("all-in",)}, ["r1000c/", "r1000c/c", "r1000c/r1200"]),
        ({"menu": (("pot",), ())}, ["cc/r200", "cc/r200r400"]),
    ],
    ids=["raised beyond its caps", "all-in in its tree alone", "no bets on the street"],
)
def test_off_its_tree_an_agent_calls_to_the_end(rules: dict[str, Any], histories: list[str]) -> None:
    """It does so with any cards. On the tree the same agent folds some of the time."""
    chosen = load_game("leduc-nolimit")
    assert isinstance(chosen.rules, NoLimitRules)
    game = CardGame(replace(chosen.rules, **rules), chosen.cards)
    rows = simple_strategy(game, "random", seed=1)
    agent = Agent.of(Strategy(game.rules, chosen.cards.values(), None, rows, game.state_names))
    for history in histories:
        board = "K" if "/" in history else ""
        assert [agent.probabilities(card, board, history) for card in "JQK"] == [{"c": 1.0}] * 3, history
    assert agent.probabilities("J", "", "r1200")["f"] > 0
