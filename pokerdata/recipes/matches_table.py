"""How the table NAME_matches is made: all pairs of agents, part by part, so that a killed run goes on."""

import time
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.agents import Agent
from pokerdata.games import NamedGame, Rules, Unit
from pokerdata.matches import Sums, match
from pokerdata.matches.cross_table import CrossTable
from pokerdata.matches.matches_table import pairs, results
from pokerdata.pipeline.stage import Context
from pokerdata.recipes.match_agents import agent_of

# Duplicate deals a second on 2 cores, between two look-ups of strategies and where `simple` plays.
_SPEED, _SIMPLE_SPEED = 400_000, 10_000
_LOADING, _OPENING = 1.0, 0.02  # seconds for an agent over buckets, and for any
_POINTS = 50  # of the course of a match
_SAVE_EVERY = 2.0  # seconds: a part of a match may take a few milliseconds, and a shard is no shorter


def seconds(agents: Sequence[str], deals: int, bucketed: int) -> float:
    """The seconds that all matches take on 2 cores.

    Args:
        agents: Their names.
        deals: Of each pair.
        bucketed: How many agents are over buckets.
    """
    played = pairs(len(agents))
    speeds = [_speed(agents[i], agents[j]) for i, j in played]
    return _LOADING * bucketed + _OPENING * len(agents) + sum(deals / speed for speed in speeds)


def _speed(first: str, second: str) -> int:
    return _SIMPLE_SPEED if "simple" in (first, second) else _SPEED


def play_all(game: NamedGame, buckets: Mapping[str, type[BucketTable]], context: Context) -> None:
    """Play the matches of the stage's parameters and write their table.

    Args:
        game: What is played.
        buckets: As `buckets_of` gives them.
        context: Of the stage.
    """
    section: dict[str, Any] = dict(context.parameters)
    agents, deals, seed = section["agents"], section["deals"], section["seed"]
    played = pairs(len(agents))

    @cache
    def agent(number: int) -> Agent:
        return agent_of(context, agents[number], section["translation"], buckets)

    # Every pair has deals of its own, so that matches are independent.
    parts = [
        (i, j, first + number * deals, last - first)
        for number, (i, j) in enumerate(played)
        for first, last in pairwise(_bounds(deals))
    ]
    kept = context.load_shard("sums")
    sums: list[Sums] = [] if kept is None else [Sums(*map(int, row)) for row in kept["sums"]]
    saved = time.monotonic()
    try:
        for i, j, first, count in parts[len(sums) :]:

            def progress(done: int, _: int, first: int = first) -> None:
                context.progress(first + done, deals * len(played))

            found = match(
                agent(i),
                agent(j),
                deals=count,
                first_deal=first,
                seed=seed,
                game=game,
                threads=context.threads,
                progress=progress,
            )
            sums.append(found.sums)
            if time.monotonic() - saved >= _SAVE_EVERY:
                _save(context, sums)
                saved = time.monotonic()
    except BaseException:
        _save(context, sums)
        raise
    courses = np.array(sums, dtype=np.int64).reshape(len(played), -1, len(Sums._fields))
    _write(context, section, game.rules, np.cumsum(courses, axis=1))


def _save(context: Context, sums: Sequence[Sums]) -> None:
    if sums:
        context.save_shard("sums", {"sums": np.array(sums, dtype=np.int64)})


def _bounds(deals: int) -> list[int]:
    """Where the parts of a match begin and end; a part has two deals at least."""
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
