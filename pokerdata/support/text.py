"""Numbers and names in words, for messages and listings."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def bytes_text(count: float) -> str:
    """'356.6 MB' and the like, in powers of a thousand."""
    if count < 1000:
        return f"{count:.0f} B"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 999.95:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def seconds_text(seconds: float) -> str:
    """'0.42 s', '12 s', '3 min 20 s', '2 h 5 min'."""
    if seconds < 9.95:
        return f"{seconds:.2g} s" if seconds < 0.995 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def nearest(word: str, words: Iterable[str]) -> str:
    """ ", did you mean 'X'?" for the most similar of `words`, or a full stop where none is similar."""
    found = difflib.get_close_matches(str(word), list(words), n=1, cutoff=0.5)
    return f", did you mean {found[0]!r}?" if found else "."


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Lines with the cells of `rows` in aligned columns; those numbered in `right` are set to the right."""
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if c in right else cell.ljust(w)
            for c, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
