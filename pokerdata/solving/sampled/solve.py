"""Solving hold'em by public chance sampling."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, seconds_text
from pokerdata.cards import BOARD_SIZES
from pokerdata.games import Rules
from pokerdata.games.strategies.strategy_file import PUBLIC_CHANCE_SAMPLING, check_strategy
from pokerdata.solving.algorithms import NEVER
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.run import Checkpoints, Engine, Limits, LogRow, Run, RunState
from pokerdata.solving.sampled.solver import (
    PrivateStates,
    PublicChanceSolver,
    board_of,
    check_memory,
    numbers_of_states,
)


@dataclass(frozen=True)
class SampledResult:
    """A strategy from sampled boards. Its exploitability is not known, not even inside its abstraction.

    Attributes:
        rules: The rules of the betting.
        strategy: For each street float32 probabilities [edges of the street, states], in the tree's order.
        update: As for `PublicChanceSolver`.
        seed: As for `PublicChanceSolver`.
        iterations: Iterations done.
        seconds: Seconds spent in iterations.
        information_sets: Decision nodes times states.
        unreached_sets: Information sets that play uniformly because the average has no mass there.
        stopped: 'iterations' or 'seconds'.
        method: 'pcs', public chance sampling, or 'cfr-br', best responses on sampled boards.
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
    method: str = PUBLIC_CHANCE_SAMPLING

    def __repr__(self) -> str:
        done = f"{self.iterations:,} iterations", seconds_text(self.seconds)
        return brief(self, repr(self.rules.name), f"{self.method}, {self.update}, seed {self.seed}", *done)

    def _repr_html_(self) -> str:
        told = {
            "method": self.method,
            "update": self.update,
            "seed": self.seed,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "information sets": self.information_sets,
            "of them never reached": self.unreached_sets,
            "exploitability": "not known",
        }
        return html.facts(told, caption=self.rules.name)


def solve(
    rules: Rules,
    states: PrivateStates,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    update: str = "lcfr",
    resume: RunState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[RunState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> SampledResult:
    """Solve hold'em over the states of real hands by public chance sampling.

    Args:
        rules: The betting, one to four streets, as for `PublicChanceSolver`.
        states: The states of hands on boards, as for `PublicChanceSolver`.
        iterations: Stop there; at least one of `iterations` and `seconds` must be given.
        seconds: Stop there; they count from this call.
        update: 'cfr' or 'lcfr', as for `PublicChanceSolver`.
        resume: The state of a stopped run with the same rules, states, update and seed, or its file; going on gives the
            same bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        seed: Of the boards, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    limits = limits_of(iterations, seconds)
    saved = checkpoint is not None or resume is not None
    check_memory(rules, numbers_of_states(rules, states), threads, saved=saved)
    solver = PublicChanceSolver(rules, states, update=update, seed=seed, threads=threads)
    return run(solver, states, limits, resume, Checkpoints(checkpoint, checkpoint_seconds), progress)


def limits_of(iterations: int | None, seconds: float | None) -> Limits:
    """The limits of a run, which has one at least.

    Args:
        iterations: As for `solve`.
        seconds: As for `solve`.

    Raises:
        ValueError: For none, or numbers that are no limits.
    """
    if iterations is None and seconds is None:
        raise ValueError(
            "limit of sampling: expected iterations or seconds, got neither; e.g. iterations=100_000"
        )
    return Limits.of(None, iterations, seconds, NEVER)


def run(
    solver: PublicChanceSolver,
    states: PrivateStates,
    limits: Limits,
    resume: RunState | str | os.PathLike[str] | None,
    saves: Checkpoints[RunState],
    progress: Progress | None,
) -> SampledResult:
    """Run a solver to its limits.

    Args:
        solver: A new one.
        states: Of its hands.
        limits: When to stop.
        resume: As for `solve`.
        saves: Where states go.
        progress: As for `solve`.

    Raises:
        ValueError: For a state of another run.
        FloatingPointError: As `solve`.
        TableError: As `solve`.
    """
    engine = _Engine(solver, states)
    run = Run(engine, limits, saves, progress=progress)
    if resume is not None:
        differing = "other rules or states, or another update or seed"
        state = RunState.to_resume(resume, engine.origin, engine.name, differing)
        solver.restore(state.iteration, state.regrets, state.average)
        run.resume(state.seconds, state.log)
        del state, resume  # the solver has copies of the arrays
    stopped = run.go()
    strategy = solver.strategy()
    check_strategy(solver.tree, solver.states, strategy)
    return SampledResult(
        rules=solver.rules,
        strategy=strategy,
        update=solver.update,
        seed=solver.seed,
        iterations=solver.iteration,
        seconds=run.seconds,
        information_sets=solver.information_sets,
        unreached_sets=solver.unreached_sets,
        stopped=stopped,
        method=solver.METHOD,
    )


class _Engine(Engine[PublicChanceSolver, Evaluation, RunState]):
    def __init__(self, solver: PublicChanceSolver, states: PrivateStates) -> None:
        super().__init__(solver)
        self.origin = _origin(solver, states)
        rules, update, seed = solver.rules, solver.update, solver.seed
        self.name = f"{solver.WORDS}, {update}, on {rules.name}, seed {seed}"

    def evaluate(self) -> None:
        """Nothing: what the average is worth is not known."""

    def state(self, seconds: float, log: Sequence[LogRow]) -> RunState:
        return RunState(self.origin, self.name, self.iteration, seconds, *self.solver.arrays(), tuple(log))


def _origin(solver: PublicChanceSolver, states: PrivateStates) -> str:
    """SHA-256 of what determines a run's numbers: rules, update, seed, and the states on 64 boards."""
    rules = {key: value for key, value in solver.rules.values().items() if key != "name"}
    told = [rules, solver.states, solver.update, solver.seed, *solver.own_origin()]
    digest = hashlib.sha256(json.dumps(told).encode())
    for number in range(64):
        board = board_of(0, number)
        for size in [*BOARD_SIZES.values()][: solver.rules.streets]:
            digest.update(np.ascontiguousarray(states.of_board(board[:size])).data)
    return digest.hexdigest()
