"""Published digits, node counts and iterations on trees of the example games."""

import itertools
import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from pokerdata.solving import algorithm, log_spaced
from pokerdata.solving.explicit import GameTree, TreeSolver, explicit_tree, solve
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.solving.explicit.lp import m_values

tree_of = cache(explicit_tree)


# (game, algorithm): iteration: exploitability in thousandths of the ante
DIGITS = {
    (game, name): {int(iteration): value for iteration, value in digits.items()}
    for game, algorithms in tomllib.loads(
        (Path(__file__).parents[2] / "published_exploitabilities.toml").read_text(encoding="utf-8")
    ).items()
    for name, digits in algorithms.items()
}
CROSSINGS = {
    ("kuhn", "cfr+"): 91,
    ("kuhn", "dcfr"): 211,
    ("kuhn", "cfr"): 911,
    ("kuhn", "simultaneous cfr"): 50_000,
    ("leduc", "cfr+"): 511,
    ("leduc", "dcfr"): 411,
    ("leduc", "cfr"): 31_111,
}


@pytest.mark.parametrize(
    ("name", "nodes", "sets"), [("kuhn", 58, 12), ("leduc", 1939, 288), ("twelve-card", 99_545, 10_104)]
)
def test_sizes(name: str, nodes: int, sets: int) -> None:
    tree = tree_of(name)
    assert (tree.nodes, len(tree.information_sets)) == (nodes, sets)
    assert tree.zero_sum
    assert tree.perfect_recall


@pytest.mark.parametrize(("name", "how"), DIGITS)
def test_exploitability_has_the_published_digits(name: str, how: str) -> None:
    solver = TreeSolver(tree_of(name), how)
    for iteration, expected in DIGITS[name, how].items():
        solver.iterate(iteration - solver.iteration)
        assert 1000 * solver.evaluate().exploitability == pytest.approx(expected, abs=6e-7), iteration


@pytest.mark.parametrize(("name", "how"), CROSSINGS)
def test_first_checkpoint_below_a_thousandth_of_the_ante(name: str, how: str) -> None:
    named = algorithm(how.split()[-1], simultaneous=how.startswith("simultaneous"))
    published = CROSSINGS[name, how]
    # Doll evaluated the slowest at 50,000, between two log-spaced points.
    points = sorted({*itertools.islice(log_spaced(), 50), 50_000}) if published == 50_000 else None
    result = solve(tree_of(name), named, target=0.001, at=points)
    assert (result.iterations, result.stopped) == (published, "target")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "how", "published"),
    [("leduc", "simultaneous cfr", 911_111), ("twelve-card", "dcfr", 911), ("twelve-card", "cfr+", 1611)],
)
def test_the_same_for_the_slow_ones(name: str, how: str, published: int) -> None:
    named = algorithm(how.split()[-1], simultaneous=how.startswith("simultaneous"))
    assert solve(tree_of(name), named, target=0.001).iterations == published


