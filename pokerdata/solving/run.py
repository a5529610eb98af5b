"""The run loop of all engines: iterations until a limit, with evaluations, checkpoints and progress.

A solver that has ``iteration``, ``usable`` and ``iterate`` comes in by a small adapter, a subclass of `Engine` that says
two things: ``evaluate``, what its average is worth, and ``state``, what it takes to go on. The run counts seconds, keeps
the log, and decides when to evaluate, to save and to stop. `solve` of each engine checks its arguments, restores the
solver where it resumes, and makes its own result of what the run leaves.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from pokerdata.solving.checkpoints import Checkpoints, StateT, Stoppable
from pokerdata.solving.limits import Limits
from pokerdata.solving.log import Row, ValuesT
from pokerdata.solving.run_state import check_finite
from pokerdata.support.progress import Progress

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
        spent = self.seconds - self._before
        if spent > 0:
            return (self.engine.iteration - self._began) / spent
        return self._began / self._before if self._before > 0 else 0.0

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
