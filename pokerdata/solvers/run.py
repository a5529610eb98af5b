"""Solving a game: iterations, evaluations, and when to stop."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Game
from pokerdata.solvers.algorithm import Algorithm, algorithm
from pokerdata.solvers.evaluation import Evaluation
from pokerdata.solvers.schedule import next_evaluation
from pokerdata.solvers.solver import Solver
from pokerdata.solvers.state import LogRow, State, origin_of
from pokerdata.solvers.units import target_chips

# Iterations run in pieces of about this many seconds, between which limits and checkpoints are looked at.
_PIECE = 0.5


@dataclass(frozen=True)
class Result:
    """A solved game.

    strategy: for each street probabilities [edges of the street, states] of dtype, in the order of game.tree.
    log: the convergence log; its last row is the result. unreached_sets: information sets that play uniformly
    because the average never reaches them. stopped: 'target', 'iterations' or 'seconds'.
    """

    game: Game
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    log: tuple[LogRow, ...]
    unreached_sets: int
    stopped: str

    @property
    def evaluation(self) -> Evaluation:
        """Values of the strategy, in chips a game."""
        return self.log[-1].evaluation

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds


def solve(
    game: Game,
    *,
    algorithm: str | Algorithm = "dcfr",
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delay: int | None = None,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    dtype: str = "float32",
    threads: int = 0,
    resume: State | None = None,
    checkpoint: Callable[[State], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_progress: Callable[[int, int, LogRow | None], None] | None = None,
) -> Result:
    """Solve a game until its exploitability is below a target, or to a number of iterations or seconds.

    algorithm: a name or text such as 'dcfr(beta=0.5)', or an `Algorithm`; a name takes alpha, beta, gamma, delay, too.
    target: exploitability such as '1mb' (thousandths of the big blind or ante a game) or '0.01 chips'; '1mb'
        if neither iterations nor seconds are given. It is looked at wherever the run is evaluated: at
        iterations 1, 2, 3, 4, 5, 7, 9, 11, 16, 21, ... (eight a decade) and, once it is within twice the
        target, at multiples of ``every``.
    at: evaluate at these iterations instead, in rising order, and stop after the last of them.
    iterations, seconds: stop there at the latest; seconds count from this call and include evaluations.
    dtype, threads: as for `Solver`.
    resume: the state of a stopped run of the same game, algorithm and dtype; going on gives the same bits as
        never stopping.
    checkpoint: called with the state every ``checkpoint_seconds``, and before Ctrl-C is passed on.
    on_progress: called with (iterations done, expected in all, last row of the log) about twice a second.

    Raises ValueError for bad arguments and CapacityError, before any work, where memory would not suffice.
    """
    if not isinstance(algorithm, Algorithm):
        algorithm = _algorithm(algorithm, alpha=alpha, beta=beta, gamma=gamma, delay=delay)
    if target is None and iterations is None and seconds is None:
        target = "1mb"
    limits = _Limits(
        math.inf if iterations is None else _positive("iterations", iterations, whole=True),
        math.inf if seconds is None else _positive("seconds", seconds),
        0.0 if target is None else target_chips(target, game.rules),
        None if every is None else int(_positive("every", every, whole=True)),
        None if at is None else _points(at),
    )
    if limits.at is not None:
        limits = replace(limits, iterations=min(limits.iterations, limits.at[-1]))
    run = _Run(Solver(game, algorithm, dtype=dtype, threads=threads), limits, resume)
    run.checkpoint, run.checkpoint_seconds, run.on_progress = checkpoint, checkpoint_seconds, on_progress
    return run.go()


_algorithm = algorithm  # the parameter of solve() has the same name


@dataclass(frozen=True)
class _Limits:
    iterations: float
    seconds: float
    chips: float
    every: int | None
    at: tuple[int, ...] | None = None


class _Run:
    checkpoint: Callable[[State], None] | None = None
    checkpoint_seconds = 20.0
    on_progress: Callable[[int, int, LogRow | None], None] | None = None

    def __init__(self, solver: Solver, limits: _Limits, resume: State | None) -> None:
        self.solver = solver
        self.limits = limits
        self.origin = origin_of(solver.game, solver.algorithm, solver.dtype)
        self.log: list[LogRow] = []
        self.seconds = 0.0  # in iterations
        if resume is not None:
            if resume.origin != self.origin:
                raise ValueError(
                    "bad state to resume: it was saved from another game, algorithm or dtype; want the state "
                    f"of this run, {solver.algorithm} on {solver.game.label} in {solver.dtype}"
                )
            solver.restore(resume.iteration, resume.regrets, resume.average)
            self.log, self.seconds = list(resume.log), resume.seconds
        self.started = self.saved = time.monotonic()

    def go(self) -> Result:
        try:
            stopped = self._stopped()
            if self.solver.iteration >= self.limits.iterations and not self._evaluated():
                self._evaluate()  # resumed with a lower limit
                stopped = self._stopped()
            while stopped is None:
                self._iterate()
                late = time.monotonic() - self.started >= self.limits.seconds
                if self.solver.iteration == self._next() or late:
                    self._evaluate()
                    stopped = self._stopped(late)
                self._tell()
        except KeyboardInterrupt:
            self._save(always=True)
            raise
        strategy = self.solver.strategy()
        solver = self.solver
        return Result(
            solver.game,
            solver.algorithm,
            solver.dtype,
            strategy,
            tuple(self.log),
            solver.unreached_sets,
            stopped,
        )

    def _iterate(self) -> None:
        """Run to the next evaluation, but not much longer than a piece."""
        done = self.solver.iteration
        speed = max(1, int(_PIECE * done / self.seconds)) if self.seconds > 0 else 1
        start = time.monotonic()
        try:
            self.solver.iterate(min(self._next() - done, speed))
        finally:
            self.seconds += time.monotonic() - start

    def _next(self) -> int:
        """The iteration of the next evaluation, which may be where the solver is now."""
        near = bool(self.log) and self.log[-1].evaluation.exploitability < 2 * self.limits.chips
        before = self.solver.iteration - (0 if self._evaluated() else 1)
        if self.limits.at is not None:
            point = next((p for p in self.limits.at if p > before), self.limits.iterations)
        else:
            point = next_evaluation(before, self.limits.every if near else None)
        return int(min(point, self.limits.iterations))

    def _evaluated(self) -> bool:
        return self.solver.iteration == (self.log[-1].iteration if self.log else 0)

    def _evaluate(self) -> None:
        self.log.append(LogRow(self.solver.iteration, self.seconds, self.solver.evaluate()))

    def _stopped(self, late: bool = False) -> str | None:
        if not self.log:
            return None
        if self.log[-1].evaluation.exploitability < self.limits.chips:
            return "target"
        if self.solver.iteration >= self.limits.iterations:
            return "iterations"
        return "seconds" if late else None

    def _tell(self) -> None:
        self._save()
        if self.on_progress is not None:
            done = self.solver.iteration
            self.on_progress(done, max(done, self._expected()), self.log[-1] if self.log else None)

    def _expected(self) -> int:
        """Iterations in all, by the slope of the last evaluations in log-log."""
        if self.limits.chips > 0 and len(self.log) > 4:
            early, late = self.log[-4], self.log[-1]
            fall = math.log(early.evaluation.exploitability / late.evaluation.exploitability)
            slope = fall / math.log(late.iteration / early.iteration)
            if slope > 0.1:
                more = math.log(max(late.evaluation.exploitability / self.limits.chips, 1)) / slope
                return int(min(late.iteration * math.exp(min(more, 20)), self.limits.iterations))
        return self._next() if math.isinf(self.limits.iterations) else int(self.limits.iterations)

    def _save(self, always: bool = False) -> None:
        due = always or time.monotonic() - self.saved >= self.checkpoint_seconds
        if self.checkpoint is None or not due or not self.solver.usable:
            return
        regrets, average = self.solver.arrays()
        self.checkpoint(
            State(self.origin, self.solver.iteration, self.seconds, regrets, average, tuple(self.log))
        )
        self.saved = time.monotonic()


def _points(at: Sequence[int]) -> tuple[int, ...]:
    points = tuple(int(_positive("iteration to evaluate at", point, whole=True)) for point in at)
    if not points or any(b <= a for a, b in pairwise(points)):
        raise ValueError(f"bad iterations to evaluate at {points}: want rising numbers, e.g. at=[1, 21, 41]")
    return points


def _positive(name: str, value: float, *, whole: bool = False) -> float:
    if whole and value != value // 1:  # a run could never end at iteration 3.5
        raise ValueError(f"bad {name} {value}: want a whole number, e.g. {name}=100")
    if not value > 0:
        raise ValueError(f"bad {name} {value}: want more than 0, e.g. {name}=100")
    return value
