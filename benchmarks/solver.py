"""Milliseconds an iteration (both players) of the bucketed game."""

from __future__ import annotations

from measure import Bench

import pokerdata
from pokerdata.games import Game, limit_holdem
from pokerdata.solvers import Solver
from pokerdata.solving import algorithm


def run(bench: Bench) -> None:
    def iterations(game: Game, label: str, count: int, threads: int, dtype: str) -> None:
        one = Solver(game, algorithm("dcfr"), dtype=dtype, threads=threads)
        seconds = bench.median(lambda: one.iterate(count)) / count
        bench.say(
            f"{label}, dcfr, {dtype}, {threads} threads", f"{seconds * 1e3:.4f} ms/iteration", seconds=seconds
        )

    counts = pokerdata.open_table("history5_counts", tables=bench.tables)
    deals = [counts[street] for street in ("preflop", "flop", "turn", "river")]
    game = limit_holdem(counts.attributes["buckets"], deals, counts["river_wins"], abstraction="history5")
    for threads in (1, bench.threads):
        iterations(game, "limit hold'em, B = 5", 5, threads, "float32")
