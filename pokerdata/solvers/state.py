"""The state of a run: what it takes to go on to the same bits, and to tell how it went."""

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.games import Game
from pokerdata.solvers.algorithm import Algorithm
from pokerdata.solvers.evaluation import Evaluation


@dataclass(frozen=True)
class LogRow:
    """One line of the convergence log. seconds: spent in iterations, without the evaluations."""

    iteration: int
    seconds: float
    evaluation: Evaluation


@dataclass(frozen=True)
class State:
    """A stopped run. origin: digest of game, algorithm and dtype; a state fits no other. run: the same in words."""

    origin: str
    run: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[LogRow, ...]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state as arrays that any store can keep."""
        return {
            "origin": np.array(self.origin),
            "run": np.array(self.run),
            "iteration": np.array(self.iteration),
            "seconds": np.array(self.seconds),
            "regrets": self.regrets,
            "average": self.average,
            "log": log_array(self.log),
        }

    @staticmethod
    def from_arrays(arrays: Mapping[str, NDArray[Any]]) -> "State":
        """The state that `arrays` gave. Raises TableError where something is missing."""
        try:
            return State(
                str(arrays["origin"]),
                str(arrays["run"]),
                int(arrays["iteration"]),
                float(arrays["seconds"]),
                arrays["regrets"],
                arrays["average"],
                log_rows(arrays["log"]),
            )
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise TableError(f"bad saved state ({error!r}): want the arrays of a stopped run") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state to an .npz file, atomically."""
        from pokerdata.store.arrays import save_arrays

        save_arrays(path, self.arrays())

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "State":
        """Read a state that `save` wrote. Raises TableError for a missing or damaged file."""
        from pokerdata.store.arrays import load_arrays

        try:
            return State.from_arrays(load_arrays(path))
        except (OSError, TableError) as error:
            raise TableError(f"{os.fspath(path)} holds no state of a run: {error}") from error


def origin_of(game: Game, algorithm: Algorithm, dtype: str) -> str:
    """SHA-256 of everything that determines a run's numbers, besides the instruction set."""
    rules = {key: value for key, value in game.rules.values().items() if key != "name"}
    cards, arrays = game.parts()
    digest = hashlib.sha256(json.dumps([rules, cards, asdict(algorithm), dtype], sort_keys=True).encode())
    for array in arrays:
        digest.update(array.data)
    return digest.hexdigest()


def log_array(log: tuple[LogRow, ...]) -> NDArray[np.float64]:
    """float64 [rows, 5]: iteration, seconds, best response of player 1 and of player 2, expected value."""
    rows = [(r.iteration, r.seconds, *r.evaluation.best_response, r.evaluation.expected_value) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def log_rows(array: NDArray[np.float64]) -> tuple[LogRow, ...]:
    """The inverse of `log_array`."""
    return tuple(
        LogRow(int(i), float(s), Evaluation((float(a), float(b)), float(v))) for i, s, a, b, v in array
    )
