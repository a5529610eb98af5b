"""The result of a run: its convergence log, its values, and the state that resumes it."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.errors import TableError
from pokerdata.pipeline.store import table_file, write_table
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.pipeline.store.reading import check_name
from pokerdata.pipeline.store.writing import check_writable
from pokerdata.solving.evaluation import Evaluation


class Values(Protocol):
    """Values of a strategy profile, as a run needs them."""

    @property
    def exploitability(self) -> float:
        """Exploitability that is compared with the target, in units of utility per game."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """All values; a run stops if one of them is not finite."""


@dataclass(frozen=True)
class Unknown:
    """Placeholder values of strategies that their solver cannot evaluate."""

    exploitability: float = math.nan
    numbers: tuple[float, ...] = ()


ValuesT = TypeVar("ValuesT", bound=Values)
ValuesT_co = TypeVar("ValuesT_co", bound=Values, covariant=True)


@dataclass(frozen=True)
class Row(Generic[ValuesT_co]):
    """One row of the convergence log.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds spent in iterations, evaluations excluded.
        values: Values of the average strategies.
    """

    iteration: int
    seconds: float
    values: ValuesT_co

    def __repr__(self) -> str:
        worth = f"exploitability {self.values.exploitability:.6g}"
        return brief(self, f"iteration {self.iteration:,}", f"{self.seconds:.3g} s", worth)

    def _repr_html_(self) -> str:
        facts = {"iteration": self.iteration, "seconds": self.seconds}
        return html.facts({**facts, "exploitability": self.values.exploitability})


#: A row of a convergence log with exact values.
LogRow: TypeAlias = Row[Evaluation]


def log_array(log: Sequence[Row[Values]], numbers: int) -> NDArray[np.float64]:
    """Return a convergence log as an array.

    Args:
        log: Rows of the log.
        numbers: Number of values in each row; it gives an empty log its shape.

    Returns:
        float64 [rows, 2 + numbers]: iteration, seconds, and the numbers of the values.
    """
    rows: list[Any] = [(row.iteration, row.seconds, *row.values.numbers) for row in log]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 2 + numbers)


def log_rows(
    array: NDArray[np.float64], values: Callable[[Sequence[float]], ValuesT]
) -> tuple[Row[ValuesT], ...]:
    """Return the convergence log from an array that `log_array` returned.

    Args:
        array: float64 [rows, 2 + numbers].
        values: Function that builds values from their numbers.

    Raises:
        ValueError: If a number is not finite, or an iteration or seconds are below 0. The file is damaged or crafted.
    """
    if not (np.isfinite(array).all() and (array[:, :2] >= 0).all()):
        raise ValueError("a log with numbers that are not finite, or with iterations or seconds below 0")
    return tuple(Row(int(i), s, values(numbers)) for i, s, *numbers in array.tolist())


class TableParts(TypedDict):
    """Contents of a table, as `write_table` and the stages of a recipe accept them."""

    kind: str
    arrays: Mapping[str, NDArray[Any]]
    attributes: Mapping[str, object]
    dataset_attributes: Mapping[str, Mapping[str, object]]


class Storable(ABC):
    """Base class of results that can be saved as a table."""

    @abstractmethod
    def table(self) -> TableParts:
        """Return the datasets and attributes of the table."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the result to an .h5 file. Equal contents give equal bytes.

        Args:
            path: File that ends in .h5; its stem names the table. Missing folders are made. An existing file is replaced
                atomically.

        Raises:
            ValueError: If the path does not end in .h5, or its stem is not a valid name of a table.
            CapacityError: If the disk is full.
        """
        path = table_file(path, "leduc.h5")
        write_table(path, name=path.stem, **self.table())


class Solved(Generic[ValuesT_co]):
    """The result of a run.

    Attributes:
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds', 'cancelled', or 'stalled' (a run with no other limit stopped improving).
    """

    log: tuple[Row[ValuesT_co], ...]
    stopped: str

    @property
    def values(self) -> ValuesT_co:
        """Values of the final strategies."""
        return self.log[-1].values

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, evaluations excluded."""
        return self.log[-1].seconds


# Also the most seconds of a recipe: more than any run needs, and an exact integer as a float.
MOST_ITERATIONS = 10**15

#: Version of the layout of saved states and of the meaning of their numbers. Every change of either raises it, so that no
#: run resumes from a state of other code.
STATE_VERSION = 3


