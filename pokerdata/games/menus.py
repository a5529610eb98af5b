"""Menus of bets in no-limit games, as text and as values."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pokerdata.games.values import fraction

ALL_IN = "all-in"
UNLIMITED = 255  # bets and raises a street where none is capped, as in the files of the ACPC
_NAMES = {"min": Fraction(0), "half-pot": Fraction(1, 2), "pot": Fraction(1)}
_MOST_POTS = 1_000_000
_RULE = (
    f"expected 'all-in', 'pot', 'half-pot', 'min', or a part of the pot up to {_MOST_POTS} (the nearest fraction "
    "with a denominator of 1000 at most)"
)
_EXAMPLE = 'e.g. ["1/2", "pot", 2, "all-in"], or 1/2,pot,2,all-in on the command line'


@dataclass(frozen=True)
class Menu:
    """The bets and raises of a street.

    Attributes:
        pots: Parts of the pot after a call, rising; 0 is the smallest raise.
        all_in: Whether all-in is one of them.
    """

    pots: tuple[Fraction, ...]
    all_in: bool

    @property
    def core(self) -> tuple[list[tuple[int, int]], bool]:
        """As the kernels take it."""
        return [(f.numerator, f.denominator) for f in self.pots], self.all_in

    def values(self) -> list[str]:
        """As text: ['half-pot', '2', 'all-in']."""
        names = {part: name for name, part in _NAMES.items()}
        return [names.get(f, str(f)) for f in self.pots] + [ALL_IN] * self.all_in


def menus_of(where: str, given: Any, streets: int) -> tuple[Menu, ...]:
    """A menu for each street, from one for all streets or one a street.

    Args:
        where: What errors name first.
        given: Bets and raises, as `NoLimitRules` takes them.
        streets: How many there are.

    Raises:
        ValueError: For anything else; the message names the value.
    """
    if isinstance(given, str | Menu) or not isinstance(given, Iterable):
        given = [given]
    parts = list(given)
    by_street = [part for part in parts if isinstance(part, Menu | list | tuple)]
    if not by_street:
        return (_menu(where, parts),) * streets
    if len(by_street) != len(parts) or len(parts) != streets:
        raise ValueError(
            f"{where}: menu: expected one list for all streets or {streets} lists, one a street, got {given!r}; e.g. "
            f"{[['pot', ALL_IN]] * streets}"
        )
    return tuple(part if isinstance(part, Menu) else _menu(where, part) for part in parts)


def menu_values(menus: Sequence[Menu]) -> list[Any]:
    """What `menus_of` reads: one list where all streets have the same menu."""
    return menus[0].values() if len(set(menus)) == 1 else [menu.values() for menu in menus]


def _menu(where: str, parts: Iterable[Any]) -> Menu:
    parts = list(parts)
    pots = {_part(where, part) for part in parts if part != ALL_IN}
    return Menu(tuple(sorted(pots)), ALL_IN in parts)


def _part(where: str, part: Any) -> Fraction:
    try:
        if isinstance(part, bool):
            raise TypeError
        found = _NAMES[part] if part in _NAMES else fraction(part).limit_denominator(1000)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise ValueError(f"{where}: bet in the menu: {_RULE}, got {part!r}; {_EXAMPLE}") from None
    if not 0 <= found <= _MOST_POTS or (found == 0 and part != "min"):
        raise ValueError(f"{where}: bet in the menu: {_RULE}, got {part!r}; {_EXAMPLE}")
    return found
