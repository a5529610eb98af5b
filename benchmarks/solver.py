"""Milliseconds per iteration (both players) of the bucketed game, and of both best responses."""

from __future__ import annotations

from functools import cache, partial

from measure import Bench, Threaded

import pokerdata
from pokerdata.games import limit_holdem
from pokerdata.solving import algorithm
from pokerdata.solving.public import Solver


def threaded(bench: Bench) -> Threaded:
    counts = pokerdata.open_table("history5_counts", tables=bench.tables)
    deals = [counts[street] for street in ("preflop", "flop", "turn", "river")]
    game = limit_holdem(counts.attributes["buckets"], deals, counts["river_wins"], abstraction="history5")

    @cache
    def solver(threads: int) -> Solver:
        return Solver(game, algorithm("dcfr"), dtype="float32", threads=threads)

    yield "an iteration of limit hold'em, B = 5, dcfr, float32", lambda threads: solver(threads).iterate(1)
    yield "best responses and value of limit hold'em, B = 5", lambda threads: solver(threads).evaluate()


def run(bench: Bench) -> None:
    for what, work in threaded(bench):
        for threads in sorted({1, bench.threads}):
            bench.time(f"{what}, {threads} threads", bench.seconds(partial(work, threads)))
