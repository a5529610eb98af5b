"""Load games by name or from files, change their stacks, bets or rules, and write them as TOML."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from pokerdata._support.arguments import is_file
from pokerdata._support.text import WIDTH, nearest, text_of, toml_of
from pokerdata.games.game import GAMES, Game
from pokerdata.games.named import ALL_RANKS
from pokerdata.games.play.definition import (
    BETTING_KEYS,
    DEFINITIONS,
    MOST_PLAYERS,
    TableRules,
    is_for_tables,
    read_definition,
    rules_from,
)
from pokerdata.games.play.game_file import BEGIN, END, FLUSH_CARDS, GameFile
from pokerdata.games.rules import (
    MOST_CHIPS,
    UNLIMITED,
    CardRules,
    LimitRules,
    NoLimitRules,
    Rules,
    fraction,
    menu_values,
    rules_of,
)
from pokerdata.games.solvable import SolvableGame

_LIMIT = {
    "bets": "size of a bet and of a raise on each street",
    "caps": "bets and raises allowed on each street, 1 to 256; a blind that counts as a bet is one of them",
    "blind_counts_as_bet": "whether the blind is the first bet of the first street",
}
_NO_LIMIT = {
    "stacks": "chips of player 1 and player 2",
    "menu": "bets and raises: min, half-pot, pot, 3/4, 2 (pots), all-in; or a list a street",
    "caps": "bets and raises allowed on each street, 0 to 256, the blind counted",
}
_BETTING = {
    "first_to_act": "player 1 or 2 on each street",
    "ante": "chips, paid by both players",
    "blinds": "chips, paid on top by player 1 and player 2",
}
_CARDS = {
    "ranks": "of the deck, rising",
    "suits": "cards of each rank, told apart by their suits",
    "copies": "cards of each rank, all alike",
    "hole": "cards of each player",
    "board": "cards turned up before each street",
    "ranking": "pairs, three-card, three-card-aqj or five-card",
}
_REQUIRED = {
    "limit": ("bets", "caps", "first_to_act"),
    "no-limit": ("stacks", "first_to_act"),
    "cards": ("ranks", "hole", "board"),
}


def load_game(game: Game | TableRules | str, **rules: Any) -> Game:
    """Return a game by its name, or from a TOML or ``.game`` file, optionally with changed rules.

    Args:
        game: A name of `GAMES` or `DEFINITIONS`, such as 'leduc' or 'kuhn-3p'; the path of a file; or a game object. A path
            that ends in .game is a file of the competition, any other a TOML file. A TOML file has the fields of
            `TableRules` as keys of [betting] if it uses rules that two-player games do not have: max_raises, more than two
            blinds, unequal antes, late posts or a minimum bet.
        **rules: Keys of its TOML (`pokerdata games NAME --toml` shows them) with their new values, such as bets=(2, 4).

    Raises:
        ValueError: If the game does not exist, a file is invalid, or the rules are inconsistent; the message names the
            value, the rule and an example.
    """
    found = game if isinstance(game, Game) else _loaded(game)
    return with_rules(found, rules) if rules else found


def _loaded(game: TableRules | str) -> Game:
    if isinstance(game, TableRules):
        return Game.at_table(game)
    if not isinstance(game, str | os.PathLike):
        raise ValueError(
            f"game: expected a game, a name or a file, got {type(game).__name__}; e.g. 'leduc' or leduc(); an explicit "
            "tree is solved by pokerdata.solving.explicit.solve"
        )
    if game in GAMES:
        return GAMES[game]
    if game in DEFINITIONS:
        return Game.at_table(DEFINITIONS[game])
    path = Path(game)
    if path.suffix.lower() == ".game":
        return _of_competition(path)
    if path.suffix == ".toml" or is_file(path):
        return read_game(path)
    names = [*GAMES, *DEFINITIONS]
    raise ValueError(
        f"game: expected a file or one of {', '.join(names)}, got {game!r}{nearest(str(game), names)}"
    )


def _of_competition(path: Path) -> Game:
    """Read a ``.game`` file, with the betting of two-player games if solvers support it."""
    if GameFile(path).one("numPlayers", 2, MOST_PLAYERS) > 2:
        return Game.at_table(read_definition(path))
    try:
        table = read_definition(path)
    except ValueError:
        return read_acpc(path)  # its errors say more about two-player games
    try:
        return replace(read_acpc(path), seated=table)
    except ValueError as error:
        return Game.at_table(table, str(error))


def table_rules(game: Game | TableRules | str) -> TableRules:
    """Return the rules of a game in the form that tables and hands use.

    Args:
        game: As for `load_game`.

    Raises:
        ValueError: As `load_game`; also if tables do not support the game.
    """
    return game if isinstance(game, TableRules) else load_game(game).table


def playable(game: SolvableGame | Game | str) -> SolvableGame:
    """Return a game that can be solved whole: the game itself, or built from its name, file, or rules and cards.

    Args:
        game: A solvable game; rules and cards from `load_game`; or a name or path that `load_game` accepts.

    Raises:
        ValueError: If it is none of these, or needs a card abstraction.
        CapacityError: If the game is too large to build.
    """
    if isinstance(game, SolvableGame):
        return game
    named = load_game(game)
    if named.build is None:
        raise ValueError(
            f"{named.rules.name} is too large to solve whole: expected a smaller game, e.g. 'leduc', or a card "
            "abstraction, as [strategy.limit5] of the default recipe has it (`pokerdata make limit5_strategy`)"
        )
    return named.build()


def read_game(path: Path) -> Game:
    """Read a file in the format of `toml_text`, or with the rules of a table.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or is invalid; the message names the file, the key and the rule.
    """
    text = text_of(path, "the game")
    try:
        content = toml_of(text)
    except ValueError as error:
        raise ValueError(
            f"cannot read the game {path}: expected a TOML file: {error}; e.g. what `pokerdata games leduc --toml` writes"
        ) from error
    if is_for_tables(content):
        return Game.at_table(rules_from(path, content))
    name, betting, cards = (content.pop(key, None) for key in ("name", "betting", "cards"))
    if content or not isinstance(name, str) or not isinstance(betting, dict) or not isinstance(cards, dict):
        raise ValueError(
            f'{path}: expected a name = "..." and the sections [betting] and [cards]'
            + (f", not {', '.join(content)}" if content else "")
            + "; `pokerdata games leduc --toml` writes an example"
        )
    kind = "no-limit" if "stacks" in betting else "limit"
    _check_keys(path, "betting", betting, _betting_keys(betting), _REQUIRED[kind])
    _check_keys(path, "cards", cards, _CARDS, _REQUIRED["cards"])
    try:
        return Game(rules_of({"name": name, **betting}), CardRules(**cards))
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _betting_keys(betting: Mapping[str, Any]) -> dict[str, str]:
    return {**(_NO_LIMIT if "stacks" in betting else _LIMIT), **_BETTING}


def _check_keys(
    path: Path, section: str, given: Mapping[str, Any], known: Mapping[str, str], required: Sequence[str]
) -> None:
    for key in given.keys() - known.keys():
        hint = "; with stacks the game has no limits" if key in _LIMIT and "stacks" in given else ""
        raise ValueError(
            f"{path}: unknown key {key!r} in [{section}]: expected some of {', '.join(known)}{hint}"
        )
    for key in required:
        if key not in given:
            raise ValueError(f"{path}: no key {key!r} in [{section}]: expected {key}, {known[key]}")


def toml_text(game: Game) -> str:
    """Return a game as TOML, with a comment for each key.

    Args:
        game: Rules and cards, as from `load_game`.
    """
    betting = game.rules.values()
    lines = [f"name = {_value(betting.pop('name'))}"]
    for section, values, known in (
        ("betting", betting, _betting_keys(betting)),
        ("cards", game.cards.values(), _CARDS),
    ):
        lines += ["", f"[{section}]"]
        for key in known:
            if key in values:
                lines += _commented(f"{key} = {_value(values[key])}", known[key])
    return "\n".join(lines) + "\n"


def _commented(line: str, comment: str) -> list[str]:
    """Return a line with a comment next to it, or above it if there is no room."""
    beside = f"{line:<32} # {comment}"
    if len(beside) <= WIDTH:
        return [beside]
    return [*textwrap.wrap(comment, WIDTH, initial_indent="# ", subsequent_indent="# "), line]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # JSON escapes the same characters as TOML, except for one.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value) if isinstance(value, int) else f"[{', '.join(map(_value, value))}]"


def adjusted_game(
    name_or_path: str, *, stack: float | str | None = None, menu: Sequence[Any] | None = None
) -> Game:
    """Return a game of `load_game` with another stack or menu of bets.

    Args:
        name_or_path: As for `load_game`.
        stack: The stack of both players, in big blinds (100; in antes if there are no blinds) or chips ("20000
            chips"); by default the game's own.
        menu: Bets and raises, one list for all streets or one per street, in the format of `NoLimitRules`; by default the
            game's own.

    Raises:
        ValueError: If the game does not exist, a stack is not a whole number of chips, or you give a stack or menu for a
            limit game; the message names the value.
    """
    game = load_game(name_or_path)
    if stack is None and menu is None:
        return game
    rules = game.rules
    if not isinstance(rules, NoLimitRules):
        given = f"stack {stack!r}" if stack is not None else f"menu {list(menu or ())}"
        raise ValueError(
            f"{given}: expected it in a no-limit game only, got {name_or_path}; e.g. nolimit-holdem"
        )
    chips = rules.stack if stack is None else _chips(stack, rules)
    changed = replace(rules, stacks=(chips, chips), menu=rules.menu if menu is None else tuple(menu))
    return Game(changed, game.cards)  # without the table of a file, whose stacks are the old ones


def _chips(stack: float | str, rules: Rules) -> int:
    blind = rules.ante + max(rules.blinds)
    problem = (
        f"stack: expected a number of {rules.unit_name}s or of chips that makes whole chips, {blind + 1} to "
        f'{MOST_CHIPS} of them, got {stack!r}; e.g. 100 or "{100 * rules.unit} chips"'
    )
    text = str(stack).strip()
    unit = 1 if text.endswith("chips") else rules.unit
    try:
        chips = fraction(text.removesuffix("chips").strip()) * unit
    except (ValueError, ZeroDivisionError):
        raise ValueError(problem) from None
    if chips.denominator != 1 or not blind < chips <= MOST_CHIPS:
        raise ValueError(problem)
    return int(chips)


def with_rules(game: Game, rules: Mapping[str, Any], *, name: str | None = None) -> Game:
    """Return a game with changed rules.

    Args:
        game: The original game.
        rules: Keys of its TOML with their new values.
        name: Name of the new game; by default the old name and the changes.

    Raises:
        ValueError: If the game does not have a key, or the new rules are inconsistent.
    """
    sections = _sections(game)
    for key in rules:
        if not any(key in section for section in sections):
            known = sorted(key for section in sections for key in section)
            raise ValueError(
                f"change of {game.name}: expected some of {', '.join(known)}, got {key!r}; e.g. ante=2"
            )
    betting, cards = ({key: rules.get(key, value) for key, value in section.items()} for section in sections)
    if name is None:
        name = f"{game.name} with {', '.join(f'{key}={_told(value)}' for key, value in rules.items())}"
    if isinstance(game.betting, TableRules):
        return Game.at_table(replace(game.betting, name=name, cards=CardRules(**cards), **betting))
    return Game(rules_of({**betting, "name": name}), CardRules(**cards))


def _sections(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return betting and cards by the keys of the game's TOML, including keys that the TOML leaves out as defaults."""
    values: dict[str, Any] = dict(game.betting.values())
    if isinstance(game.betting, TableRules):
        values = {key: getattr(game.betting, key) for key in BETTING_KEYS}
    else:
        values = {"caps": (), **values}
        del values["name"]
    return values, game.cards.values()


def _told(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def varied(game: Game, changes: Sequence[str]) -> Game:
    """Return a game with changes such as 'ante=2', 'bets=2,4' or 'ranks=TJQK': keys of its TOML, lists with commas.

    You can also write lists as in TOML. A menu per street requires that: 'menu=[["pot"], ["all-in"]]'.

    Args:
        game: Game as from `load_game`.
        changes: Texts KEY=VALUE.

    Raises:
        ValueError: If the game does not have a key, a key is changed twice, or the new rules are inconsistent.
    """
    if not changes:
        return game
    old = {key: value for section in _sections(game) for key, value in section.items()}
    rules: dict[str, Any] = {}
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or key not in old:
            raise ValueError(
                f"change of {game.name}: expected KEY=VALUE with a key of {', '.join(sorted(old))}, got {change!r}; "
                "e.g. ante=2"
            )
        if key in rules:
            raise ValueError(
                f"change of {game.name}: expected {key} once, got {', '.join(changes)}; e.g. {change}"
            )
        rules[key] = _new_value(text, old[key])
    return with_rules(game, rules, name=f"{game.name} with {', '.join(changes)}")


def _new_value(text: str, old: Any) -> Any:
    if isinstance(old, list | tuple):
        if text.startswith("["):
            return _toml(text)
        return [_number(part.strip()) for part in text.split(",")]
    if isinstance(old, bool) and text in ("true", "false"):
        return text == "true"
    return text if isinstance(old, str) else _number(text)


def _toml(text: str) -> Any:
    try:
        return toml_of(f"value = {text}")["value"]
    except ValueError as error:
        raise ValueError(f'list: expected TOML, got {text}: {error}; e.g. \'["pot", "all-in"]\'') from None


def _number(text: str) -> int | str:
    try:
        return int(text)
    except ValueError:
        return text  # a bet of a menu; the rules raise the error for anything else


def read_acpc(path: Path) -> Game:
    """Read the game of a ``.game`` file for two players, limit or no-limit; the file name gives its name.

    Player 1 posts the small blind, as in the built-in games, whichever seat of the file does. With two players the
    competition seats the big blind first (``blind = 10 5``). Equal blinds become an ante. maxRaises does not count the
    blind, which is the first bet of this package's caps. In no-limit games the menu is the default of `NoLimitRules`, pot
    and all-in. A smaller deck has the highest ranks. Hands of 5 to 7 cards rank as in Texas hold'em. Hands of fewer cards
    only have groups of equal ranks and high cards, so the cards of a rank are alike.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or is invalid; the message names the file, line, value and rule.
    """
    file = GameFile(path)
    file.one("numPlayers", 2, 2)
    betting, cards = _betting(file), _cards(file)
    try:
        rules = betting()  # keeps the file's seats, which error messages refer to
        return Game(_seats_exchanged(rules) if rules.blinds[0] > rules.blinds[1] else rules, cards())
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def _betting(file: GameFile) -> Callable[[], Rules]:
    rounds = file.one("numRounds", 1, 8)
    blinds = file.each("blind", 2, "players")
    ante, blinds = (blinds[0], (0, 0)) if blinds[0] == blinds[1] else (0, blinds)
    first = file.each("firstPlayer", rounds, "rounds", default=1)
    raises = file.each("maxRaises", rounds, "rounds", default=UNLIMITED)
    caps = (raises[0] + any(blinds), *raises[1:])
    name = file.path.stem
    if file.limit:
        sizes = file.each("raiseSize", rounds, "rounds")
        if "stack" in file.fields:
            needed = max(ante, *blinds) + sum(a * b for a, b in zip(raises, sizes, strict=True))
            stack = min(file.each("stack", 2, "players"))
            if stack < needed:
                file.refuse("stack", f"at least {needed}: a limit game without all-ins, or leave it out")
        return lambda: LimitRules(name, sizes, caps, first, ante, (blinds[0], blinds[1]), any(blinds))
    file.absent("raiseSize", "only limit games have it; leave it out")
    stacks = file.each("stack", 2, "players")
    unlimited = set(raises) == {UNLIMITED}
    return lambda: NoLimitRules(
        name,
        (stacks[0], stacks[1]),
        first,
        ante=ante,
        blinds=(blinds[0], blinds[1]),
        caps=() if unlimited else caps,
    )


def _seats_exchanged(rules: Rules) -> Rules:
    """Return the same betting with player 1 and player 2 exchanged."""
    first, second = rules.blinds
    seats: dict[str, Any] = {
        "blinds": (second, first),
        "first_to_act": tuple(3 - player for player in rules.first_to_act),
    }
    if isinstance(rules, NoLimitRules):
        seats["stacks"] = rules.stacks[::-1]
        return replace(rules, **seats)
    assert isinstance(rules, LimitRules)
    return replace(rules, **seats)


def _cards(file: GameFile) -> Callable[[], CardRules]:
    rounds = file.one("numRounds", 1, 8)
    suits, ranks = file.one("numSuits", 1, 4), ALL_RANKS[-file.one("numRanks", 1, 13) :]
    hole, board = file.one("numHoleCards", 1, 2), file.each("numBoardCards", rounds, "rounds", default=0)
    if hole + sum(board) < FLUSH_CARDS:
        return lambda: CardRules(ranks, hole, board, "pairs", copies=suits)
    return lambda: CardRules(ranks, hole, board, "five-card", suits=suits)


def acpc_text(game: Game) -> str:
    """Return a game as a ``.game`` file, which `read_acpc` can read.

    Players keep their numbers, so if player 1 posts the larger blind, `read_acpc` exchanges the seats. An ante is written as
    equal blinds, which `read_acpc` reads as an ante. The menu of a no-limit game is only a comment. Ranks and suits lose
    their names if only groups of equal ranks count.

    Args:
        game: Game with blinds or an ante, but not both.

    Raises:
        ValueError: If such a file cannot describe the game.
    """
    rules, cards = game.rules, game.cards
    _check(game)
    raises = [max(0, cap - (r == 0 and any(rules.blinds))) for r, cap in enumerate(rules.caps)]
    fields: dict[str, int | Sequence[int]] = {"numPlayers": 2, "numRounds": rules.streets}
    if isinstance(rules, NoLimitRules):
        fields["stack"] = rules.stacks
    fields["blind"] = [rules.ante + blind for blind in rules.blinds]
    if isinstance(rules, LimitRules):
        fields["raiseSize"] = rules.bets
    fields["firstPlayer"] = rules.first_to_act
    if set(rules.caps) != {UNLIMITED}:
        fields["maxRaises"] = raises
    fields |= {"numSuits": cards.per_rank, "numRanks": len(cards.ranks)}
    fields |= {"numHoleCards": cards.hole, "numBoardCards": cards.board}
    lines = [f"# {' '.join(rules.name.split())}", BEGIN]  # a comment is one line
    if isinstance(rules, NoLimitRules):
        lines[1:1] = [f"# menu of bets: {menu_values(rules.menu)}"]
    lines.append("limit" if isinstance(rules, LimitRules) else "nolimit")
    for key, value in fields.items():
        lines.append(f"{key} = {value if isinstance(value, int) else ' '.join(map(str, value))}")
    return "\n".join([*lines, END]) + "\n"


def _check(game: Game) -> None:
    rules, cards = game.rules, game.cards
    if rules.ante and any(rules.blinds):
        _refuse(game, f"an ante of {rules.ante} besides blinds", "one of the two")
    if isinstance(rules, LimitRules) and any(rules.blinds) and not rules.blind_counts_as_bet:
        _refuse(game, "a blind that does not count as a bet", "blind_counts_as_bet = true")
    if isinstance(rules, LimitRules) and rules.blinds[0] == rules.blinds[1] > 0 and rules.caps[0] == 1:
        _refuse(game, "equal blinds that are the only bet of the first street", "a cap of 2 or more there")
    few = cards.hole + sum(cards.board) < FLUSH_CARDS
    if cards.ranking != ("pairs" if few else "five-card"):
        rule = "'pairs' for hands of up to four cards, and 'five-card' for more"
        _refuse(game, f"the ranking {cards.ranking!r}", rule)
    if not few and not ALL_RANKS.endswith(cards.ranks):
        _refuse(game, f"a deck of the ranks {cards.ranks!r}", "the highest ranks, e.g. 'TJQKA'")
    if cards.per_rank > 4:
        _refuse(game, f"{cards.per_rank} cards of each rank", "1 to 4")


def _refuse(game: Game, what: str, rule: str) -> NoReturn:
    raise ValueError(f"{game.rules.name} cannot be written as a .game file: it has {what}; expected {rule}")
