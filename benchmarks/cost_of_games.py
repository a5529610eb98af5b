"""Cost of an iteration and of a best response against the size of the public tree, over the games.

    python benchmarks/cost_of_games.py [PICTURE]

The size is the number of information sets up to suits: decision nodes of the public tree times hands.
"""

import sys

from run import median_seconds, say

from pokerdata.games import named_game
from pokerdata.solvers import Solver, algorithm

GAMES = {
    "kuhn": 10_000,
    "leduc": 2_000,
    "twelve-card": 500,
    "small-island": 100,
    "rhode-island": 3,
    "limit-flop": 1,
    "royal": 1,
}


def measure() -> dict[str, tuple[int, float, float]]:
    """Information sets up to suits, milliseconds an iteration and of both best responses, on one thread."""
    found = {}
    for name, count in GAMES.items():
        build = named_game(name).build
        assert build is not None
        solver = Solver(build(), algorithm("dcfr"), dtype="float32", threads=1)
        iteration = 1e3 * median_seconds(lambda s=solver, n=count: s.iterate(n), runs=3) / count
        response = 1e3 * median_seconds(solver.evaluate, runs=3)
        sets = solver.game.information_sets
        found[name] = (sets, iteration, response)
        say(
            f"{name}, {sets:,} sets",
            f"{iteration:.4f} ms/iteration",
            f"{iteration * 1e6 / sets:.1f} ns a set",
        )
    return found


def draw(found: dict[str, tuple[int, float, float]], path: str) -> None:
    """Both costs, log-log, with a line of slope 1."""
    import matplotlib.pyplot as plt

    sets = [size for size, _, _ in found.values()]
    figure, axes = plt.subplots(figsize=(7, 4.5), layout="constrained")
    axes.loglog(
        sets, [i for _, i, _ in found.values()], "o-", label="iteration of DCFR, both players, float32"
    )
    axes.loglog(
        sets, [r for _, _, r in found.values()], "s-", label="both best responses and the value, float64"
    )
    axes.loglog(sets, [5e-6 * size for size in sets], "k:", label="5 ns an information set")
    for name, (size, iteration, _) in found.items():
        axes.annotate(name, (size, iteration), xytext=(6, -10), textcoords="offset points", fontsize=8)
    axes.set(
        xlabel="information sets up to suits (public decision nodes times hands)", ylabel="ms on one thread"
    )
    axes.legend()
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    measured = measure()
    if len(sys.argv) > 1:
        draw(measured, sys.argv[1])
