"""Checked arguments that know no cards: whole numbers, and names of files."""

from __future__ import annotations

from operator import index
from pathlib import Path

from pokerdata.support.text import quoted


def as_count(value: object, name: str, least: int, most: int, example: object) -> int:
    """A whole number from ``least`` to ``most``; raises ValueError for anything else."""
    try:
        number = index(value)  # type: ignore[arg-type]
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or not least <= number <= most:
        raise ValueError(
            f"{name}: expected a whole number from {least} to {most}, got {quoted(value)}; e.g. {example}"
        )
    return number


def is_file(path: Path) -> bool:
    """Whether there is a file; False, too, for what no file system takes as a name, such as one too long."""
    try:
        return path.is_file()
    except OSError:
        return False
