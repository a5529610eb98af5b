"""Solving a spot until it is good enough, and what is legal in it and may still not be meant."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.games.betting_tree import ACTIONS, DECISION
from pokerdata.games.rules import MOST_CHIPS
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.algorithms import schedule as schedule_of
from pokerdata.solving.run import Checkpoints, Engine, Limits, LoggedState, Row, Run
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.locks import Lock
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotSolver, SpotValues, check_algorithm, spot_algorithm
from pokerdata.spots.spot import Spot

#: Exploitability at which a run stops where nothing else is asked for: a tenth of the usual stop of such programs.
DEFAULT_TARGET = "0.1%"
_TARGET = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(%|chips?)\s*")
# Evaluations are worth about three iterations, so they come at most so often.
_EVERY = 10


def log_array(log: Sequence[Row[SpotValues]]) -> NDArray[np.float64]:
    """float64 [rows, 7]: iteration, seconds, best responses and expected values of both players, pot; chips.

    Args:
        log: A convergence log.
    """
    rows: list[Any] = [(r.iteration, r.seconds, *r.evaluation.numbers) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 7)


def log_rows(array: NDArray[np.float64]) -> tuple[Row[SpotValues], ...]:
    """The inverse of `log_array`.

    Args:
        array: What it gave.

    Raises:
        ValueError: For numbers that no run has: those of a file that is damaged or crafted.
    """
    if len(array) and not (
        np.isfinite(array).all()
        and (array[:, [0, 1]] >= 0).all()
        and (array[:, 6] > 0).all()
        and (np.abs(array[:, 2:]) <= 4 * MOST_CHIPS).all()
    ):
        raise ValueError(
            "a log with a pot of 0, with iterations or seconds below 0, or with more chips than there are"
        )
    return tuple(
        Row(int(i), float(s), SpotValues((float(a), float(b)), (float(x), float(y)), float(pot)))
        for i, s, a, b, x, y, pot in array
    )


@dataclass(frozen=True)
class SpotState(LoggedState[SpotValues]):
    """A stopped run of a spot.

    Attributes:
        origin: Digest of all that determines the run's numbers; a state fits no other.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        regrets: Sums of regrets.
        average: Sums of strategies.
        log: The convergence log so far.

    Raises:
        FloatingPointError: If regrets or sums are not finite: there is no going on from them.
    """

    origin: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[Row[SpotValues], ...]

    _array_of = staticmethod(log_array)
    _log_of = staticmethod(log_rows)

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}")


class _Engine(Engine[SpotSolver, SpotValues, SpotState]):
    def __init__(self, solver: SpotSolver) -> None:
        super().__init__(solver)
        locks = "\n".join(lock.text() for lock in solver.locks)
        told = f"{solver.spot.toml()}\n{solver.algorithm}\n{solver.dtype}\n{locks}"
        self.origin = hashlib.sha256(told.encode()).hexdigest()

    def evaluate(self) -> SpotValues:
        return self.solver.evaluate()

    def state(self, seconds: float, log: Sequence[Row[SpotValues]]) -> SpotState:
        return SpotState(self.origin, self.iteration, seconds, *self.solver.arrays(), tuple(log))


def target_chips_of(target: str, spot: Spot) -> float:
    """Chips of a target such as '0.5%', of the pot when the spot begins, or '0.1 chips'.

    Args:
        target: The text.
        spot: The spot.

    Raises:
        ValueError: For another text, or an amount that is not above 0.
    """
    found = _TARGET.fullmatch(target) if isinstance(target, str) else None
    amount = float(found[1]) if found and found[1].count(".") < 2 and found[1].strip(".") else 0.0
    if found is None or not amount > 0:
        raise ValueError(
            f"target: expected an exploitability above 0 in % of the pot or in chips, got {target!r}; e.g. 0.5%"
        )
    return amount * float(spot.pot) / 100 if found[2] == "%" else amount


def limits_of(
    spot: Spot,
    *,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
) -> Limits:
    """Where a run of `solve_spot` stops and when it is evaluated.

    Args:
        spot: The spot.
        target: As for `solve_spot`.
        iterations: As for `solve_spot`.
        seconds: As for `solve_spot`.
        schedule: As for `solve_spot`.
        every: As for `solve_spot`.
        at: As for `solve_spot`.

    Raises:
        ValueError: If one of them is invalid.
    """
    if target is None and iterations is None and seconds is None:
        target = DEFAULT_TARGET
    if schedule is None and every is None and at is None:
        every = _EVERY
    return Limits.of(
        None if target is None else target_chips_of(target, spot),
        iterations,
        seconds,
        schedule_of(schedule, every=every, at=at),
    )


def solve_spot(
    spot: Spot,
    *,
    locks: Sequence[Lock] = (),
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    resume: SpotState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[SpotState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[Row[SpotValues]], None] | None = None,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> SpotSolution:
    """Solve a spot until its exploitability is below a target, or to a number of iterations or seconds.

    Args:
        spot: What to solve.
        locks: Play that is given at some decisions, around which the rest is solved; best responses keep to a player's own
            locks, too.
        algorithm: 'cfr', 'cfr+', 'lcfr' or 'dcfr', perhaps with parameters; None is 'dcfr(beta=0.25, gamma=4)'.
        target: Exploitability such as '0.5%', of the pot, or '0.1 chips'; '0.1%' if neither iterations nor seconds are
            given. It is checked at each evaluation.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: When the strategies are evaluated, one of `pokerdata.solving.SCHEDULES`. At most one of `schedule`,
            `every` and `at` may be given; by default every 10 iterations.
        every: Evaluate at the multiples of this number instead.
        at: Evaluate at these iterations instead, in rising order; the run stops after the last of them.
        resume: The state of a stopped run of the same spot, locks, algorithm and dtype, or its file; going on gives the same
            bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        on_evaluation: Called with each row of the log.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    chosen = spot_algorithm(algorithm)
    check_algorithm(chosen)
    limits = limits_of(
        spot, target=target, iterations=iterations, seconds=seconds, schedule=schedule, every=every, at=at
    )
    # A solution has a copy of the sums, a state one of the regrets, too.
    copies = 1 if checkpoint is None else 2
    solver = SpotSolver(spot, chosen, locks=locks, dtype=dtype, threads=threads, copies=copies)
    engine = _Engine(solver)
    run = Run(
        engine,
        limits,
        Checkpoints(checkpoint, checkpoint_seconds),
        on_evaluation=on_evaluation,
        progress=progress,
    )
    if resume is not None:
        differing = "another spot, algorithm or dtype, or from other locks"
        state = SpotState.of_run(resume, engine.origin, differing)
        solver.restore(state.iteration, state.regrets, state.average)
        run.resume(state.seconds, state.log)
        del state, resume  # the solver has copies of the arrays
    stopped = run.go()
    return SpotSolution(
        spot,
        solver.sums(),
        tuple(run.log),
        str(chosen),
        stopped,
        locks=locks,
        game=solver.game,
        threads=threads,
    )


