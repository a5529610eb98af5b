"""Solving a game: iterations, evaluations, and when to stop."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Game, target_chips
from pokerdata.solvers.algorithm import Algorithm, algorithm_for
from pokerdata.solvers.evaluation import Evaluation
from pokerdata.solvers.limits import Limits
from pokerdata.solvers.saving import Checkpoints
from pokerdata.solvers.schedule import schedule as schedule_of
from pokerdata.solvers.solver import Solver, check_memory
from pokerdata.solvers.state import LogRow, State, check_finite, origin_of

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
    algorithm: str | Algorithm | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delay: int | None = None,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    dtype: str = "float32",
    threads: int = 0,
    resume: State | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[State], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_progress: Callable[[int, int, LogRow | None], None] | None = None,
) -> Result:
    """Solve a game until its exploitability is below a target, or to a number of iterations or seconds.

    algorithm: a name or text such as 'dcfr(beta=0.5)', or an `Algorithm`; a name takes alpha, beta, gamma, delay, too.
        None is 'dcfr', in no-limit games 'dcfr(beta=0.5)'.
    target: exploitability such as '1mb' (thousandths of the big blind or ante a game) or '0.01 chips'; '1mb'
        if neither iterations nor seconds are given. It is looked at wherever the run is evaluated.
    schedule, every, at: where that is; at most one of them. schedule: 'log' (iterations 1, 2, 3, 4, 5, 7, 9, 11, 16,
        21, ..., eight a decade; the default) or another of `pokerdata.solvers.SCHEDULES`. every: at its
        multiples. at: at these iterations, in rising order; the run stops after the last of them.
    iterations, seconds: stop there at the latest; seconds count from this call and include evaluations.
    dtype, threads: as for `Solver`.
    resume: the state of a stopped run of the same game, algorithm and dtype, or its file; going on gives the same
        bits as never stopping.
    checkpoint: called with the state every ``checkpoint_seconds`` (less often where saving takes over a tenth of the
        time), before Ctrl-C is passed on, and at the end.
    on_progress: called with (iterations done, expected in all or 0 where that is not known yet, last row of the
        log) about twice a second.

    Raises ValueError for bad arguments and CapacityError, before any work, where memory would not suffice;
    FloatingPointError at the first evaluation or checkpoint whose numbers are not finite.
    """
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm, alpha=alpha, beta=beta, gamma=gamma, delay=delay)
    if target is None and iterations is None and seconds is None:
        target = "1mb"
    limits = Limits.of(
        0.0 if target is None else target_chips(target, game.rules),
        iterations,
        seconds,
        schedule_of(schedule, every=every, at=at),
    )
    saved = checkpoint is not None or resume is not None
    check_memory(game, dtype, threads, algorithm=algorithm, saved=saved)
    run = _Run(Solver(game, algorithm, dtype=dtype, threads=threads), limits, checkpoint, checkpoint_seconds)
    run.on_progress = on_progress
    if resume is not None:
        run.restore(resume)
    return run.go()


class _Run:
    on_progress: Callable[[int, int, LogRow | None], None] | None = None

    def __init__(
        self,
        solver: Solver,
        limits: Limits,
        checkpoint: Callable[[State], None] | None,
        checkpoint_seconds: float,
    ) -> None:
        self.solver = solver
        self.limits = limits
        self.origin = origin_of(solver.game, solver.algorithm, solver.dtype)
        self.name = f"{solver.algorithm} on {solver.game.label} in {solver.dtype}"
        self.log: list[LogRow] = []
        self.seconds = 0.0  # in iterations
        self.started = time.monotonic()
        self.checkpoints = Checkpoints(checkpoint, checkpoint_seconds)

    def restore(self, resume: State | str | os.PathLike[str]) -> None:
        state = resume if isinstance(resume, State) else State.load(resume)
        solver = self.solver
        if state.origin != self.origin:
            raise ValueError(
                f"bad state to resume{'' if state is resume else f' {resume}'}: it was saved from another game, algorithm "
                f"or dtype, {state.run}; want that of this run, {self.name}"
            )
        solver.restore(state.iteration, state.regrets, state.average)
        self.log, self.seconds = list(state.log), state.seconds

    def go(self) -> Result:
        try:
            stopped = self._stopped()
            if stopped is not None and not self._evaluated():  # resumed, with a lower limit
                self._evaluate()
                stopped = self._stopped()
            while stopped is None:
                self._iterate()
                late = time.monotonic() - self.started >= self.limits.seconds
                if self.solver.iteration == self._next() or late:
                    self._evaluate()
                    stopped = self._stopped(late)
                self._tell()
        except KeyboardInterrupt:
            self.checkpoints.save(self.solver, self._state)
            raise
        self.checkpoints.save(self.solver, self._state)
        solver = self.solver
        return Result(
            solver.game,
            solver.algorithm,
            solver.dtype,
            solver.strategy(),
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
        return self.limits.next_evaluation(self.solver.iteration - (not self._evaluated()))

    def _evaluated(self) -> bool:
        return self.solver.iteration == (self.log[-1].iteration if self.log else 0)

    def _evaluate(self) -> None:
        found = self.solver.evaluate()
        check_finite(self.solver.iteration, values=np.array([*found.best_response, found.expected_value]))
        self.log.append(LogRow(self.solver.iteration, self.seconds, found))

    def _stopped(self, late: bool = False) -> str | None:
        if self.log and self._evaluated() and self.log[-1].evaluation.exploitability < self.limits.chips:
            return "target"
        if self.solver.iteration >= self.limits.iterations:
            return "iterations"
        return "seconds" if late else None

    def _tell(self) -> None:
        self.checkpoints.save_if_due(self.solver, self._state)
        if self.on_progress is not None:
            done, expected = self.solver.iteration, self.limits.expected(self.log)
            self.on_progress(done, max(done, expected) if expected else 0, self.log[-1] if self.log else None)

    def _state(self) -> State:
        regrets, average = self.solver.arrays()
        return State(
            self.origin, self.name, self.solver.iteration, self.seconds, regrets, average, tuple(self.log)
        )
