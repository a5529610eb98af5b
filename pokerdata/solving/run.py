"""Run any solver: options, budget, loop and checkpoints.

Each `solve` function makes a `Run` from its `RunOptions` before any work, builds its solver, and passes it to `Run.go` as an
`Engine`. The run counts seconds, keeps the log, and decides when to evaluate, save and stop.
"""

from __future__ import annotations

import math
import os
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.progress import Progress
from pokerdata._support.resources import within_memory
from pokerdata._support.text import nearest
from pokerdata.errors import TableError
from pokerdata.solving.algorithms import Schedule
from pokerdata.solving.algorithms import schedule as schedule_of
from pokerdata.solving.solved import (
    Row,
    RunState,
    Unknown,
    Values,
    ValuesT,
    check_finite,
    log_array,
    log_rows,
)

#: Seconds since some fixed moment; tests replace it by a clock of their own.
clock: Callable[[], float] = time.monotonic


class RunOptions(TypedDict, total=False):
    """Options of every run: keyword arguments of every `solve` function.

    Attributes:
        target: Stop once exploitability is below this. Text with a unit: '1mb' (thousandths of the big blind or ante per
            game), '0.01 chips' or, for a spot, '0.5%' of the pot. For an explicit tree, a number in units of utility. It is
            compared at each evaluation.
        iterations: Stop after this many iterations at the latest.
        seconds: Stop after this wall-clock time at the latest. It starts with the call and includes set-up and evaluations.
            By the speed so far, no iteration or evaluation starts that would not fit. A run cannot stop inside an
            iteration.
        schedule: When to evaluate: 'log' (iterations 1, 2, 3, 4, 5, 7, 9, 11, 16, 21, ..., eight per decade) or another of
            `pokerdata.solving.SCHEDULES`. Give at most one of `schedule`, `every` and `at`.
        every: Evaluate at the multiples of this number.
        at: Evaluate at these iterations, in rising order; the run stops after the last of them.
        resume: The state of a stopped run of the same problem, algorithm and dtype, or the file of the state. With `out` of
            `pokerdata.solve`, True. The run continues to the same bits as if it had never stopped, and extends its log.
        checkpoint: Called with the state every `checkpoint_seconds`, at the end, and before Ctrl-C or an error of a callback
            propagates; e.g. ``lambda state: state.save("leduc.state")``.
        checkpoint_seconds: Seconds from one state to the next, 20 by default; more if saving takes over a tenth of the
            time.
        on_evaluation: Called with each row of the log.
        progress: Called about twice a second with the iterations done and expected in total, 0 while that is unknown. An
            exception it raises ends the run.
        cancel: Once this event is set, finish the current iteration, evaluate the strategies, and stop.
    """

    target: str | float | None
    iterations: int | None
    seconds: float | None
    schedule: str | None
    every: int | None
    at: Sequence[int] | None
    resume: RunState | str | os.PathLike[str] | bool | None
    checkpoint: Callable[[RunState], None] | None
    checkpoint_seconds: float
    on_evaluation: Callable[[Row[Any]], None] | None
    progress: Progress | None
    cancel: threading.Event | None


_ENOUGH = 64  # evaluations, a power of two
_FASTEST = 1e7  # iterations per second, more than any engine reaches
_FORESIGHT = 30  # times the iterations done: beyond that, early slopes mislead by hours


@dataclass(frozen=True)
class Budget:
    """Limits of a run and its schedule of evaluations.

    Attributes:
        target: Stop below this exploitability, in the engine's units of utility; minus infinity for no target.
        iterations: The last iteration; infinite for no limit.
        seconds: Seconds of wall-clock time; infinite for no limit.
    """

    target: float
    iterations: float
    seconds: float
    schedule: Schedule

    def next_evaluation(self, iteration: int) -> float:
        """Return the first evaluated iteration after this one; infinite if there is none."""
        return min(self.schedule.after(iteration), self.iterations)

    def stalled(self, log: Sequence[Row[Values]]) -> bool:
        """Return whether the target seems out of reach in a run without other limits, such as one below rounding errors.

        That is so if the last three quarters of the evaluations did not improve on the first quarter. The test runs only
        when the number of evaluations is a power of two, from 64 on.
        """
        if len(log) < _ENOUGH or len(log) & (len(log) - 1) or min(self.iterations, self.seconds) < math.inf:
            return False
        found = [row.values.exploitability for row in log]
        early = len(found) // 4
        return min(found[early:]) >= min(found[:early])

    def expected(self, log: Sequence[Row[Values]]) -> float:
        """Return the estimated total of iterations, from the log-log slope of the last evaluations; infinite if unknown."""
        if self.target > 0 and log:
            late = log[-1]
            early = next((row for row in reversed(log) if 4 * row.iteration <= late.iteration), late)
            high, low = early.values.exploitability, late.values.exploitability
            if high > low > 0:
                slope = math.log(high / low) / math.log(late.iteration / early.iteration)
                more = math.log(max(low / self.target, 1)) / max(slope, 0.1)
                if more < math.log(_FORESIGHT):
                    return min(late.iteration * math.exp(more), self.iterations)
        return self.iterations


