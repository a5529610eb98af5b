"""Solved spots in files."""

from __future__ import annotations

import json
import os
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief, toml_of
from pokerdata.cards import COMBINATION_COUNT, DECK_SIZE
from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table, open_only, table_file, write_table
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, layout_of
from pokerdata.pipeline.store.table import Within
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.kept_solution import KeptSolution
from pokerdata.spots.locks import Lock
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotValues
from pokerdata.spots.solving import DEFAULT_TARGET, log_array, log_rows, target_chips_of
from pokerdata.spots.spot import Spot

KIND = "solved_spot"
_AMOUNTS = (
    "pot_chips",
    "expected_oop_chips",
    "expected_ip_chips",
    "best_response_oop_chips",
    "best_response_ip_chips",
)
_ROUNDING = 1e-3  # that of ends in float32
_NODES = ["street", "node", "player", "actions"]
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
        spot = Spot(**toml_of(told["spot"]))
        street = spot.streets.index(told.get("kept_to", spot.streets[-1]))
        dataset = "strategy" if "strategy" in self else "sums"
        given = spot, self[dataset], log_rows(np.asarray(self["log"])), told["algorithm"], told["stopped_by"]
        how: dict[str, Any] = {
            "locks": [Lock(*lock) for lock in json.loads(told["locks"])],
            "precision": told["precision"],
            "threads": threads,
        }
        how["ends"] = {}
        if "ends3_oop" in self:
            how["ends"][0] = cache(partial(self._ends, "ends3"))
        if "ends_oop" in self:
            how["ends"][min(street, len(spot.streets) - 2)] = cache(partial(self._ends, "ends"))
        found = (SpotSolution if street + 1 == len(spot.streets) else KeptSolution)(*given, **how)
        self._check_shape(found, street)
        self._bound_ends(found)
        if dataset in self.within:
            found.check_sums = partial(self.check_values, dataset)
        return found

    def verify(self) -> None:
        """As `Table.verify`; where numbers lie and what bounds them is compared with the spot, too.

        Raises:
            TableError: As there, and as `solution`.
        """
        self.solution()
        super().verify()

    def _bound_ends(self, found: SpotSolution) -> None:
        """Nobody has more where a street ends than all chips that may be put in, against every hand of the other player."""
        chips = found.spot.dead_money / 2 + float(found.spot.tree.to.max())
        for player, name in enumerate(PLAYERS):
            most = chips * float(found.spot.weights(1 - player).sum()) * (1 + _ROUNDING)
            for dataset in (f"ends_{name}", f"ends3_{name}"):
                if dataset in self:
                    self.within[dataset] = Within(-most, most)

    def _ends(self, dataset: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What both players have where a street ends; compared with its bounds here, as the turn's are large."""
        for name in PLAYERS:
            self.check_values(f"{dataset}_{name}")
        first, second = (np.asarray(self[f"{dataset}_{name}"], np.float64) for name in PLAYERS)
        return first, second

    def _check_shape(self, found: SpotSolution, street: int) -> None:
        """Compare where numbers lie with where those of the spot do."""
        index = _index(found, street)
        if "strategy" not in self:
            same = np.array_equal(index, self["index"])
        else:
            same = len(self["strategy"]) == _numbers(index) and all(
                np.array_equal(array, self[name]) for name, array in _shape(found, index).items()
            )
        if not same:
            raise ValueError("the decisions are those of another spot")
        for name, array in _cards(found, street).items():
            if not np.array_equal(array, self[name]):
                raise ValueError(f"{name} are those of another spot")

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.attributes['exploitability_percent_of_pot']:.3g} % of the pot")


@layout_of(
    SpotTable,
    spot=str,
    algorithm=str,
    stopped_by=str,
    locks=str,
    precision=str,
    iterations=int,
    exploitability_chips=float,
    exploitability_percent_of_pot=float,
    **dict.fromkeys(_AMOUNTS, float),
)
def _layout(table: SpotTable) -> Layout:
    cards: dict[str, tuple[str, tuple[str | int, ...], Within] | tuple[str, tuple[str | int, ...]]] = {}
    for name in table:
        if name.startswith("boards"):
            cards[name] = ("<u8", (name,), Within(0, 2**DECK_SIZE - 1))
        elif name.startswith("hands"):
            cards[name] = ("<u2", (name,), Within(0, COMBINATION_COUNT - 1))
        elif name.startswith("states"):
            cards[name] = ("<u2", (name.replace("states", "boards"), len(PLAYERS)))
        elif name.startswith("ends"):
            cards[name] = ("<f8 or <f4", (f"{name} at the end",))
    common: Layout = {**cards, "log": ("<f8", ("evaluation", 7))}
    if "strategy" in table:
        nodes = ("<i4", ("decision", len(_NODES)))
        return {**common, "nodes": nodes, "strategy": ("<f2", ("number",), AMOUNTS)}
    # Files of earlier versions: sums as they were solved, and where those of each decision lie.
    dtype = np.dtype(table.attributes["precision"]).newbyteorder("<").str
    index = ("<i8", ("decision on a board", len(_INDEX)))
    return {**common, "index": index, "sums": (dtype, (_numbers(table["index"]),), AMOUNTS)}


