"""Agents for matches, from the tables of a stage's parents."""

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

#: C++ folders that players of all kinds call.
PLAYERS = ("agents", "play", "preflop", "search", "solvers", "spots", "strength")

# Agents that ignore cards, and the names of their strategies. In no-limit games, always-raise and random also make bets
# outside the game's menu.
_LIMIT = {"always-call": "always-call", "always-raise": "always-raise", "random": "uniform"}
_NO_LIMIT = {"always-call": "always-call"}


def without_cards(game: Game) -> Mapping[str, str]:
    """Return the agents without cards that play a strategy over a game's betting tree, and the strategies' names.

    Args:
        game: The game.
    """
    return _LIMIT if game.rules.stack is None else _NO_LIMIT


def parents_of(
    agents: Iterable[str], strategies: Mapping[str, StrategySection], *, looks_up: bool = False
) -> tuple[str, ...]:
    """Return the tables that agents need to play.

    Args:
        agents: Names of the agents.
        strategies: Strategies of the recipe.
        looks_up: Whether `simple`, if it plays, also looks up hands in tables.
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
    """Return the tables of buckets that agents need to play, and their classes."""
    found = {}
    for agent in agents:
        abstraction = strategies[agent].abstraction_of(recipe) if agent in strategies else None
        if abstraction is not None:
            found[f"{strategies[agent].abstraction}_buckets"] = abstraction.TABLE
    return found


def code_digest(agent: str) -> str:
    """Return a digest of the file of a bot or program, so that a change replays its matches; empty without a file.

    Args:
        agent: Name of the agent.
    """
    path = code_file(agent)
    return "" if path is None else file_digest(path)


def agent_of(
    context: Context, name: str, translation: str, buckets: Mapping[str, type[BucketTable]]
) -> Agent:
    """Return the agent with the name of a baseline, or of a strategy among the parents.

    Args:
        context: Context of the stage that plays.
        name: Name of the baseline or strategy.
        translation: Rule that maps bets outside the strategy's betting tree to bets inside it.
        buckets: Result of `buckets_of`.
    """
    if name == "simple":  # only looks up hands in parents
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
