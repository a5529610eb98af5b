"""What CFR-BR found as a table: a strategy like any other, and how much less exploitable another could be."""

from __future__ import annotations

import os

from pokerdata.games import milliblinds
from pokerdata.solvers import strategy_table
from pokerdata.solvers.cfr_br import CfrBr
from pokerdata.solvers.response_values import response_log_array
from pokerdata.store import table_file, write_table
from pokerdata.strategies.street_table import KIND, street_arrays, street_attributes

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
    game = found.game
    log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", "least_1", "most_1", "least_2", "most_2"],
        "units": "what the strategy wins at worst as player 1 and 2, and the most that any of the abstraction could, in "
        "chips a game; seconds spent in iterations, without the evaluations",
    }
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays={
            _LOG: response_log_array(found.log),
            **street_arrays(game.tree, found.strategy, game.state_names),
        },
        attributes={
            **strategy_table.attributes(found),
            "found_by": "cfr-br",
            "classes": list(found.classes.counts),
            "exploitability_bound_mb_per_game": milliblinds(found.bound, game.rules),
        },
        dataset_attributes={_LOG: log, **street_attributes(game.rules.streets)},
    )
