"""Datasets and attributes of a solved spot's table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.spots import SpotGame
from pokerdata.solving.solved import Row, TableParts, log_array
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.locks import Lock
from pokerdata.spots.solver import SpotValues
from pokerdata.spots.spot import Spot

KIND = "solved_spot"
NODES = ["street", "node", "player", "actions"]
INDEX = ["street", "board", "node", "player", "place", "actions", "states", "width"]


class Solution(Protocol):
    """What a solved spot must have to be saved; `SpotSolution` has it."""

    algorithm: str
    dtype: str
    locks: tuple[Lock, ...]
    log: tuple[Row[SpotValues], ...]
    stopped: str
    sums: NDArray[np.floating[Any]]

    @property
    def spot(self) -> Spot: ...
    @property
    def game(self) -> SpotGame: ...
    @property
    def values(self) -> SpotValues: ...
    @property
    def iterations(self) -> int: ...
    @property
    def kept_to(self) -> str: ...
    @property
    def layout(self) -> Sequence[NDArray[np.int64]]: ...

    def ends(self, street: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...


def street_to(solution: Solution, to: str | None) -> int:
    """Return the number of the last street to keep.

    Args:
        solution: A solved spot.
        to: Name of the street; `None` for all streets.

    Raises:
        ValueError: If the solution has no such street, or was itself kept only up to another street.
    """
    streets, kept = solution.spot.streets, solution.kept_to
    known = streets if kept == streets[-1] else (kept,)
    if to not in (None, *known):
        raise ValueError(
            f"to: expected {' or '.join(known)}, the streets of this solution, got {to!r}; e.g. {kept!r}"
        )
    return streets.index(to or kept)


def table_of(solution: Solution, to: str | None = None) -> TableParts:
    """Return the datasets and attributes of the table.

    Args:
        solution: A solved spot with 16-bit strategies.
        to: As for `SpotSolution.save`.

    Raises:
        ValueError: As for `street_to`.
    """
    street = street_to(solution, to)
    return {
        "kind": KIND,
        "arrays": _arrays(solution, street),
        "attributes": _attributes(solution, street),
        "dataset_attributes": _dataset_attributes(solution, street),
    }


def index_to(solution: Solution, street: int) -> NDArray[np.int64]:
    """Return where each decision's numbers are stored, up to a street: int64 [decisions on boards, columns of `INDEX`]."""
    index = solution.layout[0]
    return index[: int(np.searchsorted(index[:, 0], street, "right"))]


def numbers_of(index: NDArray[np.int64]) -> int:
    """Return how many numbers the strategies of an index have."""
    of = {name: index[:, column] for column, name in enumerate(INDEX)}
    return int((of["place"] + of["actions"] * of["width"]).max())


def shape_of(solution: Solution, index: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Return the datasets that describe where the numbers of a strategy are stored."""
    of = {name: index[:, column] for column, name in enumerate(INDEX)}
    on_first = np.flatnonzero(of["board"] == 0)
    first = index[on_first[np.argsort(of["place"][on_first], kind="stable")]]
    found: dict[str, NDArray[Any]] = {
        "nodes": first[:, [INDEX.index(name) for name in NODES]].astype(np.int32)
    }
    for street in range(int(of["street"].max()) + 1):
        boards = range(len(solution.game.board_parents(street)))
        states = [[len(solution.game.hands(street, b, player)) for player in (0, 1)] for b in boards]
        found[f"states{street + len(solution.spot.board_cards)}"] = np.array(states, np.uint16)
    return found


def _arrays(solution: Solution, last: int) -> dict[str, NDArray[Any]]:
    index = index_to(solution, last)
    found: dict[str, NDArray[Any]] = {
        **shape_of(solution, index),
        "strategy": solution.sums[: numbers_of(index)],
        "log": log_array(solution.log, 5),
    }
    for dataset, at in _ends_streets(solution, last).items():
        found |= {
            f"{dataset}_{name}": values for name, values in zip(PLAYERS, solution.ends(at), strict=True)
        }
    return found | cards_of(solution, last)


def cards_of(solution: Solution, last: int) -> dict[str, NDArray[Any]]:
    """Return, by dataset, the boards of each street and one hand of each state on them."""
    game, found = solution.game, {}
    for street in range(last + 1):
        number = street + len(solution.spot.board_cards)
        found[f"boards{number}"] = game.board_cards(street)
        for player, name in enumerate(PLAYERS):
            hands = [game.hands(street, board, player) for board in range(len(found[f"boards{number}"]))]
            found[f"hands{number}_{name}"] = np.concatenate(hands)
    return found


def _ends_streets(solution: Solution, last: int) -> dict[str, int]:
    """Return the datasets of street ends with the street of each; flop ends let flop decisions be read without the turn."""
    before_last = min(last, solution.game.streets - 2)
    found = {"ends": before_last, "ends3": 0}
    return found if before_last > 0 else {"ends": 0} if before_last == 0 else {}


def _dataset_attributes(solution: Solution, last: int) -> dict[str, dict[str, object]]:
    of_players = [f"{what}_{who}" for what in ("best_response", "expected") for who in PLAYERS]
    found: dict[str, dict[str, object]] = {
        "strategy": {
            "units": "the number of an action over the sum of those of all actions of a hand is its probability; if all are "
            "0, it is uniform",
            "axes": ["street, board, node, action and state"],
        },
        "nodes": {"columns": NODES, "axes": ["decision, as strategies of a board lie", "column"]},
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


def _attributes(solution: Solution, last: int) -> dict[str, object]:
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
