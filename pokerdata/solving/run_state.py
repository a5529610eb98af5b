"""The state of a run: what it takes to go on to the same bits, as arrays and as a file."""

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.log import LogRow, Row, ValuesT, log_array, log_rows
from pokerdata.store.arrays import load_arrays, save_arrays
from pokerdata.support import html
from pokerdata.support.text import brief

#: Of what is in a state: the order of its arrays, and what an iteration does with them. It grows with every change of
#: either, so that no run goes on from another's numbers. Version 1 did not say so.
STATE_VERSION = 2


class ResumableState(ABC):
    """A stopped run that keeps itself: an engine's own state says which arrays it has and how it is made of them."""

    @abstractmethod
    def contents(self) -> dict[str, NDArray[Any]]:
        """All that is kept, by name."""

    @classmethod
    @abstractmethod
    def of_contents(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The inverse of `contents`. Any error says that something is missing or wrong.

        Args:
            arrays: All that is kept, by name.
        """

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The state as arrays that any store can keep."""
        return {"version": np.array(STATE_VERSION), **self.contents()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The state that `arrays` gave.

        Args:
            arrays: The arrays by name.

        Raises:
            TableError: If something is missing, or for another version.
        """
        found = int(arrays["version"]) if "version" in arrays else 1
        if found != STATE_VERSION:
            raise TableError(
                f"saved state: expected version {STATE_VERSION}, which this pokerdata writes, got {found}; start the "
                "run anew, e.g. with `pokerdata solve --fresh`"
            )
        try:
            return cls.of_contents(arrays)
        except (KeyError, TypeError, ValueError, IndexError, FloatingPointError) as error:
            raise TableError(f"saved state: expected the arrays of a stopped run, got {error}") from error

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state to an .npz file, atomically.

        Args:
            path: The file.
        """
        save_arrays(path, self.arrays())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a state that `save` wrote.

        Args:
            path: The file.

        Raises:
            TableError: If the file is missing, damaged or of another version.
        """
        try:
            return cls.from_arrays(load_arrays(path))
        except (OSError, TableError) as error:
            raise TableError(f"there is no going on from {os.fspath(path)}: {error}") from error


class LoggedState(ResumableState, Generic[ValuesT]):
    """A stopped run of a game of cards, its log with it: the base of dataclasses with at least these fields."""

    origin: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[Row[ValuesT], ...]

    #: Fields that are texts, which come first in a file.
    _texts: ClassVar[tuple[str, ...]] = ("origin",)

    @staticmethod
    @abstractmethod
    def _array_of(log: Sequence[Row[ValuesT]]) -> NDArray[np.float64]:
        """The log as a file keeps it."""

    @staticmethod
    @abstractmethod
    def _log_of(array: NDArray[np.float64]) -> tuple[Row[ValuesT], ...]:
        """The inverse of `_array_of`."""

    def __post_init__(self) -> None:
        check_finite(self.iteration, regrets=self.regrets, sums=self.average)

    def contents(self) -> dict[str, NDArray[Any]]:
        """All that is kept, by name."""
        return {
            **{name: np.array(getattr(self, name)) for name in self._texts},
            "iteration": np.array(self.iteration),
            "seconds": np.array(self.seconds),
            "regrets": self.regrets,
            "average": self.average,
            "log": self._array_of(self.log),
        }

    @classmethod
    def of_contents(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The inverse of `contents`.

        Args:
            arrays: All that is kept, by name.

        Raises:
            KeyError: If something is missing.
            FloatingPointError: If regrets or sums are not finite.
        """
        kept: dict[str, Any] = {name: str(arrays[name]) for name in cls._texts}
        kept |= {
            "iteration": int(arrays["iteration"]),
            "seconds": float(arrays["seconds"]),
            "regrets": arrays["regrets"],
            "average": arrays["average"],
            "log": cls._log_of(arrays["log"]),
        }
        return cls(**kept)

    @classmethod
    def of_run(cls, given: Self | str | os.PathLike[str], origin: str, differing: str) -> Self:
        """The state to go on from, read where it is a file.

        Args:
            given: A state, or the path of one that `save` wrote.
            origin: The origin of the run that goes on.
            differing: In words, what makes origins differ.

        Raises:
            ValueError: If the state is one of another run.
            TableError: If the file is missing or holds no state.
        """
        state = given if isinstance(given, cls) else cls.load(given)  # type: ignore[arg-type]
        if state.origin != origin:
            raise ValueError(f"state to resume: expected that of this run, got one saved from {differing}")
        return state


class NamedState(LoggedState[ValuesT]):
    """A stopped run that says in words what it is of: the base of dataclasses with a field ``run``, too."""

    run: str

    _texts = ("origin", "run")

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}", self.run)

    def _repr_html_(self) -> str:
        told = {"run": self.run, "iteration": self.iteration, "seconds": self.seconds}
        return html.facts(told, caption=type(self).__name__)

    @classmethod
    def to_resume(cls, given: Self | str | os.PathLike[str], origin: str, run: str, differing: str) -> Self:
        """The state to go on from, read where it is a file.

        Args:
            given: A state, or the path of one that `save` wrote.
            origin: The origin of the run that goes on.
            run: The same in words.
            differing: In words, what makes origins differ.

        Raises:
            ValueError: If the state is one of another run.
            TableError: If the file is missing or holds no state.
        """
        state = given if isinstance(given, cls) else cls.load(given)  # type: ignore[arg-type]
        if state.origin != origin:
            named = "" if state is given else f" {os.fspath(given)}"  # type: ignore[arg-type]
            raise ValueError(
                f"state to resume{named}: expected that of this run, {run}, got one saved from {differing}, "
                f"{state.run}"
            )
        return state


@dataclass(frozen=True, repr=False)
class RunState(NamedState[Evaluation]):
    """A stopped run of a game of poker.

    Attributes:
        origin: Digest of all that determines the run's numbers, such as game, algorithm and dtype; a state fits no
            other.
        run: The same in words.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        regrets: Sums of regrets, in an order that the engine knows.
        average: Sums of strategies, in an order that the engine knows.
        log: The convergence log so far.

    Raises:
        FloatingPointError: If regrets or sums are not finite: there is no going on from them.
    """

    origin: str
    run: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[LogRow, ...]

    _array_of = staticmethod(log_array)
    _log_of = staticmethod(log_rows)


def check_finite(iteration: int, **arrays: NDArray[Any]) -> None:
    """Check that the numbers of a run are finite.

    Args:
        iteration: Where the run stands.
        **arrays: Its numbers, by name.

    Raises:
        FloatingPointError: If one is infinite or no number; the message names the array.
    """
    for name, values in arrays.items():
        # By their ends, which no number or infinity escapes: a flag for each would take a quarter of the memory again.
        if not np.isfinite([np.min(values, initial=0), np.max(values, initial=0)]).all():
            raise FloatingPointError(
                f"the {name} of iteration {iteration:,} are not finite in {np.asarray(values).dtype}: expected dtype "
                "float64, or smaller stakes"
            )
