"""Find players by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from pokerdata._support.arguments import as_count
from pokerdata.errors import TableError
from pokerdata.games import Game, table_rules
from pokerdata.games.play import Player, TableRules
from pokerdata.players.agents import BASELINES, Agent, find_agent
from pokerdata.players.agents.agent import check_translation, unknown
from pokerdata.players.bots import bot_file, find_bot, is_bot
from pokerdata.players.jam_fold import find_jam_fold, is_jam_fold
from pokerdata.players.learning import LEARNING, find_learning, is_learning
from pokerdata.players.miximax import MIXIMAX_PLAYERS, find_miximax, is_miximax
from pokerdata.players.openspiel import find_openspiel, is_openspiel
from pokerdata.players.plain import PLAIN_PLAYERS, Asked, find_plain, is_plain
from pokerdata.players.poki import WEIGHING_PLAYERS, find_weighing, is_weighing
from pokerdata.players.programs import (
    check_no_secret,
    find_program,
    is_program,
    program_file,
    program_needs_trust,
)
from pokerdata.players.resolving import find_resolving, is_resolving
from pokerdata.players.simple import agent_player, find_simple, is_simple
from pokerdata.players.thesis import THESIS_PLAYERS, find_thesis, is_thesis

MOST_SEED = 2**64 - 1


class Kind(NamedTuple):
    """A kind of player.

    Attributes:
        knows: Returns whether a text names such a player, for any game.
        find: Makes the player that a text names.
    """

    knows: Callable[[str], bool]
    find: Callable[[str, Asked], Player]


def _find_agent_player(text: str, asked: Asked) -> Player:
    return agent_player(find_named_agent(text, translation=asked.translation, tables=asked.tables), asked)


_AGENTS = Kind(lambda _: True, _find_agent_player)

#: Kinds of players, tried in this order. Add a line for a new kind; the last kind accepts every other name.
KINDS: tuple[Kind, ...] = (
    Kind(is_plain, find_plain),
    Kind(is_program, find_program),
    Kind(is_thesis, find_thesis),
    Kind(is_miximax, find_miximax),
    Kind(is_simple, find_simple),
    Kind(is_weighing, find_weighing),
    Kind(is_bot, find_bot),
    Kind(is_jam_fold, find_jam_fold),
    Kind(is_resolving, find_resolving),
    Kind(is_learning, find_learning),
    Kind(is_openspiel, find_openspiel),
    _AGENTS,
)


#: Names of players in the package.
PACKAGED: tuple[str, ...] = tuple(
    dict.fromkeys([*PLAIN_PLAYERS, *THESIS_PLAYERS, *WEIGHING_PLAYERS, *MIXIMAX_PLAYERS, *BASELINES])
)


def find_named_agent(
    name: str, *, translation: str = "pseudo-harmonic", tables: str | os.PathLike[str] | None = None
) -> Agent:
    """Return an agent as `find_agent` does, but with an error for unknown names that lists all players.

    Args:
        name: One of `pokerdata.players.agents.BASELINES`, or a strategy.
        translation: As for `find_player`.
        tables: As for `find_player`.

    Raises:
        TableError: If there is no such player or strategy.
        ValueError: For an unknown translation.
    """
    try:
        return find_agent(name, translation=translation, tables=tables)
    except TableError as error:
        if told := unknown(name, (*PACKAGED, LEARNING), who="player", tables=tables):
            raise TableError(told) from None
        error.add_note("all kinds of players are told by `pokerdata match --help`")
        raise


def is_agent(player: str) -> bool:
    """Return whether a text names an agent (a baseline or a strategy); matches in C++ can play agents, too.

    Args:
        player: The text.
    """
    return player in BASELINES or _kind(player) is _AGENTS


def game_of(
    players: Sequence[str | Agent | Player],
    game: TableRules | Game | str | None,
    *,
    tables: str | os.PathLike[str] | None = None,
) -> TableRules:
    """Return the given game, or else the game of the first strategy among the players.

    Args:
        players: Players in a form that `find_player` accepts.
        game: As for `find_player`, or None.
        tables: As for `find_player`.

    Raises:
        ValueError: If no game is given and no player has a strategy.
        TableError: If a strategy is missing.
    """
    if game is not None:
        return table_rules(game)
    for player in players:
        agent = player if isinstance(player, Agent) else None
        if isinstance(player, str) and player not in BASELINES and _kind(player) is _AGENTS:
            agent = find_named_agent(player, tables=tables)
        if agent is not None and agent.rules is not None and agent.cards is not None:
            return Game(agent.rules, agent.cards).table
    raise ValueError("game: expected one, as none of the players has a strategy; e.g. limit-holdem-3p")


def needs_trust(player: str) -> bool:
    """Return whether a player runs user code or a program, or listens where other machines can connect.

    Args:
        player: The text that names the player.
    """
    return is_bot(player) or program_needs_trust(player)


def code_file(player: str) -> Path | None:
    """Return the file of a player's user code or program; None for other players, and if there is no such file.

    Args:
        player: The text that names the player.
    """
    found = bot_file(player) if is_bot(player) else program_file(player) if is_program(player) else None
    return found if found is not None and found.is_file() else None


def _kind(player: str) -> Kind:
    check_no_secret(player)
    return next(kind for kind in KINDS if kind.knows(player))


def player_kinds() -> Mapping[str, str]:
    """Return the kinds of players for listings: name -> description."""
    return {
        **{name: rule.says for name, rule in PLAIN_PLAYERS.items()},
        **{name: says for name, says in BASELINES.items() if name not in PLAIN_PLAYERS},
        **THESIS_PLAYERS,
        **WEIGHING_PLAYERS,
        **MIXIMAX_PLAYERS,
        "STRATEGY": "a strategy file, for two; of limit hold'em for three, too",
        "STRATEGY+resolve": "a strategy that is solved anew on the turn, on real cards",
        "jam-fold:TABLE": "goes all-in before the flop or folds, as `pokerdata jam-fold --out` solved it",
        "learning": "in small limit games: counts what its opponent does, and responds to that",
        "FILE.py:CLASS": "a bot of your own, with a method act(state)",
        "openspiel:NAME": "a bot of OpenSpiel",
        "acpc:PROGRAM": "a program that speaks the competition's protocol",
        "acpc:port=P": "such a program that somebody else starts, at a port",
    }


def find_player(
    player: str | Agent | Player,
    game: TableRules | Game | str,
    *,
    translation: str = "pseudo-harmonic",
    trust: bool = False,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Player:
    """Return the player with this name, ready to play a game.

    Random numbers of this package's players depend only on the seed, the hand number, the position and the betting so
    far. The same seed gives the same hands, in any order of calls.

    Args:
        player: One of these forms:
            'always-call', 'always-raise', 'always-fold' or 'random', for any game;
            'simple' or a strategy file, for games of two;
            'limit5+resolve', a strategy that is re-solved on the turn;
            'jam-fold:jam_fold.h5', which jams or folds;
            'learning', which learns from its opponent;
            'my_bots.py:Tight', a class in a file;
            'openspiel:uniform_random', a bot of OpenSpiel;
            'acpc:./player', a program that speaks the protocol of the competition (ACPC);
            'acpc:port=18791', such a program that somebody else starts;
            an agent;
            or a player object, which is returned unchanged.
        game: As for `pokerdata.load_game`.
        translation: Rule that maps bets outside a strategy's menu to the bets inside it, one of
            `pokerdata.players.agents.TRANSLATIONS`.
        trust: Whether code in files and programs may run, and 'acpc:host=H port=P' may listen for other machines.
        seed: Seed of random choices, 0 to 2**64 - 1.
        tables: Folder of strategies and their tables, as for `pokerdata.players.agents.find_agent`.

    Raises:
        ValueError: If the player is unknown or does not play this game, or if its code is not trusted or fails.
        TableError: If a strategy is missing.
    """
    definition = table_rules(game)
    check_translation(translation)
    asked = Asked(definition, translation, bool(trust), as_count(seed, "seed", 0, MOST_SEED, 1), tables)
    if isinstance(player, Agent):
        return agent_player(player, asked)
    if isinstance(player, str):
        return _kind(player).find(player, asked)
    if isinstance(player, type) or not callable(getattr(player, "act", None)):
        raise ValueError(
            f"player: expected a name, an agent or an object with a method act(state), got {player!r}; e.g. always-call"
        )
    return player