def warnings_of(spot: Spot) -> list[str]:
    """Sentences on what a user may not have meant; builds the tree.

    Args:
        spot: The spot.

    Raises:
        CapacityError: If its tree is too large.
    """
    return list(_found(spot))


def _found(spot: Spot) -> Iterator[str]:
    if spot.stacks is not None and spot.stacks[0] != spot.stacks[1] and spot.game is None:
        yield f"only the smaller stack counts: {min(spot.stacks):,} chips"
    tree = spot.tree
    bets = np.isin(tree.action, [ACTIONS.index("bet"), ACTIONS.index("raise")])
    owner = np.repeat(np.arange(tree.nodes), np.diff(tree.first_edge))[bets]
    for p, player in enumerate(PLAYERS):
        for street, name in enumerate(spot.streets):
            acts = (tree.kind == DECISION) & (tree.street == street) & (tree.player == p)
            if np.any(acts) and not np.any((tree.player[owner] == p) & (tree.street[owner] == street)):
                yield f"{player} can neither bet nor raise on the {name}"
    if not np.any(tree.action == ACTIONS.index("raise")):
        yield "nobody can raise"
    if spot.limit and spot.minimum_bet > 1 and spot.game is None:
        yield "with limits the smallest bet does not count"
    if spot.rake:
        yield "with a rake the players' gains do not add up to 0, and no algorithm is sure to converge"
