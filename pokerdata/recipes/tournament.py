"""[tournament.NAME]: matches of all groups of players, rankings, and a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from pokerdata._support.arguments import as_count, key, read_section
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.progress import Progress
from pokerdata._support.text import nearest, quoted
from pokerdata.errors import TableError
from pokerdata.games import table_rules
from pokerdata.games.play import TableRules, TimeLimits
from pokerdata.matches.referee import check_sums
from pokerdata.matches.result import Forfeit, MatchResult, seat_orders
from pokerdata.matches.table import play_at_table
from pokerdata.matches.tournaments import instant_runoff
from pokerdata.matches.tournaments.standings import (
    MOST_SEED,
    Course,
    Outcome,
    groups,
    match_line,
    match_seeds,
    outcome_of,
    standings_lines,
)
from pokerdata.matches.tournaments.tournament_table import (
    RANKINGS,
    TournamentTable,
    summary,
    table_attributes,
)
from pokerdata.pipeline.plan import Context, Live, Stage
from pokerdata.pipeline.store.sharded import Job, Shard
from pokerdata.players.find import PACKAGED, is_agent, needs_trust
from pokerdata.players.programs import check_no_secret
from pokerdata.players.simple import is_for_three
from pokerdata.recipes.by_boards import hand_seconds
from pokerdata.recipes.match_agents import PLAYERS, agent_of, buckets_of, code_digest, parents_of
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pages import tournament as page
from pokerdata.reports.pages.markdown import html_page
from pokerdata.reports.pages.tournament import live_page
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.tournament import money_flow, standings_course, thinking_time

_TRANSLATION = "pseudo-harmonic"
_AGENT_MEMORY = 820_000_000  # a strategy over buckets with its lookup tables


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """A section [tournament.NAME].

    Raises:
        ValueError: If a number is out of range or a player is named twice; raised before any work.
    """

    agents: list[Any] = key(
        f"strategies of the recipe, {', '.join(PACKAGED)}, bots such as my_bots.py:Tight, or programs, acpc:./player"
    )
    game: str | None = key("what is played; that of the strategies if not given", None)
    deals: int = key("deals of each match, each played in all orders of seats", 500)
    seed: int = key("of cards and chances", 0)
    ranking: str = key(f"which ranking counts: {', '.join(RANKINGS)}", "bankroll")
    replay: bool = key(
        "play the matches of those who are left again after each round of an instant runoff", False
    )
    response_ms: int = key("time for one action of a player", 600_000)
    per_hand_ms: int = key("time of a player for a hand, on average over a match", 7_000)
    title: str = key("first line of the page", "Tournament")

    def __post_init__(self) -> None:
        check_no_secret(*map(str, self.agents))
        as_count(self.deals, "deals", 2, 10**7, 500)
        as_count(self.seed, "seed", 0, MOST_SEED, 1)
        self.limits()
        if self.ranking not in RANKINGS:
            raise ValueError(
                f"ranking: expected one of {', '.join(RANKINGS)}, got {quoted(self.ranking)}"
                f"{nearest(self.ranking, RANKINGS)}"
            )
        if self.replay and self.ranking != "instant-runoff":
            raise ValueError("replay: expected only with ranking = 'instant-runoff', got true")
        if len(set(map(str, self.agents))) < len(self.agents):
            raise ValueError(f"agents: expected each once, got {self.agents}")

    def limits(self) -> TimeLimits:
        """Return the time limits of the players."""
        return TimeLimits(self.response_ms, max(600_000, self.response_ms), self.per_hand_ms)

    def definition(self, strategies: Mapping[str, StrategySection]) -> TableRules:
        """Return the rules of the game.

        Args:
            strategies: Strategies of the recipe.

        Raises:
            ValueError: If no agent is a strategy and no game is given, or agents are too few or unknown.
        """
        solved = [agent for agent in self.agents if agent in strategies]
        if self.game is None and not solved:
            raise ValueError(
                "game: expected the game that is played, as no agent is a strategy; e.g. 'limit-holdem-3p'"
            )
        game = table_rules(self.game if self.game is not None else strategies[solved[0]].named_game())
        if len(self.agents) < game.players:
            raise ValueError(
                f"agents: expected {game.players} or more for {game.name}, got {len(self.agents)}; e.g. "
                "['break-ivan', 'richie-rich', 'check-norris']"
            )
        for agent in solved if game.players > 2 else ():
            if not is_for_three(strategies[agent].named_game(), game):
                raise ValueError(
                    f"agents: expected no strategies at tables for {game.players}, but of the same limit hold'em at those "
                    f"for 3, got {agent}"
                )
        check_sums("deals", game, self.deals, len(seat_orders(game.players)))
        if self.ranking == "series-runoff" and game.players > 2:
            raise ValueError(f"ranking: expected 'bankroll' or 'instant-runoff' at tables for {game.players}")
        known = [*strategies, *PACKAGED]
        for agent in self.agents:
            if agent not in known and is_agent(str(agent)):
                raise ValueError(
                    f"no agent {quoted(agent)}{nearest(str(agent), known)} Expected some of {', '.join(known)}"
                )
        return game


def stages(name: str, section: Tournament, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_tournament``, pictures ``NAME_course``, ``NAME_flow``, ``NAME_time``, and page ``NAME_standings``.

    ``NAME_live`` is the same page for a browser. During the tournament it shows the current standings.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Not used.
    """
    strategies = recipe.all(StrategySection)
    game = section.definition(strategies)
    matches = len(groups(section.agents, game.players))
    orders = len(seat_orders(game.players))
    bucketed = sum(a in strategies and strategies[a].abstraction is not None for a in section.agents)
    shown = f"{name}_live"
    played = Stage(
        name=f"{name}_tournament",
        build=partial(_play, name, section, game, buckets_of(section.agents, strategies, recipe)),
        kernels=PLAYERS,
        parents=parents_of(section.agents, strategies),
        parameters={
            "agents": section.agents,
            "deals": section.deals,
            "seed": section.seed,
            "ranking": section.ranking,
            "replay": section.replay,
            "limits": [section.response_ms, section.per_hand_ms],
            "rules": game.values(),
            "bots": {agent: code_digest(agent) for agent in section.agents if needs_trust(agent)},
        },
        summary=summary,
        in_manifest=False,
        live=Live(
            lines=standings_lines,
            line=match_line,
            page=partial(live_page, section.title),
            stage=shown,
            filename=f"{shown}.html",
        ),
        cost=Cost(
            seconds=matches * section.deals * orders * hand_seconds(section.agents, game.players),
            # All winnings in each unit stay in memory, and are joined once more for the table.
            memory_bytes=PROCESS_MEMORY
            + bucketed * _AGENT_MEMORY
            + 2 * matches * section.deals * orders * game.players * 8,
            disk_bytes=20_000 + matches * section.deals * orders * game.players * 8,
        ),
    )
    table = f"{name}_tournament"
    drawn = [
        picture_stage(f"{name}_{picture}", partial(_draw, draw, table), (table,))
        for picture, draw in _PICTURES.items()
    ]
    pictures = {p: f"{name}_{p}.png" for p in _PICTURES}
    written = [
        Stage(
            name=page_name,
            build=partial(write, table, section.title, pictures),
            parents=(table, *(stage.name for stage in drawn)),
            parameters={"title": section.title},
            suffix=suffix,
            in_manifest=False,
            provisional=page_name == shown,
            cost=Cost(seconds=0.2, memory_bytes=150_000_000, disk_bytes=10_000),
        )
        for page_name, suffix, write in (
            (f"{name}_standings", ".md", _write_page),
            (shown, ".html", _write_html),
        )
    ]
    return [played, *drawn, *written]


