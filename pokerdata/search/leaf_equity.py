"""Equities of hands that are all-in before the river, from strength tables."""

from __future__ import annotations

import os
from collections.abc import Callable

from pokerdata.games.named import TEXAS
from pokerdata.play import State
from pokerdata.store import open_table
from pokerdata.strength.strength_table import StrengthTable

TABLES = {0: "preflop_strength", 3: "flop_strength", 4: "turn_strength"}


def table_equity(state: State, tables: str | os.PathLike[str] | None) -> Callable[[tuple[int, ...]], float]:
    """What looks up a player's all-in equity against any hand, by the board.

    Args:
        state: The player who acts, in a game of Texas hold'em.
        tables: The folder of the tables; by default where `open_table` looks.

    Returns:
        A function of a board of none, three or four cards that gives his share of the pot.

    Raises:
        ValueError: For another game.
        TableError: If one of the three tables is missing.
    """
    if state.game.cards != TEXAS:
        raise ValueError(
            f"leaves: expected 'tables' in a game of Texas hold'em alone, got it in {state.game.name}; e.g. 'exact'"
        )
    assert state.position is not None
    hole = list(state.holes[state.position])
    opened = {size: open_table(name, tables, StrengthTable) for size, name in TABLES.items()}

    def share(board: tuple[int, ...]) -> float:
        table = opened[len(board)]
        return int(table.lookup(hole, list(board))) / table.denominator()

    return share
