"""Match-ups of all combinations, from the table if it is there."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import preflop as _preflop
from pokerdata.store import find_table, open_table

#: The table of them.
MATCHUPS = "preflop_matchups"


def is_built() -> bool:
    """Whether the table is in one of the folders in which tables are looked for."""
    return find_table(MATCHUPS) is not None


@cache
def all_matchups() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Boards that each combination wins and ties against each, uint32 [1326, 1326] both: from the table if it is there, else
    counted in some seconds."""
    if not is_built():
        return _preflop.matchups()
    with open_table(MATCHUPS) as table:
        return np.array(table["wins"]), np.array(table["ties"])
