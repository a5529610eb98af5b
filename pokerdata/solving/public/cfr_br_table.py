"""What CFR-BR found as a table: a strategy like any other, and how much less exploitable another could be."""

from __future__ import annotations

import os
from typing import Any

from numpy.typing import NDArray

from pokerdata.games import Game, milliblinds
from pokerdata.games.strategies.strategy_file import KIND, street_arrays, street_attributes
from pokerdata.pipeline.store import Table, table_file, write_table
from pokerdata.solving.public import strategy_table
from pokerdata.solving.public.cfr_br import CfrBr
from pokerdata.solving.public.seats import response_log_array

FOUND_BY = "cfr-br"
_LOG = "response_log"


def save_cfr_br(found: CfrBr, path: str | os.PathLike[str]) -> None:
    """Write what `cfr_br` returned to a file that `load_strategy` reads: a strategy of the game, on its real cards.

    Args:
        found: The strategy.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced
            at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "least_exploitable.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(found),
        attributes=attributes(found),
        dataset_attributes=dataset_attributes(found.game),
    )


def arrays(found: CfrBr) -> dict[str, NDArray[Any]]:
    """Datasets of the table: for each street N (from 1) ``streetN`` and its index, and the log.

    Args:
        found: The strategy.
    """
    game = found.game
    return {
        _LOG: response_log_array(found.log),
        **street_arrays(game.tree, found.strategy, game.state_names),
    }


def attributes(found: CfrBr) -> dict[str, object]:
    """What a stranger should know of the strategy, with units.

    Args:
        found: The strategy.
    """
    return {
        **strategy_table.attributes(found),
        "found_by": FOUND_BY,
        "classes": list(found.classes.counts),
        "exploitability_bound_mb_per_game": milliblinds(found.bound, found.game.rules),
    }


def dataset_attributes(game: Game) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words.

    Args:
        game: Of the strategy.
    """
    log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", "least_1", "most_1", "least_2", "most_2"],
        "units": "what the strategy wins at worst as player 1 and 2, and the most that any of the abstraction could, in "
        "chips a game; seconds spent in iterations, without the evaluations",
    }
    return {_LOG: log, **street_attributes(game.rules.streets)}


def summary(table: Table) -> list[str]:
    """The result in words, with its units and its scope.

    Args:
        table: Of the strategy.
    """
    bound = table.attributes["exploitability_bound_mb_per_game"]
    first, *lines = strategy_table.summary(table)
    classes = ", ".join(f"{count:,}" for count in table.attributes["classes"])
    return [
        f"CFR-BR: {first}",
        f"over {classes} classes of hands on the streets; nothing over them is exploitable by less than {bound:.4f} mb/g",
        *lines,
    ]
