"""Agents at play, from the tables of a stage's parents."""

from collections.abc import Iterable, Mapping

from pokerdata._core import agents as _core
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import Game
from pokerdata.games.strategies import load_strategy
from pokerdata.pipeline.plan import Context
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.players.agents import BASELINES, Agent, states_of
from pokerdata.players.agents.simple import TABLES, simple_with
from pokerdata.players.find import code_file
from pokerdata.recipes.recipe import Recipe
from pokerdata.recipes.strategy_section import StrategySection

#: The C++ folders that players of all kinds call.
PLAYERS = ("agents", "play", "preflop", "search", "solvers", "spots", "strength")

# Agents that look at no cards, and the names of their strategies. Without limits, bets of always-raise and random are not
# those of the game's menu.
_LIMIT = {"always-call": "always-call", "always-raise": "always-raise", "random": "uniform"}
_NO_LIMIT = {"always-call": "always-call"}


def without_cards(game: Game) -> Mapping[str, str]:
    """The agents that play a strategy without cards over the betting tree of a game, and the name of each strategy.

    Args:
        game: What is played.
    """
    return _LIMIT if game.rules.stack is None else _NO_LIMIT


def parents_of(
    agents: Iterable[str], strategies: Mapping[str, StrategySection], *, looks_up: bool = False
) -> tuple[str, ...]:
    """The tables that agents at play read.

    Args:
        agents: Their names.
        strategies: Those of the recipe.
        looks_up: Whether `simple`, if it is one of them, looks hands up in tables, too.
    """
    found: list[str] = []
    for agent in agents:
        if agent in strategies:
            abstraction = strategies[agent].abstraction
            found += [f"{agent}_strategy"]
            found += [] if abstraction is None else [f"{abstraction}_buckets", *STRENGTH]
    found += TABLES if looks_up else []
    return tuple(dict.fromkeys(found))


def buckets_of(
    agents: Iterable[str], strategies: Mapping[str, StrategySection], recipe: Recipe
) -> dict[str, type[BucketTable]]:
    """The tables of buckets that agents at play read, and what each is opened as."""
    found = {}
    for agent in agents:
        abstraction = strategies[agent].abstraction_of(recipe) if agent in strategies else None
        if abstraction is not None:
            found[f"{strategies[agent].abstraction}_buckets"] = abstraction.TABLE
    return found


def code_digest(agent: str) -> str:
    """The content of the file of a bot or program, so that a change plays anew; empty where there is none.

    Args:
        agent: Its name.
    """
    path = code_file(agent)
    return "" if path is None else file_digest(path)


def agent_of(
    context: Context, name: str, translation: str, buckets: Mapping[str, type[BucketTable]]
) -> Agent:
    """The agent of a baseline's name, or of a strategy among the parents.

    Args:
        context: Of the stage that plays.
        name: Of the baseline or strategy.
        translation: Of bets that the strategy does not have.
        buckets: As `buckets_of` gives them.
    """
    if name == "simple":  # looks hands up in parents alone
        found = {one: context.table(one, kind) for one, (kind, _) in TABLES.items() if one in context.parents}
        return Agent(name, simple_with(found))
    if name in BASELINES:
        return Agent(name, _core.baseline(name))
    table = context.table(f"{name}_strategy")
    saved = load_strategy(table.path)
    if saved.cards:
        return Agent.of(saved, translation=translation, name=table.name)
    cards = context.table(f"{saved.abstraction}_buckets", buckets[f"{saved.abstraction}_buckets"])
    return Agent.of(saved, states_of(saved, cards), translation=translation, name=table.name)