SECTION = SectionKind("tournament", partial(read_section, Tournament), stages)


def _play(
    name: str, section: Tournament, game: TableRules, buckets: Mapping[str, Any], context: Context
) -> None:
    agents = section.agents
    if not context.trust and (foreign := [agent for agent in agents if needs_trust(agent)]):
        raise TableError(
            f"agents: expected --trust for {', '.join(foreign)}, as they run code of users or let other machines connect; "
            "e.g. pokerdata make --trust"
        )
    played: list[tuple[int, MatchResult]] = []
    left: list[tuple[str, ...]] = []  # players in each round

    def play_round(names: Sequence[str], number: int) -> list[Outcome]:
        found = groups(names, game.players)
        seeds = match_seeds(section.seed, len(played), len(found), name)
        left.append(tuple(names))
        results: dict[int, MatchResult] = {}

        def tell(*, resumed: bool = False) -> None:
            before = tuple(tuple(r for k, r in played if k == n) for n in range(number))
            now = tuple(results[at] for at in sorted(results))
            context.tell(Course(tuple(agents), game, (*before, now), tuple(left), len(found), resumed))

        tell()
        for at, result, known in _matches(section, game, buckets, context, found, seeds):
            results[at] = result
            tell(resumed=known)
        played.extend((number, results[at]) for at in range(len(found)))
        return [outcome_of(results[at]) for at in range(len(found))]

    first = play_round(agents, 0)
    if section.replay:
        instant_runoff(first, replay=play_round)
    results = [result for _, result in played]
    place = {name: number for number, name in enumerate(agents)}
    each = {"axes": ["match", "player"]}
    context.write(
        kind=TournamentTable.KIND,
        arrays={
            "round": np.array([number for number, _ in played], np.uint8),
            "players": np.array([[place[name] for name in r.players] for r in results], np.uint8),
            "seed": np.array([r.seed for r in results], np.uint32),
            "parts": np.stack([r.parts for r in results]),
            "flows": np.array([r.flow_parts for r in results], np.int64),
            "decisions": np.array([r.decisions for r in results], np.int64),
            "seconds": np.array([r.seconds for r in results], np.float64),
            "faults": np.array([r.faults for r in results], np.int64),
        },
        attributes=table_attributes(agents, game, results, {f: getattr(section, f) for f in _KEYS}),
        dataset_attributes={
            "round": {
                "axes": ["match"],
                "units": "0: every group once; then those that a runoff played again",
            },
            "players": {**each, "units": "index in the attribute agents"},
            "seed": {"axes": ["match"], "units": "of the cards"},
            "parts": {
                "axes": ["match", "deal", "order of seats", "player"],
                "units": "chips won, in parts of 1/2520 of a chip",
            },
            "flows": {
                "axes": ["match", "from player", "to player"],
                "units": "chips that went from one to the other, in parts of 1/2520 of a chip",
            },
            "decisions": {**each, "units": "actions taken"},
            "seconds": {**each, "units": "seconds thought; other than all else they differ from run to run"},
            "faults": {**each, "units": "actions that were not legal"},
        },
    )


