"""Matches on real cards between strategies over a card abstraction, the simple agent, and local best response."""

from __future__ import annotations

from measure import Bench, Threaded

from pokerdata._core import agents as _agents
from pokerdata.agents import Agent
from pokerdata.matches import local_best_response, match
from pokerdata.store import find_table


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
    deals = 4 if bench.quick else 500
    seconds = bench.seconds(lambda: local_best_response(agent, deals=deals, threads=bench.threads), runs=3)
    bench.say(
        f"local best response, limit hold'em, 5 buckets, {bench.threads} threads",
        f"{seconds / deals / 2 * 1e3:.2f} ms/hand",
        seconds=seconds,
    )


def match_rate(bench: Bench, first: Agent, second: Agent, what: str, deals: int, threads: int) -> None:
    """Duplicate deals a minute, and decisions of both a second."""
    moves = match(first, second, deals=deals, threads=threads).sums.moves
    seconds = bench.seconds(lambda: match(first, second, deals=deals, threads=threads))
    bench.say(
        f"limit hold'em, 5 buckets, {what}, {threads} threads",
        f"{60 * deals / seconds / 1e6:.3g} M duplicate deals/min",
        f"{moves / seconds / 1e6:.3g} M decisions/s",
        seconds=seconds,
    )
