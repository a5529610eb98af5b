"""The kinds of abstraction. A new one is a file of its own and a line here.

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

#: Kind, as a recipe names it -> what it is.
KINDS: Mapping[str, type[Abstraction]] = {
    "history": History,
    **dict.fromkeys(RULES, Thresholds),
    "kmeans": Clustered,
}

#: The classes of their tables NAME_buckets.
BUCKET_TABLES: tuple[type[BucketTable], ...] = (HistoryTable, ThresholdTable, ClusteredTable)


def card_states(
    name_or_path: str | os.PathLike[str], tables: str | os.PathLike[str] | None = None
) -> CardStates:
    """The look-ups of an abstraction, from its table NAME_buckets and the strength tables in the same folder.

    ``states(street)`` is the number of states, ``of_board(board)`` those of all 1,326 combinations on a board (uint8
    [0|3|4|5], flop first; 65535 where blocked), ``of_hands(combinations, boards)`` those of hands (int64 [n]) on boards
    (uint8 [n, 0|3|4|5]). Made in 0.5 s; the river's strengths stay in their file.

    Args:
        name_or_path: The table NAME_buckets, by its name or path, as for `pokerdata.open_table`.
        tables: The folder of the tables; by default those of `pokerdata.open_table`.

    Raises:
        TableError: If a table is missing or holds no buckets.
    """
    return open_table(name_or_path, tables, *BUCKET_TABLES).states()
