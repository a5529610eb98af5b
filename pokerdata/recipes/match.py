"""[match.NAME]: the matches of all pairs of agents, local best response against them, and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any

from pokerdata._core.matches import most_deals
from pokerdata._support.arguments import as_count, key, read_section
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.text import nearest, quoted
from pokerdata.games import Game, load_game
from pokerdata.games.named import TEXAS
from pokerdata.matches import local
from pokerdata.matches.duel import MAX_DEALS
from pokerdata.matches.local import MAX_DEALS as MOST_OF_LOCAL
from pokerdata.matches.luck.divat import DivatTable
from pokerdata.matches.luck.hands import VALUES
from pokerdata.matches.luck.methods import METHODS
from pokerdata.matches.luck.values import FIT_HANDS
from pokerdata.matches.matches_table import MatchesTable, summary
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.players.agents import BASELINES, TRANSLATIONS
from pokerdata.players.programs import check_no_secret
from pokerdata.recipes import local_best_response, real_values, reduced_matches
from pokerdata.recipes.match_agents import buckets_of, parents_of, without_cards
from pokerdata.recipes.matches_table import looks_up, play_all, seconds
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.reduced_matches import DEALS, Reduction, takes_a_guess
from pokerdata.recipes.strategy_section import FLOPS_DOC, SEED_DOC, Dealt, StrategySection, dealt
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.tournament import course, cross_table

# Seconds and bytes per pair in each picture; curves of 91 pairs took 5 s and 390 MB.
_CELL, _CURVE = (0.013, 1_700_000), (0.1, 2_600_000)


def picture_names(match: str, agents: int) -> list[str]:
    """Return the names of the pictures of a match: its course and, for three or more agents, the cross-table."""
    return [*([f"{match}_cross_table"] if agents > 2 else []), f"{match}_course"]


def picture_stages(match: str, agents: int) -> list[Stage]:
    """Return the stages of the pictures of `picture_names`."""
    drawn = {f"{match}_cross_table": (_cross_table, _CELL), f"{match}_course": (course, _CURVE)}
    pairs, found = comb(agents, 2), []
    for name in picture_names(match, agents):
        draw, (seconds, size) = drawn[name]
        found.append(
            picture_stage(
                name,
                partial(_build, draw, f"{match}_matches"),
                (f"{match}_matches",),
                more=(pairs * seconds, pairs * size),
            )
        )
    return found


def _cross_table(matches: MatchesTable) -> Any:
    return cross_table(matches.cross_table, matches)


def _build(draw: Callable[[MatchesTable], Any], table: str, context: Context) -> None:
    context.write_file(partial(save, draw(context.table(table, MatchesTable))))


Strategies = Mapping[str, StrategySection]

_TRANSLATION = "pseudo-harmonic"

# States of one abstraction in addition to its strategy; and the strength tables in which agents look up real cards.
# Measured with one and two of them: 608 and 837 MB in a separate process, 776 MB with one after other stages.
_AGENT_MEMORY, _TABLES_MEMORY = 170_000_000, 650_000_000
_POTENTIAL_MEMORY = 440_000_000  # tables in which `simple` also looks up hands


@dataclass(frozen=True, kw_only=True)
class Match:
    """A section [match.NAME].

    Raises:
        ValueError: If a number is out of range; raised before any work.
    """

    agents: list[Any] = key(f"strategies of the recipe, or {', '.join(BASELINES)}")
    deals: int = key("duplicate deals of each pair of agents", 100_000)
    seed: int = key("of cards and chances", 0)
    translation: str | None = key(
        f"how bets that a strategy does not have are taken; {_TRANSLATION} if not given", None
    )
    game: str | None = key("what is played; needed where no agent is a strategy", None)
    lbr: int = key(
        "deals of local best response against each strategy, and each agent that looks at no cards (always-call; in limit "
        "games always-raise and random); 0 for none",
        0,
    )
    real: bool = key(
        "also what best responses win on real cards from the agents that look at no cards, tables NAME_AGENT_real: hours, "
        "which `make --dry-run` tells",
        False,
    )
    real_flops: int | None = key(FLOPS_DOC, None)
    real_seed: int | None = key(SEED_DOC, None)
    reduce: str | None = key(
        f"also results with less luck, the table NAME_reduced, by {', '.join(METHODS)}; as `pokerdata match --reduce`",
        None,
    )
    reduce_deals: int | None = key(
        f"for how many of the deals of each pair; {DEALS:,} if not given, or all where there are fewer", None
    )
    values: str | None = key(
        f"of reduce: what the guess of values is from, {', '.join(VALUES)}; hands if not given", None
    )
    fit: int | None = key(
        f"of values from hands: how many, in each seating; {FIT_HANDS:,} if not given", None
    )
    divat: str | None = key(
        "of divat: a TOML file with the thresholds of the baseline; those from memory if not given", None
    )

    def __post_init__(self) -> None:
        as_count(self.deals, "deals", 2, MAX_DEALS, 100_000)
        as_count(self.seed, "seed", 0, 2**63 - 1, 1)
        as_count(self.lbr, "lbr", 0, MOST_OF_LOCAL, 10_000)
        self.on_real_cards()
        if self.translation is not None and self.translation not in TRANSLATIONS:
            raise ValueError(
                f"no translation {quoted(self.translation)}{nearest(self.translation, TRANSLATIONS)} Expected one of "
                f"{', '.join(TRANSLATIONS)}"
            )
        given = ("reduce_deals", "values", "fit", "divat")
        if self.reduce is not None:
            self.reduction(self.reduce, 4)
        elif alone := next((name for name in given if getattr(self, name) is not None), None):
            raise ValueError(
                f'{alone}: expected reduce with it, got {quoted(getattr(self, alone))} alone; e.g. reduce = "aivat"'
            )

    def reduction(self, method: str, streets: int) -> Reduction:
        """Return how luck is reduced.

        Args:
            method: Value of `reduce`.
            streets: Number of streets of the game.

        Raises:
            ValueError: If keys exclude each other, or a file is not a table of thresholds.
        """
        values = self.values or "hands"
        if self.reduce_deals is not None and self.reduce_deals > self.deals:
            raise ValueError(
                f"reduce_deals: expected at most the {self.deals:,} deals that are played, got {self.reduce_deals:,}; "
                f"e.g. {self.deals}"
            )
        if self.fit is not None and (values != "hands" or not takes_a_guess(method)):
            raise ValueError(
                f"fit: expected none with {method} and values from {values}, which plays no other hands, got {self.fit}"
            )
        if self.divat is not None and method != "divat":
            raise ValueError(
                f'divat: expected none with {method}, got {quoted(self.divat)}; e.g. reduce = "divat"'
            )
        table = None
        if method == "divat":
            table = DivatTable.from_memory(streets) if self.divat is None else DivatTable.load(self.divat)
        deals = min(DEALS, self.deals) if self.reduce_deals is None else self.reduce_deals
        return Reduction(method, deals, values, FIT_HANDS if self.fit is None else self.fit, table)

    def on_real_cards(self) -> Dealt | None:
        """Return the flops of the tables NAME_AGENT_real; None if these are not requested.

        Raises:
            ValueError: If keys exclude each other.
        """
        return dealt(self.real, self.real_flops, self.real_seed)

    def valued(self, game: Game) -> list[str]:
        """Return the agents without a strategy that have a table NAME_AGENT_real.

        Args:
            game: Game from `game_of`.
        """
        known = real_values.without_cards(game) if self.on_real_cards() is not None else {}
        return [agent for agent in self.agents if agent in known]

    def game_of(self, strategies: Strategies) -> Game:
        """Return the one game that all agents play.

        Args:
            strategies: Strategies of the recipe.

        Raises:
            ValueError: If an agent is unknown, agents play different games, or they cannot form a match.
        """
        _check_agents(self.agents, strategies)
        game = _one_game(self.agents, self.game, strategies)
        most = most_deals(game.rules.core)
        if self.deals > most:
            raise ValueError(
                f"deals: expected at most {most} with so many chips, so that sums of squares of what is won fit 64 "
                f"bits, or smaller stacks, e.g. 100 big blinds, got {self.deals}"
            )
        if self.translation is not None and not any(agent in strategies for agent in self.agents):
            raise ValueError(
                "translation: expected none, as no agent is a strategy, whose bets are translated, got "
                f"{quoted(self.translation)}"
            )
        if self.lbr == 1:
            raise ValueError("lbr: expected 2 deals or more, got 1; e.g. 10_000")
        if self.lbr and not local_best_response.met(self.agents, strategies, game):
            raise ValueError(
                "lbr: expected an agent that is a strategy or one of "
                f"{', '.join(without_cards(game))}, got {', '.join(self.agents)}; e.g. agents = ['always-call', 'simple']"
            )
        if self.on_real_cards() is not None and not self.valued(game):
            known = ", ".join(real_values.without_cards(game)) or "none in this game"
            raise ValueError(
                f"real, real_flops: expected only with agents that look at no cards ({known}), got "
                f"{', '.join(self.agents)}; e.g. agents = ['always-call', 'random']"
            )
        return game


def stages(name: str, section: Match, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_matches``; ``NAME_lbr``, ``NAME_reduced`` and ``NAME_AGENT_real`` if requested; and the pictures.

    The pictures are ``NAME_course`` and, for three agents or more, ``NAME_cross_table``.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections, for the memory that agents need.
    """
    strategies = recipe.all(StrategySection)
    game = section.game_of(strategies)
    agents = section.agents
    translation = _TRANSLATION if section.translation is None else section.translation
    # Two thirds of a strategy's disk space during solving are its saved state.
    sizes = [
        made[f"{agent}_strategy"].cost.disk_bytes // 3 if f"{agent}_strategy" in made else 0
        for agent in agents
    ]
    bucketed = sum(agent in strategies and strategies[agent].abstraction is not None for agent in agents)
    tables = PROCESS_MEMORY + (_TABLES_MEMORY if bucketed else 0)
    memory = tables + sum(sizes) + bucketed * _AGENT_MEMORY
    looked_up = looks_up(agents, section.deals)
    tables_of_simple = looked_up * (_POTENTIAL_MEMORY + (0 if bucketed else _TABLES_MEMORY))
    cards_and_rules = {"rules": game.rules.values(), "cards": game.cards.values()}
    found = [
        Stage(
            name=f"{name}_matches",
            build=partial(play_all, game, buckets_of(agents, strategies, recipe)),
            kernels=("matches",),
            parents=parents_of(agents, strategies, looks_up=looked_up),
            parameters={
                "agents": agents,
                "deals": section.deals,
                "seed": section.seed,
                "translation": translation,
                "game": cards_and_rules,
            },
            summary=summary,
            in_manifest=False,
            cost=Cost(
                seconds=seconds(agents, section.deals, bucketed),
                memory_bytes=memory + tables_of_simple,
                disk_bytes=20_000,
                threaded=True,
            ),
        )
    ]
    if section.lbr > 0:
        met = local_best_response.met(agents, strategies, game)
        read = buckets_of(met, strategies, recipe)
        mapped = sum(made[table].cost.disk_bytes for table in read if table in made)  # stays open to the end
        found.append(
            Stage(
                name=f"{name}_lbr",
                build=partial(local_best_response.build, met, game, read),
                kernels=("matches",),
                parents=parents_of(met, strategies),
                parameters={
                    "lbr": section.lbr,
                    "seed": section.seed,
                    "translation": translation,
                    **local_best_response.considered(game.rules),
                    "agents": met,
                    "game": cards_and_rules,
                },
                summary=local.summary,
                in_manifest=False,
                cost=local_best_response.cost(
                    len(met),
                    section.lbr,
                    game.cards,
                    tables + mapped + max(sizes) + (_AGENT_MEMORY if bucketed else 0),
                ),
            )
        )
    if section.reduce is not None:
        wanted = section.reduction(section.reduce, len(game.cards.board))
        found.append(
            reduced_matches.stage(name, wanted, agents, found[0].parameters, game, recipe, made, memory)
        )
    asked = section.on_real_cards()
    if asked is not None:
        valued = section.valued(game)
        found += [real_values.stage_without_cards(name, agent, game, asked) for agent in valued]
    return found + picture_stages(name, len(agents))


