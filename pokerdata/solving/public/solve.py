"""Solving a game by counterfactual regret minimisation in vector form, and where runs stop and are evaluated."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.games import Game, NamedGame, Rules, Unit, milliblinds, playable, target_chips
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.algorithms import schedule as schedule_of
from pokerdata.solving.curves import run_html
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.solver import Classes, Solver, check_memory, classes_of
from pokerdata.solving.run import Checkpoints, Engine, Limits, LogRow, Run, RunState


def limits_of(
    rules: Rules,
    target: str | None,
    iterations: int | None,
    seconds: float | None,
    *,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
) -> Limits:
    """The limits of a run, whose target is a text.

    Args:
        rules: Of the game, for the unit of the target.
        target: As for `solve`.
        iterations: As for `solve`.
        seconds: As for `solve`.
        schedule: As for `solve`.
        every: As for `solve`.
        at: As for `solve`.

    Raises:
        ValueError: If one of them is invalid.
    """
    chips = None if target is None else target_chips(target, rules)
    return Limits.of(chips, iterations, seconds, schedule_of(schedule, every=every, at=at))


@dataclass(frozen=True)
class Result:
    """A solved game.

    Attributes:
        game: The game.
        algorithm: What solved it.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations', 'seconds', or 'stalled': nothing better for long, and no other limit.
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

    def __repr__(self) -> str:
        worth = f"exploitability {milliblinds(self.evaluation.exploitability, self.game.rules):.4g} mb/g"
        return brief(
            self, repr(self.game.label), str(self.algorithm), f"{self.iterations:,} iterations", worth
        )

    def _repr_html_(self) -> str:
        value, rules = self.evaluation, self.game.rules
        chips = f"{value.exploitability:.6g} chips/game = {milliblinds(value.exploitability, rules):.4g} mb/g"
        told = {
            "algorithm": str(self.algorithm),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "exploitability": chips,
            "": str(Scope.of(self.game)),
            "expected value of player 1": f"{signed(value.expected_value, 6)} chips/game",
            "information sets": self.game.information_sets,
            "of them never reached": self.unreached_sets,
            "precision": self.dtype,
            "1 mb/g": f"a thousandth of the {Unit.of(rules)} a game",
        }
        return run_html(self.game.label, told, self.log, "mb/g", milliblinds(1, rules))


def solve(
    game: Game | NamedGame | str,
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
    resume: RunState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[RunState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[LogRow], None] | None = None,
    classes: Classes | None = None,
    dtype: str = "float64",
    threads: int = 0,
    progress: Progress | None = None,
) -> Result:
    """Solve a game until its exploitability is below a target, or to a number of iterations or seconds.

    Args:
        game: A game, or the name or file of one, as for `pokerdata.find_game`.
        algorithm: A name or text such as 'dcfr(beta=0.5)', or an `Algorithm`. None is 'dcfr', in no-limit games
            'dcfr(beta=0.5)'.
        alpha: As for `pokerdata.solving.algorithm`, where the algorithm is a name.
        beta: As for `pokerdata.solving.algorithm`, where the algorithm is a name.
        gamma: As for `pokerdata.solving.algorithm`, where the algorithm is a name.
        delay: As for `pokerdata.solving.algorithm`, where the algorithm is a name.
        target: Exploitability such as '1mb' (thousandths of the big blind or ante a game) or '0.01 chips'; '1mb' if
            neither iterations nor seconds are given. It is checked at each evaluation.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: When the strategy is evaluated: 'log' (iterations 1, 2, 3, 4, 5, 7, 9, 11, 16, 21, ..., eight a decade;
            the default) or another of `pokerdata.solving.SCHEDULES`. At most one of `schedule`, `every` and `at` may be
            given.
        every: Evaluate at the multiples of this number instead.
        at: Evaluate at these iterations instead, in rising order; the run stops after the last of them.
        resume: The state of a stopped run of the same game, algorithm and dtype, or its file; going on gives the same
            bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        on_evaluation: Called with each row of the log.
        classes: An abstraction inside the game, as for `pokerdata.solving.public.cfr_br`: both players play alike in all
            states of a class. What comes out is an equilibrium of that abstract game, but its values are those in the game
            itself, where it remains exploitable; so iterations or seconds must be given.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    game = playable(game)
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm, alpha=alpha, beta=beta, gamma=gamma, delay=delay)
    tied = None if classes is None else classes_of(game, classes)
    if tied is not None and iterations is None and seconds is None:
        raise ValueError(
            "limits: expected iterations or seconds with classes, as no exploitability in the game is sure to be reached, "
            "got none; e.g. iterations=1000"
        )
    if target is None and iterations is None and seconds is None:
        target = "1mb"
    limits = limits_of(game.rules, target, iterations, seconds, schedule=schedule, every=every, at=at)
    saved = checkpoint is not None or resume is not None
    check_memory(game, dtype, threads, algorithm=algorithm, saved=saved, tied=tied)
    solver = Solver(game, algorithm, tied=tied, dtype=dtype, threads=threads)
    engine = _Engine(solver)

    saves = Checkpoints(checkpoint, checkpoint_seconds)
    run = Run(engine, limits, saves, on_evaluation=on_evaluation, progress=progress)
    if resume is not None:
        differing = f"another game, algorithm{'' if tied is None else ', classes'} or dtype"
        state = RunState.to_resume(resume, engine.origin, engine.name, differing)
        solver.restore(state.iteration, state.regrets, state.average)
        run.resume(state.seconds, state.log)
        del state, resume  # the solver has copies of the arrays
    stopped = run.go()
    return Result(game, algorithm, dtype, solver.strategy(), tuple(run.log), solver.unreached_sets, stopped)


class _Engine(Engine[Solver, Evaluation, RunState]):
    def __init__(self, solver: Solver) -> None:
        super().__init__(solver)
        self.origin = run_origin(solver.game, solver.algorithm, solver.dtype)
        if solver.tied is not None:
            digest = hashlib.sha256(self.origin.encode())
            for street in solver.tied.streets:
                digest.update(street.data)
            self.origin = digest.hexdigest()
        self.name = f"{solver.algorithm} on {solver.game.label} in {solver.dtype}"

    def evaluate(self) -> Evaluation:
        return self.solver.evaluate()

    def state(self, seconds: float, log: Sequence[LogRow]) -> RunState:
        return RunState(self.origin, self.name, self.iteration, seconds, *self.solver.arrays(), tuple(log))


def run_origin(game: Game, algorithm: Algorithm, dtype: str) -> str:
    """SHA-256 of everything that determines a run's numbers, but in float32 the instruction set.

    Args:
        game: What is solved.
        algorithm: How.
        dtype: Of regrets and strategy sums.
    """
    rules = {key: value for key, value in game.rules.values().items() if key != "name"}
    cards, arrays = game.parts()
    digest = hashlib.sha256(json.dumps([rules, cards, asdict(algorithm), dtype], sort_keys=True).encode())
    for array in arrays:
        digest.update(array.data)
    return digest.hexdigest()