@dataclass(frozen=True, eq=False, repr=False)
class RunState:
    """State of a stopped run, from which it can resume.

    Attributes:
        origin: Digest of everything that determines the run's numbers, such as game, algorithm and dtype. A state fits
            only runs with the same digest.
        run: Description of the same in words.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        arrays: Arrays of the solver by name: regrets, strategy sums (named ``average...``) and other arrays that it needs.
        log: The convergence log as `log_array` returns it.

    Raises:
        FloatingPointError: If an array is not finite, so that the run cannot resume.
    """

    origin: str
    run: str
    iteration: int
    seconds: float
    arrays: Mapping[str, NDArray[Any]]
    log: NDArray[np.float64]

    def __post_init__(self) -> None:
        check_finite(self.iteration, **self.arrays)

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}", self.run)

    def _repr_html_(self) -> str:
        facts = {"run": self.run, "iteration": self.iteration, "seconds": self.seconds}
        return html.facts(facts, caption=type(self).__name__)

    def contents(self) -> dict[str, NDArray[Any]]:
        """Return the state as named arrays for any store."""
        numbers = {name: getattr(self, name) for name in ("origin", "run", "iteration", "seconds")}
        return {
            "version": np.array(STATE_VERSION),
            **{name: np.array(value) for name, value in numbers.items()},
            "log": self.log,
            **{f"array_{name}": array for name, array in self.arrays.items()},
        }

    @classmethod
    def of_contents(cls, contents: Mapping[str, NDArray[Any]]) -> Self:
        """Return the state from arrays that `contents` returned.

        Raises:
            TableError: If an array is missing or invalid, or the version differs.
        """
        try:
            version = int(contents["version"]) if "version" in contents else 1
            if version != STATE_VERSION:
                raise TableError(
                    f"saved state: this pokerdata reads version {STATE_VERSION}, got {version}; start the run from the "
                    "beginning, e.g. with `pokerdata solve --fresh`"
                )
            arrays = {
                name.removeprefix("array_"): array
                for name, array in contents.items()
                if name.startswith("array_")
            }
            for name, array in arrays.items():
                if name.startswith("average") and (least := np.min(array, initial=0)) < 0:
                    raise ValueError(f"sums of strategies of {least:g}, which are never below 0")
            seconds, log = float(contents["seconds"]), np.asarray(contents["log"], np.float64)
            if not 0 <= seconds <= MOST_ITERATIONS:
                raise ValueError(f"{seconds} seconds, not from 0 to {MOST_ITERATIONS}")
            for name, array in arrays.items():
                if array.ndim == 0:
                    raise ValueError(f"a single number for {name}")
            if log.ndim != 2 or log.shape[1] < 2 or not np.isfinite(log).all():
                raise ValueError(f"a log of shape {list(log.shape)}, or with numbers that are not finite")
            iteration = as_count(contents["iteration"].item(), "iteration", 0, MOST_ITERATIONS, 100)
            return cls(str(contents["origin"]), str(contents["run"]), iteration, seconds, arrays, log)
        except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            # messages of these errors name functions and types of Python, which no user needs
            got = "others" if isinstance(error, AttributeError | IndexError | TypeError) else error
            raise TableError(f"saved state: expected the arrays of a stopped run, got {got}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state to an .npz file, atomically."""
        save_arrays(path, self.contents())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a state that `save` wrote.

        Raises:
            TableError: If the file is missing or damaged, or its version differs.
        """
        try:
            return cls.of_contents(load_arrays(path))
        except (OSError, TableError) as error:
            raise TableError(f"cannot resume from {os.fspath(path)}: {error}") from error


def check_finite(iteration: int, **arrays: NDArray[Any]) -> None:
    """Raise FloatingPointError unless all numbers of a run are finite.

    Args:
        iteration: Iteration that the error names.
        **arrays: Arrays of numbers, by the name that the error shows.
    """
    for name, values in arrays.items():
        # Minimum and maximum reveal any NaN or infinity; a mask of all elements would cost a quarter of the memory more.
        if not np.isfinite([np.min(values, initial=0), np.max(values, initial=0)]).all():
            raise FloatingPointError(
                f"the {name} of iteration {iteration:,} are not finite in {np.asarray(values).dtype}; use dtype float64, "
                "or smaller stakes"
            )


class StateFile:
    """State file of a run: OUT.state, next to the result.

    Args:
        out: File of the result; ends in .h5.
        resume: Whether to continue from an existing state.
        fresh: Whether to replace an existing state.
        command: Whether messages name options of the command line.

    Attributes:
        path: The file of the state.
        is_kept: Whether the file holds the state of this run.

    Raises:
        ValueError: If a state or result could not be written, or a state not be read. Raised before any work.
    """

    def __init__(
        self,
        out: str | os.PathLike[str],
        *,
        resume: bool = False,
        fresh: bool = False,
        command: bool = False,
    ) -> None:
        name = "--out" if command else "out"
        if Path(out).suffix != ".h5":
            raise ValueError(
                f"{name}: expected a name that ends in .h5, got {os.fspath(out)!r}; e.g. leduc.h5"
            )
        out = table_file(out, "leduc.h5")
        check_name(out.stem, f"{name}, without .h5")
        self.path = out.with_name(out.name + ".state")
        for path in (out, self.path):
            check_writable(path)
        option = "--resume" if command else "resume=True"
        if resume and not self.path.exists():
            raise ValueError(f"there is no {self.path} to resume from; leave out {option}")
        if self.path.exists() and not self._may_be_state():
            raise ValueError(
                f"{self.path} is there, and is no state of a run: move it elsewhere, or choose another file than {out}"
            )
        if self.path.exists() and not (resume or fresh):
            raise ValueError(
                f"{self.path} holds the state of a run: expected {option} to continue from it, or "
                + ("--fresh to replace it" if command else "that you remove the file to start again")
            )
        self._resume = self.is_kept = resume

    def _may_be_state(self) -> bool:
        """Return whether the file is empty or starts like an archive of arrays; other files are never touched."""
        with self.path.open("rb") as file:
            return file.read(4) in (b"", b"PK\x03\x04")

    def options(self) -> dict[str, Any]:
        """Return the run options that save the state here, and resume from it if that was requested."""
        return {"checkpoint": self._save, "resume": self.path if self._resume else None}

    def _save(self, state: RunState) -> None:
        state.save(self.path)
        self.is_kept = True

    def remove(self) -> None:
        """Remove the file, if it exists."""
        self.path.unlink(missing_ok=True)
