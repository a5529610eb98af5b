"""Solved spots in files."""

from __future__ import annotations

import json
import os
import tomllib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata.errors import TableError
from pokerdata.spots.locks import Lock
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solving import log_array, log_rows
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues
from pokerdata.store import Table, open_table, table_file, write_table
from pokerdata.support.text import brief

KIND = "solved_spot"
_INDEX = ["street", "board", "node", "player", "place", "actions", "states", "width"]


class SpotTable(Table):
    """A solved spot in a file; `load_spot` makes the solution of it."""

    KIND = KIND

    def solution(self, *, threads: int = 0) -> SpotSolution:
        """The solution, its strategies in memory maps.

        Args:
            threads: For what is asked of it: 0 for all processors, or up to 1024.

        Raises:
            TableError: If the spot cannot be read or the strategies are those of another one.
        """
        told = self.attributes
        try:
            spot = Spot(**tomllib.loads(told["spot"]))
            log = log_rows(np.asarray(self["log"]))
            solution = SpotSolution(
                spot,
                self["sums"],
                log,
                told["algorithm"],
                told["stopped_by"],
                locks=[Lock(*lock) for lock in json.loads(told["locks"])],
                threads=threads,
            )
            if not np.array_equal(_core.layout(solution.game, self["sums"][:0]), self["index"]):
                raise ValueError("the index is that of another spot")
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a solved spot, got {error}") from error
        return solution

    def __repr__(self) -> str:
        return brief(
            self, self.name, f"{self.attributes.get('exploitability_percent_of_pot', 0):.3g} % of the pot"
        )


def save_spot(solution: SpotSolution, path: str | os.PathLike[str]) -> None:
    """Write a solved spot to a file that `load_spot` reads.

    Args:
        solution: What `pokerdata.solve` returned.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced at
            once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
        CapacityError: If the disk is full.
    """
    path = table_file(path, "turn.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(solution),
        attributes=attributes(solution),
        dataset_attributes=dataset_attributes(solution),
    )


def arrays(solution: SpotSolution) -> dict[str, NDArray[Any]]:
    """Datasets of the table.

    Args:
        solution: A solved spot.
    """
    game = solution.game
    found: dict[str, NDArray[Any]] = {
        "sums": solution.sums,
        "index": _core.layout(game, solution.sums[:0]),
        "log": log_array(solution.log),
    }
    for street in range(game.streets):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = game.board_cards(street)
        for player, name in enumerate(PLAYERS):
            hands = [game.hands(street, board, player) for board in range(len(found[f"boards{number}"]))]
            found[f"hands{number}_{name}"] = np.concatenate(hands)
    return found


def dataset_attributes(solution: SpotSolution) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words.

    Args:
        solution: A solved spot.
    """
    of_players = [f"{what}_{who}" for what in ("best_response", "expected") for who in PLAYERS]
    found: dict[str, dict[str, object]] = {
        "sums": {
            "units": "sums of strategies; those of an action over those of all actions of a hand are its probability",
            "axes": ["number"],
        },
        "index": {"columns": _INDEX, "axes": ["decision on a board", "column"]},
        "log": {
            "columns": ["iteration", "seconds", *of_players, "pot"],
            "axes": ["evaluation", "column"],
            "units": "values in chips a deal, the pot included",
        },
    }
    for street in range(solution.game.streets):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = {
            "axes": ["board"],
            "units": "bit c of a board is set if card c lies on it",
        }
        for name in PLAYERS:
            found[f"hands{number}_{name}"] = {
                "axes": ["board and state"],
                "units": "one combination of each state, board after board",
            }
    return found


def attributes(solution: SpotSolution) -> dict[str, object]:
    """What a stranger should know of the solution, with units.

    Args:
        solution: A solved spot.
    """
    values = solution.values
    return {
        "spot": solution.spot.toml(),
        "locks": json.dumps([(lock.history, lock.by_hands(), lock.cards) for lock in solution.locks]),
        "algorithm": solution.algorithm,
        "precision": solution.dtype,
        "iterations": solution.iterations,
        "stopped_by": solution.stopped,
        "pot_chips": values.pot,
        "exploitability_chips": values.exploitability,
        "exploitability_percent_of_pot": values.percent,
        "expected_oop_chips": values.expected[0],
        "expected_ip_chips": values.expected[1],
        "best_response_oop_chips": values.best_response[0],
        "best_response_ip_chips": values.best_response[1],
    }


def summary(table: Table) -> list[str]:
    """The result in words, with its units.

    Args:
        table: A solved spot.
    """
    told = table.attributes
    values = SpotValues(
        (told["best_response_oop_chips"], told["best_response_ip_chips"]),
        (told["expected_oop_chips"], told["expected_ip_chips"]),
        told["pot_chips"],
    )
    return [f"{told['algorithm']}, {told['iterations']:,} iterations ({told['precision']})", *values.lines()]


def load_spot(
    name_or_path: str | os.PathLike[str], *, threads: int = 0, tables: str | os.PathLike[str] | None = None
) -> SpotSolution:
    """The solution in a file that `save_spot` wrote; its strategies stay on the disk until they are looked at.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        threads: For what is asked of it: 0 for all processors, or up to 1024.
        tables: The only folder to look in for a name.

    Raises:
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_table(name_or_path, tables, SpotTable, Table)
    if not isinstance(table, SpotTable):
        raise TableError(
            f"{table.path}: expected a solved spot, got a table of kind {table.kind}; e.g. turn.h5"
        )
    return table.solution(threads=threads)
