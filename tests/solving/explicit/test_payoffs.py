"""Payoffs of many strategies at once agree with one pair at a time."""

import numpy as np
import pytest

from pokerdata.solving.explicit import (
    chance_reach,
    expected_values,
    explicit_tree,
    mixture,
    own_reach,
    payoff_matrix,
)
from pokerdata.solving.explicit.examples import MatrixGame, rule_of_thumb


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_payoffs_are_those_of_pairs(game):
    tree = explicit_tree(game)
    random = np.random.default_rng(3)
    strategies = np.stack([tree.strategy(random.random(tree.edges)) for _ in range(4)])
    found = payoff_matrix(tree, strategies, strategies[1:])
    player_of_edge = np.concatenate([[s.player] * len(s.actions) for s in tree.information_sets])
    for i, one in enumerate(strategies):
        for j, other in enumerate(strategies[1:]):
            both = np.where(player_of_edge == 0, one, other)
            assert found[i, j] == pytest.approx(expected_values(tree, both)[0], abs=1e-12)
    assert (payoff_matrix(tree, strategies)[:, 1:] == found).all()


def test_chances_of_ends_sum_to_one():
    tree = explicit_tree("kuhn-3p")
    strategy = tree.strategy(np.random.default_rng(1).random(tree.edges))[None]
    chances = chance_reach(tree)
    for player in range(3):
        chances = chances * own_reach(tree, strategy, player)[0]
    assert chances.sum() == pytest.approx(1)
    assert chances @ tree.utilities == pytest.approx(expected_values(tree, strategy[0]))


def test_a_mixture_wins_what_its_parts_win_on_average():
    tree = explicit_tree("leduc")
    random = np.random.default_rng(5)
    strategies = np.stack([tree.strategy(random.random(tree.edges) ** 4) for _ in range(5)])
    mixed = mixture(tree, strategies)[None]
    payoffs = payoff_matrix(tree, strategies)
    assert payoff_matrix(tree, mixed)[0, 0] == pytest.approx(payoffs.mean())
    assert payoff_matrix(tree, strategies, mixed)[:, 0] == pytest.approx(payoffs.mean(axis=1))
    assert mixture(tree, strategies[:1]) == pytest.approx(strategies[0])


def test_rules_of_thumb():
    tree = explicit_tree("leduc")
    honest = rule_of_thumb(tree, bets=("K", "pair"), calls=("Q",))
    words = {s.key: s.actions[honest[s.edges].argmax()] for s in tree.information_sets}
    assert set(honest.tolist()) == {0.0, 1.0}
    told = {
        "K: ": "bet",
        "J on J: cc/": "bet",
        "Q: r": "call",
        "J: r": "fold",
        "J on Q: cc/r": "fold",
        "K: rr": "call",
    }
    assert {key: words[key] for key in told} == told
    caller = rule_of_thumb(tree, bets=(), calls=("J", "Q", "K", "pair"))
    assert {s.actions[caller[s.edges].argmax()] for s in tree.information_sets} == {"check", "call"}
    with pytest.raises(ValueError, match="tree: expected information sets that begin with a card"):
        rule_of_thumb(explicit_tree(MatrixGame([[1.0, 0.0], [0.0, 1.0]])), bets=(), calls=())


def test_what_has_no_payoffs_is_refused():
    tree = explicit_tree("kuhn")
    with pytest.raises(ValueError, match=r"strategies: expected the shape \(1 or more, 24\), got \(24,\)"):
        own_reach(tree, tree.uniform(), 0)
    with pytest.raises(ValueError, match=r"got \(0, 24\)"):
        own_reach(tree, np.empty((0, 24)), 0)
    with pytest.raises(ValueError, match="player: expected 0 to 1, got 2"):
        own_reach(tree, [tree.uniform()], 2)
    with pytest.raises(ValueError, match="tree: expected a game of 2 players, got 3"):
        payoff_matrix(explicit_tree("kuhn-3p"), [[1.0]])
