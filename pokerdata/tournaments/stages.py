"""The pipeline's stages of a section [match.NAME]: the matches of all pairs of agents, and local best response."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.agents import Agent
from pokerdata.games import NamedGame, Rules
from pokerdata.matches import Sums, match
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.tournaments import local
from pokerdata.tournaments.cross_table import CrossTable
from pokerdata.tournaments.picture import picture_stage
from pokerdata.tournaments.players import agent_of, parents_of
from pokerdata.tournaments.section import SCHEMA, Sections, check_section
from pokerdata.tournaments.table import pairs, results, summary

__all__ = ["SCHEMA", "stages"]

# Duplicate deals a second on 2 cores, between two look-ups of strategies and where `simple` plays.
_SPEED, _SIMPLE_SPEED = 80_000, 1_500
_SHARD_SECONDS = 3.0
_LOADING = 1.0  # seconds for two agents
_AGENT_MEMORY = 200_000_000  # states of one abstraction, besides its strategy and the strength tables


def stages(
    name: str, section: Mapping[str, Any], strategies: Sections, made: Iterable[Stage] = ()
) -> list[Stage]:
    """The stages of a section [match.NAME] that was checked against SCHEMA.

    ``NAME_matches``; ``NAME_lbr`` if asked for; and of three agents or more the picture ``NAME_cross_table``.

    strategies: the sections [strategy.NAME] of the recipe. made: its other stages, for the estimate.

    Raises ValueError, before any work, for values that make no match.
    """
    agents, game = check_section(name, section, strategies)
    deals = len(pairs(len(agents))) * section["deals"]
    simple = (len(agents) - 1) * section["deals"] if "simple" in agents else 0
    sizes = {stage.name: stage.estimate.disk_bytes for stage in made}
    largest = sorted(sizes.get(f"{agent}_strategy", 0) for agent in agents)[-2:]
    cards_and_rules = {"rules": game.rules.values(), "cards": game.cards.values()}
    played = {key: section[key] for key in ("agents", "deals", "seed", "translation")}
    found = [
        Stage(
            name=f"{name}_matches",
            build=partial(_build, game),
            kernel="matches",
            parents=parents_of(agents, strategies),
            parameters={**played, "game": cards_and_rules},
            summary=summary,
            in_manifest=False,
            estimate=Estimate(
                seconds=_LOADING * len(pairs(len(agents)))
                + (deals - simple) / _SPEED
                + simple / _SIMPLE_SPEED,
                memory_bytes=600_000_000 + sum(largest) + 2 * _AGENT_MEMORY,
                disk_bytes=1_000_000,
            ),
        )
    ]
    solved = [agent for agent in agents if agent in strategies]
    if section["lbr"] > 0:
        found.append(
            Stage(
                name=f"{name}_lbr",
                build=partial(local.build, solved, game.rules),
                kernel="matches",
                parents=parents_of(solved, strategies),
                parameters={
                    **{key: section[key] for key in ("lbr", "seed", "translation")},
                    "agents": solved,
                },
                summary=local.summary,
                in_manifest=False,
                estimate=local.cost(len(solved), section["lbr"], largest[-1] + _AGENT_MEMORY),
            )
        )
    return found + ([picture_stage(name)] if len(agents) > 2 else [])


def _build(game: NamedGame, context: Context) -> None:
    section: dict[str, Any] = dict(context.parameters)
    agents, deals, seed = section["agents"], section["deals"], section["seed"]
    played = pairs(len(agents))

    @lru_cache(maxsize=2)  # pairs come by their first agents, and two are as many as memory need hold
    def agent(number: int) -> Agent:
        return agent_of(context, agents[number], section["translation"])

    sums = []
    for number, (i, j) in enumerate(played):
        shard = _shard_deals("simple" in (agents[i], agents[j]))
        total = np.zeros(len(Sums._fields), dtype=np.int64)
        for first in range(0, deals, shard):
            count, done = min(shard, deals - first), number * deals + first

            def play(count: int = count, done: int = done, i: int = i, j: int = j) -> Sums:
                return match(
                    agent(i),
                    agent(j),
                    deals=count,
                    first_deal=done,  # every pair has deals of its own, so that matches are independent
                    seed=seed,
                    game=game,
                    threads=context.threads,
                    on_progress=lambda k, _: context.progress(done + k, deals * len(played)),
                ).sums

            total += _kept(context, f"pair-{number}-deal-{first}", play)
        sums.append(total)
    _write(context, section, game.rules, np.array(sums))


def _kept(context: Context, key: str, play: Callable[[], Sums]) -> NDArray[np.int64]:
    """Sums from the shard of an interrupted run, or played now and kept."""
    shard = context.load_shard(key)
    if shard is None:
        shard = {"sums": np.array(play(), dtype=np.int64)}
        context.save_shard(key, shard)
    return shard["sums"]


def _shard_deals(simple: bool) -> int:
    return int((_SIMPLE_SPEED if simple else _SPEED) * _SHARD_SECONDS)


def _write(context: Context, section: Mapping[str, Any], rules: Rules, sums: NDArray[np.int64]) -> None:
    agents = section["agents"]
    found = CrossTable.of(agents, results(agents, rules, section["seed"], sums))
    unit = f"{rules.unit_name}s of {rules.unit} chips per 100 hands, won by the row's agent of the column's"
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
            "unit_chips": rules.unit,
            "duplicate": "each deal is played twice with the seats swapped; match k plays the deals from k * deals on",
        },
        dataset_attributes={
            "agents": {"axes": ["match", "first and second agent"], "units": "index in the attribute agents"},
            "sums": {
                "axes": ["match", "column"],
                "columns": list(Sums._fields),
                "units": "deals; sums over the deals of chips won by the first agent as player 1 (first) and as player 2 "
                "(second), of their squares and of their products; moves of both agents",
            },
            "won": {**axes, "units": unit, "absent": "NaN: no match"},
            "half_width": {
                **axes,
                "units": "the same",
                "doc": "half widths of 95 % intervals over duplicate deals",
            },
        },
    )
