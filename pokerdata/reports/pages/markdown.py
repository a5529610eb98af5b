"""Markdown: tables, and numbers with their intervals."""

import re
from collections.abc import Sequence

from pokerdata.support.text import one_line


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Lines of a table, the first row its head; the first `left` columns are set to the left, the others right.

    A bar inside a cell gets a backslash where it has none, so that it does not end the cell.
    """
    columns = len(rows[0])
    rule = [":--"] * left + ["--:"] * (columns - left)
    shown = [[re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (shown[0], rule, *shown[1:])]


def escaped(text: str) -> str:
    """A text that others wrote, in one line, with a backslash before what Markdown would read as a mark."""
    return re.sub(r"([\\`*\[\]|!<>_#])", r"\\\1", one_line(text))


def joined(words: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
