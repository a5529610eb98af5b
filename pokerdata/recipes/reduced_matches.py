"""NAME_reduced: the matches of a section [match.NAME] with less luck, as from `pokerdata match --reduce`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import costs
from pokerdata._support.arguments import as_count
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata._support.text import quoted
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import Game
from pokerdata.games.named import TEXAS
from pokerdata.matches.luck import matches as reduced_table
from pokerdata.matches.luck.divat import DivatStreet, DivatTable
from pokerdata.matches.luck.hands import check_values
from pokerdata.matches.luck.matches import reduced_duel
from pokerdata.matches.luck.methods import check_method
from pokerdata.matches.luck.values import MOST_FIT_HANDS
from pokerdata.matches.matches_table import pairs
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.sharded import Job, Shard, finished
from pokerdata.players.agents import Agent
from pokerdata.recipes.match_agents import agent_of, buckets_of, parents_of
from pokerdata.recipes.recipe import Recipe, Stages
from pokerdata.recipes.strategy_section import StrategySection

DEALS, MOST_DEALS, MOST_FITTED_DEALS = 10_000, 10**8, 10**6
_BYTES = {"mivat": 400}  # per deal
_EXACT_MEMORY = 1_000_000_000
_FIT_MEMORY = (
    450_000_000  # V of both seatings and its means over all flops, limit hold'em in 5 buckets a street
)
_OF_STRATEGIES = ("advantage", "aivat")  # methods that need an agent with a strategy


@dataclass(frozen=True)
class Reduction:
    """Options of a section [match.NAME] for reducing luck in its matches.

    Attributes:
        method: One of `pokerdata.matches.luck.METHODS`.
        deals: Duplicate deals of each pair, the first of those that it plays.
        values: What a guess of values is from, one of `pokerdata.matches.luck.VALUES`.
        fit: Hands of values from hands.
        divat: The baseline of DIVAT; None for other methods.

    Raises:
        ValueError: If a name is unknown, or values exclude each other.
    """

    method: str
    deals: int
    values: str
    fit: int
    divat: DivatTable | None

    def __post_init__(self) -> None:
        check_method(self.method)
        check_values(self.values, self.method)
        most = MOST_FITTED_DEALS if self.method == "mivat" else MOST_DEALS
        as_count(self.deals, "reduce_deals", 2, most, DEALS)
        as_count(self.fit, "fit", 1, MOST_FIT_HANDS, 1_000_000)

    @property
    def guesses(self) -> bool:
        """Whether the method estimates values of cards and actions."""
        return takes_a_guess(self.method)

    def check_game(self, game: Game) -> None:
        """Raise ValueError unless the method works for a game.

        Args:
            game: The game.

        Raises:
            ValueError: For DIVAT, if the game is no-limit, or thresholds have another number of streets.
        """
        if self.divat is None:
            return
        if game.rules.stack is not None:
            raise ValueError(
                f"game: expected one with limits, for which DIVAT is made, got {game.rules.name}; e.g. leduc"
            )
        if (rows := len(self.divat.streets)) != (streets := len(game.cards.board)):
            raise ValueError(f"divat: expected {streets} streets for {game.rules.name}, got {rows}")

    def pairs(
        self, agents: Sequence[str], strategies: Mapping[str, StrategySection]
    ) -> list[tuple[int, int]]:
        """Return the pairs of agents with a reduced result: those with a strategy, if one is needed.

        Args:
            agents: Names of the agents.
            strategies: Strategies of the recipe.

        Raises:
            ValueError: If there are no such pairs.
        """
        found = [
            (i, j)
            for i, j in pairs(len(agents))
            if not self.guesses or agents[i] in strategies or agents[j] in strategies
        ]
        if not found:
            raise ValueError(
                f"reduce: expected an agent with a strategy for {self.method}, got {', '.join(agents)}; e.g. "
                'reduce = "mivat"'
            )
        return found


def takes_a_guess(method: str) -> bool:
    """Return whether a method estimates values of cards and actions, and so needs an agent with a strategy.

    Args:
        method: One of `pokerdata.matches.luck.METHODS`.
    """
    return method in _OF_STRATEGIES


def stage(
    name: str,
    wanted: Reduction,
    agents: Sequence[str],
    parameters: Mapping[str, Any],
    game: Game,
    recipe: Recipe,
    made: Stages,
    memory: int,
) -> Stage:
    """Return the stage ``NAME_reduced``.

    Args:
        name: Name of the section.
        wanted: Options of the section.
        agents: Agents of the section.
        parameters: Parameters of the stage of the matches.
        game: The game.
        recipe: All sections.
        made: Stages of earlier sections.
        memory: Memory of the agents at play, in bytes.

    Raises:
        ValueError: If the method does not work for the agents, or values need joint counts that do not exist.
    """
    strategies = recipe.all(StrategySection)
    wanted.check_game(game)
    played = wanted.pairs(agents, strategies)
    exact = wanted.guesses and wanted.values != "hands"
    parents = parents_of(agents, strategies)
    if exact:
        parents += _counts(agents, strategies, wanted.values, made)
    if not wanted.guesses and wanted.method != "all-in" and game.cards == TEXAS:
        parents += STRENGTH
    parents = tuple(dict.fromkeys(parents))
    per_pair = 2 * wanted.deals * costs.REDUCED_HAND[wanted.method]
    if wanted.guesses:
        per_pair += costs.EXACT_VALUES if exact else costs.FITTING + wanted.fit * costs.FITTED_HAND
    return Stage(
        name=f"{name}_reduced",
        build=partial(_build, game, parents, buckets_of(agents, strategies, recipe)),
        kernels=(
            "luck",
            "preflop",
            "solvers",
        ),
        parents=parents,
        parameters={
            "agents": list(agents),
            "pairs": [list(pair) for pair in played],
            "deals": wanted.deals,
            "of_deals": parameters["deals"],
            "seed": parameters["seed"],
            "translation": parameters["translation"],
            "game": parameters["game"],
            "method": wanted.method,
            "values": wanted.values if wanted.guesses else "",
            "fit_hands": wanted.fit if wanted.guesses and not exact else 0,
            "divat": None if wanted.divat is None else asdict(wanted.divat),
        },
        summary=reduced_table.summary,
        in_manifest=False,
        cost=Cost(
            seconds=len(played) * per_pair,
            memory_bytes=memory
            + _BYTES.get(wanted.method, 32) * wanted.deals
            + (0 if not game.abstracted or not wanted.guesses else _EXACT_MEMORY if exact else _FIT_MEMORY),
            disk_bytes=20_000,
            threaded=True,
        ),
    )


def _counts(
    agents: Sequence[str], strategies: Mapping[str, StrategySection], values: str, made: Stages
) -> tuple[str, ...]:
    """Return the joint counts for values of strategies and strength."""
    found = []
    for agent in agents:
        abstraction = strategies[agent].abstraction if agent in strategies else None
        if abstraction is None:
            continue
        if (counts := f"{abstraction}_counts") not in made:
            raise ValueError(
                f"values: expected 'hands', as {agent}'s abstraction {abstraction} has no joint counts, got "
                f'{quoted(values)}; e.g. values = "hands"'
            )
        found.append(counts)
    return tuple(found)


class _Agents:
    """The game and its agents, each opened when first needed, and the folder of tables for lookups."""

    def __init__(
        self, game: Game, told: Mapping[str, Any], folder: Path | None, agent: Callable[[int], Agent]
    ) -> None:
        self.game, self.told, self.folder, self.agent = game, told, folder, cache(agent)


def _agents(
    game: Game, parents: Sequence[str], buckets: Mapping[str, type[BucketTable]], context: Context
) -> _Agents:
    told: Mapping[str, Any] = context.parameters

    def agent(number: int) -> Agent:
        return agent_of(context, told["agents"][number], told["translation"], buckets)

    folders = [context.table(parent).path.parent for parent in parents]
    return _Agents(game, told, folders[0] if folders else None, agent)


def _build(
    game: Game, parents: Sequence[str], buckets: Mapping[str, type[BucketTable]], context: Context
) -> None:
    told: dict[str, Any] = dict(context.parameters)
    played = [(i, j) for i, j in told["pairs"]]
    number_of = {pair: number for number, pair in enumerate(pairs(len(told["agents"])))}
    shards = [Shard(f"{i}-{j}", (i, j, number_of[i, j] * told["of_deals"]), told["deals"]) for i, j in played]
    prepare = partial(_agents, game, parents, buckets)
    job = Job(_reduce, prepare(context), prepare)
    found = finished(job, shards, keep=context, threads=context.threads, progress=context.progress)
    notes = [np.asarray(one["note"]).tobytes().decode() for one in found]
    context.write(
        kind=reduced_table.ReducedTable.KIND,
        arrays=reduced_table.arrays(
            [(pair, np.asarray(one["row"])) for pair, one in zip(played, found, strict=True)]
        ),
        attributes={
            "title": "Matches of all pairs of agents over duplicate deals, with less luck",
            "rules": game.rules.values(),
            **{name: told[name] for name in ("agents", "deals", "seed", "translation", "method")},
            **{name: told[name] for name in ("values", "fit_hands")},
            "note": notes[0],
            "duplicate": "each deal is played twice with the seats swapped; the deals of a pair are the first of those "
            "of its match",
        },
        dataset_attributes=reduced_table.DATASETS,
    )


def _reduce(
    agents: _Agents, i: int, j: int, first: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Reduce the luck of a pair of agents, as a shard."""
    told = agents.told
    rows = told["divat"]
    result = reduced_duel(
        agents.agent(i),
        agents.agent(j),
        method=told["method"],
        deals=told["deals"],
        first_deal=first,
        values=told["values"] or "hands",
        fit_hands=told["fit_hands"] or 1,
        divat=None if rows is None else _divat_of(rows),
        game=agents.game,
        seed=told["seed"],
        threads=threads,
        tables=agents.folder,
        progress=progress,
    )
    return {
        "row": reduced_table.row_of(result),
        "note": np.frombuffer(result.note.encode(), np.uint8),
    }


def _divat_of(rows: Mapping[str, Any]) -> DivatTable:
    streets = tuple(DivatStreet(tuple(row["make"]), row["offset"]) for row in rows["streets"])
    return DivatTable(streets, rows["note"])
