"""Games by name or file, with another stack, other bets or other rules, and as TOML."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import is_file
from pokerdata._support.text import WIDTH, text_of, toml_of
from pokerdata.games.acpc import read_acpc
from pokerdata.games.game import Game
from pokerdata.games.named import NamedGame, named_game
from pokerdata.games.rules import MOST_CHIPS, CardRules, NoLimitRules, Rules, fraction, rules_of

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


def find_game(name_or_path: str) -> NamedGame:
    """A game by its name, or from a TOML or ACPC ``.game`` file.

    Args:
        name_or_path: A name of `GAMES` such as 'leduc', or the path of a file; what ends in .game is read by
            `read_acpc`, any other file by `read_game`.

    Raises:
        ValueError: If it is neither, or for an invalid file.
    """
    path = Path(name_or_path)
    if path.suffix.lower() == ".game":
        return read_acpc(path)
    return read_game(path) if path.suffix == ".toml" or is_file(path) else named_game(name_or_path)


def playable(game: Game | NamedGame | str) -> Game:
    """A game that can be solved whole: as it is, or built from its name, its file, or its rules and cards.

    Args:
        game: A game; the rules and cards of one, as `find_game` gives them; or a name or a path, as it takes them.

    Raises:
        ValueError: If it is none of these, or takes a card abstraction.
        CapacityError: If the game is too large to build.
    """
    if isinstance(game, Game):
        return game
    named = find_game(game) if isinstance(game, str) else game
    if not isinstance(named, NamedGame):
        raise ValueError(
            f"game: expected a game, a name or a file, got {type(game).__name__}; e.g. 'leduc' or leduc(); an explicit "
            "tree is solved by pokerdata.solving.explicit.solve"
        )
    if named.build is None:
        raise ValueError(
            f"{named.rules.name} is too large to solve whole: expected a smaller game, e.g. 'leduc', or a card "
            "abstraction, as [strategy.limit5] of the default recipe has it (`pokerdata make limit5_strategy`)"
        )
    return named.build()


def read_game(path: Path) -> NamedGame:
    """Read what `toml_text` writes.

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
        return NamedGame(rules_of({"name": name, **betting}), CardRules(**cards))
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


def toml_text(game: NamedGame) -> str:
    """A game as TOML, with a comment for each key.

    Args:
        game: Its rules and cards, as `find_game` gives them.
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
) -> NamedGame:
    """A game of `find_game`, with another stack or menu of bets.

    Args:
        name_or_path: As for `find_game`.
        stack: The stack of both players, in big blinds (100; in antes where there are no blinds) or chips ("20000
            chips"); by default the game's own.
        menu: Bets and raises, one list for all streets or a list a street, as `NoLimitRules` takes them; by default the
            game's own.

    Raises:
        ValueError: If there is no such game, if a stack is no whole number of chips, or if a stack or menu is given for
            a limit game; the message names the value.
    """
    game = find_game(name_or_path)
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
        game, rules=replace(rules, stacks=(chips, chips), menu=rules.menu if menu is None else tuple(menu))
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


def varied(game: NamedGame, changes: Sequence[str]) -> NamedGame:
    """A game with changes such as 'ante=2', 'bets=2,4' or 'ranks=TJQK': keys of its TOML, lists with commas.

    A list may also stand as in TOML, and a menu a street must: 'menu=[["pot"], ["all-in"]]'.

    Args:
        game: Its rules and cards, as `find_game` gives them.
        changes: Texts KEY=VALUE.

    Raises:
        ValueError: If the game does not have a key, a key is changed twice, or the rules make no game.
    """
    if not changes:
        return game
    betting: dict[str, Any] = {"caps": (), **game.rules.values()}  # which leaves out those that cap nothing
    cards: dict[str, Any] = game.cards.values()
    given: set[str] = set()
    keys = sorted((betting.keys() | cards.keys()) - {"name"})
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or key not in keys:
            raise ValueError(
                f"change of {game.rules.name}: expected KEY=VALUE with a key of {', '.join(keys)}, got {change!r}; "
                "e.g. ante=2"
            )
        if key in given:
            raise ValueError(
                f"change of {game.rules.name}: expected {key} once, got {', '.join(changes)}; e.g. {change}"
            )
        given.add(key)
        section = betting if key in betting else cards
        section[key] = _new_value(text, section[key])
    betting["name"] = f"{game.rules.name} with {', '.join(changes)}"
    return NamedGame(rules_of(betting), CardRules(**cards))


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
