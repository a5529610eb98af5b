"""Responses of the vector engine agree with explicit trees: random games of few cards, by linear programs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.on_trees import over_edges, over_sets
from pokerdata.games import CardGame, CardRules, Game, LimitRules
from pokerdata.games.strategies import simple_strategy
from pokerdata.solving.explicit import evaluate, explicit_tree
from pokerdata.solving.explicit import restricted_response as on_tree
from pokerdata.solving.public import restricted_response


@st.composite
def small_games(draw: st.DrawFn) -> Game:
    streets = draw(st.integers(1, 2))
    copies = draw(st.integers(1, 2))
    ranks = draw(st.sampled_from(["89T", "JQK", "9TJQ"])) if copies * 3 >= streets + 1 else "9TJQ"
    rules = LimitRules(
        name="random",
        ante=draw(st.integers(1, 3)),
        bets=draw(st.tuples(*[st.integers(1, 5)] * streets)),
        caps=(draw(st.integers(1, 2)),) * streets,
        first_to_act=(1,) * streets,
    )
    return Game(rules, CardRules(ranks, copies=copies, board=(0, 1)[:streets]))


@settings(max_examples=12)
@given(small_games(), st.integers(0, 999), st.sampled_from([0.0, 0.25, 0.6, 0.95, 1.0, None]))
def test_random_games(named: Game, seed: int, trust: float | None) -> None:
    game, tree = CardGame(named.rules, named.cards), explicit_tree(named)
    model = [street.astype(np.float64) for street in simple_strategy(game, "random", seed=seed)]
    random = np.random.default_rng(seed)
    shapes = [(len(game.tree.decision_nodes(r)), n) for r, n in enumerate(game.states)]
    by_set = [random.random(shape) * random.integers(0, 2, shape) for shape in shapes]
    found = restricted_response(game, model, by_set if trust is None else trust, iterations=1500, threads=1)
    exact = on_tree(
        tree, over_edges(tree, game, model), over_sets(tree, game, by_set) if trust is None else trust
    )
    values = found.log[-1].values
    for seat in (0, 1):
        assert values.least[seat] <= exact.least[seat] + 1e-6
        assert values.most[seat] >= exact.least[seat] - 1e-6
        assert values.most[seat] - values.least[seat] < 0.01
    # The statements about the strategy are checked on the tree.
    ours, theirs = over_edges(tree, game, found.strategy), tree.strategy(over_edges(tree, game, model))
    mine = np.repeat(
        [s.player for s in tree.information_sets], [len(s.actions) for s in tree.information_sets]
    )
    wins = (evaluate(tree, np.where(mine == player, ours, theirs)) for player in (0, 1))
    assert found.win == pytest.approx(
        [value.expected_values[player] for player, value in enumerate(wins)], abs=1e-6
    )
    assert found.values.best_response == pytest.approx(evaluate(tree, ours).best_responses, abs=1e-9)
    if trust is not None:
        for seat in (0, 1):
            mixed = trust * found.win[seat] + (1 - trust) * found.worst[seat]
            assert values.least[seat] == pytest.approx(mixed, abs=1e-6)
