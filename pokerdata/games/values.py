"""What rules values may hold."""

from collections.abc import Iterable
from typing import Any


def whole(where: str, key: str, value: Any) -> int:
    """A whole number. Raises ValueError that names the key and the value."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{where}: {key} {value!r}; want a whole number, e.g. 2")
    return int(value.__index__())


def wholes(where: str, key: str, values: Any) -> tuple[int, ...]:
    """Whole numbers. Raises ValueError that names the key and the value."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ValueError(f"{where}: {key} {values!r}; want whole numbers, e.g. (2, 4)")
    return tuple(whole(where, key, value) for value in values)
