"""A solved game as a table: the strategy, an index of its rows, and the convergence log."""

import os
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import ACTIONS, Game, Unit, milliblinds, rules_of
from pokerdata.games.strategies.strategy_file import KIND, street_arrays, street_attributes
from pokerdata.pipeline.store import Table, table_file, write_table
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.solve import Result
from pokerdata.solving.run import LogRow, log_array, log_rows

__all__ = [
    "KIND",
    "arrays",
    "attributes",
    "dataset_attributes",
    "log_of",
    "save_strategy",
    "solving_seconds",
    "summary",
]

_LOGS = ("log", "response_log")  # whose columns begin with the iteration and the seconds


def save_strategy(result: Result, path: str | os.PathLike[str]) -> None:
    """Write what `solve` returned to a file that `load_strategy` reads, as ``pokerdata solve --out`` does.

    Args:
        result: Of the vector engine.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced
            at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "leduc.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(result),
        attributes=attributes(result),
        dataset_attributes=dataset_attributes(result.game),
    )


def arrays(result: Result) -> dict[str, NDArray[Any]]:
    """Datasets of the table: for each street N (from 1) ``streetN`` and its index, and the log."""
    game = result.game
    return {"log": log_array(result.log), **street_arrays(game.tree, result.strategy, game.state_names)}


def dataset_attributes(game: Game) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words."""
    log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", "best_response_1", "best_response_2", "expected_value_1"],
        "units": "values in chips a game; seconds spent in iterations, without the evaluations",
    }
    return {"log": log, **street_attributes(game.rules.streets)}


class Outcome(Protocol):
    """What a run that makes a strategy of both players comes to, as `Result` has it."""

    @property
    def game(self) -> Game: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def dtype(self) -> str: ...
    @property
    def evaluation(self) -> Evaluation: ...
    @property
    def iterations(self) -> int: ...
    @property
    def unreached_sets(self) -> int: ...
    @property
    def stopped(self) -> str: ...


def attributes(result: Outcome) -> dict[str, object]:
    """What a stranger should know of the strategy, with units."""
    game, value = result.game, result.evaluation
    rules = game.rules
    return {
        "game": rules.name,
        "rules": rules.values(),
        "cards": game.parts()[0],
        "abstraction": game.abstraction or "none",
        **({} if game.boards is None else {"boards": game.boards}),
        **Scope.of(game).attributes(),
        "algorithm": str(result.algorithm),
        "precision": result.dtype,
        "iterations": result.iterations,
        "stopped_by": result.stopped,
        "actions": list(ACTIONS),
        "unit_chips": rules.unit,
        "unit": f"1 mb is a thousandth of the {Unit.of(rules)} chips",
        "exploitability_chips_per_game": value.exploitability,
        "exploitability_mb_per_game": milliblinds(value.exploitability, rules),
        "nash_conv_chips_per_game": value.nash_conv,
        "best_response_1_chips_per_game": value.best_response[0],
        "best_response_2_chips_per_game": value.best_response[1],
        "expected_value_1_chips_per_game": value.expected_value,
        "information_sets": game.information_sets,
        "unreached_information_sets": result.unreached_sets,
    }


def log_of(table: Table) -> tuple[LogRow, ...]:
    """The convergence log of a strategy table.

    Args:
        table: A table that has one.
    """
    return log_rows(np.asarray(table["log"]))


def solving_seconds(table: Table) -> float:
    """Seconds spent in the iterations by which a strategy was found, whatever found it.

    Args:
        table: Of a strategy.
    """
    datasets = table.keys()
    log = next((name for name in _LOGS if name in datasets), None)
    return float(table.attributes.get("seconds", 0.0) if log is None else table[log][-1, 1])


def summary(table: Table) -> list[str]:
    """The result in words, with its units and its scope."""
    a = table.attributes
    rules = rules_of(a["rules"])
    value = Evaluation(
        (a["best_response_1_chips_per_game"], a["best_response_2_chips_per_game"]),
        a["expected_value_1_chips_per_game"],
    )
    lines = [f"{rules.name}, {a['algorithm']}, {a['iterations']:,} iterations ({a['precision']})"]
    lines += value.lines(rules, Scope.stated(a))
    if a["unreached_information_sets"]:
        lines.append(
            f"{a['unreached_information_sets']:,} of {a['information_sets']:,} information sets are never "
            "reached by the player's own strategy and play uniformly"
        )
    return lines
