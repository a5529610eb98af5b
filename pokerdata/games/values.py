"""What rules values may hold."""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from pokerdata._core import games as _core
from pokerdata.support.text import quoted

MOST_CHIPS = _core.most_chips()

_EXAMPLES = {
    "ante": (1,),
    "blinds": (50, 100),
    "stacks": (10_000, 10_000),
    "first_to_act": (1, 2),
    "board": (0, 3),
}


def whole(where: str, key: str, value: Any) -> int:
    """A whole number that the kernels can take.

    Args:
        where: What errors name first.
        key: The rule's name.
        value: What was given.

    Raises:
        ValueError: If it is no whole number, or one too large; the message names the key and the value.
    """
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(
            f"{where}: {key}: expected a whole number, got {quoted(value)}; e.g. {_example(key)[0]}"
        )
    if abs(number := int(value.__index__())) > MOST_CHIPS:
        raise ValueError(
            f"{where}: {key}: expected at most {MOST_CHIPS}, got {number}; e.g. {_example(key)[0]}"
        )
    return number


def wholes(where: str, key: str, values: Any) -> tuple[int, ...]:
    """Whole numbers that the kernels can take.

    Args:
        where: What errors name first.
        key: The rule's name.
        values: What was given.

    Raises:
        ValueError: If they are not all such numbers; the message names the key and the value.
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(
            f"{where}: {key}: expected whole numbers, got {quoted(values)}; e.g. {_example(key)}"
        )
    return tuple(whole(where, key, value) for value in values)


def _example(key: str) -> tuple[int, ...]:
    return _EXAMPLES.get(key, (2, 4))


def fraction(value: Any) -> Fraction:
    """A number, also as text such as '3/4'.

    Args:
        value: What was given.

    Raises:
        ValueError: If it is none, as text, or its exponent is too large.
        TypeError: If it is neither a number nor text.
        OverflowError: If it is infinite.
        ZeroDivisionError: If its denominator is 0.
    """
    if isinstance(value, str) and re.search(r"[eE][-+]?[\d_]{3}", value):
        raise ValueError(
            f"the exponent of {value!r} is too large"
        )  # whose digits Fraction would all write out
    return Fraction(value)
