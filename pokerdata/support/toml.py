"""TOML as values, from any text: what `tomllib` raises of its own accord becomes a ValueError that says what is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

_DIGITS = 4_000  # Python writes no more than 4,300 of them


def toml_of(text: str) -> dict[str, Any]:
    """The values of a text in TOML.

    Raises ValueError for another text, one with lists or tables too deep in each other to be read, and whole numbers
    of more than 4,000 digits. What numbers a key takes is for those to say who know the key.
    """
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise ValueError(
            "expected lists and tables some levels deep, got far more; e.g. [[1, 2], [3, 4]]"
        ) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of int, for thousands of digits
        raise _too_large() from None
    if any(isinstance(value, int) and abs(value) >= 10**_DIGITS for value in _values(content)):
        raise _too_large()
    return content


def _too_large() -> ValueError:
    return ValueError(f"expected whole numbers of at most {_DIGITS:,} digits, got a larger one; e.g. 100")


def _values(content: dict[str, Any]) -> Iterator[Any]:
    """All that are no lists and tables; dotted keys may make tables of any depth."""
    rest: list[Any] = [content]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
        else:
            yield value
