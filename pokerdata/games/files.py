"""Games by name or file, with another stack, other bets or other rules, and as TOML."""

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
    """A game by its name, or from a TOML or ``.game`` file, with other rules where they are given.

    Args:
        game: A name of `GAMES` or `DEFINITIONS`, such as 'leduc' or 'kuhn-3p'; the path of a file, of which what ends in
            .game is one of the competition, and any other a TOML file; or a game, as it is. A TOML file with max_raises,
            more than two blinds, or antes, late posts or a minimum bet that games for two do not have, has the fields of
            `TableRules` as keys of [betting].
        **rules: Keys of its TOML (`pokerdata games NAME --toml` shows them) with their new values, such as bets=(2, 4).

    Raises:
        ValueError: If there is no such game, for an invalid file, or for rules that make no game; the message names the
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
    """With the betting of games for two where solvers know it."""
    if GameFile(path).one("numPlayers", 2, MOST_PLAYERS) > 2:
        return Game.at_table(read_definition(path))
    try:
        table = read_definition(path)
    except ValueError:
        return read_acpc(path)  # whose errors say more of games for two
    try:
        return replace(read_acpc(path), seated=table)
    except ValueError as error:
        return Game.at_table(table, str(error))


def table_rules(game: Game | TableRules | str) -> TableRules:
    """The rules of a game as tables and hands have them.

    Args:
        game: As for `load_game`.

    Raises:
        ValueError: As `load_game`, and for a game that tables do not have.
    """
    return game if isinstance(game, TableRules) else load_game(game).table


def playable(game: SolvableGame | Game | str) -> SolvableGame:
    """A game that can be solved whole: as it is, or built from its name, its file, or its rules and cards.

    Args:
        game: A game; the rules and cards of one, as `load_game` gives them; or a name or a path, as it takes them.

    Raises:
        ValueError: If it is none of these, or takes a card abstraction.
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
    """Read what `toml_text` writes, or the rules of a table.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or makes no game; the message names the file, the key and the rule.
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
    """A game as TOML, with a comment for each key.

    Args:
        game: Its rules and cards, as `load_game` gives them.
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
    """A line with a comment beside it, or above it where there is no room."""
    beside = f"{line:<32} # {comment}"
    if len(beside) <= WIDTH:
        return [beside]
    return [*textwrap.wrap(comment, WIDTH, initial_indent="# ", subsequent_indent="# "), line]


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        # JSON escapes what TOML does, but for one.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value) if isinstance(value, int) else f"[{', '.join(map(_value, value))}]"


def adjusted_game(
    name_or_path: str, *, stack: float | str | None = None, menu: Sequence[Any] | None = None
) -> Game:
    """A game of `load_game`, with another stack or menu of bets.

    Args:
        name_or_path: As for `load_game`.
        stack: The stack of both players, in big blinds (100; in antes where there are no blinds) or chips ("20000
            chips"); by default the game's own.
        menu: Bets and raises, one list for all streets or a list a street, as `NoLimitRules` takes them; by default the
            game's own.

    Raises:
        ValueError: If there is no such game, if a stack is no whole number of chips, or if a stack or menu is given for
            a limit game; the message names the value.
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
    return replace(
        game, betting=replace(rules, stacks=(chips, chips), menu=rules.menu if menu is None else tuple(menu))
    )


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
    """A game with other rules.

    Args:
        game: As it was.
        rules: Keys of its TOML with their new values.
        name: What it is called then; by default by its old name and the changes.

    Raises:
        ValueError: If the game does not have a key, or the rules make no game.
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
    """Betting and cards by the keys of the game's TOML, also those that stand there only where they say something."""
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
    """A game with changes such as 'ante=2', 'bets=2,4' or 'ranks=TJQK': keys of its TOML, lists with commas.

    A list may also stand as in TOML, and a menu a street must: 'menu=[["pot"], ["all-in"]]'.

    Args:
        game: As `load_game` gives it.
        changes: Texts KEY=VALUE.

    Raises:
        ValueError: If the game does not have a key, a key is changed twice, or the rules make no game.
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
        return text  # a bet of a menu; whatever else it is, the rules refuse it


def read_acpc(path: Path) -> Game:
    """The game of a ``.game`` file for two players, limit or no-limit; its name is that of the file.

    Player 1 posts the small blind, as in the built-in games, whichever seat of the file does: of two players the
    competition seats the big blind first (``blind = 10 5``). Equal blinds are an ante. maxRaises does not count the
    blind, which is the first bet of our caps. Without limits the menu is that of `NoLimitRules`, pot and all-in. A deck
    has the highest ranks. Hands of 5 to 7 cards rank as in Texas hold'em; with fewer cards there are only groups of
    equal ranks and high cards, so the cards of a rank are alike.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or defines no such game; the message names the file, line, value and rule.
    """
    file = GameFile(path)
    file.one("numPlayers", 2, 2)
    betting, cards = _betting(file), _cards(file)
    try:
        rules = betting()  # with the seats of the file, which its errors name
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
    """The same betting, with player 1 called player 2 and the other way round."""
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
    """A game as a ``.game`` file, which `read_acpc` reads back.

    Players keep their numbers, so a file in which player 1 posts the larger blind is read back with seats exchanged. An
    ante is written as equal blinds, and equal blinds are read back as an ante. The menu of a no-limit game is only a
    comment, and ranks and suits lose their names where nothing but groups of equal ranks counts.

    Args:
        game: With blinds or an ante, but not both.

    Raises:
        ValueError: If such a file cannot say what the game is.
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
    lines = [f"# {' '.join(rules.name.split())}", BEGIN]  # a comment has one line
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
