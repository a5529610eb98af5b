"""Monte Carlo CFR: sampled updates have the expectation of the full ones."""

from typing import Any

import numpy as np
import pytest

from pokerdata.solving import RunState
from pokerdata.solving.explicit import GameTree, MonteCarlo, TreeSolver, evaluate, explicit_tree, solve
from pokerdata.solving.explicit.lp import reach

KUHN, LEDUC = explicit_tree("kuhn"), explicit_tree("leduc")
SAMPLINGS = ["chance", "external", "outcome"]


def first_walk(tree: GameTree, sampling: str, samples: int) -> tuple[np.ndarray, np.ndarray, TreeSolver]:
    """Return changes of regrets and averages in single iterations, starting from ten iterations of CFR."""
    full = TreeSolver(tree, "cfr")
    full.iterate(10)
    before, sums, _ = full.arrays()
    solver = TreeSolver(tree, MonteCarlo(sampling, seed=3))
    regrets, averages = [], []
    for i in range(samples):
        solver.restore(i, before, sums, np.empty(0))
        solver.iterate(1)
        regrets.append(solver.arrays()[0] - before)
        averages.append(solver.arrays()[1] - sums)
    return np.array(regrets), np.array(averages), full


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tree", "samples", "sampling"),
    [*((KUHN, 6000, sampling) for sampling in SAMPLINGS), (LEDUC, 1500, "chance"), (LEDUC, 1500, "external")],
)
def test_sampled_regrets_and_averages_are_unbiased(tree: GameTree, samples: int, sampling: str) -> None:
    regrets, averages, full = first_walk(tree, sampling, samples)
    before, sums, _ = full.arrays()
    full.iterate(1)
    first = [s for s in tree.information_sets if s.player == 0]
    own = np.concatenate([np.arange(s.edges.start, s.edges.stop) for s in first])
    expected = full.arrays()[0] - before
    check_mean(regrets[:, own], expected[own])
    # Player 0's walk updates player 1's average: player 1's reach times the probability of chance.
    played = full.arrays()[1] - sums  # own reach times strategy; player 1's strategy is unchanged
    chance = np.zeros(len(tree.information_sets))
    decisions = np.flatnonzero(tree.set >= 0)
    np.add.at(chance, tree.set[decisions], reach(tree, np.zeros(tree.edges), ())[decisions])
    for s, probability in zip(tree.information_sets, chance, strict=True):
        if s.player == 1:
            check_mean(averages[:, s.edges], played[s.edges] * probability)


def check_mean(samples: np.ndarray, expected: np.ndarray) -> None:
    """Require agreement within 5 standard errors, and exactly where nothing varies."""
    error = samples.std(axis=0, ddof=1) / len(samples) ** 0.5
    assert (np.abs(samples.mean(axis=0) - expected) <= 5 * error + 1e-12).all()


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize(("tree", "value", "few"), [(KUHN, -1 / 18, 2000), (LEDUC, -0.085606424, 4000)])
def test_averages_tend_to_the_value(tree: GameTree, value: float, few: int, sampling: str) -> None:
    found = []
    for iterations in (few, 16 * few):
        solvers = [TreeSolver(tree, MonteCarlo(sampling, seed=seed)) for seed in range(4)]
        for solver in solvers:
            solver.iterate(iterations)
        values = [solver.evaluate() for solver in solvers]
        for v in values:
            assert -v.best_responses[1] <= value <= v.best_responses[0]
        means = [v.expected_values[0] for v in values]
        # Besides sampling error, the strategies still differ from an equilibrium.
        error = np.std(means, ddof=1) / 2
        exploitability = np.mean([v.exploitability for v in values])
        assert abs(np.mean(means) - value) < 4 * error + exploitability / 4
        found.append(exploitability)
    assert found[1] < found[0] / 2


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_seed_decides(sampling: str) -> None:
    one, same, other = (TreeSolver(LEDUC, MonteCarlo(sampling, seed=s)) for s in (1, 1, 2))
    for solver in (one, same, other):
        solver.iterate(200)
    np.testing.assert_array_equal(one.arrays()[1], same.arrays()[1])
    assert not np.array_equal(one.arrays()[1], other.arrays()[1])
    resumed = TreeSolver(LEDUC, MonteCarlo(sampling, seed=1))
    resumed.iterate(77)
    later = TreeSolver(LEDUC, MonteCarlo(sampling, seed=1))
    later.restore(resumed.iteration, *resumed.arrays())
    later.iterate(123)
    assert [a.tobytes() for a in later.arrays()] == [a.tobytes() for a in one.arrays()]


def test_what_was_never_reached_plays_uniformly_and_is_reported() -> None:
    states: list[RunState] = []
    result = solve(LEDUC, MonteCarlo("outcome", seed=4), iterations=300, checkpoint=states.append)
    sums = states[-1].arrays["average"]
    missing = [s for s in LEDUC.information_sets if sums[s.edges].sum() == 0]
    assert len(missing) == result.unreached.sets > 20
    for s in missing:
        np.testing.assert_array_equal(result.strategy[s.edges], 1 / len(s.actions))
    # Its probability comes from a game in which every set that is never reached pays 1.
    keys = {(s.player, s.key) for s in missing}
    reach = np.ones(LEDUC.nodes)
    for n in range(1, LEDUC.nodes):
        up = LEDUC.parent[n]
        at = LEDUC.information_sets[LEDUC.set[up]] if LEDUC.set[up] >= 0 else None
        step = LEDUC.chance[n] if at is None else result.strategy[LEDUC.edge[n]]
        reach[n] = 0 if at and (at.player, at.key) in keys else reach[up] * step
    met = [
        reach[n]
        for n in range(LEDUC.nodes)
        if LEDUC.set[n] >= 0 and LEDUC.information_sets[LEDUC.set[n]] in missing
    ]
    assert result.unreached.probability == pytest.approx(sum(met), rel=1e-12)
    assert any("were never reached and play uniformly" in line for line in result.lines())


def test_three_players_by_sampling() -> None:
    tree = explicit_tree("kuhn-3p")
    for sampling in SAMPLINGS:
        solver = TreeSolver(tree, MonteCarlo(sampling, seed=1))
        solver.iterate(30_000)
        assert solver.evaluate().nash_conv < 0.3 * evaluate(tree, tree.uniform()).nash_conv


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"sampling": "public"}, "sampling: expected one of chance, external, outcome.*got 'public'"),
        ({"seed": -1}, "seed: expected a whole number, 0 or more.*got -1"),
        ({"seed": 0.5}, "seed: expected .*got 0.5"),
        ({"exploration": 0.0}, "exploration: expected more than 0, at most 1.*got 0.0"),
    ],
)
def test_bad_parameters(how: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        MonteCarlo(**how)
