"""Published digits, and values of Kuhn poker and Leduc hold'em by linear programming."""

import tomllib
from pathlib import Path

import pytest

from helpers import explicit_games
from pokerdata import games
from pokerdata.solving import algorithm
from pokerdata.solving.public import Solver, solve


def build(name: str) -> games.CardGame:
    make = games.load_game(name).build
    assert make is not None
    return make()


# (game, algorithm): iteration: exploitability in thousandths of the ante
DIGITS = {
    (game, name): {int(iteration): value for iteration, value in digits.items()}
    for game, algorithms in tomllib.loads(
        (Path(__file__).parents[2] / "published_exploitabilities.toml").read_text(encoding="utf-8")
    ).items()
    for name, digits in algorithms.items()
}
SLOW = pytest.mark.slow
CROSSINGS = [
    ("kuhn", "cfr+", 91),
    ("kuhn", "dcfr", 211),
    ("kuhn", "cfr", 911),
    ("kuhn", "cfr(simultaneous)", 50_000),
    ("leduc", "cfr+", 511),
    ("leduc", "dcfr", 411),
    ("leduc", "cfr", 31_111),
    pytest.param("leduc", "cfr(simultaneous)", 911_111, marks=SLOW),
    ("twelve-card", "cfr+", 1611),
    ("twelve-card", "dcfr", 911),
    pytest.param("twelve-card", "cfr", 161_111, marks=SLOW),
]


@pytest.mark.parametrize(("game", "name"), DIGITS)
def test_exploitability_has_the_published_digits(game: str, name: str) -> None:
    solver = Solver(build(game), algorithm(name), dtype="float64", threads=1)
    for iteration, expected in DIGITS[game, name].items():
        solver.iterate(iteration - solver.iteration)
        assert 1000 * solver.evaluate().exploitability == pytest.approx(expected, abs=6e-7), iteration


@pytest.mark.parametrize(("game", "name", "published"), CROSSINGS)
def test_first_checkpoint_below_one_milliblind(game: str, name: str, published: int) -> None:
    # Doll evaluated the slowest on Kuhn poker at 50,000, between two log-spaced points.
    every = 50_000 if published == 50_000 else None
    result = solve(build(game), algorithm=name, target="1mb", every=every, dtype="float64", threads=1)
    assert (result.iterations, result.stopped) == (published, "target")


@pytest.mark.parametrize("name", ["pcfr+", "pcfr+(simultaneous)", "dcfr(optimistic)", "lcfr(optimistic)"])
def test_optimistic_algorithms_reach_the_value_of_leduc(name: str) -> None:
    result = solve(build("leduc"), algorithm=name, iterations=5000, dtype="float64", threads=1)
    value = result.values
    assert value.exploitability < 0.002
    assert -value.best_response[1] <= -0.085606424 <= value.best_response[0]


# The evaluation points of the published comparison.
POINTS = [1, 21, 41, 61, 81, 131, 181, 231, 281, 381, 481, 581, 681, 781, 1111]


@pytest.mark.parametrize(("name", "first"), [("dcfr", 481), ("cfr+", 1111)])
def test_small_island_falls_below_one_milliblind(name: str, first: int) -> None:
    result = solve(build("small-island"), algorithm=name, target="1mb", at=POINTS, dtype="float64")
    assert (result.iterations, result.stopped) == (first, "target")
    assert [row.iteration for row in result.log] == [p for p in POINTS if p <= first]


def test_values_of_the_games_by_linear_programming() -> None:
    assert explicit_games.value_by_linear_program(explicit_games.kuhn()) == pytest.approx(-1 / 18, abs=1e-9)
    assert explicit_games.value_by_linear_program(explicit_games.leduc()) == pytest.approx(
        -0.085606424, abs=1e-9
    )


@pytest.mark.parametrize(("game", "value"), [("kuhn", -1 / 18), ("leduc", -0.085606424)])
def test_long_runs_reach_the_value(game: str, value: float) -> None:
    result = solve(build(game), target="0.0001mb", iterations=100_000, dtype="float64", threads=1)
    bound = result.values.nash_conv
    assert bound < 2e-5
    assert result.values.expected_value == pytest.approx(value, abs=bound)
    assert -result.values.best_response[1] <= value <= result.values.best_response[0]


def test_kuhn_plays_an_equilibrium_of_the_known_family() -> None:
    game = games.kuhn()
    result = solve(game, target="0.001mb", iterations=200_000, dtype="float64", threads=1)
    tree, strategy = game.tree, result.strategy[0]
    rows = {tree.history(n): tree.first_edge[n] for n in tree.decision_nodes(0)}
    bet = strategy[rows[""] + 1]
    jack, king = float(bet[0]), float(bet[2])
    assert 0 <= jack <= 1 / 3 + 1e-3
    assert king == pytest.approx(3 * jack, abs=5e-3)
    assert strategy[rows["cr"] + 1][1] == pytest.approx(jack + 1 / 3, abs=5e-3)
    assert strategy[rows["r"] + 1][1] == pytest.approx(1 / 3, abs=5e-3)
