"""An agent plays the strategy at the solver's own indices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pokerdata.abstraction import card_states
from pokerdata.abstraction.thresholds import HistoryTable
from pokerdata.cards import COMBINATIONS
from pokerdata.games import ACTIONS
from pokerdata.games.strategies import Strategy
from pokerdata.pipeline.store import open_table
from pokerdata.players.agents import Agent

pytestmark = pytest.mark.slow  # it makes its own tables


def row(saved: Strategy, node: int, state: int) -> dict[str, float]:
    """Return the probabilities at a decision node for a state, by the text of the action."""
    tree = saved.tree
    street = int(tree.street[node])
    first = tree.first_edge[tree.decision_nodes(street)[0]]
    found = {}
    for edge in range(tree.first_edge[node], tree.first_edge[node + 1]):
        action = ACTIONS[tree.action[edge]]
        text = {"fold": "f", "check": "c", "call": "c"}.get(action, "r")
        if text == "r" and saved.rules.stack is not None:
            text += str(tree.to[edge])
        found[text] = float(saved.strategy[street][edge - first, state])
    return found


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nolimit", "twelve-card", "small-island"])
def test_every_hand_after_every_history(made_up: Callable[..., Strategy], name: str) -> None:
    saved = made_up(name)
    agent, tree = Agent.of(saved), saved.tree
    random = np.random.default_rng(4)
    for street, names in enumerate(saved.state_names):
        nodes = tree.decision_nodes(street)
        for state in random.permutation(len(names))[:40].tolist():
            hand, _, board = names[state].partition(" on ")
            # a private state stands for one of its deals; the others have their suits permuted
            suits = "".join(random.permutation(list("cdhs")))
            if saved.cards.get("suits") == 4:
                hand, board = (text.translate(str.maketrans("cdhs", suits)) for text in (hand, board))
            for node in random.permutation(nodes)[:10].tolist():
                found = agent.probabilities(hand, board, tree.history(node))
                assert found == pytest.approx(row(saved, node, state), abs=1e-6)


@pytest.mark.parametrize("name", ["limit-holdem", "nolimit-holdem"])
def test_buckets(made_up: Callable[..., Strategy], few: Path, name: str) -> None:
    states, table = card_states("few_buckets", few), open_table("few_buckets", few, HistoryTable)
    saved = made_up(name, states=tuple(states.states(r) for r in range(4)))
    agent, tree = Agent.of(saved, states), saved.tree
    random = np.random.default_rng(8)
    for street, size in enumerate((0, 3, 4, 5)):
        nodes = tree.decision_nodes(street)
        for _ in range(25):
            cards = random.permutation(52)[: size + 2].astype(np.uint8)
            hole, board = np.sort(cards[:2]), cards[2:]
            state = int(table.sequence(hole[None], board)[0])
            node = int(random.choice(nodes))
            found = agent.probabilities(cards[:2], board, tree.history(node))
            assert found == pytest.approx(row(saved, node, state), abs=1e-6)
    assert len(COMBINATIONS) == 1326


def test_bets_beside_the_tree(made_up: Callable[..., Strategy], few: Path) -> None:
    states = card_states("few_buckets", few)
    saved = made_up("nolimit-holdem", states=tuple(states.states(r) for r in range(4)))
    state = int(states.of_hands(np.array([1325]), np.zeros((1, 0), np.uint8))[0])
    names = {saved.tree.history(node): int(node) for node in saved.tree.decision_nodes(0)}
    pot, all_in = (row(saved, names[history], state) for history in ("r300", "r10000"))

    # Sizes in units of the pot of 200: a raise to 700 is 3, all-in 49.5, the pot 1.
    agent = Agent.of(saved, states, translation="nearest")
    found = agent.probabilities("As Ah", "", "r700")
    # the tree's pot-sized answer, to 900 after a raise to 300, becomes one of the real pot: 700 + 1400
    assert found == pytest.approx(
        {"f": pot["f"], "c": pot["c"], "r2100": pot["r900"], "r10000": pot["r10000"]}
    )
    assert set(Agent.of(saved, states, translation="hard").probabilities("As Ah", "", "r2000")) == {"f", "c"}

    share = (49.5 - 3) * 2 / ((49.5 - 1) * 4)
    mixed = Agent.of(saved, states).probabilities("As Ah", "", "r700")
    assert mixed["f"] == pytest.approx(share * pot["f"] + (1 - share) * all_in["f"])
    assert mixed["c"] == pytest.approx(share * pot["c"] + (1 - share) * all_in["c"])
    assert sum(mixed.values()) == pytest.approx(1)

    # Its earlier action shows its node: it cannot have raised where it translated the bet to all-in.
    later = agent.probabilities("As Ah", "", "r700r2100r5000")
    assert Agent.of(saved, states).probabilities("As Ah", "", "r700r2100r5000").keys() == later.keys()


def test_refusals(made_up: Callable[..., Strategy]) -> None:
    leduc = Agent.of(made_up("leduc"))
    for hole, board, history, message in (
        ("Q", "K", "cr", "expected 1 hole cards and 0 on the board, got 1 and 1"),
        ("Q", "", "crc/", "expected 1 hole cards and 1 on the board, got 1 and 0"),
        ("A", "", "", "card: expected one of the ranks JQK, 2 of each, got 'A'"),
        ("QQ", "", "", r"cards on street 1: expected 1 hole cards and 0 on the board, got 2 and 0"),
        ("Q", "QQ", "crc/", "not dealt yet"),
        ("Q", "", "rrr", "no raise is allowed"),
        ("Q", "", "rf", "the hand is over"),
        ("Q", "", "x", "expected f, c, r"),
        ([9], "", "", "0 to 5"),
    ):
        with pytest.raises(ValueError, match=message):
            leduc.probabilities(hole, board, history)
    with pytest.raises(ValueError, match="expected one with a strategy"):
        Agent.baseline("random").probabilities("Q", "", "")
    with pytest.raises(ValueError, match=r"agent: expected a strategy file, or one of .*, got 'caller'"):
        Agent.baseline("caller")
    with pytest.raises(ValueError, match="translation: expected"):
        Agent.of(made_up("leduc"), translation="linear")
    with pytest.raises(
        ValueError,
        match=(
            r"states: expected those of the card abstraction of heads-up limit Texas hold'em, few, "
            r"as.*"
        ),
    ):
        Agent.of(made_up("limit-holdem", states=(2, 4, 8, 16)))
