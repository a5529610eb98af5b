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


#: Of what is in a state: the order of its arrays, and what an iteration does with them. It grows with every change of
#: either, so that no run goes on from another's numbers. Version 1 did not say so.
STATE_VERSION = 2


def check_version(arrays: Mapping[str, NDArray[Any]]) -> None:
    """Raise TableError where the arrays of a state are of another version."""
    found = int(arrays["version"]) if "version" in arrays else 1
    if found != STATE_VERSION:
        raise TableError(
            f"the state has version {found}: want {STATE_VERSION}, which this pokerdata writes; start the run anew, e.g. "
            "with `pokerdata solve --fresh`"
        )


def check_finite(iteration: int, **arrays: NDArray[Any]) -> None:
    """Raise FloatingPointError, naming the array, where a number of a run is infinite or none."""
    for name, values in arrays.items():
        if not np.isfinite(values).all():
            raise FloatingPointError(
                f"the {name} of iteration {iteration:,} are not finite in {np.asarray(values).dtype}: want dtype "
                "float64, or smaller stakes"
            )


@dataclass(frozen=True)
class State:
    """A stopped run. origin: digest of game, algorithm and dtype; a state fits no other. run: the same in words.

    Raises FloatingPointError for regrets or sums that are not finite: there is no going on from them.
    """

    origin: str
    run: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[LogRow, ...]

    def __post_init__(self) -> None:
        check_finite(self.iteration, regrets=self.regrets, sums=self.average)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state as arrays that any store can keep."""
        return {
            "version": np.array(STATE_VERSION),
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
        """The state that `arrays` gave. Raises TableError where something is missing, or for another version."""
        check_version(arrays)
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
        except (KeyError, TypeError, ValueError, IndexError, FloatingPointError) as error:
            raise TableError(f"bad saved state, {error}: want the arrays of a stopped run") from error

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
            raise TableError(f"there is no going on from {os.fspath(path)}: {error}") from error


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
