"""A game by its name or file, perhaps with another stack or other bets."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pokerdata.games.files import find_game
from pokerdata.games.named import NamedGame
from pokerdata.games.rules import NoLimitRules, Rules
from pokerdata.games.values import MOST_CHIPS, fraction


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
