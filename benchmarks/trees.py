"""Milliseconds per iteration (all players) on explicit trees, compared with OpenSpiel's C++ solver."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from typing import Any

from measure import Bench

from pokerdata.solving.explicit import TreeSolver, evaluate, explicit_tree

# The game, iterations to time, and OpenSpiel's name of the game.
GAMES: dict[str, tuple[str, int, str | None]] = {
    "Kuhn": ("kuhn", 100_000, "kuhn_poker"),
    "Leduc": ("leduc", 5000, "leduc_poker(suit_isomorphism=true)"),
    "Twelve Card": ("twelve-card", 100, None),
}


def updates(peer: Any, count: int) -> None:
    for _ in range(count):
        peer.evaluate_and_update_policy()


def run(bench: Bench) -> None:
    for name, (game, count, same) in GAMES.items():
        tree = explicit_tree(game)
        solver, uniform = TreeSolver(tree, "cfr+"), tree.uniform()
        seconds = bench.seconds(partial(solver.iterate, count)) / count
        ratios = []
        if same is not None and bench.peers and find_spec("pyspiel"):
            import pyspiel

            peer = pyspiel.CFRPlusSolver(pyspiel.load_game(same))
            peer_seconds = bench.seconds(partial(updates, peer, 20)) / 20
            ratios.append(f"{peer_seconds / seconds:.0f} x OpenSpiel ({peer_seconds * 1e3:.3f} ms)")
        bench.say(
            f"{name} as a tree, cfr+, 1 thread", f"{seconds * 1e3:.4f} ms/iteration", *ratios, seconds=seconds
        )
        seconds = bench.seconds(partial(evaluate, tree, uniform))
        bench.say(f"{name} as a tree, best responses", f"{seconds * 1e3:.4f} ms", seconds=seconds)
