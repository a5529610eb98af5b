"""Games from their rules alone: an iteration, and both best responses, against the size of the public tree.

    python benchmarks/games.py PICTURE    draws the costs, too

The size is the number of information sets up to suits: decision nodes of the public tree times hands.
"""

from __future__ import annotations

import sys

from measure import Bench

from pokerdata._core import support
from pokerdata.games import named_game
from pokerdata.solvers import Solver, algorithm

# iterations in one measurement
GAMES = {
    "kuhn": 10_000,
    "leduc": 2_000,
    "twelve-card": 500,
    "small-island": 100,
    "rhode-island": 3,
    "limit-flop": 1,
    "royal": 1,
}
PEER_GAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker(suit_isomorphism=true)"}


def run(bench: Bench) -> dict[str, tuple[int, float, float]]:
    """Information sets, milliseconds an iteration and of both best responses; float32, one thread."""
    found = {}
    for name, count in GAMES.items():
        build = named_game(name).build
        assert build is not None
        game = build()
        solver = Solver(game, algorithm("dcfr"), dtype="float32", threads=1)
        seconds = bench.median(lambda s=solver, n=count: s.iterate(n)) / count
        response = bench.median(solver.evaluate, runs=3)
        sets = game.information_sets
        ratios = [f"{seconds * 1e9 / sets:.1f} ns a set"]
        if name in PEER_GAMES:
            ratios.append(f"{openspiel_seconds(bench, PEER_GAMES[name]) / seconds:.0f} x OpenSpiel's CFR")
        bench.say(f"{name}, dcfr, float32, 1 thread", f"{seconds * 1e3:.4f} ms/iteration", *ratios)
        bench.say(f"{name}, best responses and value, 1 thread", f"{response * 1e3:.3f} ms")
        found[name] = (sets, seconds * 1e3, response * 1e3)
        del solver
        if name in ("rhode-island", "limit-flop", "royal"):
            solver = Solver(game, algorithm("dcfr"), dtype="float32", threads=bench.threads)
            seconds = bench.median(lambda s=solver, n=count: s.iterate(n)) / count
            bench.say(f"{name}, dcfr, float32, {bench.threads} threads", f"{seconds * 1e3:.1f} ms/iteration")
    return found


def openspiel_seconds(bench: Bench, name: str) -> float:
    """Seconds an iteration of OpenSpiel's CFR in C++."""
    import pyspiel

    peer = pyspiel.CFRSolver(pyspiel.load_game(name))
    return bench.median(peer.evaluate_and_update_policy)


def draw(found: dict[str, tuple[int, float, float]], path: str) -> None:
    """Both costs, log-log, with a line of slope 1."""
    import matplotlib.pyplot as plt

    sets = [size for size, _, _ in found.values()]
    figure, axes = plt.subplots(figsize=(8, 4.5), layout="constrained")
    axes.loglog(
        sets, [i for _, i, _ in found.values()], "o-", label="iteration of DCFR, both players, float32"
    )
    axes.loglog(sets, [r for _, _, r in found.values()], "s-", label="best responses and value, float64")
    axes.loglog(sets, [5e-6 * size for size in sets], "k:", label="5 ns an information set")
    for name, (size, iteration, _) in found.items():
        axes.annotate(name, (size, iteration), xytext=(-4, 8), textcoords="offset points", ha="right")
    axes.set(
        xlabel="information sets up to suits (public decision nodes times hands)", ylabel="ms on one thread"
    )
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=100)


if __name__ == "__main__":
    measured = run(Bench(None, support.hardware_threads(), markdown=False))
    if len(sys.argv) > 1:
        draw(measured, sys.argv[1])
