"""A run of any engine: its limits, loop, log, checkpoints and saved states.

A solver that has ``iteration``, ``usable`` and ``iterate`` comes in by a small adapter, a subclass of `Engine` that says
two things: ``evaluate``, what its average is worth, and ``state``, what it takes to go on. The run counts seconds, keeps
the log, and decides when to evaluate, to save and to stop. `solve` of each engine checks its arguments, restores the
solver where it resumes, and makes its own result of what the run leaves.
"""

from __future__ import annotations

import math
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.resources import within_memory
from pokerdata._support.text import brief
from pokerdata.errors import TableError
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.solving.algorithms import Schedule
from pokerdata.solving.evaluation import Evaluation


class Values(Protocol):
    """What an engine says that its average strategies are worth."""

    @property
    def exploitability(self) -> float:
        """What a target is compared with, in units of utility a game."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """All values; a run stops where one of them is not finite."""


ValuesT = TypeVar("ValuesT", bound=Values)


@dataclass(frozen=True)
class Row(Generic[ValuesT]):
    """One line of the convergence log.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds spent in iterations, without the evaluations.
        evaluation: What the average strategies were worth.
    """

    iteration: int
    seconds: float
    evaluation: ValuesT

    def __repr__(self) -> str:
        worth = f"exploitability {self.evaluation.exploitability:.6g}"
        return brief(self, f"iteration {self.iteration:,}", f"{self.seconds:.3g} s", worth)

    def _repr_html_(self) -> str:
        told = {"iteration": self.iteration, "seconds": self.seconds}
        return html.facts({**told, "exploitability": self.evaluation.exploitability})


#: A row of a convergence log whose evaluation is exact.
LogRow: TypeAlias = Row[Evaluation]


def log_array(log: Sequence[LogRow]) -> NDArray[np.float64]:
    """float64 [rows, 5]: iteration, seconds, best response of player 1 and of player 2, expected value."""
    rows: list[Any] = [(r.iteration, r.seconds, *r.evaluation.numbers) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def log_rows(array: NDArray[np.float64]) -> tuple[LogRow, ...]:
    """The inverse of `log_array`."""
    return tuple(
        LogRow(int(i), float(s), Evaluation((float(a), float(b)), float(v))) for i, s, a, b, v in array
    )


MOST_ITERATIONS = 10**15  # and seconds of a recipe: more than any run does, and whole as a float
_ENOUGH = 64  # evaluations, a power of two
_FASTEST = 1e7  # iterations a second, more than any engine does
_FORESIGHT = 30  # times the iterations done: further on, the first slopes of a run mislead by hours


@dataclass(frozen=True)
class Limits:
    """Where a run stops.

    Attributes:
        target: Exploitability to come below, in the engine's units of utility; minus infinity for none.
        iterations: The last iteration; infinite for none.
        seconds: The seconds it may take; infinite for none.
        schedule: When the run is evaluated.
        iterating: Whether seconds are those spent in iterations, else all since the start of the run.
    """

    target: float
    iterations: float
    seconds: float
    schedule: Schedule
    iterating: bool = False

    @staticmethod
    def of(target: float | None, iterations: int | None, seconds: float | None, schedule: Schedule) -> Limits:
        """Limits as the caller gave them.

        Args:
            target: As for `Limits`, or None.
            iterations: A whole number above 0, or None.
            seconds: A number above 0, or None.
            schedule: When the run is evaluated; the last iteration of a list is a limit, too.

        Raises:
            ValueError: If one of them is invalid.
        """
        last = math.inf if iterations is None else _positive("iterations", iterations, whole=True)
        longest = math.inf if seconds is None else _positive("seconds", seconds)
        return Limits(-math.inf if target is None else target, min(last, schedule.last), longest, schedule)

    def next_evaluation(self, iteration: int) -> float:
        """The first iteration after this one at which the run is evaluated; infinite for none."""
        return min(self.schedule.after(iteration), self.iterations)

    def stalled(self, log: Sequence[Row[ValuesT]]) -> bool:
        """Whether the target seems out of reach, as one below what rounding leaves, where nothing else ends the run.

        So it is told where none of the last three quarters of the evaluations was better than all before; looked for when
        their number is a power of two from 64 on.

        Args:
            log: The log of the run so far.
        """
        if len(log) < _ENOUGH or len(log) & (len(log) - 1) or min(self.iterations, self.seconds) < math.inf:
            return False
        found = [row.evaluation.exploitability for row in log]
        early = len(found) // 4
        return min(found[early:]) >= min(found[:early])

    def expected(self, log: Sequence[Row[ValuesT]]) -> float:
        """Iterations in all, by the slope of the last evaluations in log-log; infinite where they do not tell yet."""
        if self.target > 0 and log:
            late = log[-1]
            early = next((row for row in reversed(log) if 4 * row.iteration <= late.iteration), late)
            high, low = early.evaluation.exploitability, late.evaluation.exploitability
            if high > low > 0:
                slope = math.log(high / low) / math.log(late.iteration / early.iteration)
                more = math.log(max(low / self.target, 1)) / max(slope, 0.1)
                if more < math.log(_FORESIGHT):
                    return min(late.iteration * math.exp(more), self.iterations)
        return self.iterations


def _positive(name: str, value: float, *, whole: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ValueError(f"{name}: expected a number more than 0, got {value!r}; e.g. 100")
    if whole and value % 1:  # a run could never end at iteration 3.5
        raise ValueError(f"{name}: expected a whole number, got {value}; e.g. 100")
    return value


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
        try:
            found = int(arrays["version"]) if "version" in arrays else 1
            if found != STATE_VERSION:
                raise TableError(
                    f"saved state: expected version {STATE_VERSION}, which this pokerdata writes, got {found}; start the "
                    "run anew, e.g. with `pokerdata solve --fresh`"
                )
            return cls.of_contents(arrays)
        except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            # what others say of themselves names functions and types of Python
            got = "others" if isinstance(error, AttributeError | IndexError | TypeError) else error
            raise TableError(f"saved state: expected the arrays of a stopped run, got {got}") from error

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
            ValueError: If sums are negative, or the iteration or the log cannot be those of a run.
        """
        check_sums(arrays["average"])
        for name in ("regrets", "average", "log"):
            if not arrays[name].ndim:
                raise ValueError(f"a single number for {name}")
        if not (np.isfinite(arrays["log"]).all() and np.isfinite(arrays["seconds"])):
            raise ValueError("a log or seconds that are not finite")
        if not 0 <= arrays["seconds"] <= MOST_ITERATIONS:
            raise ValueError(f"{arrays['seconds']} seconds, not from 0 to {MOST_ITERATIONS}")
        kept: dict[str, Any] = {name: str(arrays[name]) for name in cls._texts}
        kept |= {
            "iteration": as_count(arrays["iteration"].item(), "iteration", 0, MOST_ITERATIONS, 100),
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


def check_sums(average: NDArray[Any]) -> None:
    """Check that sums of strategies of a saved run are not negative.

    Args:
        average: The sums.

    Raises:
        ValueError: If one is negative.
    """
    if (least := np.min(average, initial=0)) < 0:
        raise ValueError(f"sums of strategies of {least:g}, which are never below 0")


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


StateT = TypeVar("StateT")

# Between two checkpoints pass at least so many times the seconds that one takes.
_SAVE_SHARE = 10


class Stoppable(Protocol):
    """What a run's engine says of itself."""

    @property
    def iteration(self) -> int:
        """Iterations done, those of earlier runs too."""

    @property
    def usable(self) -> bool:
        """Whether it stands between two iterations, so that its state can be saved."""


class Checkpoints(Generic[StateT]):
    """Saves the states of a run by ``save``, or nothing where that is None.

    Args:
        save: Called with a state.
        seconds: Seconds from one state to the next while the run goes on; more where saving takes over a tenth of the
            time.
    """

    def __init__(self, save: Callable[[StateT], None] | None, seconds: float) -> None:
        self._write, self._seconds = save, seconds
        self._at = time.monotonic()  # when the last state was saved
        self._took = 0.0  # seconds
        self._kept = -1  # its iteration

    def save_if_due(self, engine: Stoppable, state: Callable[[], StateT]) -> None:
        """Save the state if the last one is old enough."""
        if time.monotonic() - self._at >= max(self._seconds, _SAVE_SHARE * self._took):
            self.save(engine, state)

    def save(self, engine: Stoppable, state: Callable[[], StateT]) -> None:
        """Save the state, unless it is there already or lost in an iteration that was broken off."""
        if self._write is None or not engine.usable or engine.iteration == self._kept:
            return
        start = time.monotonic()
        self._write(state())
        self._at, self._kept = time.monotonic(), engine.iteration
        self._took = self._at - start


# Iterations run in pieces of about this many seconds, between which limits and checkpoints are looked at.
_PIECE = 0.5


class Iterating(Stoppable, Protocol):
    """What a run asks of a solver."""

    def iterate(self, count: int, /) -> None:
        """Run ``count`` iterations, at least one; Ctrl-C raises KeyboardInterrupt."""


SolverT = TypeVar("SolverT", bound=Iterating)


class Engine(ABC, Generic[SolverT, ValuesT, StateT]):
    """A solver as runs take it."""

    def __init__(self, solver: SolverT) -> None:
        self.solver = solver

    @property
    def iteration(self) -> int:
        """Iterations done, those of earlier runs too."""
        return self.solver.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations, so that its state can be saved."""
        return self.solver.usable

    def iterate(self, count: int) -> None:
        """Run ``count`` iterations, at least one; Ctrl-C raises KeyboardInterrupt."""
        self.solver.iterate(count)

    @abstractmethod
    def evaluate(self) -> ValuesT | None:
        """What the average strategies are worth now, exactly; None where the engine cannot tell."""

    @abstractmethod
    def state(self, seconds: float, log: Sequence[Row[ValuesT]]) -> StateT:
        """A copy of all that it takes to go on.

        Args:
            seconds: Seconds spent in the run's iterations so far.
            log: The log of the run so far.
        """


class Run(Generic[ValuesT, StateT]):
    """One run of an engine. Its ``log`` and ``seconds`` (spent in iterations) grow while it goes on.

    Args:
        engine: What iterates.
        limits: Where the run stops.
        checkpoints: What saves its states.
        on_evaluation: Called with each row of the log.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known.
    """

    def __init__(
        self,
        engine: Engine[Any, ValuesT, StateT],
        limits: Limits,
        checkpoints: Checkpoints[StateT],
        *,
        on_evaluation: Callable[[Row[ValuesT]], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.engine, self.limits, self.checkpoints = engine, limits, checkpoints
        self.on_evaluation, self.progress = on_evaluation, progress
        self.log: list[Row[ValuesT]] = []
        self.seconds = 0.0
        self._started = time.monotonic()
        self._began, self._before = engine.iteration, 0.0  # iteration and seconds at which this run did
        self._evaluated = 0  # the last iteration that was

    def resume(self, seconds: float, log: Sequence[Row[ValuesT]], *, evaluated: int | None = None) -> None:
        """Go on from a state that the engine was restored to.

        Args:
            seconds: Seconds spent in iterations before.
            log: The log of the run before.
            evaluated: The last iteration that was evaluated, if it is not the log's.
        """
        self.log, self.seconds = list(log), seconds
        self._began, self._before = self.engine.iteration, seconds
        self._evaluated = (log[-1].iteration if log else 0) if evaluated is None else evaluated

    @within_memory()
    def go(self) -> str:
        """Iterate until a limit.

        Saves the state at the end and before it passes Ctrl-C on.

        Returns:
            'target', 'iterations', 'seconds' or 'stalled', which is told in `Limits.stalled`.

        Raises:
            FloatingPointError: At the first evaluation whose values are not finite.
            KeyboardInterrupt: At Ctrl-C.
        """
        try:
            stopped = self._stopped()
            if stopped is not None and not self._is_evaluated():  # resumed, with a lower limit
                self._evaluate()
                stopped = self._stopped()
            while stopped is None:
                self._iterate()
                late = self._left() <= 0
                if self.engine.iteration == self._next() or late:
                    self._evaluate()
                    stopped = self._stopped(late)
                self._tell()
        except KeyboardInterrupt:
            self.checkpoints.save(self.engine, self._state)
            raise
        self.checkpoints.save(self.engine, self._state)
        return stopped

    def _iterate(self) -> None:
        """Run to the next evaluation, but not much longer than a piece, nor than there is time."""
        piece = max(1, int(self._speed() * max(0.0, min(_PIECE, self._left()))))
        start = time.monotonic()
        try:
            self.engine.iterate(int(min(self._next() - self.engine.iteration, piece)))
        finally:
            self.seconds += time.monotonic() - start

    def _next(self) -> float:
        """The iteration of the next evaluation, which may be where the engine is now."""
        return self.limits.next_evaluation(self.engine.iteration - (not self._is_evaluated()))

    def _is_evaluated(self) -> bool:
        return self.engine.iteration == self._evaluated

    def _evaluate(self) -> None:
        found, self._evaluated = self.engine.evaluate(), self.engine.iteration
        if found is not None:
            check_finite(self.engine.iteration, values=np.array(found.numbers))
            self.log.append(Row(self.engine.iteration, self.seconds, found))
            if self.on_evaluation is not None:
                self.on_evaluation(self.log[-1])

    def _stopped(self, late: bool = False) -> str | None:
        last = self.log[-1] if self.log and self._is_evaluated() else None
        if last is not None and last.evaluation.exploitability < self.limits.target:
            return "target"
        if self.engine.iteration >= self.limits.iterations:
            return "iterations"
        if late:
            return "seconds"
        return "stalled" if last is not None and self.limits.stalled(self.log) else None

    def _left(self) -> float:
        """Seconds until time is up."""
        spent = self.seconds - self._before if self.limits.iterating else time.monotonic() - self._started
        return self.limits.seconds - spent

    def _speed(self) -> float:
        """Iterations a second, in this run; before its first those of the earlier one, or 0."""
        done, spent = self.engine.iteration - self._began, self.seconds - self._before
        if spent <= 0:
            done, spent = self._began, self._before  # of a state, which may say anything above 0
        return min(_FASTEST, done / spent) if spent > 0 else 0.0

    def _tell(self) -> None:
        self.checkpoints.save_if_due(self.engine, self._state)
        if self.progress is not None:
            self.progress(self.engine.iteration, self._expected())

    def _expected(self) -> int:
        """Iterations in all, by the log and by the time that is left."""
        done, left = self.engine.iteration, self._left()
        expected = self.limits.expected(self.log)
        if math.isfinite(left):
            expected = min(expected, done + max(0.0, left) * self._speed())
        return int(max(done, expected)) if math.isfinite(expected) else 0

    def _state(self) -> StateT:
        return self.engine.state(self.seconds, self.log)
