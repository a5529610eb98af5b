"""Registry of the kinds of abstraction. A new kind is a file of its own and a line here.

A new rule for thresholds is a function and a line in `pokerdata.abstraction.bounds`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from pokerdata._core.abstraction import CardStates
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.abstraction.bounds import RULES
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.clustered import Clustered, ClusteredTable
from pokerdata.abstraction.thresholds import History, HistoryTable, Thresholds, ThresholdTable
from pokerdata.pipeline.store import open_table

#: Kind, as in a recipe -> its class.
KINDS: Mapping[str, type[Abstraction]] = {
    "history": History,
    **dict.fromkeys(RULES, Thresholds),
    "kmeans": Clustered,
}

#: Classes of the tables NAME_buckets.
BUCKET_TABLES: tuple[type[BucketTable], ...] = (HistoryTable, ThresholdTable, ClusteredTable)


def card_states(
    name_or_path: str | os.PathLike[str], tables: str | os.PathLike[str] | None = None
) -> CardStates:
    """Return the lookups of an abstraction, from its table NAME_buckets and the strength tables in the same folder.

    ``states(street)`` is the number of states. ``of_board(board)`` returns the states of all 1,326 combos on a board (uint8
    [0|3|4|5], flop first; 65535 if blocked). ``of_hands(combinations, boards)`` returns those of hands (int64 [n]) on boards
    (uint8 [n, 0|3|4|5]). It takes 0.5 s; the river's strengths stay in their file.

    Args:
        name_or_path: The table NAME_buckets, by its name or path, as for `pokerdata.open_table`.
        tables: The folder of the tables; by default as for `pokerdata.open_table`.

    Raises:
        TableError: If a table is missing or contains no buckets.
    """
    return open_table(name_or_path, tables, *BUCKET_TABLES).states()