_KEYS = ("deals", "seed", "ranking", "replay")


class _Players:
    """Players of a tournament, each made when needed."""

    def __init__(
        self, section: Tournament, game: TableRules, player: Callable[[str], Any], trust: bool
    ) -> None:
        self.section, self.game, self.player, self.trust = section, game, player, trust


def _players(section: Tournament, game: TableRules, buckets: Mapping[str, Any], context: Context) -> _Players:
    def player(agent: str) -> Any:
        return _player(agent, context, buckets)

    return _Players(section, game, player, context.trust)


def _play_group(
    players: _Players, group: tuple[str, ...], seed: int, *, threads: int, progress: Progress
) -> dict[str, Any]:
    """Play the match of a group, as a shard."""
    del threads  # players think one after another
    result = play_at_table(
        [players.player(agent) for agent in group],
        players.game,
        deals=players.section.deals,
        names=list(group),
        limits=players.section.limits(),
        trust=players.trust,
        seed=seed,
        progress=progress,
    )
    return _as_arrays(result)


def _matches(
    section: Tournament,
    game: TableRules,
    buckets: Mapping[str, Any],
    context: Context,
    groups: Sequence[tuple[str, ...]],
    seeds: Sequence[int],
) -> Iterator[tuple[int, MatchResult, bool]]:
    """Yield the matches of groups, each with its index and whether an earlier, stopped run saved it; saved ones first."""
    whole = section.deals * len(seat_orders(game.players))
    shards = [
        Shard(f"match_{seed}", (tuple(group), seed), whole) for group, seed in zip(groups, seeds, strict=True)
    ]
    left = []
    for at, shard in enumerate(shards):
        if (known := context.load_shard(shard.key)) is None:
            left.append(at)
        else:
            yield at, _of_arrays(known, groups[at], game, seeds[at]), True
    # User code exists on this machine only.
    foreign = any(needs_trust(agent) for group in groups for agent in group)
    prepare = None if foreign else partial(_players, section, game, buckets)
    job = Job(_play_group, _players(section, game, buckets, context), prepare)
    before = (len(shards) - len(left)) * whole

    def progress(done: int, _: int) -> None:
        at = left[min(done // whole, len(left) - 1)]
        context.progress(before + done, len(shards) * whole, " v ".join(groups[at]))

    for place, arrays in context.run_shards(
        job, [shards[at] for at in left], threads=context.threads, progress=progress
    ):
        at = left[place]
        context.save_shard(shards[at].key, arrays)
        yield at, _of_arrays(arrays, groups[at], game, seeds[at]), False


def _player(agent: str, context: Context, buckets: Mapping[str, Any]) -> Any:
    if agent in PACKAGED or not is_agent(agent):
        return agent
    return agent_of(context, agent, _TRANSLATION, buckets)


def _as_arrays(result: MatchResult) -> dict[str, Any]:
    forfeit = result.forfeit
    words = [*(fault or "" for fault in result.first_faults), "" if forfeit is None else forfeit.reason]
    return {
        "parts": result.parts,
        "flows": np.array(result.flow_parts, np.int64),
        "decisions": np.array(result.decisions, np.int64),
        "seconds": np.array(result.seconds),
        "faults": np.array(result.faults, np.int64),
        "replays": np.array([result.replays]),
        "forfeit": np.array([-1, 0, 0] if forfeit is None else forfeit[:3], np.int64),
        "words": np.frombuffer("\0".join(words).encode(), np.uint8),
    }


def _of_arrays(known: Mapping[str, Any], group: Sequence[str], game: TableRules, seed: int) -> MatchResult:
    *faults, reason = known["words"].tobytes().decode().split("\0")
    player, deal, order = known["forfeit"].tolist()
    return MatchResult(
        tuple(group),
        game,
        seed,
        parts=known["parts"],
        replays=bool(known["replays"][0]),
        flow_parts=tuple(map(tuple, known["flows"].tolist())),
        decisions=tuple(known["decisions"].tolist()),
        seconds=tuple(known["seconds"].tolist()),
        faults=tuple(known["faults"].tolist()),
        first_faults=tuple(fault or None for fault in faults),
        forfeit=None if player < 0 else Forfeit(player, deal, order, reason),
    )


_PICTURES: Mapping[str, Callable[[TournamentTable], Any]] = {
    "course": standings_course,
    "flow": money_flow,
    "time": thinking_time,
}


def _draw(draw: Callable[[TournamentTable], Any], table: str, context: Context) -> None:
    context.write_file(partial(save, draw(context.table(table, TournamentTable))))


def _write_page(table: str, title: str, pictures: Mapping[str, str], context: Context) -> None:
    _write(page.page(title, context.table(table, TournamentTable), pictures), context)


def _write_html(table: str, title: str, pictures: Mapping[str, str], context: Context) -> None:
    _write(html_page(page.page(title, context.table(table, TournamentTable), pictures)), context)


def _write(text: str, context: Context) -> None:
    def write(path: Path) -> None:
        path.write_bytes(text.encode())

    context.write_file(write)
