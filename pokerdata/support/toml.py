"""TOML as values, from any text: what `tomllib` raises of its own accord becomes a ValueError that says what is wrong."""

from __future__ import annotations

import tomllib
from typing import Any


def toml_of(text: str) -> dict[str, Any]:
    """The values of a text in TOML.

    Raises ValueError for another text, one with lists or tables too deep in each other to be read, and whole numbers
    of thousands of digits. What numbers a key takes is for those to say who know the key.
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError(
            "expected lists and tables some levels deep, got far more; e.g. [[1, 2], [3, 4]]"
        ) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of int, for thousands of digits
        raise ValueError("expected whole numbers of some digits, got one of thousands; e.g. 100") from None
