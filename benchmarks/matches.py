"""Matches on real cards between abstract strategies and the simple agent, variance reduction, local best response."""

from __future__ import annotations

from functools import partial

from measure import Bench, Threaded

from pokerdata._core import agents as _agents
from pokerdata._core import luck as _luck
from pokerdata.games import load_game
from pokerdata.matches import local_best_response, match
from pokerdata.matches.luck import Values
from pokerdata.matches.luck.methods import setting_of
from pokerdata.pipeline.store import find_table
from pokerdata.players.agents import Agent


def threaded(bench: Bench) -> Threaded:
    agent = Agent.load("limit5_strategy", tables=bench.tables)
    played, attacked = (2000, 4) if bench.quick else (400_000, 500)
    yield (
        f"matches of limit hold'em, 5 buckets, two strategies, {played:,} deals",
        lambda threads: match(agent, agent, deals=played, threads=threads),
    )
    simple = Agent("simple", _agents.baseline("simple"))
    few = played // 200
    yield (
        f"matches of limit hold'em, 5 buckets, a strategy and simple, {few:,} deals",
        lambda threads: match(agent, simple, deals=few, threads=threads),
    )
    yield (
        f"local best response, limit hold'em, 5 buckets, {attacked:,} deals",
        lambda threads: local_best_response(agent, deals=attacked, threads=threads),
    )


def run(bench: Bench) -> None:
    agent = Agent.load("limit5_strategy", tables=bench.tables)
    for threads in sorted({1, bench.threads}):
        match_rate(bench, agent, agent, "two strategies", 2000 if bench.quick else 400_000, threads)
    counting = Agent("simple", _agents.baseline("simple"))
    looking_up = Agent.baseline("simple", tables=bench.tables)
    match_rate(bench, agent, counting, "a strategy and simple", 20 if bench.quick else 4000, bench.threads)
    if find_table("flop_potential", bench.tables) and find_table("turn_potential", bench.tables):
        deals = 20 if bench.quick else 200_000
        match_rate(bench, agent, looking_up, "a strategy and simple with its tables", deals, bench.threads)
    less_luck(bench, agent)
    deals = 4 if bench.quick else 500
    seconds = bench.seconds(lambda: local_best_response(agent, deals=deals, threads=bench.threads), runs=3)
    bench.say(
        f"local best response, limit hold'em, 5 buckets, {bench.threads} threads",
        f"{seconds / deals / 2 * 1e3:.2f} ms/hand",
        seconds=seconds,
    )


def match_rate(bench: Bench, first: Agent, second: Agent, what: str, deals: int, threads: int) -> None:
    """Measure duplicate deals per minute, and decisions of both players per second."""
    moves = match(first, second, deals=deals, threads=threads).sums.moves
    seconds = bench.seconds(lambda: match(first, second, deals=deals, threads=threads))
    bench.say(
        f"limit hold'em, 5 buckets, {what}, {threads} threads",
        f"{60 * deals / seconds / 1e6:.3g} M duplicate deals/min",
        f"{moves / seconds / 1e6:.3g} M decisions/s",
        seconds=seconds,
    )


def less_luck(bench: Bench, agent: Agent) -> None:
    """Measure hands per second of variance reduction, including self-play in duplicate deals but not the value function."""
    setting = setting_of(load_game("limit-holdem"))
    values = Values.fit(agent, agent, hands=20_000, threads=bench.threads).core
    for what, known, deals in (("advantage sums", None, 20_000), ("AIVAT, both known", agent.core, 1000)):
        deals = 20 if bench.quick else deals
        measure = _luck.reduction(setting, values, known, known)  # type: ignore[arg-type]
        seconds = bench.seconds(
            partial(
                _luck.measure_match, setting, agent.core, agent.core, measure, measure, 1, 0, deals, 1, None
            ),
            runs=3,
        )
        bench.say(
            f"limit hold'em, 5 buckets, {what}, one thread",
            f"{2 * deals / seconds:,.0f} hands/s",
            seconds=seconds,
        )
