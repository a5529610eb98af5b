"""Equilibria by linear programming, and the methods for matrix games."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.random_trees import LAYERS, RandomGame
from pokerdata import CapacityError
from pokerdata.games import GAMES, varied
from pokerdata.solving.explicit import evaluate, explicit_tree, solve
from pokerdata.solving.explicit import lp as matrix
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.solving.explicit.lp import normal_form, solve_by_linear_program


@pytest.mark.parametrize(("game", "value"), [("kuhn", -1 / 18), ("leduc", -0.085606424)])
def test_known_values(game: str, value: float) -> None:
    tree = explicit_tree(game)
    found = solve_by_linear_program(tree)
    assert found.value == pytest.approx(value, abs=5e-10)
    check = evaluate(tree, found.strategy)
    assert check.exploitability == pytest.approx(0, abs=1e-9)
    assert check.expected_values[0] == pytest.approx(value, abs=5e-10)


def test_kuhn_with_other_stakes() -> None:
    for ante, bet in [(1, 2), (2, 1), (4, 3)]:
        tree = explicit_tree(varied(GAMES["kuhn"], [f"ante={ante}", f"bets={bet}"]))
        value = solve_by_linear_program(tree).value
        result = solve(tree, "cfr+", target=1e-4)
        assert result.values.expected_values[0] == pytest.approx(value, abs=result.values.nash_conv)


@settings(max_examples=25)
@given(LAYERS, st.integers(0, 2**31))
def test_random_trees(layers: list[tuple[int, int, int]], seed: int) -> None:
    tree = explicit_tree(RandomGame(layers, seed))
    found = solve_by_linear_program(tree)
    assert evaluate(tree, found.strategy).exploitability == pytest.approx(0, abs=1e-7)
    for how in ("cfr+", "dcfr", "cfr"):
        value = solve(tree, how, iterations=200).values
        assert -value.best_responses[1] - 1e-9 <= found.value <= value.best_responses[0] + 1e-9
        assert value.expected_values[0] == pytest.approx(found.value, abs=value.nash_conv + 1e-9)
        assert value.exploitability < 0.5


@pytest.mark.parametrize("layers", [[], [(2, 2, 0)], [(0, 3, 0)], [(1, 2, 0), (1, 3, 0)]])
def test_where_somebody_has_nothing_to_do(layers: list[tuple[int, int, int]]) -> None:
    tree = explicit_tree(RandomGame(layers, 3))
    found = solve_by_linear_program(tree)
    assert evaluate(tree, found.strategy).exploitability == pytest.approx(0, abs=1e-9)
    form = normal_form(tree)
    assert form.payoffs.max(axis=0).min() == pytest.approx(found.value)
    for how in ("dcfr", "fictitious-play", "mccfr"):
        value = solve(tree, how, iterations=300).values
        assert value.expected_values[0] == pytest.approx(found.value, abs=value.nash_conv + 1e-9)


def test_what_a_linear_program_cannot_do() -> None:
    with pytest.raises(
        ValueError,
        match=(
            r"game for a linear program: expected two players, zero sum and perfect recall, got 3 "
            r"players, zero sum and perfect recall"
        ),
    ):
        solve_by_linear_program(explicit_tree("kuhn-3p"))
    with pytest.raises(ValueError, match="2 players, no zero sum"):
        solve_by_linear_program(explicit_tree(MatrixGame([[1, 2]], [[1, 2]])))


# Payoffs and the equilibrium by hand: pennies, a 2 x 2 game, paper-scissors-stone with one win doubled.
MATRICES = [
    ([[1, -1], [-1, 1]], [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
    ([[2, -1], [-1, 1]], [2 / 5, 3 / 5], [2 / 5, 3 / 5]),
    ([[0, -1, 2], [1, 0, -1], [-1, 1, 0]], [1 / 4, 5 / 12, 1 / 3], [1 / 3, 5 / 12, 1 / 4]),
]
METHODS = [(matrix.regret_matching, 0.03), (matrix.fictitious_play, 0.03), (matrix.lagging_anchor, 1e-9)]


@pytest.mark.parametrize(("payoffs", "rows", "columns"), MATRICES)
@pytest.mark.parametrize(("method", "close"), METHODS)
def test_methods_find_mixed_equilibria(
    payoffs: list[Any], rows: list[Any], columns: list[Any], method: Any, close: float
) -> None:
    assert matrix.exploitability(payoffs, rows, columns) == pytest.approx(0, abs=1e-15)
    x, y = method(payoffs, 5000)
    np.testing.assert_allclose(x, rows, atol=close)
    np.testing.assert_allclose(y, columns, atol=close)
    assert matrix.exploitability(payoffs, x, y) < close


def test_regret_matching_by_hand() -> None:
    regrets = matrix.counterfactual_regrets([-5, 10, 20], [0.5, 0.25, 0.25], 1 / 3)
    np.testing.assert_allclose(regrets, [-10 / 3, 5 / 3, 5])
    np.testing.assert_allclose(matrix.regret_matching_strategy(regrets), [0, 0.25, 0.75])
    np.testing.assert_array_equal(matrix.regret_matching_strategy([-1, 0, -2]), np.full(3, 1 / 3))


def test_regret_matching_is_simultaneous_cfr() -> None:
    from pokerdata.solving import algorithm

    for payoffs, _, _ in MATRICES:
        tree = explicit_tree(MatrixGame(payoffs))
        strategy = solve(tree, algorithm("cfr", simultaneous=True), iterations=100).strategy
        np.testing.assert_allclose(strategy, np.concatenate(matrix.regret_matching(payoffs, 100)), atol=1e-13)


@pytest.mark.parametrize(("method", "close"), [*METHODS[:2], (matrix.lagging_anchor, 1e-6)])
def test_kuhn_as_a_matrix(method: Any, close: float) -> None:
    tree = explicit_tree("kuhn")
    form = normal_form(tree)
    assert form.payoffs.shape == (27, 64)
    x, y = method(form.payoffs, 10_000)
    value = evaluate(tree, form.weights(x, y))
    assert value.exploitability == pytest.approx(matrix.exploitability(form.payoffs, x, y), abs=1e-12)
    assert value.exploitability < close
    assert value.expected_values[0] == pytest.approx(-1 / 18, abs=2 * close)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6))
def test_the_nearest_probabilities(point: list[float]) -> None:
    nearest = matrix.project(point)
    assert nearest.min() >= 0
    assert nearest.sum() == pytest.approx(1)
    # The remainder is equal for all nonzero parts, and no larger for the others.
    rest = np.array(point) - nearest
    assert np.ptp(rest[nearest > 0]) < 1e-9
    assert (rest[nearest == 0] <= rest[nearest > 0].min() + 1e-9).all()


def test_refusals() -> None:
    with pytest.raises(CapacityError, match="player 0 has more than 10 plans"):
        normal_form(explicit_tree("kuhn"), max_plans=10)
    with pytest.raises(CapacityError, match="more than 10,000 plans"):
        normal_form(explicit_tree("leduc"))
    bads: tuple[Any, ...] = ([1, 2], [[1, float("nan")]], [[]], None, "pennies", [[1], [1, 2]])
    for bad in bads:
        with pytest.raises(ValueError, match="payoffs: expected"):
            matrix.regret_matching(bad, 10)
    with pytest.raises(ValueError, match=r"iterations: expected .*got 0"):
        matrix.fictitious_play([[1]], 0)
    with pytest.raises(ValueError, match=r"step: expected .*got 0"):
        matrix.lagging_anchor([[1]], 10, step=0)
