"""Hand groups and Kuhn poker, read from the tables of `recipes/groups.toml`."""

from __future__ import annotations

import os

from pokerdata import Strategy, load_strategy, open_table
from pokerdata.abstraction.bucket_table import BucketTable

Folder = str | os.PathLike[str] | None  # None: $POKERDATA_TABLES, else ./tables


def groups(hand: str, board: str = "", tables: Folder = None) -> list[int]:
    """Return the group of a hand on each street so far; 0 is the weakest: ``groups("Ad Qc", "3h 4c Jh")``."""
    with open_table("groups_buckets", tables=tables) as table:
        assert isinstance(table, BucketTable)
        return [int(group) for group in table.buckets(hand, board)]


def bets(card: str, tables: Folder = None) -> float:
    """Return how often the first player of Kuhn poker bets with a card, J, Q or K."""
    return duel(tables)[card, "", ""]["r"]


def duel(tables: Folder = None) -> Strategy:
    """Return the solved game of Kuhn poker."""
    return load_strategy("duel_strategy", tables=tables)
