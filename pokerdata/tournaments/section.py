"""What a section [match.NAME] of a recipe says, and whether it makes sense."""

from collections.abc import Mapping
from typing import Any

from pokerdata._core.matches import most_deals
from pokerdata.agents import BASELINES, TRANSLATIONS
from pokerdata.games import NamedGame, find_game, section_game
from pokerdata.games.named import TEXAS
from pokerdata.matches.local import MAX_DEALS as MOST_OF_LOCAL
from pokerdata.matches.match import MAX_DEALS
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.support.arguments import as_count
from pokerdata.support.text import nearest

SCHEMA: Schema = {
    "agents": (list, REQUIRED, f"strategies of the recipe, or {', '.join(BASELINES)}"),
    "deals": (int, 100_000, "duplicate deals of each pair of agents"),
    "seed": (int, 0, "of cards and chances"),
    "translation": (str, "pseudo-harmonic", "how bets that a strategy does not have are taken"),
    "game": (str, None, "what is played; needed where no agent is a strategy"),
    "lbr": (int, 0, "deals of local best response against each strategy; 0 for none"),
}

Sections = Mapping[str, Mapping[str, Any]]


def check_section(name: str, section: Mapping[str, Any], strategies: Sections) -> tuple[list[str], NamedGame]:
    """The agents of `section` and the game they play. Raises ValueError, before any work, for what makes no match."""
    try:
        agents = _checked_agents(section["agents"], strategies)
        as_count(section["deals"], "deals", 2, MAX_DEALS, 100_000)
        as_count(section["seed"], "seed", 0, 2**63 - 1, 1)
        as_count(section["lbr"], "lbr", 0, MOST_OF_LOCAL, 10_000)
        if section["translation"] not in TRANSLATIONS:
            raise ValueError(
                f"bad translation {section['translation']!r}{nearest(section['translation'], TRANSLATIONS)} Want one "
                f"of {', '.join(TRANSLATIONS)}"
            )
        game = _game(agents, section["game"], strategies)
        most = most_deals(game.rules.core)
        if section["deals"] > most:
            raise ValueError(
                f"bad deals {section['deals']}: want at most {most} with so many chips, so that sums of squares of what is "
                "won fit 64 bits, or smaller stacks, e.g. 100 big blinds"
            )
        if section["lbr"] == 1 or (section["lbr"] and not any(agent in strategies for agent in agents)):
            raise ValueError(
                f"bad lbr {section['lbr']}: want 2 deals or more, and an agent with a strategy, e.g. lbr = 10_000"
            )
        return agents, game
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


def _game(agents: list[str], given: str | None, strategies: Sections) -> NamedGame:
    """The one game of all agents."""
    games = {agent: section_game(strategies[agent]) for agent in agents if agent in strategies}
    if given is not None:
        games["the match"] = find_game(given)
    if not games:
        raise ValueError("no agent is a strategy: want the game that is played, e.g. game = 'limit-holdem'")
    (who, game), *others = games.items()
    for other, another in others:
        if _played(another) != _played(game):
            raise ValueError(
                f"{who} and {other} play different games, {game.rules.name} and {another.rules.name}: want one game, the "
                "same stacks too"
            )
    if "simple" in agents and game.cards != TEXAS:
        raise ValueError(f"bad agent 'simple' for {game.rules.name}: it plays Texas hold'em alone")
    return game


def _played(game: NamedGame) -> dict[str, Any]:
    """What is dealt and allowed. Menus and caps without limits do not count: a strategy chooses among them."""
    own = ("name", "menu", "caps") if game.rules.stack is not None else ("name",)
    rules = {key: value for key, value in game.rules.values().items() if key not in own}
    return rules | {"cards": game.cards.values()}
