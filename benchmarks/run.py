"""Speed of the parts of pokerdata, with peers from the package index beside where there are any.

    python -m pip install -e '.[bench]'
    python benchmarks/run.py [evaluator|strength|abstraction|solver]... [--tables DIR] [--threads N]

Every figure is the median of a few runs in one process; machines are shared and noisy, so compare ratios.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import pokerdata
from pokerdata._core import strength as strength_kernels
from pokerdata._core import support


def median_seconds(work: Callable[[], object], runs: int = 5) -> float:
    work()  # warm-up: builds tables that are made once a process
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


def say(what: str, figure: str, ratio: str = "") -> None:
    print(f"{what:<58}{figure:>22}  {ratio}", flush=True)


def evaluator(arguments: argparse.Namespace) -> None:
    """Hands a second on random hands; the peer is called once a hand, as its interface has it."""
    from phevaluator import evaluate_cards

    rng = np.random.default_rng(1)
    deals = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (200_000, 1)), axis=1)
    for size in (5, 6, 7):
        hands = np.ascontiguousarray(deals[:, :size])
        ours = len(hands) / median_seconds(lambda hands=hands: pokerdata.evaluate(hands))
        few = hands[:20_000].tolist()
        peer = len(few) / median_seconds(lambda few=few: [evaluate_cards(*hand) for hand in few])
        say(
            f"evaluate, {size} cards, one thread, checks on",
            f"{ours / 1e6:.1f} M hands/s",
            f"{ours / peer:.0f} x phevaluator",
        )


def strength(arguments: argparse.Namespace) -> None:
    """Kernel seconds of the strength tables of all streets."""
    threads = arguments.threads
    total = 0.0

    def part(name: str, work: Callable[[], object]) -> object:
        nonlocal total
        result = work()
        seconds = median_seconds(work, runs=3)
        total += seconds
        say(f"{name}, {threads} threads", f"{seconds:.3f} s")
        return result

    river = part("river strength", lambda: strength_kernels.river(threads))
    turn = part("turn strength", lambda: strength_kernels.turn(river, threads))
    part("present strength on the turn", lambda: strength_kernels.present(4, threads))
    flop = part("flop strength", lambda: strength_kernels.flop(*turn, threads))
    part("present strength on the flop", lambda: strength_kernels.present(3, threads))
    part("preflop strength", lambda: strength_kernels.preflop(*flop[:2]))
    say("all streets together", f"{total:.3f} s")


def abstraction(arguments: argparse.Namespace) -> None:
    """Joint counts of every 100th stretch of boards, and what all boards would take."""
    from pokerdata._core import abstraction as kernels
    from pokerdata.abstraction.kernel import kernel_buckets

    found = kernel_buckets(
        pokerdata.open_table("history5_buckets", arguments.tables),
        [pokerdata.open_table(f"{s}_strength", arguments.tables) for s in ("preflop", "flop", "turn")],
    )
    size = found.sequences(3)
    cells = np.zeros((size, size, 2), np.uint64)

    def sample() -> None:
        for first in range(0, 134_400, 13_440):
            kernels.add_joint_counts(found, first, first + 134, cells, arguments.threads)

    seconds = median_seconds(sample, runs=3)
    say(
        f"joint counts, B = 5, 1 % of the boards, {arguments.threads} threads",
        f"{seconds:.3f} s",
        f"all: {seconds * 100.3:.0f} s",
    )


PEER_GAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker(suit_isomorphism=true)"}


def openspiel_seconds(name: str) -> float:
    """Seconds an iteration of OpenSpiel's CFR in C++."""
    import pyspiel

    peer = pyspiel.CFRSolver(pyspiel.load_game(name))
    return median_seconds(peer.evaluate_and_update_policy)


def solver(arguments: argparse.Namespace) -> None:
    """Milliseconds an iteration (both players)."""
    from pokerdata.games import Game, limit_holdem, named_game
    from pokerdata.solvers import Solver, algorithm

    def iterations(
        game: Game, label: str, count: int, threads: int, dtype: str, peer: str | None = None
    ) -> None:
        one = Solver(game, algorithm("dcfr"), dtype=dtype, threads=threads)
        seconds = median_seconds(lambda: one.iterate(count)) / count
        ratio = f"{seconds * 1e9 / game.information_sets:.1f} ns a set"
        if peer is not None:
            ratio += f", OpenSpiel {openspiel_seconds(peer) / seconds:.0f} x"
        say(f"{label}, dcfr, {dtype}, {threads} threads", f"{seconds * 1e3:.4f} ms/iteration", ratio)

    small = {"kuhn": 10_000, "leduc": 2_000, "twelve-card": 200, "small-island": 40, "rhode-island": 2}
    for name, count in small.items():
        build = named_game(name).build
        assert build is not None
        game = build()
        iterations(game, name, count, 1, "float64", PEER_GAMES.get(name))
        if name == "rhode-island":
            iterations(game, name, count, arguments.threads, "float32")
        one = Solver(game, algorithm("dcfr"), dtype="float64", threads=1)
        say(f"{name}, both best responses, 1 thread", f"{median_seconds(one.evaluate) * 1e3:.4f} ms")
    counts = pokerdata.open_table("history5_counts", arguments.tables)
    deals = [counts[street] for street in ("preflop", "flop", "turn", "river")]
    game = limit_holdem(counts.attributes["buckets"], deals, counts["river_wins"], abstraction="history5")
    for threads in (1, arguments.threads):
        iterations(game, "limit hold'em, B = 5", 5, threads, "float32")


PARTS = {part.__name__: part for part in (evaluator, strength, abstraction, solver)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--tables", type=Path, default=None, help="where the default recipe was built")
    parser.add_argument("--threads", type=int, default=support.hardware_threads())
    arguments = parser.parse_args()
    print(f"kernels: {support.active_isa()}")
    for name in arguments.parts or PARTS:
        PARTS[name](arguments)


if __name__ == "__main__":
    main()
