"""What a run leaves: its convergence log, its result, and the state that resumes it."""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
    """What average strategies are worth."""

    @property
    def exploitability(self) -> float:
        """What a target is compared with, in units of utility a game."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """All values; a run stops where one of them is not finite."""


@dataclass(frozen=True)
class Unknown:
    """Values of strategies that their solver cannot evaluate."""

    exploitability: float = math.nan
    numbers: tuple[float, ...] = ()


ValuesT = TypeVar("ValuesT", bound=Values)
ValuesT_co = TypeVar("ValuesT_co", bound=Values, covariant=True)


@dataclass(frozen=True)
class Row(Generic[ValuesT_co]):
    """One line of the convergence log.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds spent in iterations, without the evaluations.
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


#: A row of a convergence log whose values are exact.
LogRow: TypeAlias = Row[Evaluation]


def log_array(log: Sequence[Row[Values]], numbers: int) -> NDArray[np.float64]:
    """Return a convergence log as an array.

    Args:
        log: Rows whose values have so many numbers.
        numbers: How many; it gives an empty log its shape.

    Returns:
        float64 [rows, 2 + numbers]: iteration, seconds, and the numbers of the values.
    """
    rows: list[Any] = [(row.iteration, row.seconds, *row.values.numbers) for row in log]
    return np.array(rows, dtype=np.float64).reshape(len(rows), 2 + numbers)


def log_rows(
    array: NDArray[np.float64], values: Callable[[Sequence[float]], ValuesT]
) -> tuple[Row[ValuesT], ...]:
    """Return the convergence log that `log_array` gave.

    Args:
        array: float64 [rows, 2 + numbers].
        values: Makes values of their numbers.

    Raises:
        ValueError: If a number is not finite, or an iteration or seconds are below 0: the file is damaged or crafted.
    """
    if not (np.isfinite(array).all() and (array[:, :2] >= 0).all()):
        raise ValueError("a log with numbers that are not finite, or with iterations or seconds below 0")
    return tuple(Row(int(i), s, values(numbers)) for i, s, *numbers in array.tolist())


class TableParts(TypedDict):
    """A table as `write_table` and stages of a recipe take it."""

    kind: str
    arrays: Mapping[str, NDArray[Any]]
    attributes: Mapping[str, object]
    dataset_attributes: Mapping[str, Mapping[str, object]]


class Storable(ABC):
    """What can be written as a table."""

    @abstractmethod
    def table(self) -> TableParts:
        """Return the datasets and attributes of the table."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to an .h5 file. Equal contents give equal bytes.

        Args:
            path: Ends in .h5; the name before is that of the table. Missing folders are made. The file is replaced at
                once or not at all.

        Raises:
            ValueError: If the path does not end in .h5, or the name before cannot be that of a table.
            CapacityError: If the disk is full.
        """
        path = table_file(path, "leduc.h5")
        write_table(path, name=path.stem, **self.table())


class Solved(Generic[ValuesT_co]):
    """The result of a run.

    Attributes:
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds', 'cancelled', or 'stalled': nothing improved for long, and no other limit.
    """

    log: tuple[Row[ValuesT_co], ...]
    stopped: str

    @property
    def values(self) -> ValuesT_co:
        """Values of the strategies."""
        return self.log[-1].values

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds


MOST_ITERATIONS = 10**15  # and seconds of a recipe: more than any run does, and whole as a float

#: Version of the layout of saved states and of what iterations do with them. It grows with every change of either, so that
#: no run resumes from another's numbers.
STATE_VERSION = 3


@dataclass(frozen=True, eq=False, repr=False)
class RunState:
    """A stopped run, to resume.

    Attributes:
        origin: Digest of all that determines the run's numbers, such as game, algorithm and dtype; a state fits no
            other run.
        run: The same in words.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        arrays: Regrets, strategy sums (named ``average...``) and what else the solver needs, by name.
        log: The convergence log as `log_array` gives it.

    Raises:
        FloatingPointError: If an array is not finite: the run cannot go on from it.
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
        """Return the state as arrays that any store can keep."""
        numbers = {name: getattr(self, name) for name in ("origin", "run", "iteration", "seconds")}
        return {
            "version": np.array(STATE_VERSION),
            **{name: np.array(value) for name, value in numbers.items()},
            "log": self.log,
            **{f"array_{name}": array for name, array in self.arrays.items()},
        }

    @classmethod
    def of_contents(cls, contents: Mapping[str, NDArray[Any]]) -> Self:
        """Return the state that `contents` gave.

        Args:
            contents: Arrays by name.

        Raises:
            TableError: If something is missing or cannot be that of a run, or the version is another.
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
            # what others say of themselves names functions and types of Python
            got = "others" if isinstance(error, AttributeError | IndexError | TypeError) else error
            raise TableError(f"saved state: expected the arrays of a stopped run, got {got}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state to an .npz file, atomically.

        Args:
            path: The file.
        """
        save_arrays(path, self.contents())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a state that `save` wrote.

        Args:
            path: The file.

        Raises:
            TableError: If the file is missing, damaged or of another version.
        """
        try:
            return cls.of_contents(load_arrays(path))
        except (OSError, TableError) as error:
            raise TableError(f"cannot resume from {os.fspath(path)}: {error}") from error


def check_finite(iteration: int, **arrays: NDArray[Any]) -> None:
    """Raise FloatingPointError unless the numbers of a run are finite.

    Args:
        iteration: Where the run stands.
        **arrays: Its numbers, by name.
    """
    for name, values in arrays.items():
        # By their ends, which no number or infinity escapes: a flag for each would take a quarter of the memory again.
        if not np.isfinite([np.min(values, initial=0), np.max(values, initial=0)]).all():
            raise FloatingPointError(
                f"the {name} of iteration {iteration:,} are not finite in {np.asarray(values).dtype}; use dtype float64, "
                "or smaller stakes"
            )


class StateFile:
    """The state of a run beside the file of its result: OUT.state.

    Args:
        out: File of the result; ends in .h5.
        resume: Whether to continue from the state there.
        fresh: Whether to replace a state that is there.
        command: Whether messages name options of the command line.

    Attributes:
        path: The file of the state.
        is_kept: Whether the file holds the state of this run.

    Raises:
        ValueError: Before any work, where no state or result could be written, or none be read.
    """

    def __init__(
        self,
        out: str | os.PathLike[str],
        *,
        resume: bool = False,
        fresh: bool = False,
        command: bool = False,
    ) -> None:
        out = table_file(out, "leduc.h5")
        check_name(out.stem, "the name of the file, without .h5")
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
        """Whether the file begins as an archive of arrays does, or is empty; nothing else is replaced or removed."""
        with self.path.open("rb") as file:
            return file.read(4) in (b"", b"PK\x03\x04")

    def options(self) -> dict[str, Any]:
        """Return the options of a run that saves its state here, and resumes it where that was asked for."""
        return {"checkpoint": self._save, "resume": self.path if self._resume else None}

    def _save(self, state: RunState) -> None:
        state.save(self.path)
        self.is_kept = True

    def remove(self) -> None:
        """Remove the file, if it is there."""
        self.path.unlink(missing_ok=True)
