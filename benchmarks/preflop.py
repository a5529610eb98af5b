"""Match-ups of all hands before the flop, results derived from them, and income rates."""

from __future__ import annotations

from functools import partial

from measure import Bench, Threaded

import pokerdata
from pokerdata._core import preflop as kernels
from pokerdata.cards.preflop import income_rates, preflop_ihr
from pokerdata.cards.preflop.ihr import all_hands


def threaded(bench: Bench) -> Threaded:
    yield "match-ups of all 1,326 x 1,326 hands before the flop", kernels.matchups
    deals = 10_000 if bench.quick else 1_000_000
    for players in (2, 10):

        def work(threads: int, players: int = players) -> None:
            income_rates(players, deals, threads=threads)

        yield f"income rates of all classes, {players} players, {deals:,} deals each", work


def run(bench: Bench) -> None:
    bench.threaded(threaded(bench))
    with pokerdata.open_table("preflop_matchups", tables=bench.tables) as table:
        for opponents in (1, 2):
            seconds = bench.seconds(partial(all_hands, table, opponents), runs=3)
            bench.time(f"preflop_ihr of all hands against {opponents}, any hands", seconds)
    for opponents in (1, 2):
        seconds = bench.seconds(partial(preflop_ihr, "AcKd", opponents, "QQ+,AKs", bench.tables))
        bench.time(f"preflop_ihr of one hand against {opponents} with ranges", seconds)
