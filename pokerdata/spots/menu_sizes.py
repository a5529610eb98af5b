"""The sizes of a spot's menus one by one, and the spot without some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.spot import Spot

_KINDS = {"bets": "bet", "raises": "raise", "donks": "donk bet"}
_ARRAYS = ("kind", "street", "player", "chips", "first_edge", "action", "to", "child")


@dataclass(frozen=True)
class MenuSize:
    """A size in the menu of a player on a street.

    Attributes:
        kind: 'bets', 'raises' or 'donks'.
        street: 'flop', 'turn' or 'river'.
        player: 'oop' or 'ip'.
        size: As menus have it: '60%'.
    """

    kind: str
    street: str
    player: str
    size: str

    def __str__(self) -> str:
        return f"{self.player} {self.street} {_KINDS[self.kind]} {self.size}"


def menu_sizes(spot: Spot) -> tuple[MenuSize, ...]:
    """All sizes of a spot's menus, street by street.

    Args:
        spot: A spot with menus.

    Raises:
        ValueError: For a spot with limits or of a whole game, which has no menus of its own.
    """
    if spot.limit or spot.game is not None:
        raise ValueError(
            f"spot: expected one with menus of sizes, got {'limits' if spot.limit else 'a whole game'}; e.g. bets='60%,a'"
        )
    found = []
    for s, street in enumerate(spot.streets):
        for p, player in enumerate(PLAYERS):
            for kind in ("bets", "raises"):
                found += [MenuSize(kind, street, player, str(size)) for size in getattr(spot, kind)[s][p]]
        found += [MenuSize("donks", street, "oop", str(size)) for size in spot.donks[s] or ()]
    return tuple(found)


def without(spot: Spot, left_out: Iterable[MenuSize]) -> Spot:
    """The spot without some sizes.

    Args:
        spot: A spot with menus.
        left_out: What goes; other sizes are left as they are.

    Raises:
        ValueError: If no bet would be left.
    """
    gone = set(left_out)

    def kept(kind: str, s: int, player: str, sizes: Iterable[object]) -> str:
        street = spot.streets[s]
        return ",".join(str(size) for size in sizes if MenuSize(kind, street, player, str(size)) not in gone)

    menus = {
        kind: {
            street: {
                player: kept(kind, s, player, getattr(spot, kind)[s][p]) for p, player in enumerate(PLAYERS)
            }
            for s, street in enumerate(spot.streets)
        }
        for kind in ("bets", "raises")
    }
    donks = {
        street: kept("donks", s, "oop", sizes)
        for s, (street, sizes) in enumerate(zip(spot.streets, spot.donks, strict=True))
        if sizes is not None
    }
    return spot.changed(**menus, donks=donks or None)


def same_betting(first: Spot, second: Spot) -> bool:
    """Whether two spots have the same betting tree.

    Args:
        first: A spot.
        second: Another.
    """
    return all(np.array_equal(getattr(first.tree, name), getattr(second.tree, name)) for name in _ARRAYS)
