"""Every update policy agrees with a few lines of NumPy on matrix games."""

import numpy as np
import pytest

from pokerdata.solving import algorithm
from pokerdata.solving.explicit import FictitiousPlay, MonteCarlo, TreeSolver, explicit_tree, tree_algorithm
from pokerdata.solving.explicit.examples import MatrixGame
from pokerdata.solving.explicit.solve import TreeAlgorithm

PAYOFFS = np.random.default_rng(5).normal(size=(3, 4))


def plain(name: str, optimistic: bool, simultaneous: bool, iterations: int) -> tuple[np.ndarray, np.ndarray]:
    """Return both players' next strategies and strategy sums, as the sources define them."""
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
    solver = TreeSolver(explicit_tree(MatrixGame(PAYOFFS)), how)
    for iterations in (1, 2, 3, 20):
        solver.iterate(iterations - solver.iteration)
        plays, sums = plain(name, optimistic or name == "pcfr+", simultaneous, iterations)
        np.testing.assert_allclose(solver.current(), plays, atol=1e-12)
        np.testing.assert_allclose(solver.arrays()[1], sums, rtol=1e-12)


def test_delayed_averaging() -> None:
    late, linear = (
        TreeSolver(explicit_tree(MatrixGame(PAYOFFS)), algorithm("cfr+", delay=d)) for d in (4, 0)
    )
    late.iterate(4)
    assert not late.arrays()[1].any()
    assert late.unreached().sets == 2
    linear.iterate(4)
    sums = []
    for _ in range(3):
        sums.append(linear.current()[:3])
        linear.iterate(1)
        late.iterate(1)
    np.testing.assert_allclose(late.arrays()[1][:3], sums[0] + 2 * sums[1] + 3 * sums[2], rtol=1e-13)


def test_names_say_what_they_do() -> None:
    assert str(algorithm("pcfr+")) == "pcfr+(gamma=2, delay=0)"
    assert str(algorithm("cfr", simultaneous=True)) == "cfr(simultaneous)"
    assert str(algorithm("lcfr", optimistic=True)) == "lcfr(optimistic)"
    with pytest.raises(
        ValueError, match=r"algorithm lcfr: no parameter alpha=2; it has optimistic, simultaneous, pruning"
    ):
        algorithm("lcfr", alpha=2)


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("dcfr(alpha=1.5,beta=0.5,gamma=2)", algorithm("dcfr", beta=0.5)),
        (" cfr+( delay = 100 ) ", algorithm("cfr+", delay=100)),
        ("pcfr+", algorithm("pcfr+", gamma=2, delay=0, optimistic=True)),
        ("cfr(simultaneous)", algorithm("cfr", simultaneous=True)),
        (
            "dcfr(beta=-1e3, optimistic, pruning=regret)",
            algorithm("dcfr", beta=-1000, optimistic=True, pruning="regret"),
        ),
        ("dcfr(alpha=1.23456789012345)", algorithm("dcfr", alpha=1.23456789012345)),
        ("mccfr", MonteCarlo()),
        ("mccfr-outcome(exploration=0.4)", MonteCarlo("outcome", exploration=0.4, seed=9)),
        ("mccfr-chance(seed=12)", MonteCarlo("chance", seed=12)),
        ("fictitious-play(simultaneous)", FictitiousPlay(simultaneous=True)),
    ],
)
def test_texts(text: str, how: TreeAlgorithm) -> None:
    seed = 9 if "exploration" in text else 0
    assert tree_algorithm(text, seed=seed) == how == tree_algorithm(str(how)) == tree_algorithm(how)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "dcfr(",
            r"algorithm: expected a name and its parameters in brackets.*got 'dcfr\('; e.g. 'dcfr\(beta=0.5\)'",
        ),
        ("dcfr(beta=)", r"parameter of 'dcfr\(beta=\)': expected NAME=VALUE or NAME, each once, got 'beta='"),
        (
            "dcfr(beta=0,beta=1)",
            r"parameter of 'dcfr\(beta=0,beta=1\)': expected NAME=VALUE or NAME, each once, got " r"'beta=1'",
        ),
        ("dcfr(beta=0,)", r"parameter of 'dcfr\(beta=0,\)': expected NAME=VALUE or NAME, each once, got ''"),
        ("dcfr(beta)", "beta: expected a finite number.*got True"),
        ("dcfr(beta=nan)", "beta: expected a finite number.*got nan"),
        ("dcfr(gamma=-1)", "gamma: expected .*got -1"),
        (
            "dcfr(delay=1)",
            r"algorithm dcfr: no parameter delay=1; it has alpha, beta, gamma, optimistic, "
            r"simultaneous,.*",
        ),
        ("cfr+(delay=0.5)", "delay: expected a whole number.*got 0.5"),
        (
            "cfr+(delay=1e16)",
            r"delay: expected a whole number of iterations, at most 1000000000000000, got 1e\+16; "
            r"e\.g\. 100",
        ),
        ("cfr(simultaneous=no)", r"simultaneous: expected without a value for cfr, got simultaneous=no"),
        ("cfr(pruning)", "pruning: expected one of none, partial, regret.*got True"),
        ("mccfr-outcome(exploration=2)", "exploration: expected more than 0.*got 2"),
        ("mccfr-outcome(seed=x)", "seed: expected .*got 'x'"),
        ("mccfr-public", "algorithm: expected one of cfr, .*mccfr-chance.*got 'mccfr-public'"),
        ("fictitious-play(fast)", r"algorithm fictitious-play: no parameter fast; it has simultaneous"),
        ("fictitious-play(simultaneous=1)", "expected 'fictitious-play\\(simultaneous\\)'"),
        (7, "algorithm: expected one of cfr.*got 7"),
    ],
)
def test_bad_texts(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tree_algorithm(text)


def test_a_parameter_is_given_once() -> None:
    assert algorithm("dcfr(beta=0.5)", alpha=2, beta=None) == algorithm("dcfr", alpha=2, beta=0.5)
    with pytest.raises(ValueError, match=r"beta: expected once, got 1 besides that of 'dcfr\(beta=0\.5\)'"):
        algorithm("dcfr(beta=0.5)", beta=1)