def save_spot(solution: SpotSolution, path: str | os.PathLike[str], *, to: str | None = None) -> None:
    """Write a solved spot to a file that `load_spot` reads.

    Strategies are stored in 16 bits, as `SpotSolution.stored` says, and the exploitability in the file is that of what is
    stored.

    With `to` the strategies of later streets, most of the numbers, are left out: decisions up to it keep their values, and
    later ones are solved again where they are looked at, as `KeptSolution` says.

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
    solution = solution.stored()
    return {
        "arrays": _arrays(solution, street),
        "attributes": _attributes(solution, street),
        "dataset_attributes": _dataset_attributes(solution, street),
    }


def _index(solution: SpotSolution, street: int) -> NDArray[np.int64]:
    index = solution.layout[0]
    return index[: int(np.searchsorted(index[:, 0], street, "right"))]


def _numbers(index: NDArray[np.int64]) -> int:
    """How many numbers the strategies of an index have."""
    of = {name: index[:, column] for column, name in enumerate(_INDEX)}
    return int((of["place"] + of["actions"] * of["width"]).max())


def _shape(solution: SpotSolution, index: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """What says where the numbers of a strategy lie, by dataset."""
    of = {name: index[:, column] for column, name in enumerate(_INDEX)}
    on_first = np.flatnonzero(of["board"] == 0)
    first = index[on_first[np.argsort(of["place"][on_first], kind="stable")]]
    found: dict[str, NDArray[Any]] = {
        "nodes": first[:, [_INDEX.index(name) for name in _NODES]].astype(np.int32)
    }
    for street in range(int(of["street"].max()) + 1):
        boards = range(len(solution.game.board_parents(street)))
        states = [[len(solution.game.hands(street, b, player)) for player in (0, 1)] for b in boards]
        found[f"states{street + len(solution.spot.board_cards)}"] = np.array(states, np.uint16)
    return found


def _arrays(solution: SpotSolution, last: int) -> dict[str, NDArray[Any]]:
    index = _index(solution, last)
    found: dict[str, NDArray[Any]] = {
        **_shape(solution, index),
        "strategy": solution.sums[: _numbers(index)],
        "log": log_array(solution.log),
    }
    for dataset, at in _ends_streets(solution, last).items():
        found |= {
            f"{dataset}_{name}": values for name, values in zip(PLAYERS, solution.ends(at), strict=True)
        }
    return found | _cards(solution, last)


def _cards(solution: SpotSolution, last: int) -> dict[str, NDArray[Any]]:
    """The boards of each street, and a hand of each state on them, by dataset."""
    game, found = solution.game, {}
    for street in range(last + 1):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = game.board_cards(street)
        for player, name in enumerate(PLAYERS):
            hands = [game.hands(street, board, player) for board in range(len(found[f"boards{number}"]))]
            found[f"hands{number}_{name}"] = np.concatenate(hands)
    return found


def _ends_streets(solution: SpotSolution, last: int) -> dict[str, int]:
    """The datasets of ends, and the street of each; with those of the flop its decisions need nothing of the turn."""
    before_last = min(last, solution.game.streets - 2)
    found = {"ends": before_last, "ends3": 0}
    return found if before_last > 0 else {"ends": 0} if before_last == 0 else {}


def _dataset_attributes(solution: SpotSolution, last: int) -> dict[str, dict[str, object]]:
    of_players = [f"{what}_{who}" for what in ("best_response", "expected") for who in PLAYERS]
    found: dict[str, dict[str, object]] = {
        "strategy": {
            "units": "the number of an action over the sum of those of all actions of a hand is its probability; if all are "
            "0, it is uniform",
            "axes": ["street, board, node, action and state"],
        },
        "nodes": {"columns": _NODES, "axes": ["decision, as strategies of a board lie", "column"]},
        "log": {
            "columns": ["iteration", "seconds", *of_players, "pot"],
            "axes": ["evaluation", "column"],
            "units": "values in chips a deal, the pot included",
        },
    }
    for dataset in _ends_streets(solution, last):
        for name in PLAYERS:
            found[f"{dataset}_{name}"] = {
                "axes": ["board, end of the street and state"],
                "units": "chips above half of the dead money, times the chance of the cards and the other player's reach",
            }
    for street in range(last + 1):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = {
            "axes": ["board"],
            "units": "bit c of a board is set if card c lies on it",
        }
        found[f"states{number}"] = {"axes": ["board", "player"], "columns": list(PLAYERS)}
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
    if "boards5" not in table:
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
