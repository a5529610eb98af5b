"""Every update policy against a few lines of NumPy on matrix games."""

import numpy as np
import pytest

from pokerdata.solvers import algorithm
from pokerdata.trees import TreeSolver, game_tree
from pokerdata.trees.examples import MatrixGame

PAYOFFS = np.random.default_rng(5).normal(size=(3, 4))


def plain(name: str, optimistic: bool, simultaneous: bool, iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """The next strategies and the sums of strategies of both players, as the sources define them."""
    regrets, last, sums, plays = ([np.zeros(n) for n in PAYOFFS.shape] for _ in range(4))

    def play(p: int) -> None:
        plus = np.maximum(regrets[p] + (last[p] if optimistic else 0), 0)
        plays[p] = plus / plus.sum() if plus.sum() > 0 else np.full(len(plus), 1 / len(plus))

    play(0)
    play(1)
    for t in range(1, iterations + 1):
        for p in (0, 1):
            q = PAYOFFS @ plays[1] if p == 0 else -plays[0] @ PAYOFFS
            weight = {"cfr": 1, "cfr+": t, "lcfr": t, "dcfr": t**2, "pcfr+": t**2}[name]
            sums[p] += weight * plays[p]
            last[p] = q - q @ plays[p]
            regrets[p] = regrets[p] + last[p]
            if name in ("cfr+", "pcfr+"):
                regrets[p] = np.maximum(regrets[p], 0)
            elif name == "lcfr":
                regrets[p] = regrets[p] * t / (t + 1)
            elif name == "dcfr":
                regrets[p] = np.where(regrets[p] > 0, regrets[p] * t**1.5 / (t**1.5 + 1), regrets[p] / 2)
            if not simultaneous:
                play(p)
        if simultaneous:
            play(0)
            play(1)
    return np.concatenate(plays), np.concatenate(sums)


@pytest.mark.parametrize("name", ["cfr", "cfr+", "lcfr", "dcfr", "pcfr+"])
@pytest.mark.parametrize("optimistic", [False, True])
@pytest.mark.parametrize("simultaneous", [False, True])
def test_as_the_sources_define_it(name: str, optimistic: bool, simultaneous: bool) -> None:
    how = algorithm(name, optimistic=optimistic, simultaneous=simultaneous)
    solver = TreeSolver(game_tree(MatrixGame(PAYOFFS)), how)
    for iterations in (1, 2, 3, 20):
        solver.iterate(iterations - solver.iteration)
        plays, sums = plain(name, optimistic or name == "pcfr+", simultaneous, iterations)
        np.testing.assert_allclose(solver.current(), plays, atol=1e-12)
        np.testing.assert_allclose(solver.state().average, sums, rtol=1e-12)


def test_delayed_averaging() -> None:
    late, linear = (TreeSolver(game_tree(MatrixGame(PAYOFFS)), algorithm("cfr+", delay=d)) for d in (4, 0))
    late.iterate(4)
    assert not late.state().average.any()
    assert late.unreached().sets == 2
    linear.iterate(4)
    sums = []
    for _ in range(3):
        sums.append(linear.current()[:3])
        linear.iterate(1)
        late.iterate(1)
    np.testing.assert_allclose(late.state().average[:3], sums[0] + 2 * sums[1] + 3 * sums[2], rtol=1e-13)


def test_names_say_what_they_do() -> None:
    assert str(algorithm("pcfr+")) == "pcfr+(gamma=2, delay=0)"
    assert str(algorithm("cfr", simultaneous=True)) == "cfr(simultaneous)"
    assert str(algorithm("lcfr", optimistic=True)) == "lcfr(optimistic)"
    with pytest.raises(ValueError, match="bad parameter alpha=2 for lcfr: it has no parameters"):
        algorithm("lcfr", alpha=2)
