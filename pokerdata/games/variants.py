"""Games with some of their rules changed."""

from collections.abc import Sequence
from typing import Any

from pokerdata.games.card_rules import CardRules
from pokerdata.games.named import NamedGame
from pokerdata.games.rules import rules_of
from pokerdata.support.toml import toml_of


def varied(game: NamedGame, changes: Sequence[str]) -> NamedGame:
    """A game with changes such as 'ante=2', 'bets=2,4' or 'ranks=TJQK': keys of its TOML, lists with commas.

    A list may also stand as in TOML, and a menu a street must: 'menu=[["pot"], ["all-in"]]'.

    Args:
        game: Its rules and cards, as `find_game` gives them.
        changes: Texts KEY=VALUE.

    Raises:
        ValueError: If the game does not have a key, or the rules make no game.
    """
    if not changes:
        return game
    betting: dict[str, Any] = {"caps": (), **game.rules.values()}  # which leaves out those that cap nothing
    cards: dict[str, Any] = game.cards.values()
    keys = sorted((betting.keys() | cards.keys()) - {"name"})
    for change in changes:
        key, equals, text = (part.strip() for part in change.partition("="))
        if not equals or key not in keys:
            raise ValueError(
                f"change of {game.rules.name}: expected KEY=VALUE with a key of {', '.join(keys)}, got {change!r}; "
                "e.g. ante=2"
            )
        section = betting if key in betting else cards
        section[key] = _value(text, section[key])
    betting["name"] = f"{game.rules.name} with {', '.join(changes)}"
    return NamedGame(rules_of(betting), CardRules(**cards))


def _value(text: str, old: Any) -> Any:
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
