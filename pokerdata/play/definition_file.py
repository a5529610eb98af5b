"""Game definitions by name, and from TOML and ``.game`` files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pokerdata.games import GAMES, CardRules, NamedGame, find_game
from pokerdata.games.game_file import BEGIN, END, GameFile
from pokerdata.games.menus import UNLIMITED
from pokerdata.games.named import ALL_RANKS, TEXAS
from pokerdata.play.definition import MOST_PLAYERS, GameDefinition
from pokerdata.support.arguments import is_file
from pokerdata.support.text import nearest
from pokerdata.support.toml import toml_of

# A hand of fewer cards has no straight and no flush.
_FLUSH_CARDS = 5
_SIX = (10_000,) * 6

#: Name -> definition of games for three players and more that come with the package.
DEFINITIONS: Mapping[str, GameDefinition] = {
    "kuhn-3p": GameDefinition(
        "three-player Kuhn poker",
        (0, 0, 0),
        (1,),
        CardRules("JQKA", suits=1),
        bets=(1,),
        max_raises=(1,),
        ante=1,
    ),
    "limit-holdem-3p": GameDefinition(
        "three-player limit Texas hold'em",
        (5, 10, 0),
        (3, 1, 1, 1),
        TEXAS,
        bets=(10, 10, 20, 20),
        max_raises=(3, 4, 4, 4),
    ),
    "nolimit-holdem-3p": GameDefinition(
        "three-player no-limit Texas hold'em", (50, 100, 0), (3, 1, 1, 1), TEXAS, stacks=(20_000,) * 3
    ),
    "nolimit-holdem-6p": GameDefinition(
        "six-player no-limit Texas hold'em", (50, 100, 0, 0, 0, 0), (3, 1, 1, 1), TEXAS, stacks=_SIX
    ),
}

_BETTING_KEYS = ("ante", "blinds", "stacks", "bets", "max_raises", "first_to_act")


def find_definition(game: GameDefinition | NamedGame | str) -> GameDefinition:
    """A game for two to ten players: as it is, by its name, or from a file.

    Args:
        game: A definition; a game for two; or text: a name of `DEFINITIONS` or of `pokerdata.games.GAMES`, or the path of
            a ``.game`` or TOML file. A TOML file with max_raises or more than two blinds is a definition, with the
            fields of `GameDefinition` as keys of [betting]; any other one is a game for two, as for
            `pokerdata.games.find_game`.

    Raises:
        ValueError: If it is none of these, or for an invalid file; the message names the file, the key and the rule.
    """
    if isinstance(game, GameDefinition):
        return game
    if isinstance(game, NamedGame):
        return GameDefinition.of(game)
    if game in DEFINITIONS:
        return DEFINITIONS[game]
    path = Path(game)
    if path.suffix.lower() == ".game":
        return read_definition(path)
    if path.suffix == ".toml" or is_file(path):
        content = _toml(path)
        if _is_definition(content.get("betting")):
            return _from_toml(path, content)
        return GameDefinition.of(find_game(game))
    if game in GAMES:
        return GameDefinition.of(GAMES[game])
    names = [*GAMES, *DEFINITIONS]
    raise ValueError(
        f"game: expected a file or one of {', '.join(names)}, got {game!r}{nearest(game, names)}"
    )


def is_for_many(game: str) -> bool:
    """Whether a name or file is a game for three players and more, or one that only `find_definition` reads.

    Args:
        game: A name or a path.

    Raises:
        ValueError: If a file cannot be read.
    """
    path = Path(game)
    if game in DEFINITIONS:
        return True
    if path.suffix.lower() == ".game":
        return GameFile(path).one("numPlayers", 2, MOST_PLAYERS) > 2
    if path.suffix == ".toml" or is_file(path):
        return _is_definition(_toml(path).get("betting"))
    return False


def read_definition(path: Path) -> GameDefinition:
    """The game of a ``.game`` file; its name is that of the file.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or makes no game; the message names the file, line, value and rule.
    """
    file = GameFile(path)
    players, rounds = file.one("numPlayers", 2, MOST_PLAYERS), file.one("numRounds", 1, 8)
    blinds = file.each("blind", players, "players")
    first = file.each("firstPlayer", rounds, "rounds", default=1)
    if not all(1 <= position <= players for position in first):
        file.refuse("firstPlayer", f"a position from 1 to {players} for each round")
    raises = file.each("maxRaises", rounds, "rounds", default=UNLIMITED)
    if file.limit:
        bets = file.each("raiseSize", rounds, "rounds")
    else:
        file.absent("raiseSize", "only limit games have it; leave it out")
        bets = ()
    stacks = file.each("stack", players, "players") if "stack" in file.fields or not file.limit else ()
    suits, ranks = file.one("numSuits", 1, 4), ALL_RANKS[-file.one("numRanks", 1, 13) :]
    hole, board = file.one("numHoleCards", 1, 2), file.each("numBoardCards", rounds, "rounds", default=0)
    ranking = "pairs" if hole + sum(board) < _FLUSH_CARDS else "five-card"
    try:
        cards = CardRules(ranks, hole, board, ranking, suits=suits)
        return GameDefinition(path.stem, blinds, first, cards, bets, stacks, raises)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _toml(path: Path) -> dict[str, Any]:
    try:
        return toml_of(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot read the game {path}: {error}") from error


def _is_definition(betting: Any) -> bool:
    """Whether a section is one of a definition, and not of a game for two."""
    if not isinstance(betting, dict):
        return False
    blinds = betting.get("blinds")
    return "max_raises" in betting or (isinstance(blinds, list) and len(blinds) != 2)


def _from_toml(path: Path, content: Mapping[str, Any]) -> GameDefinition:
    betting, cards = content.get("betting"), content.get("cards")
    others = content.keys() - {"name", "betting", "cards"}
    if others or not isinstance(betting, dict) or not isinstance(cards, dict) or "name" not in content:
        raise ValueError(
            f'{path}: expected a name = "..." and the sections [betting] and [cards]'
            + (f", not {', '.join(sorted(others))}" if others else "")
            + "; `pokerdata games limit-holdem-3p --toml` writes an example"
        )
    for key in betting.keys() - set(_BETTING_KEYS):
        raise ValueError(
            f"{path}: unknown key {key!r} in [betting]: expected some of {', '.join(_BETTING_KEYS)}"
        )
    for key in ("blinds", "first_to_act"):
        if key not in betting:
            raise ValueError(f"{path}: no key {key!r} in [betting]: expected e.g. {key} = [5, 10, 0]")
    try:
        return GameDefinition(str(content["name"]), cards=CardRules(**cards), **betting)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None


def definition_toml(game: GameDefinition) -> str:
    """A definition as TOML, which `find_definition` reads back.

    Args:
        game: The definition.
    """
    values = game.values()
    betting = {key: values[key] for key in _BETTING_KEYS if key in values}
    betting.setdefault("max_raises", game.max_raises)
    lines = [f"name = {json.dumps(game.name, ensure_ascii=False)}", "", "[betting]"]
    lines += [f"{key} = {_toml_value(value)}" for key, value in betting.items()]
    lines += ["", "[cards]"]
    lines += [f"{key} = {_toml_value(value)}" for key, value in values["cards"].items()]
    return "\n".join(lines) + "\n"


def _toml_value(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value)
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"


def definition_text(game: GameDefinition) -> str:
    """A definition as a ``.game`` file, which `find_definition` and the programs of the competition read.

    Args:
        game: With an ante or blinds, but not both.

    Raises:
        ValueError: If such a file cannot say what the game is.
    """
    few = game.cards.hole + sum(game.cards.board) < _FLUSH_CARDS
    faults = (
        (game.ante > 0 and any(game.blinds), f"an ante of {game.ante} besides blinds", "one of the two"),
        (
            game.cards.ranking != ("pairs" if few else "five-card"),
            f"the ranking {game.cards.ranking!r}",
            "'pairs' for hands of up to four cards, and 'five-card' for more",
        ),
        (
            not ALL_RANKS.endswith(game.cards.ranks),
            f"a deck of the ranks {game.cards.ranks!r}",
            "the highest ranks, e.g. 'TJQKA'",
        ),
    )
    for is_there, what, rule in faults:
        if is_there:
            raise ValueError(f"{game.name} cannot be written as a .game file: it has {what}; expected {rule}")
    fields: dict[str, Any] = {"numPlayers": game.players, "numRounds": game.streets}
    if game.stacks:
        fields["stack"] = game.stacks
    fields["blind"] = [game.ante + blind for blind in game.blinds]
    if game.limit:
        fields["raiseSize"] = game.bets
    fields["firstPlayer"] = game.first_to_act
    if set(game.max_raises) != {UNLIMITED}:
        fields["maxRaises"] = game.max_raises
    fields |= {"numSuits": game.cards.per_rank, "numRanks": len(game.cards.ranks)}
    fields |= {"numHoleCards": game.cards.hole, "numBoardCards": game.cards.board}
    lines = [f"# {' '.join(game.name.split())}", BEGIN, "limit" if game.limit else "nolimit"]
    for key, value in fields.items():
        lines.append(f"{key} = {value if isinstance(value, int) else ' '.join(map(str, value))}")
    return "\n".join([*lines, END]) + "\n"
