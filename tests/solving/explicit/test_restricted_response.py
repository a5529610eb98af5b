"""Restricted responses on explicit trees: exact tables, random games by linear programs, and errors."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.random_trees import LAYERS, RandomGame
from pokerdata.solving.explicit import (
    GameTree,
    best_response,
    evaluate,
    explicit_tree,
    restricted_response,
    restricted_tree,
    solve,
)
from pokerdata.solving.explicit.lp import solve_by_linear_program

# Against uniform play in Kuhn poker: from this p on, winnings and worst-case winnings of player 0 or 1.
KUHN = (
    [(0.0, 1 / 6, -1 / 18), (1 / 5, 7 / 18, -1 / 9), (2 / 3, 1 / 2, -1 / 3)],
    [(0.0, 1 / 6, 1 / 18), (2 / 5, 1 / 3, -1 / 18), (2 / 3, 13 / 36, -1 / 9), (4 / 5, 5 / 12, -1 / 3)],
)


@pytest.mark.parametrize("p", [0.05, 0.19, 0.21, 0.39, 0.41, 0.66, 0.67, 0.79, 0.81, 0.99])
def test_uniform_play_in_kuhn_poker(p: float) -> None:
    tree = explicit_tree("kuhn")
    found = restricted_response(tree, tree.uniform(), p)
    for player, rows in enumerate(KUHN):
        _, win, worst = [row for row in rows if row[0] < p][-1]
        assert found.win[player] == pytest.approx(win, abs=1e-9)
        assert found.worst[player] == pytest.approx(worst, abs=1e-9)
        assert found.least[player] == pytest.approx(p * win + (1 - p) * worst, abs=1e-9)
        assert found.most[player] == pytest.approx(found.least[player], abs=1e-9)


# The opponent's strategy, our seat, p, and the objective.
LEDUC = [
    ("uniform", 0, 0.5, 0.492451),
    ("uniform", 0, 0.9, 1.575121),
    ("uniform", 0, 1.0, 2.0875),
    ("uniform", 1, 0.5, 0.900134),
    ("caller", 0, 0.5, 0.562697),
    ("caller", 0, 0.9, 1.274725),
    ("caller", 1, 0.75, 1.048922),
]


@pytest.mark.parametrize(("kind", "player", "p", "objective"), LEDUC)
def test_leduc(kind: str, player: int, p: float, objective: float) -> None:
    tree = explicit_tree("leduc")
    model = tree.uniform() if kind == "uniform" else caller(tree)
    found = restricted_response(tree, model, p)
    assert found.least[player] == pytest.approx(objective, abs=6e-7)
    assert found.most[player] == pytest.approx(objective, abs=6e-7)
    if (kind, p) in (("caller", 0.9), ("caller", 0.75)):  # these win as much as a best response
        assert found.win[player] == pytest.approx(22 / 15, abs=1e-6)
        best = best_response(tree, found.strategy, 1 - player)[0]
        assert found.worst[player] == pytest.approx(-best)


def caller(tree: GameTree) -> np.ndarray:
    return tree.strategy_of(lambda s: [action in ("c", "call", "check") for action in map(str, s.actions)])


@settings(max_examples=25)
@given(LAYERS, st.integers(0, 2**31), st.sampled_from([0.0, 0.3, 0.8, 1.0]))
def test_random_games(layers: list[tuple[int, int, int]], seed: int, p: float) -> None:
    """The objective is exact, the ends are equilibrium and best response, and the curve never falls below their line."""
    tree = explicit_tree(RandomGame(layers, seed))
    model = tree.strategy(np.random.default_rng(seed).random(tree.edges))
    found = restricted_response(tree, model, p)
    value, best = solve_by_linear_program(tree).value, evaluate(tree, model).best_responses
    for player in (0, 1):
        sign = 1 - 2 * player
        assert found.least[player] == pytest.approx(found.most[player], abs=1e-7)
        mixed = p * found.win[player] + (1 - p) * found.worst[player]
        assert found.least[player] == pytest.approx(mixed, abs=1e-8)
        if p == 0:
            assert found.worst[player] == pytest.approx(sign * value, abs=1e-7)
        if p == 1:
            assert found.win[player] == pytest.approx(best[player], abs=1e-7)
    ends = [restricted_response(tree, model, end) for end in (0.0, 1.0)]
    for player in (0, 1):  # the objective of a mixture of the ends is the mixture of their objectives
        one, two = (p * end.win[player] + (1 - p) * end.worst[player] for end in ends)
        assert found.least[player] >= max(one, two) - 1e-7


@settings(max_examples=15)
@given(LAYERS, st.integers(0, 2**31), st.booleans())
def test_algorithms_reach_what_linear_programs_find(
    layers: list[tuple[int, int, int]], seed: int, per_set: bool
) -> None:
    tree = explicit_tree(RandomGame(layers, seed))
    random = np.random.default_rng(seed)
    model = random.random(tree.edges)
    p: Any = random.random(len(tree.information_sets)) if per_set else 0.6
    exact = restricted_response(tree, model, p)
    found = restricted_response(tree, model, p, algorithm="cfr+", iterations=300)
    for player in (0, 1):
        assert found.least[player] <= exact.least[player] + 1e-7
        assert found.most[player] >= exact.most[player] - 1e-7
        assert exact.most[player] - exact.least[player] < 1e-6


def test_settled_anew_at_each_decision() -> None:
    """Trust 0 gives an equilibrium, trust 1 a best response, and p of one set binds only that set."""
    tree = explicit_tree("kuhn")
    sets = len(tree.information_sets)
    free, bound = (restricted_response(tree, tree.uniform(), np.full(sets, p)) for p in (0.0, 1.0))
    assert free.worst == pytest.approx((-1 / 18, 1 / 18))
    assert bound.win == pytest.approx((1 / 2, 5 / 12))
    king = next(i for i, s in enumerate(tree.information_sets) if s.player == 1 and "K" in str(s.key))
    one = np.zeros(sets)
    one[king] = 1
    held = restricted_tree(tree, tree.uniform(), one, 1)
    # Equivalently, it is a best response to that set's fixed strategy.
    ours = restricted_response(tree, tree.uniform(), one)
    plans = []
    for choice in np.ndindex(*[2] * (sets // 2 - 1)):
        others = iter(choice)
        plan = ours.strategy.copy()
        for i, s in enumerate(tree.information_sets):
            if s.player == 1:
                plan[s.edges] = 0.5 if i == king else np.eye(2)[next(others)]
        plans.append(evaluate(tree, plan).expected_values[0])
    assert ours.least[0] == pytest.approx(min(plans), abs=1e-9)
    assert solve(held, "cfr+", target=1e-3).values.expected_values[0] == pytest.approx(
        ours.least[0], abs=2e-3
    )


@pytest.mark.parametrize(
    ("p", "message"),
    [
        (1.5, "p: expected how likely the opponent plays the model, from 0 to 1, .* got 1.5; e.g. 0.9"),
        (float("nan"), "p: expected .* got nan"),
        ([0.5, 0.5], r"one such number for each of 12 information sets, got \[0.5, 0.5\]"),
        ("half", "p: expected .* got 'half'"),
        (True, "p: expected .* got True"),
    ],
)
def test_what_is_no_probability(p: Any, message: str) -> None:
    tree = explicit_tree("kuhn")
    with pytest.raises(ValueError, match=message):
        restricted_response(tree, tree.uniform(), p)


def test_what_is_refused() -> None:
    tree = explicit_tree("kuhn")
    with pytest.raises(ValueError, match="player: expected 0 to 1, got 2"):
        restricted_tree(tree, tree.uniform(), 0.5, 2)
    with pytest.raises(ValueError, match="iterations: expected with an algorithm alone"):
        restricted_response(tree, tree.uniform(), 0.5, iterations=5)
    with pytest.raises(ValueError, match="strategy: expected shape"):
        restricted_response(tree, np.ones(3), 0.5)
    three = explicit_tree("kuhn-3p")
    with pytest.raises(ValueError, match="game for a restricted response: expected two players, zero sum"):
        restricted_response(three, three.uniform(), 0.5)
