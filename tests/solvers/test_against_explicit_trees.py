"""The vector engine against explicit trees walked deal by deal."""

from types import ModuleType
from typing import Any

import pytest

from pokerdata import games
from pokerdata.solvers import Result, solve


def as_function(result: Result) -> Any:
    """(information set, action letter) -> probability, from the rows of a strategy."""
    tree, names = result.game.tree, result.game.state_names
    found = {}
    for r, strategy in enumerate(result.strategy):
        first = tree.first_edge[tree.decision_nodes(r)[0]]
        for node in tree.decision_nodes(r):
            for e in range(tree.first_edge[node], tree.first_edge[node + 1]):
                letter = "fccrr"[tree.action[e]]
                for s, name in enumerate(names[r]):
                    found[(tree.history(node), name), letter] = float(strategy[e - first, s])
    return lambda key, move: found[key, move]


def check(module: ModuleType, explicit_game: Any, game: games.JointCountGame, **how: Any) -> None:
    result = solve(game, dtype="float64", threads=1, **how)
    strategy = as_function(result)
    value = result.evaluation
    # The stored strategy is float32.
    assert value.best_response[0] == pytest.approx(module.best_response(explicit_game, strategy, 0), abs=2e-6)
    assert value.best_response[1] == pytest.approx(module.best_response(explicit_game, strategy, 1), abs=2e-6)
    assert value.expected_value == pytest.approx(module.expected_value(explicit_game, strategy), abs=2e-6)
    assert game.information_sets == len(module.information_sets(explicit_game))


@pytest.mark.parametrize("iterations", [1, 3, 50])
def test_kuhn(explicit: ModuleType, iterations: int) -> None:
    check(explicit, explicit.kuhn(), games.kuhn(), iterations=iterations)


@pytest.mark.parametrize(("name", "iterations"), [("dcfr", 2), ("cfr+", 30), ("cfr", 30)])
def test_leduc(explicit: ModuleType, name: str, iterations: int) -> None:
    check(explicit, explicit.leduc(), games.leduc(), algorithm=name, iterations=iterations)


@pytest.mark.parametrize("iterations", [1, 20])
def test_random_counts_with_uneven_children(
    explicit: ModuleType, uneven_game: tuple[games.JointCountGame, tuple[Any, ...]], iterations: int
) -> None:
    game, parts = uneven_game
    check(explicit, explicit.of_counts(*parts), game, iterations=iterations)


def test_random_counts_reach_the_value_of_the_linear_program(
    explicit: ModuleType, uneven_game: tuple[games.JointCountGame, tuple[Any, ...]]
) -> None:
    game, parts = uneven_game
    value = explicit.value_by_linear_program(explicit.of_counts(*parts))
    result = solve(game, target="0.1mb", dtype="float64", threads=1)
    assert result.evaluation.expected_value == pytest.approx(value, abs=result.evaluation.nash_conv)
    assert -result.evaluation.best_response[1] <= value <= result.evaluation.best_response[0]


def test_information_sets() -> None:
    assert games.kuhn().information_sets == 12
    assert games.leduc().information_sets == 288
