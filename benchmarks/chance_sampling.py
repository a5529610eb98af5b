"""Milliseconds an iteration of public chance sampling, and nanoseconds for each state and action."""

from __future__ import annotations

import numpy as np
from measure import Bench
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT
from pokerdata.chance_sampling import PublicChanceSolver
from pokerdata.games import Rules
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM


class Spread:
    """169 states before the flop and 500 on other streets, of which a board has nearly all: no table is needed."""

    def states(self, street: int) -> int:
        return 500 if street else 169

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return (np.arange(COMBINATION_COUNT) % self.states(len(board))).astype(np.uint16)


def run(bench: Bench) -> None:
    def iterations(rules: Rules, label: str, threads: int) -> None:
        solver = PublicChanceSolver(rules, Spread(), threads=threads)
        count = 2 if bench.quick else 20
        seconds = bench.median(lambda: solver.iterate(count)) / count
        touched = sum(edges.shape[0] * edges.shape[1] for edges in solver.strategy())
        bench.say(
            f"{label}, 169-500-500-500, public chance sampling, {threads} threads",
            f"{seconds * 1e3:.1f} ms/iteration",
            f"{seconds / touched * 1e9:.2f} ns for each state and action",
            seconds=seconds,
        )

    for threads in (1, bench.threads):
        iterations(LIMIT_HOLDEM, "limit hold'em", threads)
        iterations(NOLIMIT_HOLDEM, "no-limit hold'em", threads)
