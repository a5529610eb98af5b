"""Public chance sampling: milliseconds per iteration, and nanoseconds per state and action."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np
from measure import Bench, Threaded
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT
from pokerdata.games import Rules
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.solving.sampled import PublicChanceSolver


class Spread:
    """Bucketing without a table: 169 states before the flop, and 500 on other streets, nearly all on every board."""

    def states(self, street: int) -> int:
        return 500 if street else 169

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return (np.arange(COMBINATION_COUNT) % self.states(len(board))).astype(np.uint16)


def solvers() -> Iterator[tuple[str, Callable[[int], PublicChanceSolver]]]:
    def of(rules: Rules) -> Callable[[int], PublicChanceSolver]:
        return cache(lambda threads: PublicChanceSolver(rules, Spread(), threads=threads))

    for rules, label in ((LIMIT_HOLDEM, "limit hold'em"), (NOLIMIT_HOLDEM, "no-limit hold'em")):
        yield f"{label}, 169-500-500-500, public chance sampling", of(rules)


def threaded(bench: Bench) -> Threaded:
    count = 2 if bench.quick else 20
    for what, solver in solvers():

        def work(threads: int, solver: Callable[[int], PublicChanceSolver] = solver) -> None:
            solver(threads).iterate(count)

        yield f"{what}, {count} iterations", work


def run(bench: Bench) -> None:
    count = 2 if bench.quick else 20
    for what, solver in solvers():
        for threads in sorted({1, bench.threads}):
            one = solver(threads)
            seconds = bench.seconds(partial(one.iterate, count)) / count
            touched = sum(edges.shape[0] * edges.shape[1] for edges in one.strategy())
            bench.say(
                f"{what}, {threads} threads",
                f"{seconds * 1e3:.1f} ms/iteration",
                f"{seconds / touched * 1e9:.2f} ns for each state and action",
                seconds=seconds,
            )
