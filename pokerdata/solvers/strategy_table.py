"""A solved game as a table: the strategy, an index of its rows, and the convergence log."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import ACTIONS, BettingTree, Game, milliblinds, rules_of
from pokerdata.solvers.evaluation import Evaluation
from pokerdata.solvers.run import Result
from pokerdata.solvers.scope import Scope
from pokerdata.solvers.state import LogRow, log_array, log_rows
from pokerdata.store import Table

KIND = "strategy"


def arrays(result: Result) -> dict[str, NDArray[Any]]:
    """Datasets of the table: for each street N (from 1) ``streetN`` and its index, and the log."""
    game = result.game
    return {"log": log_array(result.log), **street_arrays(game.tree, result.strategy, game.state_names)}


def street_arrays(
    tree: BettingTree, strategies: Sequence[NDArray[np.float32]], state_names: Sequence[Sequence[str]]
) -> dict[str, NDArray[Any]]:
    """Datasets of the streets: for each street N (from 1) ``streetN`` and its index."""
    found: dict[str, NDArray[Any]] = {}
    for r, strategy in enumerate(strategies):
        nodes = tree.decision_nodes(r)
        street = f"street{r + 1}"
        found[street] = strategy
        found |= street_index(tree, r)
        # The root's history is empty, and no string may have length 0.
        found[f"{street}_history"] = np.array(
            [tree.history(n).encode() for n in nodes], dtype=_text_type(tree, nodes)
        )
        found[f"{street}_states"] = np.array([n.encode() for n in state_names[r]])
    return found


def street_index(tree: BettingTree, street: int) -> dict[str, NDArray[Any]]:
    """Datasets that say which rows of ``streetN`` belong to which decision node, N being `street` + 1."""
    nodes = tree.decision_nodes(street)
    edges = tree.street_edges(street)
    return {
        f"street{street + 1}_actions": tree.action[edges],
        f"street{street + 1}_to": tree.to[edges],
        f"street{street + 1}_first_row": tree.first_rows(street)[:-1],
        f"street{street + 1}_player": tree.player[nodes] + np.uint8(1),
    }


def dataset_attributes(game: Game) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words."""
    log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", "best_response_1", "best_response_2", "expected_value_1"],
        "units": "values in chips a game; seconds spent in iterations, without the evaluations",
    }
    return {"log": log, **street_attributes(game.rules.streets)}


def street_attributes(streets: int) -> dict[str, dict[str, object]]:
    """What the datasets of the streets hold, in words."""
    found: dict[str, dict[str, object]] = {}
    for r in range(streets):
        street = f"street{r + 1}"
        found[street] = {
            "axes": ["row: decision node and action", "private state"],
            "units": "probability of the action; the rows of one decision node add up to 1",
        }
        found[f"{street}_actions"] = {"axes": ["row"], "units": "index in the attribute actions"}
        found[f"{street}_to"] = {
            "axes": ["row"],
            "units": "chips the player has put in over the whole hand after the action",
        }
        found[f"{street}_first_row"] = {"axes": ["decision node"], "units": f"row of {street}"}
        found[f"{street}_player"] = {"axes": ["decision node"], "units": "who acts, 1 or 2"}
        found[f"{street}_history"] = {
            "axes": ["decision node"],
            "units": "actions before: f fold, c check or call, r bet or raise (without limits r300: to 300 chips over "
            "the whole hand), / next street",
        }
        found[f"{street}_states"] = {"axes": ["private state"], "units": "name"}
    return found


def attributes(result: Result) -> dict[str, object]:
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
        "unit": f"1 mb is a thousandth of the {rules.unit_name} of {rules.unit} chips",
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
    """The convergence log of a strategy table."""
    return log_rows(np.asarray(table["log"]))


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


def _text_type(tree: BettingTree, nodes: NDArray[np.int64]) -> str:
    return f"S{max(1, *(len(tree.history(n)) for n in nodes))}"
