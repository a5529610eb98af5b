"""[series.NAME]: consecutive hands of players that learn, and their learning curve."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count, key, read_section
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.progress import Progress
from pokerdata._support.text import nearest, quoted
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.errors import TableError
from pokerdata.games import table_rules
from pokerdata.games.play import TableRules, TimeLimits
from pokerdata.matches import series_result
from pokerdata.matches.result import seat_orders
from pokerdata.matches.series import MOST_HANDS, MOST_SEED, MOST_SERIES, play_series
from pokerdata.matches.series_result import BLOCKS, DOUBLING, SeriesForfeit, SeriesResult, curve_ends
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.sharded import Job, Shard, finished
from pokerdata.players.agents import TRANSLATIONS
from pokerdata.players.find import PACKAGED, find_player, is_agent, needs_trust
from pokerdata.players.learning import LEARNING, is_learning
from pokerdata.players.programs import check_no_secret
from pokerdata.players.resolving import is_resolving
from pokerdata.recipes.by_boards import hand_seconds
from pokerdata.recipes.match_agents import PLAYERS, agent_of, buckets_of, code_digest, parents_of
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.series_curve import series_curve

_TRANSLATION = "pseudo-harmonic"
_AGENT_MEMORY = 820_000_000  # a strategy over buckets with its lookup tables


@dataclass(frozen=True, kw_only=True)
class Series:
    """A section [series.NAME].

    Raises:
        ValueError: If a number is out of range; raised before any work.
    """

    agents: list[Any] = key(
        f"who plays, one for each seat: strategies of the recipe, {LEARNING}, {', '.join(PACKAGED)}, bots such as "
        "my_bots.py:Tight, or programs, acpc:./player"
    )
    game: str | None = key("what is played; that of the strategies if not given", None)
    series: int = key("how many", 20)
    hands: int = key("of each series, in each order of seats", 1000)
    all_cards: bool = key("after each hand show all cards, those that were folded, too", False)
    blocks: int | str | None = key(
        f"of hands, by which winnings are told: how many, or {DOUBLING}; {BLOCKS} if not given", None
    )
    seed: int = key("of cards and chances", 0)
    translation: str = key("how bets that a strategy does not have are taken", _TRANSLATION)
    response_ms: int = key("time for one action of a player", 600_000)
    hand_ms: int = key("time of a player for a hand", 600_000)
    per_hand_ms: int = key("time of a player for a hand, on average over the series", 7_000)

    def __post_init__(self) -> None:
        check_no_secret(*map(str, self.agents))
        as_count(self.series, "series", 1, MOST_SERIES, 20)
        as_count(self.hands, "hands", 1, MOST_HANDS, 1000)
        as_count(self.seed, "seed", 0, MOST_SEED, 1)
        curve_ends(self.blocks, self.hands)
        self.limits()
        if self.translation not in TRANSLATIONS:
            raise ValueError(
                f"no translation {quoted(self.translation)}{nearest(self.translation, TRANSLATIONS)} Expected one of "
                f"{', '.join(TRANSLATIONS)}"
            )

    def limits(self) -> TimeLimits:
        """Return the time limits of the players."""
        return TimeLimits(self.response_ms, self.hand_ms, self.per_hand_ms)

    @property
    def foreign(self) -> list[str]:
        """Return the players that are user code, or let other machines connect."""
        return [agent for agent in self.agents if needs_trust(agent)]

    def definition(self, strategies: Mapping[str, StrategySection]) -> TableRules:
        """Return the rules of the game.

        Args:
            strategies: Strategies of the recipe.

        Raises:
            ValueError: If no agent is a strategy and no game is given, the number of agents does not fit the game, or an
                agent is unknown or does not play it.
        """
        solved = [agent for agent in self.agents if agent in list(strategies)]
        if self.game is None and not solved:
            raise ValueError(
                "game: expected the game that is played, as no agent is a strategy; e.g. 'leduc'"
            )
        game = table_rules(self.game if self.game is not None else strategies[solved[0]].named_game())
        if len(self.agents) != game.players:
            raise ValueError(
                f"agents: expected {game.players} for {game.name}, got {len(self.agents)}; e.g. "
                f"{['learning', *['random'] * (game.players - 1)]}"
            )
        known = [*strategies, LEARNING, *PACKAGED]
        for agent in self.agents:
            if agent not in known and (is_agent(str(agent)) or is_resolving(str(agent))):
                raise ValueError(
                    f"no agent {quoted(agent)}{nearest(str(agent), known)} Expected some of {', '.join(known)}"
                )
            if agent in PACKAGED or is_learning(str(agent)):
                find_player(agent, game)  # raises an error unless it plays the game
        return game


def picture_name(name: str) -> str:
    """Return the name of the stage that draws the learning curve of a section.

    Args:
        name: Name of the section.
    """
    return f"{name}_learning"


def stages(name: str, section: Series, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_series`` and the picture ``NAME_learning`` of its learning curve.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Not used.
    """
    strategies = recipe.all(StrategySection)
    game = section.definition(strategies)
    played = section.series * section.hands * len(seat_orders(game.players))
    bucketed = sum(a in strategies and strategies[a].abstraction is not None for a in section.agents)
    table = f"{name}_series"
    solved = tuple(agent for agent in section.agents if agent in strategies)
    return [
        Stage(
            name=table,
            build=partial(_build, section, game, solved, buckets_of(solved, strategies, recipe)),
            kernels=PLAYERS,
            parents=parents_of(section.agents, strategies),
            parameters={
                "agents": section.agents,
                "series": section.series,
                "hands": section.hands,
                "seed": section.seed,
                "show": _show(section),
                "translation": section.translation,
                "limits": [section.response_ms, section.hand_ms, section.per_hand_ms],
                "rules": game.values(),
                "bots": {agent: code_digest(agent) for agent in section.foreign},
            },
            summary=partial(series_result.summary, section.blocks),
            in_manifest=False,
            cost=Cost(
                seconds=played * hand_seconds(section.agents, game.players),
                # All winnings stay in memory, series by series and joined.
                memory_bytes=PROCESS_MEMORY + bucketed * _AGENT_MEMORY + 3 * played * game.players * 8,
                disk_bytes=20_000 + 2 * played * game.players * 8,
            ),
        ),
        picture_stage(
            picture_name(name),
            partial(_draw, table, section.blocks),
            (table,),
            {"blocks": section.blocks},
        ),
    ]


