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
from pokerdata.spots.kept_solution import KeptSolution
from pokerdata.spots.locks import Lock
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solving import DEFAULT_TARGET, log_array, log_rows, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.values import SpotValues
from pokerdata.store import Table, open_only, table_file, write_table
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.support.text import brief

KIND = "solved_spot"
_INDEX = ["street", "board", "node", "player", "place", "actions", "states", "width"]


class SpotTable(Table):
    """A solved spot in a file; `load_spot` makes the solution of it."""

    KIND = KIND

    def solution(self, *, target: str = DEFAULT_TARGET, threads: int = 0) -> SpotSolution:
        """The solution, its strategies in memory maps.

        Args:
            target: Of one that was saved up to a street: exploitability to which later streets are solved again.
            threads: For what is asked of it: 0 for all processors, or up to 1024.

        Raises:
            ValueError: For a target that is none.
            TableError: If the spot cannot be read or the strategies are those of another one.
        """
        try:
            found = self._solution(threads)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a solved spot, got {error}") from error
        if isinstance(found, KeptSolution):
            found.target = target
        else:
            target_chips_of(target, found.spot)
        return found

    def _solution(self, threads: int) -> SpotSolution:
        told = self.attributes
        spot = Spot(**tomllib.loads(told["spot"]))
        given = spot, self["sums"], log_rows(np.asarray(self["log"])), told["algorithm"], told["stopped_by"]
        locks = [Lock(*lock) for lock in json.loads(told["locks"])]
        street = spot.streets.index(told.get("kept_to", spot.streets[-1]))
        if street + 1 == len(spot.streets):
            found = SpotSolution(*given, locks=locks, threads=threads)
        else:
            first, second = (np.asarray(self[f"ends_{name}"], np.float64) for name in PLAYERS)
            if not (np.isfinite(first).all() and np.isfinite(second).all()):
                raise ValueError("values where the last street ends that are not finite")
            found = KeptSolution(*given, ends=(street, first, second), locks=locks, threads=threads)
        if not np.array_equal(_index(found, street), self["index"]):
            raise ValueError("the index is that of another spot")
        return found

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.attributes['exploitability_percent_of_pot']:.3g} % of the pot")


@layout_of(
    SpotTable,
    spot=str,
    algorithm=str,
    stopped_by=str,
    locks=str,
    precision=str,
    exploitability_percent_of_pot=float,
)
def _layout(table: SpotTable) -> Layout:
    index = table["index"]
    of = {name: index[:, column] for column, name in enumerate(_INDEX)}
    kept = int((of["place"] + of["actions"] * of["width"]).max())
    ends: Layout = {
        f"ends_{name}": ("<f4", (f"{name} at the end",)) for name in PLAYERS if "ends_oop" in table
    }
    return {
        "index": ("<i8", ("decision", len(_INDEX))),
        "sums": (np.dtype(table.attributes["precision"]).newbyteorder("<").str, (kept,)),
        "log": ("<f8", ("evaluation", 7)),
        **ends,
    }


def save_spot(solution: SpotSolution, path: str | os.PathLike[str], *, to: str | None = None) -> None:
    """Write a solved spot to a file that `load_spot` reads.

    With `to` the strategies of later streets, most of the numbers, are left out, and what both players have where the
    street ends is written instead: decisions up to it keep their values, and later ones are solved again where they are
    looked at, as `KeptSolution` says.

    Args:
        solution: What `pokerdata.solve` returned.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced at
            once or not at all.
        to: The last street to keep, 'flop', 'turn' or 'river'; all that the solution has by default.

    Raises:
        ValueError: If the path does not end in .h5, the name before cannot be one of a table, or the street is not one of
            the solution.
        CapacityError: If the disk is full.
    """
    path = table_file(path, "turn.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        **table_of(solution, to),
    )


def street_to(solution: SpotSolution, to: str | None) -> int:
    """The number of the last street to keep.

    Args:
        solution: A solved spot.
        to: Its name; None for all.

    Raises:
        ValueError: If the solution has no such street, or was itself kept up to another one.
    """
    streets, kept = solution.spot.streets, solution.kept_to
    known = streets if kept == streets[-1] else (kept,)
    if to not in (None, *known):
        raise ValueError(
            f"to: expected {' or '.join(known)}, the streets of this solution, got {to!r}; e.g. {kept!r}"
        )
    return streets.index(to or kept)


def table_of(solution: SpotSolution, to: str | None = None) -> dict[str, Any]:
    """Datasets and attributes of the table, as `write_table` takes them.

    Args:
        solution: A solved spot.
        to: As for `save_spot`.

    Raises:
        ValueError: As `street_to`.
    """
    street = street_to(solution, to)
    return {
        "arrays": _arrays(solution, street),
        "attributes": _attributes(solution, street),
        "dataset_attributes": _dataset_attributes(solution, street),
    }


def _index(solution: SpotSolution, street: int) -> NDArray[np.int64]:
    index = _core.layout(solution.game, solution.sums[:0])
    return index[index[:, 0] <= street]


def _arrays(solution: SpotSolution, last: int) -> dict[str, NDArray[Any]]:
    game, index = solution.game, _index(solution, last)
    kept = int((index[:, 4] + index[:, 5] * index[:, 7]).max())
    found: dict[str, NDArray[Any]] = {
        "sums": solution.sums[:kept],
        "index": index,
        "log": log_array(solution.log),
    }
    if last + 1 < game.streets:
        for name, ends in zip(PLAYERS, solution.ends(last), strict=True):
            found[f"ends_{name}"] = ends.astype(np.float32)
    for street in range(last + 1):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = game.board_cards(street)
        for player, name in enumerate(PLAYERS):
            hands = [game.hands(street, board, player) for board in range(len(found[f"boards{number}"]))]
            found[f"hands{number}_{name}"] = np.concatenate(hands)
    return found


def _dataset_attributes(solution: SpotSolution, last: int) -> dict[str, dict[str, object]]:
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
    if last + 1 < solution.game.streets:
        for name in PLAYERS:
            found[f"ends_{name}"] = {
                "axes": ["board, end of the street and state"],
                "units": "chips above half of the dead money, times the chance of the cards and the other player's reach",
            }
    for street in range(last + 1):
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


def _attributes(solution: SpotSolution, last: int) -> dict[str, object]:
    values = solution.values
    return {
        "spot": solution.spot.toml(),
        "locks": json.dumps([(lock.history, lock.by_hands(), lock.cards) for lock in solution.locks]),
        "algorithm": solution.algorithm,
        "precision": solution.dtype,
        "iterations": solution.iterations,
        "stopped_by": solution.stopped,
        "kept_to": solution.spot.streets[last],
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
    how = f"{told['algorithm']}, {told['iterations']:,} iterations ({told['precision']})"
    if "ends_oop" in table:
        how += f", kept to the {told['kept_to']}"
    return [how, *values.lines()]


def load_spot(
    name_or_path: str | os.PathLike[str],
    *,
    target: str = DEFAULT_TARGET,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> SpotSolution:
    """The solution in a file that `save_spot` wrote; its strategies stay on the disk until they are looked at.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        target: Of one that was saved up to a street: exploitability to which later streets are solved again, such as
            '0.1%' of their pot.
        threads: For what is asked of it: 0 for all processors, or up to 1024.
        tables: The only folder to look in for a name.

    Raises:
        ValueError: For a target that is none.
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_only(name_or_path, tables, SpotTable, "a solved spot", "turn.h5")
    return table.solution(target=target, threads=threads)
