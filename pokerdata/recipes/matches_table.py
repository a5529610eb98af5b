"""Make the table NAME_matches: all pairs of agents, part by part, so that an interrupted run can continue."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import costs
from pokerdata._support.progress import Progress
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import Game, Rules, Unit
from pokerdata.matches import Sums, match
from pokerdata.matches.matches_table import CrossTable, pairs, results
from pokerdata.pipeline.plan import Context
from pokerdata.pipeline.store.sharded import Job, Shard
from pokerdata.players.agents import Agent
from pokerdata.recipes.match_agents import agent_of

# From this many deals of `simple`, making its lookup tables takes less time than counting.
_LOOKED_UP = 500_000
_POINTS = 50  # checkpoints in the course of a match
_SAVE_EVERY = 2.0  # seconds: a part of a match may take a few milliseconds, and a shard is at least this long


def seconds(agents: Sequence[str], deals: int, bucketed: int) -> float:
    """Return the seconds of all matches on 2 cores.

    Args:
        agents: Names of the agents.
        deals: Deals of each pair.
        bucketed: Number of agents over buckets.
    """
    played = pairs(len(agents))
    counts = "simple" in agents and not looks_up(agents, deals)
    slow = sum("simple" in (agents[i], agents[j]) for i, j in played) if counts else 0
    each = costs.SIMPLE_DEAL * slow + (costs.DEAL if bucketed else costs.PLAIN_DEAL) * (len(played) - slow)
    return costs.BUCKETED_AGENT * bucketed + costs.AGENT * len(agents) + deals * each


def looks_up(agents: Sequence[str], deals: int) -> bool:
    """Return whether `simple` plays so much that it looks up hands in tables.

    Args:
        agents: All agents of the matches.
        deals: Deals of each pair.
    """
    return "simple" in agents and deals * (len(agents) - 1) >= _LOOKED_UP


def play_all(game: Game, buckets: Mapping[str, type[BucketTable]], context: Context) -> None:
    """Play the matches of the stage's parameters and write their table.

    Args:
        game: The game.
        buckets: Result of `buckets_of`.
        context: Context of the stage.
    """
    section: dict[str, Any] = dict(context.parameters)
    agents, deals = section["agents"], section["deals"]
    # Every pair has its own deals, so that matches are independent.
    shards = [
        Shard(f"{i}-{j}-{first}", (i, j, first + number * deals, last - first), last - first)
        for number, (i, j) in enumerate(pairs(len(agents)))
        for first, last in pairwise(_bounds(deals))
    ]
    job = Job(_play, _table(game, buckets, context), partial(_table, game, buckets))
    sums, done = _resumed(context, len(shards))
    left = np.flatnonzero(~done)
    before = sum(shard.size for shard, known in zip(shards, done, strict=True) if known)
    saved = time.monotonic()

    def progress(now: int, of: int) -> None:
        context.progress(before + now, before + of)

    try:
        for place, found in context.run_shards(
            job, [shards[k] for k in left], threads=context.threads, progress=progress
        ):
            sums[left[place]], done[left[place]] = found["sums"], True
            if time.monotonic() - saved >= _SAVE_EVERY:
                _save(context, sums, done)
                saved = time.monotonic()
    except BaseException:
        _save(context, sums, done)
        raise
    courses = sums.reshape(len(pairs(len(agents))), -1, len(Sums._fields))
    _write(context, section, game.rules, np.cumsum(courses, axis=1))


class _Table:
    """The game and its agents, each opened when first needed."""

    def __init__(self, game: Game, seed: int, agent: Callable[[int], Agent]) -> None:
        self.game, self.seed, self.agent = game, seed, cache(agent)


def _table(game: Game, buckets: Mapping[str, type[BucketTable]], context: Context) -> _Table:
    section: dict[str, Any] = dict(context.parameters)

    def agent(number: int) -> Agent:
        return agent_of(context, section["agents"][number], section["translation"], buckets)

    return _Table(game, section["seed"], agent)


def _play(
    table: _Table, i: int, j: int, first: int, count: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Play some deals of a pair, as a shard."""
    found = match(
        table.agent(i),
        table.agent(j),
        deals=count,
        first_deal=first,
        seed=table.seed,
        game=table.game,
        threads=threads,
        progress=progress,
    )
    return {"sums": np.array(found.sums, dtype=np.int64)}


def _resumed(context: Context, shards: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the sums of an interrupted run's shards, and which are finished."""
    kept = context.load_shard("sums")
    if kept is None:
        return np.zeros((shards, len(Sums._fields)), np.int64), np.zeros(shards, bool)
    return kept["sums"], kept["done"]


def _save(context: Context, sums: NDArray[np.int64], done: NDArray[np.bool_]) -> None:
    if done.any():
        context.save_shard("sums", {"sums": sums, "done": done})


def _bounds(deals: int) -> list[int]:
    """Return the boundaries of the parts of a match; a part has at least two deals."""
    points = min(_POINTS, deals // 2)
    return [deals * k // points for k in range(points + 1)]


def _write(context: Context, section: Mapping[str, Any], rules: Rules, sums: NDArray[np.int64]) -> None:
    agents = section["agents"]
    found = CrossTable.of(
        agents, results(agents, rules, section["seed"], section["translation"], sums[:, -1])
    )
    unit = Unit.of(rules)
    units = f"{unit.plural} of {unit.chips} chips per 100 hands, won by the row's agent of the column's"
    axes = {"axes": ["agent", "agent"]}
    context.write(
        kind="matches",
        arrays={
            "agents": np.array(pairs(len(agents)), dtype=np.uint8),
            "sums": sums,
            "won": found.won,
            "half_width": found.half_width,
        },
        attributes={
            "title": "Matches of all pairs of agents over duplicate deals",
            "agents": agents,
            "game": rules.name,
            "rules": rules.values(),
            "deals": section["deals"],
            "seed": section["seed"],
            "translation": section["translation"],
            "unit_chips": unit.chips,
            "duplicate": "each deal is played twice with the seats swapped; match k plays the deals from k * deals on",
        },
        dataset_attributes={
            "agents": {"axes": ["match", "first and second agent"], "units": "index in the attribute agents"},
            "sums": {
                "axes": ["match", "point", "column"],
                "columns": list(Sums._fields),
                "units": "from the first deal to the point: deals; sums over them of chips won by the first agent as "
                "player 1 (first) and as player 2 (second), of their squares and of their products; moves of both agents",
            },
            "won": {**axes, "units": units, "absent": "NaN: no match"},
            "half_width": {
                **axes,
                "units": "the same",
                "doc": "half widths of 95 % intervals over duplicate deals",
            },
        },
    )