SECTION = SectionKind("series", partial(read_section, Series), stages)


def _show(section: Series) -> str:
    return "all" if section.all_cards else "shown"


class _Players:
    """The game and its players, each opened when first needed."""

    def __init__(self, section: Series, game: TableRules, player: Callable[[str], Any], trust: bool) -> None:
        self.section, self.game, self.player, self.trust = section, game, cache(player), trust


def _players(
    section: Series,
    game: TableRules,
    solved: Sequence[str],
    buckets: Mapping[str, type[BucketTable]],
    context: Context,
) -> _Players:
    def player(agent: str) -> Any:
        return agent_of(context, agent, section.translation, buckets) if agent in solved else agent

    return _Players(section, game, player, context.trust)


def _build(
    section: Series,
    game: TableRules,
    solved: Sequence[str],
    buckets: Mapping[str, type[BucketTable]],
    context: Context,
) -> None:
    if section.foreign and not context.trust:
        raise TableError(
            f"agents: expected --trust for {', '.join(section.foreign)}, as they run code of users or let other machines "
            "connect; e.g. pokerdata make --trust"
        )
    prepare = partial(_players, section, game, solved, buckets)
    # User code exists on this machine only.
    job = Job(_play, prepare(context), None if section.foreign else prepare)
    hands = section.hands * len(seat_orders(game.players))
    shards = [Shard(f"series{number}", (number,), hands) for number in range(section.series)]
    found = finished(job, shards, keep=context, threads=context.threads, progress=context.progress)
    result = series_result.joined([_of_arrays(one, section, game) for one in found])
    context.write(
        kind=series_result.SeriesTable.KIND,
        arrays=series_result.arrays(result),
        attributes=series_result.attributes(result),
        dataset_attributes=series_result.DATASETS,
    )


def _play(players: _Players, number: int, *, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    """Play a series, as a shard."""
    del threads  # players think one after another
    section = players.section
    result = play_series(
        [players.player(agent) for agent in section.agents],
        players.game,
        series=1,
        first_series=number,
        hands=section.hands,
        show=_show(section),
        limits=section.limits(),
        names=section.agents,
        translation=section.translation,
        trust=players.trust,
        seed=section.seed,
        progress=progress,
    )
    return _as_arrays(result)


def _as_arrays(result: SeriesResult) -> dict[str, NDArray[Any]]:
    words = [fault or "" for fault in result.first_faults] + [forfeit.text for forfeit in result.forfeits]
    return series_result.arrays(result) | {"words": np.frombuffer("\0".join(words).encode(), np.uint8)}


def _of_arrays(known: Mapping[str, Any], section: Series, game: TableRules) -> SeriesResult:
    words = np.asarray(known["words"]).tobytes().decode().split("\0")
    count = game.players
    return SeriesResult(
        players=tuple(section.agents),
        game=game,
        seed=section.seed,
        show=_show(section),
        parts=np.asarray(known["parts"]),
        decisions=tuple(known["decisions"].tolist()),
        seconds=tuple(known["seconds"].tolist()),
        faults=tuple(known["faults"].tolist()),
        first_faults=tuple(fault or None for fault in words[:count]),
        forfeits=tuple(SeriesForfeit.of_text(text) for text in words[count:]),
    )


def _draw(table: str, blocks: int | str | None, context: Context) -> None:
    result = context.table(table, series_result.SeriesTable).result
    context.write_file(lambda path: save(series_curve(result, blocks).figure(), path))
