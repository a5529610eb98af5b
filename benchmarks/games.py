"""Games from their rules alone: an iteration, and both best responses, against the size of the public tree.

    python benchmarks/games.py PICTURE    draws the costs, too

The size is the number of information sets up to suits: decision nodes of the public tree times hands.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from functools import cache, partial
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from measure import Bench, Threaded, times

from pokerdata._core import support
from pokerdata.games import SolvableGame, load_game
from pokerdata.solving import algorithm
from pokerdata.solving.public import Solver

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


def threaded(_: Bench) -> Threaded:
    """Of the games that take longer than a moment."""
    for name in ("rhode-island", "limit-flop", "royal"):
        build = load_game(name).build
        assert build is not None
        yield from _of_game(name, build())


def _of_game(name: str, game: SolvableGame) -> Threaded:
    @cache
    def solver(threads: int) -> Solver:
        return Solver(game, algorithm("dcfr"), dtype="float32", threads=threads)

    count = GAMES[name]
    yield f"{name}, dcfr, float32, iterations: {count}", lambda threads: solver(threads).iterate(count)
    yield f"{name}, best responses and value", lambda threads: solver(threads).evaluate()


def run(bench: Bench) -> dict[str, tuple[int, float, float]]:
    """Information sets, milliseconds an iteration and of both best responses; float32, one thread."""
    found = {}
    for name, count in GAMES.items():
        build = load_game(name).build
        assert build is not None
        game = build()
        solver = Solver(game, algorithm("dcfr"), dtype="float32", threads=1)
        seconds = bench.seconds(partial(solver.iterate, count)) / count
        response = bench.seconds(solver.evaluate, runs=3)
        sets = game.information_sets
        ratios = [f"{seconds * 1e9 / sets:.1f} ns a set"]
        for peer, peer_seconds in peers(bench, name).items():
            ratios.append(f"{times(peer_seconds / seconds)} {peer} ({peer_seconds * 1e3:.3g} ms)")
        bench.say(
            f"{name}, dcfr, float32, 1 thread", f"{seconds * 1e3:.4f} ms/iteration", *ratios, seconds=seconds
        )
        bench.say(f"{name}, best responses and value, 1 thread", f"{response * 1e3:.3f} ms", seconds=response)
        found[name] = (sets, seconds * 1e3, response * 1e3)
        del solver
        if name in ("rhode-island", "limit-flop", "royal"):
            solver = Solver(game, algorithm("dcfr"), dtype="float32", threads=bench.threads)
            seconds = bench.seconds(partial(solver.iterate, count)) / count
            bench.say(
                f"{name}, dcfr, float32, {bench.threads} threads",
                f"{seconds * 1e3:.1f} ms/iteration",
                seconds=seconds,
            )
    return found


def peers(bench: Bench, name: str) -> dict[str, float]:
    """Seconds an iteration of other libraries that are installed, on the same game."""
    if name not in PEER_GAMES or not bench.peers:
        return {}
    return {
        label: seconds(bench, PEER_GAMES[name])
        for label, module, seconds in (
            ("OpenSpiel's CFR", "pyspiel", openspiel_seconds),
            ("LiteEFG's DCFR", "LiteEFG", liteefg_seconds),
        )
        if find_spec(module)
    }


def openspiel_seconds(bench: Bench, name: str) -> float:
    """Of CFR in C++."""
    import pyspiel

    solver = pyspiel.CFRSolver(pyspiel.load_game(name))
    return bench.seconds(lambda: [solver.evaluate_and_update_policy() for _ in range(20)]) / 20


def liteefg_seconds(bench: Bench, name: str) -> float:
    """Of DCFR, both players, with its average; it says a lot on standard output."""
    import pyspiel

    with redirect_stdout(StringIO()):
        import LiteEFG
        from LiteEFG.baselines import DCFR

        solver = DCFR.graph()
        game = LiteEFG.OpenSpielEnv(pyspiel.load_game(name), traverse_type="Enumerate", regenerate=True)
        game.set_graph(solver)

    def iterate() -> None:
        for _ in range(100):
            solver.update_graph(game)

    return bench.seconds(iterate) / 100


if __name__ == "__main__":
    measured = run(Bench(None, support.hardware_threads(), markdown=False))
    if len(sys.argv) > 1:
        from pokerdata.reports.pictures import cost
        from pokerdata.reports.pictures.figure import save

        save(cost(measured, conditions="vector engine, one thread; iterations in float32"), Path(sys.argv[1]))
