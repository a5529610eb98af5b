"""The agent `simple`, with the tables that it can look hands up in."""

from __future__ import annotations

import os
from typing import Any

from numpy.typing import NDArray

from pokerdata._core import agents as _core
from pokerdata.store import Table, find_table, open_table
from pokerdata.strength.potential_table import PotentialTable
from pokerdata.strength.strength_table import StrengthTable

#: Table -> its class, and the dataset that is looked up.
_TABLES: dict[str, tuple[type[Table], str]] = {
    "flop_potential": (PotentialTable, "one_card"),
    "turn_potential": (PotentialTable, "one_card"),
    "river_strength": (StrengthTable, "n"),
}


def simple_agent(tables: str | os.PathLike[str] | None = None) -> _core.Agent:
    """What plays `simple`: the same moves with tables as without, for a fiftieth of the time.

    Args:
        tables: The only folder to look in for flop_potential, turn_potential and river_strength.

    Raises:
        TableError: If one of them is damaged.
    """
    return _core.SimpleAgent(*(_values(name, tables) for name in _TABLES))


def _values(name: str, tables: str | os.PathLike[str] | None) -> NDArray[Any] | None:
    if find_table(name, tables) is None:
        return None
    table, dataset = _TABLES[name]
    return open_table(name, tables, table)[dataset]
