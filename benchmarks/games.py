"""Games from their rules alone: an iteration, and both best responses, against the size of the public tree.

    python benchmarks/games.py PICTURE    draws the costs, too

The size is the number of information sets up to suits: decision nodes of the public tree times hands.
"""

from __future__ import annotations

import sys
from pathlib import Path

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


if __name__ == "__main__":
    measured = run(Bench(None, support.hardware_threads(), markdown=False))
    if len(sys.argv) > 1:
        from pokerdata.plots import cost
        from pokerdata.plots.figure import save

        save(cost(measured, conditions="vector engine, one thread; iterations in float32"), Path(sys.argv[1]))
