"""The betting of a spot: what its arguments say of pot, stacks and sizes, checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pokerdata.cards import BOARD_SIZES
from pokerdata.games.values import MOST_CHIPS
from pokerdata.spots.arguments import by_street, part_of_pot, two_stacks
from pokerdata.spots.game_root import as_game, root_of
from pokerdata.spots.menus import PLAYERS, read_donks, read_menus, says_none
from pokerdata.support.arguments import as_count

#: Parts of the pot at which bets are added, changed and left out.
THRESHOLDS = ("add_all_in", "force_all_in", "merge")
_SIZES = ("bets", "raises", "donks", *THRESHOLDS, "minimum_bet")
_MOST_CAP = 256
_USUAL_CAP = 4
#: Arguments that belong to the betting, and what stands for none.
DEFAULTS: dict[str, Any] = {
    "pot": None,
    "stack": None,
    "stacks": None,
    "bets": "",
    "raises": "",
    "donks": None,
    "add_all_in": 0,
    "force_all_in": 0,
    "merge": 0,
    "limit_bets": None,
    "caps": None,
    "minimum_bet": 1,
    "to_act": "oop",
}


def own_betting(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    """Attributes of a spot of its own, with limits or without.

    Args:
        given: The arguments of the betting.
        streets: Those of the spot.

    Raises:
        ValueError: For anything that makes no betting.
    """
    if given["to_act"] not in PLAYERS:
        raise ValueError(
            f"to_act: expected oop, or ip where oop has checked, got {given['to_act']!r}; e.g. 'oop'"
        )
    pot = as_count(given["pot"], "pot", 1, MOST_CHIPS, 200)
    begun = {"pot": pot, "paid": (0, 0), "dead_money": pot, "to_act": given["to_act"]}
    sizes = _without_limits if given["limit_bets"] is None else _with_limits
    return {**begun, **sizes(given, streets)}


def betting_in_game(
    game: Any, history: str | None, given: Mapping[str, Any], streets: Sequence[str], big_blind: int | None
) -> dict[str, Any]:
    """Attributes of a spot of a whole game.

    Args:
        game: The game, its name or a file.
        history: Its actions before the spot.
        given: The arguments of the betting, all as by default.
        streets: Those of the spot.
        big_blind: In chips, where it is given.

    Raises:
        ValueError: For anything that makes no betting.
        CapacityError: If the betting tree of the game has more than 20 million nodes.
    """
    if game is None:
        raise ValueError(f"game: expected one with a history, got none with {history!r}; e.g. 'limit-holdem'")
    if not isinstance(history, str):
        raise ValueError(f"history: expected the actions before the spot, got {history!r}; e.g. 'cc/'")
    for name, value in given.items():
        if _is_given(name, value):
            raise ValueError(
                f"{name}: expected none with a game, which has its own, got {value!r}; e.g. game='limit-holdem'"
            )
    named = as_game(game)
    root = root_of(named, history, BOARD_SIZES[streets[0]])
    stack, unit = named.rules.stack, named.rules.unit
    to_act = root.tree.player[root.node] ^ root.exchange
    return {
        **_no_sizes(streets),
        "game": named,
        "history": root.tree.history(root.node),
        "pot": sum(root.paid),
        "paid": root.paid,
        "dead_money": 0,
        "to_act": PLAYERS[int(to_act)],
        "limit_bets": None,
        "caps": None,
        "minimum_bet": unit,
        "big_blind": big_blind or unit,
        "stacks": None if stack is None else (stack - root.paid[0], stack - root.paid[1]),
        "_root": root,
    }


def _without_limits(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    if given["caps"] is not None:
        raise ValueError(
            f"caps: expected none without limit_bets, got {given['caps']!r}; e.g. limit_bets=20, caps=4"
        )
    stacks = two_stacks(given["stack"], given["stacks"])
    if stacks is None:
        raise ValueError("stack: expected the chips that each player has left, got none; e.g. stack=900")
    thresholds = {name: part_of_pot(name, given[name]) for name in THRESHOLDS}
    bets = read_menus("bets", given["bets"], streets)
    donks = read_donks(given["donks"], streets)
    some = any(map(any, (*bets, donks))) or thresholds["add_all_in"]
    if not some and not says_none("bets", given["bets"], streets):
        raise ValueError(
            "bets: expected a size for a player on a street, got none; e.g. '60%,e,a', or 'none' to check to the end"
        )
    return {
        **thresholds,
        "stacks": stacks,
        "bets": bets,
        "raises": read_menus("raises", given["raises"], streets),
        "donks": donks,
        "minimum_bet": as_count(given["minimum_bet"], "minimum_bet", 1, MOST_CHIPS, 10),
        "limit_bets": None,
        "caps": None,
    }


def _with_limits(given: Mapping[str, Any], streets: Sequence[str]) -> dict[str, Any]:
    for name in ("stack", "stacks", *_SIZES):
        if _is_given(name, given[name]):
            raise ValueError(
                f"{name}: expected none with limit_bets, got {given[name]!r}; e.g. limit_bets=20, caps=4"
            )
    bets = by_street("limit_bets", given["limit_bets"], streets, 1, MOST_CHIPS, 20)
    wanted = _USUAL_CAP if given["caps"] is None else given["caps"]
    caps = by_street("caps", wanted, streets, 0, _MOST_CAP, _USUAL_CAP)
    if not any(caps):
        raise ValueError(f"caps: expected a bet on at least one street, got {given['caps']!r}; e.g. 4")
    return {**_no_sizes(streets), "limit_bets": bets, "caps": caps}


def _no_sizes(streets: Sequence[str]) -> dict[str, Any]:
    """Sizes where the spot has none of its own."""
    none = ((), ())
    thresholds = dict.fromkeys(THRESHOLDS, Fraction(0))
    empty = {"bets": (none,) * len(streets), "raises": (none,) * len(streets)}
    return {**empty, **thresholds, "donks": (None,) * len(streets), "stacks": None, "minimum_bet": 1}


def _is_given(name: str, value: Any) -> bool:
    """Whether an argument of the betting is not as by default."""
    usual = DEFAULTS[name]
    return value is not None and (usual is None or not (isinstance(value, type(usual)) and value == usual))
