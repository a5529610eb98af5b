"""Tables of solved games: the strategy, an index of its rows, and the convergence log."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import ACTIONS, SolvableGame, Unit, milliblinds, rules_of
from pokerdata.games.strategies.strategy_file import KIND, street_arrays, street_attributes
from pokerdata.pipeline.store import Table
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.solved import LogRow, Row, TableParts, Values, log_array, log_rows

_NOTHING: Mapping[str, object] = MappingProxyType({})
_LOGS = ("log", "response_log")  # their columns begin with iteration and seconds


#: Columns of the log of `solve`.
_COLUMNS = ("best_response_1", "best_response_2", "expected_value_1")
_SECONDS = "seconds spent in iterations, without the evaluations"


class Outcome(Protocol):
    """Result of a run with a strategy for both players, such as `Result`."""

    @property
    def game(self) -> SolvableGame: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def dtype(self) -> str: ...
    @property
    def values(self) -> Evaluation: ...
    @property
    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]: ...
    @property
    def log(self) -> tuple[Row[Values], ...]: ...
    @property
    def iterations(self) -> int: ...
    @property
    def unreached_sets(self) -> int: ...
    @property
    def stopped(self) -> str: ...


def table_parts(
    result: Outcome,
    *,
    log: str = "log",
    columns: Sequence[str] = _COLUMNS,
    units: str = "values in chips a game",
    more: Mapping[str, object] = _NOTHING,
) -> TableParts:
    """Return a strategy as a table: for each street N (from 1) ``streetN`` and its index, and the log.

    Args:
        result: A solved game.
        log: Name of the log's dataset.
        columns: Columns of the log after iteration and seconds.
        units: Description of these columns with their units.
        more: More attributes.
    """
    game = result.game
    of_log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", *columns],
        "units": f"{units}; {_SECONDS}",
    }
    return {
        "kind": KIND,
        "arrays": {
            log: log_array(result.log, len(columns)),
            **street_arrays(game.tree, result.strategy, game.state_names),
        },
        "attributes": {**_attributes(result), **more},
        "dataset_attributes": {log: of_log, **street_attributes(game.rules.streets)},
    }


def _attributes(result: Outcome) -> dict[str, object]:
    game, value = result.game, result.values
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
    """Return the convergence log of a strategy table."""
    return log_rows(np.asarray(table["log"]), Evaluation.of)


def solving_seconds(table: Table) -> float:
    """Return the seconds that a strategy's solver spent in iterations, for any solver."""
    datasets = table.keys()
    log = next((name for name in _LOGS if name in datasets), None)
    return float(table.attributes.get("seconds", 0.0) if log is None else table[log][-1, 1])


def summary(table: Table) -> list[str]:
    """Return the result in words, with its units and its scope."""
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
