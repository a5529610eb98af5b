"""What a section [match.NAME] of a recipe says, and whether it makes sense."""

from collections.abc import Mapping
from typing import Any

from pokerdata.agents import BASELINES, TRANSLATIONS
from pokerdata.arguments import as_count
from pokerdata.games import named_game
from pokerdata.games.named import TEXAS
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.text import nearest

SCHEMA: Schema = {
    "agents": (list, REQUIRED, f"strategies of the recipe, or {', '.join(BASELINES)}"),
    "deals": (int, 100_000, "duplicate deals of each pair of agents"),
    "seed": (int, 0, "of cards and chances"),
    "translation": (str, "pseudo-harmonic", "how bets that a strategy does not have are taken"),
    "game": (str, None, "what is played; needed where no agent is a strategy"),
}

MAX_DEALS = 10**9
Sections = Mapping[str, Mapping[str, Any]]


def check_section(name: str, section: Mapping[str, Any], strategies: Sections) -> dict[str, Any]:
    """`section` with its game filled in. Raises ValueError, before any work, for values that make no match."""
    try:
        agents = _checked_agents(section["agents"], strategies)
        as_count(section["deals"], "deals", 2, MAX_DEALS, 100_000)
        as_count(section["seed"], "seed", 0, 2**63 - 1, 1)
        if section["translation"] not in TRANSLATIONS:
            raise ValueError(
                f"bad translation {section['translation']!r}{nearest(section['translation'], TRANSLATIONS)} Want one "
                f"of {', '.join(TRANSLATIONS)}"
            )
        return {**section, "agents": agents, "game": _game(agents, section["game"], strategies)}
    except ValueError as error:
        raise ValueError(f"[match.{name}]: {error}") from None


def _checked_agents(agents: list[Any], strategies: Sections) -> list[str]:
    known = [*strategies, *BASELINES]
    example = 'e.g. agents = ["always-call", "simple"]'
    if len(agents) < 2:
        raise ValueError(f"bad agents {agents}: want two or more, {example}")
    for agent in agents:
        if agent not in known:
            raise ValueError(f"bad agent {agent!r}{nearest(agent, known)} Want some of {', '.join(known)}")
        if agents.count(agent) > 1:
            raise ValueError(f"agent {agent!r} comes twice: want each once, {example}")
    return list(agents)


def _game(agents: list[str], given: str | None, strategies: Sections) -> str:
    """The one game of all agents. Menus of bets do not count: they are what a strategy chooses among."""
    games = {agent: str(strategies[agent]["game"]) for agent in agents if agent in strategies}
    if given is not None:
        games["game"] = given
    if len(set(games.values())) != 1:
        said = ", ".join(f"{agent} {game}" for agent, game in games.items())
        raise ValueError(
            f"the agents play different games ({said}): want one"
            if games
            else "no agent is a strategy: want the game that they play, e.g. game = 'limit-holdem'"
        )
    game = next(iter(games.values()))
    if "simple" in agents and named_game(game).cards != TEXAS:
        raise ValueError(f"bad agent 'simple' for {game}: it plays Texas hold'em alone")
    named_game(game)
    return game
