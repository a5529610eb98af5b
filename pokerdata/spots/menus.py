"""Menus of a spot: which sizes each player has on each street."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pokerdata.cards import STREETS
from pokerdata.spots.sizes import NONE, Size, read_sizes, sizes_text

#: Who acts first on every street, and who acts last.
PLAYERS = ("oop", "ip")
Sizes = tuple[Size, ...]
#: Sizes by street, from that of the board on, and player.
Menus = tuple[tuple[Sizes, Sizes], ...]

_EXAMPLES = {"bets": "60%,e,a; river: 75%", "raises": "2.5x; oop turn: a", "donks": "50%"}


def read_menus(where: str, given: Any, streets: Sequence[str]) -> Menus:
    """The sizes of each street and player, from one of these:

    - text: sizes for all, or parts between ';', each with 'turn:', 'oop:' or 'oop turn:' before it, of which the later
      one holds where they overlap;
    - a list of sizes for all;
    - a dict by street, by player, or both, of any of these.

    Where nothing is given there are no sizes.

    Args:
        where: What errors name first: 'bets', 'raises' or 'donks'.
        given: As above; None for none.
        streets: Those of the spot, such as ('turn', 'river').

    Raises:
        ValueError: For anything else; the message names the street, the player and the size.
    """
    found: dict[tuple[str, str], Sizes] = {}
    for place, sizes in _parts(where, given, streets, {}):
        named = " ".join((where, *(place[key] for key in ("player", "street") if key in place)))
        read = read_sizes(named, sizes, raises=where == "raises")
        for street in streets:
            for player in PLAYERS:
                if place.get("street", street) == street and place.get("player", player) == player:
                    found[street, player] = read
    none: Sizes = ()
    return tuple((found.get((s, "oop"), none), found.get((s, "ip"), none)) for s in streets)


def says_none(where: str, given: Any, streets: Sequence[str]) -> bool:
    """Whether one of the lists that `read_menus` reads is 'none', so that lists without sizes are meant.

    Args:
        where: As for `read_menus`.
        given: As for `read_menus`, which has read it.
        streets: As for `read_menus`.
    """
    lists = [sizes for _, sizes in _parts(where, given, streets, {})]
    texts = [part for sizes in lists for part in ([sizes] if isinstance(sizes, str | Size) else sizes)]
    return any(isinstance(text, str) and text.strip() == NONE for text in texts)


def read_donks(given: Any, streets: Sequence[str]) -> tuple[Sizes | None, ...]:
    """The donk bets of each street, None where there is no list of them.

    Args:
        given: As `read_menus` takes it, of the streets after the first; None for no lists.
        streets: Those of the spot.

    Raises:
        ValueError: As `read_menus`, and for donk bets of the first street or of the player in position.
    """
    if given is None:
        return (None,) * len(streets)
    if len(streets) < 2:
        raise ValueError(
            f"donks: expected none on the {streets[0]}, as they follow a call on the street before, got {given!r}; e.g. "
            "a spot on the turn"
        )
    found: dict[str, Sizes] = {}
    for place, sizes in _parts("donks", given, streets, {}):
        named = " ".join(("donks", *(place[key] for key in ("player", "street") if key in place)))
        if place.get("player") == "ip":
            raise ValueError(f"{named}: expected those of oop, who acts first, got ip; e.g. '50%'")
        if place.get("street") == streets[0]:
            raise ValueError(
                f"{named}: expected a street after the first, as donk bets follow a call on the street before, got "
                f"{streets[0]}; e.g. {f'{streets[1]}: 50%'!r}"
            )
        read = read_sizes(named, sizes, raises=False)
        for street in streets[1:]:
            if place.get("street", street) == street:
                found[street] = read
    return tuple(found.get(street) for street in streets)


def menus_text(menus: Menus, streets: Sequence[str]) -> str:
    """What `read_menus` reads: as short as these sizes allow.

    Args:
        menus: Sizes by street and player.
        streets: Those of the spot.
    """
    if len(set(menus)) == 1 and menus[0][0] == menus[0][1]:
        return sizes_text(menus[0][0])
    if all(first == second for first, second in menus):
        return _labelled((street, first) for street, (first, _) in zip(streets, menus, strict=True))
    if len(set(menus)) == 1:
        return _labelled(zip(PLAYERS, menus[0], strict=True))
    return _labelled(
        (f"{player} {street}", sizes)
        for street, both in zip(streets, menus, strict=True)
        for player, sizes in zip(PLAYERS, both, strict=True)
    )


def donks_text(donks: Sequence[Sizes | None], streets: Sequence[str]) -> str | None:
    """What `read_donks` reads; None without lists.

    Args:
        donks: Sizes by street, None where there is no list.
        streets: Those of the spot.
    """
    given = [(street, sizes) for street, sizes in zip(streets, donks, strict=True) if sizes is not None]
    if not given:
        return None
    if len(given) == len(streets) - 1 and len({sizes for _, sizes in given}) == 1:
        return sizes_text(given[0][1])
    return "; ".join(f"{street}: {sizes_text(sizes)}" for street, sizes in given)


def _labelled(parts: Any) -> str:
    """'turn: 60%; river: 75%'; lists without sizes are left out."""
    return "; ".join(f"{label}: {sizes_text(sizes)}" for label, sizes in parts if sizes)


def _parts(
    where: str, given: Any, streets: Sequence[str], place: dict[str, str]
) -> Iterator[tuple[dict[str, str], Any]]:
    """(street and player, as far as they are named; sizes)."""
    if given is None:
        return
    if isinstance(given, Mapping):
        for label, inner in given.items():
            yield from _parts(where, inner, streets, _placed(where, str(label), streets, place))
    elif isinstance(given, str):
        parts = given.split(";")
        for part in parts:
            label, colon, sizes = part.partition(":")
            if colon:
                yield _placed(where, label, streets, place), sizes
            elif part.strip() or len(parts) == 1:
                yield place, part
    else:
        yield place, given


def _placed(where: str, label: str, streets: Sequence[str], place: dict[str, str]) -> dict[str, str]:
    """The place that a label adds to."""
    found = dict(place)
    words = label.lower().replace("_", " ").split()
    for word in words:
        key = "player" if word in PLAYERS else "street" if word in STREETS else ""
        if not key or key in found:
            known = ", ".join((*(w for w in streets if "street" not in place), *PLAYERS))
            raise ValueError(
                f"{where}: expected {known}, or a player and a street, before the colon, got {label.strip()!r}; e.g. "
                f"{_EXAMPLES[where]!r}"
            )
        if key == "street" and word not in streets:
            raise ValueError(
                f"{where}: expected sizes of the {' and the '.join(streets)}, which this spot has, got some of the {word}; "
                f"e.g. {f'{streets[-1]}: 75%'!r}"
            )
        found[key] = word
    if not words:
        raise ValueError(
            f"{where}: expected a street or a player before the colon, got none; e.g. {_EXAMPLES[where]!r}"
        )
    return found
