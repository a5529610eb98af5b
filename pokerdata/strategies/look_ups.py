"""The card abstraction that a strategy was made over, as it is played: the states of real hands."""

import os

from pokerdata._core.abstraction import CardStates
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.errors import TableError
from pokerdata.store import open_table
from pokerdata.strategies.strategy_file import Strategy


def bucket_table(saved: Strategy, tables: str | os.PathLike[str] | None = None) -> BucketTable:
    """The table NAME_buckets of a strategy over a card abstraction.

    Args:
        saved: The strategy.
        tables: The folder of the table; that of the strategy's file if not given.

    Raises:
        TableError: Where it is missing.
    """
    folder = tables if tables is not None or saved.path is None else saved.path.parent
    return open_table(f"{saved.abstraction}_buckets", folder, *BUCKET_TABLES)


def states_of(saved: Strategy, table: BucketTable) -> CardStates:
    """The look-ups that a strategy is played with, from its table NAME_buckets; made in 0.5 s.

    Args:
        saved: The strategy.
        table: Its table NAME_buckets.

    Raises:
        TableError: Where that is not the one that the strategy says it was made from.
    """
    for key, digest in saved.buckets.items():
        if table.digests.get(key.removeprefix(f"{table.name}.")) != digest:
            raise TableError(
                f"{saved.path} was made from another {table.name} than {table.path}: expected both from one "
                "`pokerdata make`, or the right folder with --tables"
            )
    return table.states()
