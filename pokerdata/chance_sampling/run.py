"""A run of public chance sampling: iterations until a limit, with checkpoints."""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.chance_sampling.solver import (
    PublicChanceSolver,
    States,
    board_of,
    check_memory,
    numbers_of_states,
)
from pokerdata.games import Rules
from pokerdata.solvers.limits import Limits
from pokerdata.solvers.saving import Checkpoints
from pokerdata.solvers.schedule import schedule
from pokerdata.solvers.state import State
from pokerdata.strategies.checks import check_strategy

# Iterations run in pieces of about this many seconds, between which limits and checkpoints are looked at.
_PIECE = 0.5
_BOARDS = (0, 3, 4, 5)


@dataclass(frozen=True)
class SampledResult:
    """A strategy from sampled boards. Its exploitability is not known, not even inside its abstraction.

    strategy: for each street float32 probabilities [edges of the street, states], in the tree's order.
    update, seed: as for `PublicChanceSolver`. iterations, seconds: done, and spent in them. information_sets: decision
    nodes times states; unreached_sets: those of them that play uniformly because the average has no mass there.
    stopped: 'iterations' or 'seconds'.
    """

    rules: Rules
    strategy: tuple[NDArray[np.float32], ...]
    update: str
    seed: int
    iterations: int
    seconds: float
    information_sets: int
    unreached_sets: int
    stopped: str


def solve(
    rules: Rules,
    states: States,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    update: str = "lcfr",
    seed: int = 0,
    threads: int = 0,
    resume: State | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[State], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_progress: Callable[[int, int, float], None] | None = None,
) -> SampledResult:
    """Solve hold'em over the states of real hands by public chance sampling.

    rules, states, update, seed, threads: as for `PublicChanceSolver`.
    iterations, seconds: stop there, at least one of them; seconds count from this call.
    resume: the state of a stopped run with the same rules, states, update and seed, or its file; going on gives the
        same bits as never stopping.
    checkpoint: called with the state every ``checkpoint_seconds`` (less often where saving takes over a tenth of the
        time), before Ctrl-C is passed on, and at the end.
    on_progress: called with (iterations done, expected in all or 0 where that is not known, iterations a second in
        this run) about twice a second.

    Raises ValueError for bad arguments and CapacityError, before any work, where memory would not suffice.
    """
    if iterations is None and seconds is None:
        raise ValueError("no limit for sampling: want iterations or seconds, e.g. iterations=100_000")
    limits = Limits.of(0.0, iterations, seconds, schedule())
    saved = checkpoint is not None or resume is not None
    check_memory(rules, numbers_of_states(rules, states), threads, saved=saved)
    solver = PublicChanceSolver(rules, states, update=update, seed=seed, threads=threads)
    run = _Run(solver, states, limits, checkpoint, checkpoint_seconds)
    run.on_progress = on_progress
    if resume is not None:
        run.restore(resume if isinstance(resume, State) else State.load(resume))
    return run.go()


class _Run:
    on_progress: Callable[[int, int, float], None] | None = None

    def __init__(
        self,
        solver: PublicChanceSolver,
        states: States,
        limits: Limits,
        checkpoint: Callable[[State], None] | None,
        checkpoint_seconds: float,
    ) -> None:
        self.solver, self.limits = solver, limits
        self.origin = origin_of(solver, states)
        self.seconds = 0.0  # in iterations, those of earlier runs too
        self.began = 0  # iteration at which this run did
        self.before = 0.0  # seconds then
        self.started = time.monotonic()
        self.checkpoints = Checkpoints(checkpoint, checkpoint_seconds)

    def restore(self, state: State) -> None:
        solver = self.solver
        if state.origin != self.origin:
            raise ValueError(
                "bad state to resume: it was saved from other rules or states, or another update or seed; want the "
                f"state of this run, {solver.update} on {solver.rules.name} with seed {solver.seed}"
            )
        solver.restore(state.iteration, state.regrets, state.average)
        self.began, self.seconds, self.before = state.iteration, state.seconds, state.seconds

    def go(self) -> SampledResult:
        try:
            while (stopped := self._stopped()) is None:
                self._iterate()
                self._tell()
        except KeyboardInterrupt:
            self.checkpoints.save(self.solver, self._state)
            raise
        self.checkpoints.save(self.solver, self._state)
        solver = self.solver
        strategy = solver.strategy()
        check_strategy(solver.tree, solver.states, strategy)
        return SampledResult(
            rules=solver.rules,
            strategy=strategy,
            update=solver.update,
            seed=solver.seed,
            iterations=solver.iteration,
            seconds=self.seconds,
            information_sets=solver.information_sets,
            unreached_sets=solver.unreached_sets,
            stopped=stopped,
        )

    @property
    def speed(self) -> float:
        """Iterations a second, in this run."""
        spent = self.seconds - self.before
        return (self.solver.iteration - self.began) / spent if spent > 0 else 0.0

    def _stopped(self) -> str | None:
        if self.solver.iteration >= self.limits.iterations:
            return "iterations"
        return "seconds" if time.monotonic() - self.started >= self.limits.seconds else None

    def _iterate(self) -> None:
        left = self.limits.iterations - self.solver.iteration
        start = time.monotonic()
        try:
            self.solver.iterate(int(min(left, max(1, self.speed * _PIECE))))
        finally:
            self.seconds += time.monotonic() - start

    def _tell(self) -> None:
        self.checkpoints.save_if_due(self.solver, self._state)
        if self.on_progress is not None:
            self.on_progress(self.solver.iteration, self._expected(), self.speed)

    def _expected(self) -> int:
        """Iterations in all, by the speed so far."""
        left = self.started + self.limits.seconds - time.monotonic()
        expected = min(self.limits.iterations, self.solver.iteration + max(0.0, left) * self.speed)
        return 0 if math.isinf(expected) else int(expected)

    def _state(self) -> State:
        solver = self.solver
        run = f"public chance sampling, {solver.update}, on {solver.rules.name}, seed {solver.seed}"
        return State(self.origin, run, solver.iteration, self.seconds, *solver.arrays(), ())


def origin_of(solver: PublicChanceSolver, states: States) -> str:
    """SHA-256 of what determines a run's numbers: rules, update, seed, and the states on 64 boards."""
    rules = {key: value for key, value in solver.rules.values().items() if key != "name"}
    digest = hashlib.sha256(json.dumps([rules, solver.states, solver.update, solver.seed]).encode())
    for number in range(64):
        board = board_of(0, number)
        for size in _BOARDS[: solver.rules.streets]:
            digest.update(np.ascontiguousarray(states.of_board(board[:size])).data)
    return digest.hexdigest()