def positive(name: str, value: float | None, *, whole: bool = False) -> float:
    """Return a number above 0, or infinity for None; raise ValueError for anything else."""
    if value is None:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not value > 0:
        raise ValueError(f"{name}: expected a number above 0, got {value!r}; e.g. 100")
    if whole and value % 1:  # a run could never end at iteration 3.5
        raise ValueError(f"{name}: expected a whole number, got {value}; e.g. 100")
    return float(value)


class Solver(Protocol):
    """What a run needs from a solver."""

    @property
    def iteration(self) -> int:
        """Iterations done, including those of earlier runs."""

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations, so that its state can be saved."""

    def iterate(self, count: int, /) -> None:
        """Run ``count`` iterations, at least one; Ctrl-C raises KeyboardInterrupt."""

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """Return copies of regrets, strategy sums and other arrays needed to resume."""

    # `restore(iteration, *arrays)` resumes from these arrays.


SolverT = TypeVar("SolverT", bound=Solver)
#: Names of a solver's arrays, in their order.
_ARRAYS = ("regrets", "average", "prediction")


class Engine(ABC, Generic[SolverT, ValuesT]):
    """One solver, or one solver per player that iterate side by side, as a run drives them.

    Attributes:
        origin: Digest of everything that determines the numbers of the run.
        name: Description of the same in words.
        NUMBERS: How many numbers the values have.
        EVALUATION: Estimated cost of an evaluation in iterations, used until one is timed.
        AFTER: Number of evaluations that the result needs after the run.
    """

    origin: str
    name: str
    NUMBERS: int
    EVALUATION = 2.0
    AFTER = 0

    def __init__(self, *solvers: SolverT) -> None:
        self.solvers = solvers

    @property
    def iteration(self) -> int:
        """Iterations that all solvers have done."""
        return self.solvers[-1].iteration

    @property
    def usable(self) -> bool:
        """Whether all solvers stand between the same two iterations."""
        return all(solver.usable and solver.iteration == self.iteration for solver in self.solvers)

    def iterate(self, count: int) -> None:
        """Run iterations; after Ctrl-C, too, the other solvers catch up with the first."""
        try:
            self.solvers[0].iterate(count)
            self._follow()
        except KeyboardInterrupt:
            if all(solver.usable for solver in self.solvers):
                self._follow()
            raise

    def _follow(self) -> None:
        first, *others = self.solvers
        for other in others:
            if behind := first.iteration - other.iteration:
                other.iterate(behind)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return copies of the arrays needed to resume, by name."""
        return {
            f"{name}{number}": array
            for number, solver in self._numbered()
            for name, array in zip(_ARRAYS, solver.arrays(), strict=False)
        }

    def restore(self, iteration: int, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Resume from arrays of a saved state."""
        for number, solver in self._numbered():
            names = [f"{name}{number}" for name in _ARRAYS if f"{name}{number}" in arrays]
            solver.restore(iteration, *(arrays[name] for name in names))  # type: ignore[attr-defined]

    def _numbered(self) -> Iterator[tuple[str, SolverT]]:
        for p, solver in enumerate(self.solvers):
            yield "" if len(self.solvers) == 1 else f"_{p}", solver

    @abstractmethod
    def evaluate(self) -> ValuesT:
        """Return the exact values of the average strategies, or `Unknown`."""

    @staticmethod
    @abstractmethod
    def values(numbers: Sequence[float]) -> ValuesT:
        """Return values from their `numbers`."""


# Iterations run in pieces of about this many seconds; limits and checkpoints are checked between pieces.
_PIECE = 0.5
# The time between two checkpoints is at least this many times the time that one takes.
_SAVE_SHARE = 10
_EVERY_SECONDS = 20.0  # from one checkpoint to the next


class Run(Generic[ValuesT]):
    """One run of an engine. Its clock starts when the object is made.

    Args:
        options: Options that a `solve` function got.
        target: Function that reads a target and returns the exploitability in the engine's units of utility.
        default: The target if neither target, iterations nor seconds are given.
        needs: Options of which one must be given if there is no default.
        schedule: When to evaluate, unless the options say so.

    Attributes:
        budget: Limits of the run.
        saves: Whether states are saved or read, which takes memory.
        log: The convergence log so far.
        seconds: Seconds spent in iterations.
        stopped: Why `go` ended.

    Raises:
        TypeError: For an unknown option.
        ValueError: If an option is invalid.
    """

    def __init__(
        self,
        options: RunOptions,
        *,
        target: Callable[[Any], float] | None = None,
        default: str | float | None = None,
        needs: Sequence[str] = ("target", "iterations", "seconds"),
        schedule: Schedule | None = None,
    ) -> None:
        self._started = clock()
        names = RunOptions.__annotations__
        for name in options:
            if name not in names:
                raise TypeError(f"unexpected keyword argument {name!r}{nearest(name, names)}")
        given: dict[str, Any] = {name: options.get(name) for name in names}
        if all(given[name] is None for name in ("target", "iterations", "seconds")):
            given["target"] = default
        if all(given[name] is None for name in needs):
            expected = "a target, iterations or seconds" if "target" in needs else "iterations or seconds"
            raise ValueError(f"limits: expected {expected}, got none; e.g. iterations=1000")
        if given["target"] is not None and target is None:
            raise ValueError(
                f"target: expected none, as exploitability is not known here, got {given['target']!r}; e.g. iterations=1000"
            )
        if schedule is None or any(given[name] is not None for name in ("schedule", "every", "at")):
            schedule = schedule_of(given["schedule"], every=given["every"], at=given["at"])
        last = positive("iterations", given["iterations"], whole=True)
        self.budget = Budget(
            -math.inf if given["target"] is None or target is None else target(given["target"]),
            min(last, schedule.last),
            positive("seconds", given["seconds"]),
            schedule,
        )
        if given["resume"] is True:
            raise ValueError("resume: expected a state or its file, got True; e.g. 'leduc.h5.state'")
        self._resume, self._checkpoint = given["resume"] or None, given["checkpoint"]
        self._between = _EVERY_SECONDS if given["checkpoint_seconds"] is None else given["checkpoint_seconds"]
        self._on_evaluation, self._progress, self._cancel = (
            given[name] for name in ("on_evaluation", "progress", "cancel")
        )
        self.saves = self._checkpoint is not None or self._resume is not None
        self.log: list[Row[ValuesT]] = []
        self.seconds = 0.0
        self.stopped = ""

    @within_memory()
    def go(self, engine: Engine[Any, ValuesT]) -> None:
        """Iterate until the budget ends. Save the state at the end, and before an exception propagates.

        Raises:
            ValueError: If the state to resume belongs to another run, or `seconds` is too short for set-up, one iteration
                and its evaluation.
            TableError: If the state cannot be read.
            FloatingPointError: At the first evaluation or checkpoint with numbers that are not finite.
            KeyboardInterrupt: At Ctrl-C.
        """
        self._engine = engine
        self._evaluated = 0  # the last evaluated iteration
        self._evaluation = math.nan  # seconds of the last evaluation
        self._restore()
        self._began, self._before = engine.iteration, self.seconds  # where this run started
        # time of the last save, the seconds it took, and its iteration
        self._saved_at, self._saving, self._saved = clock(), 0.0, -1
        try:
            self.stopped = self._loop()
        except KeyboardInterrupt:
            self._save()
            raise
        self._save()

    def _restore(self) -> None:
        if self._resume is None:
            return
        given, self._resume = self._resume, None  # frees the arrays, as the solver copies them
        state, engine = given if isinstance(given, RunState) else RunState.load(given), self._engine
        of = "" if state is given else f" {os.fspath(given)}"
        if state.origin != engine.origin:
            other = (
                state.run
                if state.run != engine.name
                else f"{state.run}, with other details such as buckets or locks"
            )
            raise ValueError(f"state to resume{of}: it is one of {other}; this run is {engine.name}")
        try:
            engine.restore(state.iteration, state.arrays)
            self.log, self.seconds = list(log_rows(state.log, engine.values)), state.seconds
        except (TypeError, ValueError) as error:
            raise TableError(
                f"state to resume{of}: expected the arrays of {engine.name}, got {error}"
            ) from error
        self._evaluated = self.log[-1].iteration if self.log else 0

    def _loop(self) -> str:
        while True:
            stopped = self._stopped()
            if stopped is not None:
                if self._is_evaluated():
                    return stopped
                self._evaluate()
                continue  # the new value may reach the target
            self._iterate()
            if self._engine.iteration == self._next():
                self._evaluate()
            self._report()

    def _iterate(self) -> None:
        """Run to the next evaluation, but at most about one piece, and only as long as time is left."""
        engine = self._engine
        piece = max(1, int(self._speed() * max(0.0, min(_PIECE, self._left() - self._reserve()))))
        start = clock()
        try:
            engine.iterate(int(min(self._next() - engine.iteration, piece)))
        finally:
            self.seconds += clock() - start
        if engine.iteration == 1 and self._left() < self._reserve():
            need = clock() - self._started + self._reserve()
            raise ValueError(
                f"seconds: set-up, one iteration and its evaluation take about {math.ceil(10 * need) / 10:g} s, got "
                f"{self.budget.seconds:g}; e.g. seconds={math.ceil(2 * need)}"
            )

    def _next(self) -> float:
        """Return the iteration of the next evaluation, which may be the current one."""
        return self.budget.next_evaluation(self._engine.iteration - (not self._is_evaluated()))

    def _is_evaluated(self) -> bool:
        return self._engine.iteration == self._evaluated

    def _evaluate(self) -> None:
        iteration, start = self._engine.iteration, clock()
        found, self._evaluated = self._engine.evaluate(), iteration
        self._evaluation = clock() - start
        check_finite(iteration, values=np.array(found.numbers))
        self.log.append(Row(iteration, self.seconds, found))
        if self._on_evaluation is not None:
            self._call(self._on_evaluation, self.log[-1])

    def _stopped(self) -> str | None:
        engine, last = self._engine, self.log[-1] if self.log and self._is_evaluated() else None
        if last is not None and last.values.exploitability < self.budget.target:
            return "target"
        if engine.iteration >= self.budget.iterations:
            return "iterations"
        if engine.iteration and self._cancel is not None and self._cancel.is_set():
            return "cancelled"
        if engine.iteration and self._left() < self._iteration_seconds() + self._reserve():
            return "seconds"
        return "stalled" if last is not None and self.budget.stalled(self.log) else None

    def _left(self) -> float:
        """Return the seconds until time is up."""
        return self.budget.seconds - (clock() - self._started)

    def _reserve(self) -> float:
        """Return the seconds of the evaluations after the last iteration."""
        one = self._evaluation
        if math.isnan(one):
            one = self._engine.EVALUATION * self._iteration_seconds()
        return (1 + self._engine.AFTER) * one

    def _iteration_seconds(self) -> float:
        return 1 / speed if (speed := self._speed()) > 0 else 0.0

    def _speed(self) -> float:
        """Return the iterations per second of this run; before its first iteration, of the earlier run, or 0."""
        done, spent = self._engine.iteration - self._began, self.seconds - self._before
        if spent <= 0:
            done, spent = self._began, self._before  # from a state, where any number above 0 is possible
        return min(_FASTEST, done / spent) if spent > 0 else 0.0

    def _report(self) -> None:
        if clock() - self._saved_at >= max(self._between, _SAVE_SHARE * self._saving):
            self._save()
        if self._progress is not None:
            self._call(self._progress, self._engine.iteration, self._expected())

    def _call(self, callback: Callable[..., object], *arguments: object) -> None:
        try:
            callback(*arguments)
        except Exception:
            self._save()
            raise

    def _expected(self) -> int:
        """Return the expected total of iterations, from the log and the time that is left."""
        done, left = self._engine.iteration, self._left()
        expected = self.budget.expected(self.log)
        if math.isfinite(left):
            expected = min(expected, done + max(0.0, left) * self._speed())
        return int(max(done, expected)) if math.isfinite(expected) else 0

    def _save(self) -> None:
        """Save the state, unless it is saved already or an interrupted iteration destroyed it."""
        engine = self._engine
        if self._checkpoint is None or not engine.usable or engine.iteration == self._saved:
            return
        start = clock()
        log = log_array(self.log, engine.NUMBERS)
        self._checkpoint(
            RunState(engine.origin, engine.name, engine.iteration, self.seconds, engine.arrays(), log)
        )
        self._saved_at, self._saved = clock(), engine.iteration
        self._saving = self._saved_at - start


class UnknownEngine(Engine[SolverT, Unknown]):
    """An engine that cannot evaluate its strategies."""

    NUMBERS = 0
    EVALUATION = 0.0

    def evaluate(self) -> Unknown:
        """Return no values."""
        return Unknown()

    @staticmethod
    def values(numbers: Sequence[float]) -> Unknown:
        """Return no values."""
        return Unknown()