@pytest.mark.parametrize("how", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"])
@pytest.mark.parametrize("optimistic", [False, True])
@pytest.mark.parametrize("simultaneous", [False, True])
def test_every_algorithm_reaches_the_value_of_kuhn(how: str, optimistic: bool, simultaneous: bool) -> None:
    named = algorithm(how, optimistic=optimistic, simultaneous=simultaneous)
    result = solve(tree_of("kuhn"), named, iterations=3000)
    assert result.values.exploitability < (0.005 if simultaneous else 0.001)
    assert result.values.expected_values[0] == pytest.approx(-1 / 18, abs=result.values.nash_conv)
    assert result.unreached.sets == 0


def decision() -> GameTree:
    """Return a game with one decision among payoffs 0, 1 and -1,000,000 (Brown & Sandholm 2019); the opponent never acts."""
    return explicit_tree(MatrixGame([[0.0], [1.0], [-1e6]]))


@pytest.mark.parametrize(("how", "published"), [("cfr+", 471_407), ("lcfr", 972)])
def test_a_mistake_of_a_million(how: str, published: int) -> None:
    """The published number is the first iteration that plays the middle action with probability 1."""
    solver = TreeSolver(decision(), how)
    solver.iterate(published - 2)
    assert solver.current()[1] < 1  # iteration published - 1 leads to this strategy
    solver.iterate(1)
    np.testing.assert_array_equal(solver.current(), [0, 1, 0, 1])


def test_the_regret_example() -> None:
    """Utilities (-5, 10, 20), strategy (.5, .25, .25), reach 1/3: regrets (-3.33, 1.67, 5), next (0, .25, .75)."""

    class Example:
        players = 2

        def __init__(self, moves: tuple[object, ...] = ()) -> None:
            self.moves = moves

        def root(self) -> "Example":
            return self

        @property
        def player(self) -> int | Literal["chance"] | None:
            who: tuple[int | Literal["chance"] | None, ...] = (
                "chance",
                None if self.moves[:1] == ("no",) else 0,
                None,
            )
            return who[len(self.moves)]

        def chance(self) -> list[tuple[object, float]]:
            return [("yes", 1 / 3), ("no", 2 / 3)]

        def legal_actions(self) -> list[object]:
            return [-5, 10, 20]

        def apply(self, action: object) -> "Example":
            return Example((*self.moves, action))

        def information_set(self) -> str:
            return "the set"

        def returns(self) -> list[float]:
            won = 0.0 if self.moves[0] == "no" else float(str(self.moves[1]))
            return [won, -won]

    solver = TreeSolver(explicit_tree(Example()), "cfr")
    _, *others = solver.arrays()
    before = np.array([2.0, 1.0, 1.0])  # plays (.5, .25, .25)
    solver.restore(0, before, *others)
    np.testing.assert_array_equal(solver.current(), [0.5, 0.25, 0.25])
    solver.iterate(1)
    regrets = solver.arrays()[0] - before
    np.testing.assert_allclose(regrets, [-10 / 3, 5 / 3, 5], rtol=1e-14)
    solver.restore(0, regrets, *others)
    np.testing.assert_allclose(solver.current(), [0, 0.25, 0.75], rtol=1e-14)


def test_kuhn_plays_an_equilibrium_of_the_known_family() -> None:
    tree = tree_of("kuhn")
    words = tree.words(solve(tree, "dcfr", target=1e-6, iterations=200_000).strategy)
    jack = words[0, "J: "]["bet"]
    assert 0 <= jack <= 1 / 3 + 1e-3
    assert words[0, "K: "]["bet"] == pytest.approx(3 * jack, abs=5e-3)
    assert words[0, "Q: cr"]["call"] == pytest.approx(jack + 1 / 3, abs=5e-3)
    assert words[1, "Q: r"]["call"] == pytest.approx(1 / 3, abs=5e-3)


def test_m_values_bound_the_regret() -> None:
    assert m_values(tree_of("kuhn")) == pytest.approx((2 * 3**0.5, 6**0.5))
    for name in ("kuhn", "leduc"):
        tree = tree_of(name)
        delta = np.ptp(tree.utilities[:, 0])
        actions = max(len(s.actions) for s in tree.information_sets)
        for row in solve(tree, algorithm("cfr", simultaneous=True), iterations=1111).log:
            bound = delta * sum(m_values(tree)) * (actions / row.iteration) ** 0.5
            assert row.values.nash_conv <= bound


def test_three_players() -> None:
    tree = explicit_tree("kuhn-3p")
    assert (tree.players, len(tree.information_sets)) == (3, 48)
    log = solve(tree, "cfr", iterations=1111).log
    convergence = {row.iteration: row.values.nash_conv for row in log}
    assert convergence[1] > 1 > 0.1 > convergence[111] > convergence[1111] > 0
    assert sum(log[-1].values.expected_values) == pytest.approx(0, abs=1e-12)