SECTION = SectionKind("match", partial(read_section, Match), stages)


def _check_agents(agents: list[Any], strategies: Strategies) -> None:
    check_no_secret(*map(str, agents))
    known = [*strategies, *BASELINES]
    example = 'e.g. agents = ["always-call", "simple"]'
    if len(agents) < 2:
        raise ValueError(f"agents: expected two or more, got {agents}; {example}")
    for agent in agents:
        if agent not in known:
            raise ValueError(
                f"no agent {quoted(agent)}{nearest(agent, known)} Expected some of {', '.join(known)}"
            )
        if agents.count(agent) > 1:
            raise ValueError(f"agents: expected each once, got {quoted(agent)} twice; {example}")


def _one_game(agents: list[str], given: str | None, strategies: Strategies) -> Game:
    """Return the one game of all agents."""
    games = {agent: strategies[agent].named_game() for agent in agents if agent in strategies}
    if given is not None:
        games["the match"] = load_game(given)
    if not games:
        raise ValueError(
            "game: expected the game that is played, as no agent is a strategy; e.g. 'limit-holdem'"
        )
    (who, game), *others = games.items()
    for other, another in others:
        if _played(another) != _played(game):
            raise ValueError(
                f"{who} and {other} play different games, {game.rules.name} and {another.rules.name}: expected one "
                "game, with the same stacks"
            )
    if "simple" in agents and game.cards != TEXAS:
        raise ValueError(f"agent: 'simple' plays Texas hold'em only, got {game.rules.name}")
    return game


def _played(game: Game) -> dict[str, Any]:
    """Return the deal and the legal actions, without menus and caps of no-limit games: strategies choose among them."""
    own = ("name", "menu", "caps") if game.rules.stack is not None else ("name",)
    rules = {key: value for key, value in game.rules.values().items() if key not in own}
    return rules | {"cards": game.cards.values()}
