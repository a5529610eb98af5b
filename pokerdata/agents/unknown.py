"""What to say of a name that nobody has: neither somebody who plays nor a table."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable

from pokerdata.store.locations import places
from pokerdata.support.hints import tables_made
from pokerdata.support.text import one_line, shortened

_NEAR = 3
_STRATEGY = "_strategy"


def unknown(
    name: str, known: Iterable[str], *, who: str, tables: str | os.PathLike[str] | None = None
) -> str | None:
    """An error's text where a name is that of nobody: it tells those that are like it.

    Args:
        name: What somebody was called.
        known: Names of those who need no table.
        who: What they are, such as 'player'.
        tables: Where tables are looked for, as for `pokerdata.store.open_table`.

    Returns:
        None for the path of a file, and for a table that is there or that a recipe of the package makes: what is wrong
        with it is to be told.
    """
    if os.sep in name or name.endswith(".h5"):
        return None
    known, made = list(known), tables_made()
    there = [
        path.stem for folder in places(tables) if folder.is_dir() for path in sorted(folder.glob("*.h5"))
    ]
    if name in made or name in there:
        return None
    strategies = [table for table in (*made, *there) if table.endswith(_STRATEGY)]
    near = [f"{name}{_STRATEGY}"] if f"{name}{_STRATEGY}" in strategies else []
    like = difflib.get_close_matches(name, list(dict.fromkeys([*known, *strategies])), n=_NEAR, cutoff=0.6)
    near += [one for one in like if one not in near]
    told = f"; did you mean {' or '.join(map(repr, near))}?" if near else "."
    said = shortened(one_line(name), 60)
    return (
        f"{who}: expected one of {', '.join(known)}, or a strategy (a file.h5, or a table that `pokerdata list` tells), got "
        f"{said!r}, which is neither a known {who} nor a table{told}"
    )
