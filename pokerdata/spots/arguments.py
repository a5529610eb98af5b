"""Checked numbers of a spot: parts of the pot as exact fractions, chips by street."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pokerdata.games.values import MOST_CHIPS, fraction
from pokerdata.spots.sizes import MOST_RATIO
from pokerdata.support.arguments import as_count

_MOST_DENOMINATOR = 100_000


def part_of_pot(name: str, given: Any) -> Fraction:
    """A threshold as an exact part of the pot: 1.5, '1.5' or '150%'.

    Args:
        name: What errors name first.
        given: A number or text.

    Raises:
        ValueError: If it is none from 0 to 10,000 with at most five decimals.
    """
    found = _exact(given)
    if found is None or not 0 <= found <= MOST_RATIO or found.denominator > _MOST_DENOMINATOR:
        raise ValueError(
            f"{name}: expected a part of the pot from 0 to {MOST_RATIO:,} with at most five decimals, got {given!r}; e.g. "
            "0.15 or '15%'"
        )
    return found


def rake_of(given: Any) -> Fraction:
    """A rake as an exact part of the pot: 0.05 or '5%'.

    Args:
        given: A number or text.

    Raises:
        ValueError: If it is none from 0 to below 1.
    """
    found = _exact(given)
    if found is None or not 0 <= found < 1:
        raise ValueError(
            f"rake: expected a part of the pot from 0 to below 1, got {given!r}; e.g. '5%' or 0.05"
        )
    return found


def rake_cap_of(given: Any, rake: Fraction) -> Fraction | None:
    """The largest rake in chips, None without bound.

    Args:
        given: A number or text; None without bound.
        rake: The rake.

    Raises:
        ValueError: If it is no number above 0, or there is no rake.
    """
    if given is None:
        return None
    found = _exact(given)
    if found is None or not 0 < found <= MOST_CHIPS:
        raise ValueError(f"rake_cap: expected a number of chips above 0, got {given!r}; e.g. 12")
    if not rake:
        raise ValueError(
            f"rake_cap: expected none without a rake, got {given!r}; e.g. rake='5%', rake_cap=12"
        )
    return found


def two_stacks(stack: Any, stacks: Any) -> tuple[int, int] | None:
    """The chips of both players, oop and ip; None where nothing is given.

    Args:
        stack: Of both.
        stacks: Of each.

    Raises:
        ValueError: If both are given, or a stack is no number of chips.
    """
    if stack is not None and stacks is not None:
        raise ValueError(f"stack, stacks: expected one of them, got {stack!r} and {stacks!r}; e.g. stack=900")
    if stack is not None:
        chips = as_count(stack, "stack", 1, MOST_CHIPS, 900)
        return chips, chips
    if stacks is None:
        return None
    listed = list(stacks) if isinstance(stacks, Iterable) and not isinstance(stacks, str) else []
    if len(listed) != 2:
        raise ValueError(
            f"stacks: expected two numbers of chips, of oop and ip, got {stacks!r}; e.g. (900, 1200)"
        )
    first, second = (as_count(chips, "stacks", 1, MOST_CHIPS, "(900, 1200)") for chips in listed)
    return first, second


def by_street(
    name: str, given: Any, streets: Sequence[str], least: int, most: int, example: int
) -> tuple[int, ...]:
    """A whole number for each street, from one for all or one each.

    Args:
        name: What errors name first.
        given: A number, or as many as there are streets.
        streets: Those of the spot.
        least: The least number.
        most: The largest.
        example: What errors show.

    Raises:
        ValueError: If there are others.
    """
    if isinstance(given, Iterable) and not isinstance(given, str):
        listed = list(given)
        if len(listed) != len(streets):
            raise ValueError(
                f"{name}: expected one for all streets or one each for {' and '.join(streets)}, got {given!r}; e.g. "
                f"{(example,) * len(streets)}"
            )
        return tuple(as_count(value, name, least, most, example) for value in listed)
    return (as_count(given, name, least, most, example),) * len(streets)


def _exact(given: Any) -> Fraction | None:
    """A number as its decimals say; percent as text; None for anything else."""
    try:
        if isinstance(given, bool):
            return None
        if isinstance(given, str):
            text = given.strip()
            return fraction(text[:-1].strip()) / 100 if text.endswith("%") else fraction(text)
        if isinstance(given, int | Fraction):
            return Fraction(given)
        return fraction(repr(float(given)))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        return None
