"""The agent `simple` and the tables in which it can look hands up."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pokerdata._core import agents as _core
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import Table, find_table, open_table

#: Lookup table of `simple` -> its class and the dataset to read.
TABLES: dict[str, tuple[type[Table], str]] = {
    "flop_potential": (PotentialTable, "one_card"),
    "turn_potential": (PotentialTable, "one_card"),
    "river_strength": (StrengthTable, "n"),
}


def simple_agent(tables: str | os.PathLike[str] | None = None) -> _core.Agent:
    """Return the agent `simple`, with all lookup tables that exist.

    Tables do not change its moves; with them it takes a fiftieth of the time.

    Args:
        tables: The only folder to search for the tables named in `TABLES`.

    Raises:
        TableError: If one of the tables is damaged.
    """
    there = [name for name in TABLES if find_table(name, tables) is not None]
    return simple_with({name: open_table(name, tables, TABLES[name][0]) for name in there})


def simple_with(tables: Mapping[str, Table]) -> _core.Agent:
    """Return the agent `simple` with some of its tables, already opened.

    Args:
        tables: Opened tables by name.
    """
    return _core.SimpleAgent(
        *(tables[name][dataset] if name in tables else None for name, (_, dataset) in TABLES.items())
    )
