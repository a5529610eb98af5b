"""The agent `simple`, with the tables that it can look hands up in."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pokerdata._core import agents as _core
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import Table, find_table, open_table

#: Table that it can look hands up in -> its class, and the dataset that is looked up.
TABLES: dict[str, tuple[type[Table], str]] = {
    "flop_potential": (PotentialTable, "one_card"),
    "turn_potential": (PotentialTable, "one_card"),
    "river_strength": (StrengthTable, "n"),
}


def simple_agent(tables: str | os.PathLike[str] | None = None) -> _core.Agent:
    """What plays `simple`: the same moves with tables as without, for a fiftieth of the time.

    Args:
        tables: The only folder to look in for those of `TABLES`.

    Raises:
        TableError: If one of them is damaged.
    """
    there = [name for name in TABLES if find_table(name, tables) is not None]
    return simple_with({name: open_table(name, tables, TABLES[name][0]) for name in there})


def simple_with(tables: Mapping[str, Table]) -> _core.Agent:
    """The same with some of the tables, opened.

    Args:
        tables: By name.
    """
    return _core.SimpleAgent(
        *(tables[name][dataset] if name in tables else None for name, (_, dataset) in TABLES.items())
    )
