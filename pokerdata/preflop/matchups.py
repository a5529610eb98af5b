"""Match-ups of all combinations, from the table if it is there."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import preflop as _preflop
from pokerdata.store import open_table
from pokerdata.store.opening import tables_folder

#: The table of them.
MATCHUPS = "preflop_matchups"


def is_built() -> bool:
    """Whether the table is in the folder of the tables."""
    return (tables_folder() / f"{MATCHUPS}.h5").is_file()


@cache
def all_matchups() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Boards that each combination wins and ties against each, uint32 [1326, 1326] both: from the table if it is there, else
    counted in some seconds."""
    if not is_built():
        return _preflop.matchups()
    with open_table(MATCHUPS) as table:
        return np.array(table["wins"]), np.array(table["ties"])
