"""Solving a spot over buckets: the least exploitable strategies that they hold, or an equilibrium of the abstraction."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.algorithms import algorithm as named
from pokerdata.solving.algorithms import schedule as schedule_of
from pokerdata.solving.curves import run_html
from pokerdata.solving.run import Checkpoints, Engine, Limits, Row, Run
from pokerdata.spots.bucketed_solver import (
    BucketedSpotSolver,
    BucketedState,
    BucketedValues,
    BucketsOfBoard,
    strategy_in_spot,
)
from pokerdata.spots.places import SpotStrategy
from pokerdata.spots.spot import Spot

#: What the opponent of a player who learns over buckets does.
OPPONENTS = ("best-response", "buckets")


@dataclass(frozen=True, eq=False, repr=False)
class BucketedSolution:
    """Strategies of both players over the buckets of a spot.

    Attributes:
        spot: The spot.
        opponent: 'best-response' of CFR-BR, 'buckets' of an equilibrium of the abstraction.
        algorithm: What found it.
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds' or 'stalled'.
        solvers: Of player 0 (out of position) and of player 1, in which he learned; they say what he plays.
    """

    spot: Spot
    opponent: str
    algorithm: Algorithm
    log: tuple[Row[BucketedValues], ...]
    stopped: str
    solvers: tuple[BucketedSpotSolver, BucketedSpotSolver]

    @property
    def values(self) -> BucketedValues:
        """What best responses on real cards win from the strategies."""
        return self.log[-1].evaluation

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds

    def to_dict(self) -> dict[str, Any]:
        """All numbers but the strategies, as values that JSON can hold; best responses out of position first."""
        values, blind = self.values, self.spot.big_blind
        milli = None if blind is None else 1000 * values.exploitability / blind
        return {
            "spot": str(self.spot),
            "buckets": [list(of_street) for of_street in self.solvers[0].buckets.counts],
            "opponent": self.opponent,
            "algorithm": str(self.algorithm),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "values": {
                "best_response_chips": list(values.best_response),
                "pot_chips": values.pot,
                "exploitability_chips": values.exploitability,
                "exploitability_percent_of_pot": values.percent,
                "exploitability_mb": milli,
            },
        }

    def probabilities(self, street: int, player: int) -> NDArray[np.float64]:
        """What a player plays on a street: [actions of his decisions, buckets], as of `BucketedSpotSolver.strategy`.

        Args:
            street: From 0, the first of the spot.
            player: 0 (out of position) or 1.

        Raises:
            ValueError: For another street or player.
        """
        if player not in (0, 1):
            raise ValueError(f"player: expected 0 or 1, got {player!r}; e.g. 0")
        return self.solvers[player].strategy(street, player)

    def in_spot(self) -> SpotStrategy:
        """The same for each hand; it takes the memory of a strategy of real cards.

        Raises:
            CapacityError: If memory would not suffice.
        """
        return strategy_in_spot(*self.solvers)

    def __repr__(self) -> str:
        return brief(self, self.opponent, f"{self.iterations:,} iterations", repr(self.values))

    def _repr_html_(self) -> str:
        told: dict[str, object] = {"opponent": self.opponent, "algorithm": str(self.algorithm)}
        told |= {"iterations": self.iterations, "exploitability, % of the pot": self.values.percent}
        factor = 100 / self.spot.pot
        return run_html(repr(self.spot), told, self.log, "% of the pot on real cards", factor)


def solve_bucketed_spot(
    spot: Spot,
    buckets: BucketsOfBoard,
    *,
    opponent: str = "best-response",
    algorithm: str | Algorithm = "dcfr",
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    resume: BucketedState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[BucketedState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[Row[BucketedValues]], None] | None = None,
    dtype: str = "float32",
    threads: int = 0,
    progress: Progress | None = None,
) -> BucketedSolution:
    """Strategies of both players over buckets of hands in a spot, and what best responses on real cards win from them.

    Against a best response on real cards in every iteration it is CFR-BR (Johanson, Bard, Burch & Bowling 2012): where the
    buckets forget nothing, the average converges to the least exploitable strategy that they hold. Where both players learn
    over buckets it is an equilibrium of the abstraction, which is more exploitable as a rule. All turns and rivers are
    dealt; nothing is sampled.

    Args:
        spot: The spot, with limits or without, and without rake.
        buckets: Gives the buckets of a board, such as a `StrengthBuckets`; the same for both players.
        opponent: 'best-response', or 'buckets', which takes half of the time.
        algorithm: 'cfr', 'cfr+', 'lcfr' or 'dcfr', perhaps with parameters.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: When the strategies are evaluated, one of `pokerdata.solving.SCHEDULES`; 'log' by default. At most one of
            `schedule`, `every` and `at` may be given.
        every: Evaluate at the multiples of this number instead.
        at: Evaluate at these iterations instead, in rising order; the run stops after the last of them.
        resume: The state of a stopped run of the same spot, buckets, opponent, algorithm and dtype, or its file; going on
            gives the same bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        on_evaluation: Called with each row of the log.
        dtype: 'float32' or 'float64', in which cards are walked.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: If an argument is invalid, or neither iterations nor seconds are given.
        CapacityError: If memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    if opponent not in OPPONENTS:
        raise ValueError(
            f"opponent: expected one of {', '.join(OPPONENTS)}, got {opponent!r}; e.g. 'best-response'"
        )
    if iterations is None and seconds is None:
        raise ValueError("limits: expected iterations or seconds, got none; e.g. iterations=100")
    limits = Limits.of(None, iterations, seconds, schedule_of(schedule, every=every, at=at))
    how = algorithm if isinstance(algorithm, Algorithm) else named(algorithm)
    responders = (1, 0) if opponent == "best-response" else (None,)
    made: list[BucketedSpotSolver] = []
    for responder in responders:
        to_come = len(responders) - len(made)
        more = {"dtype": dtype, "threads": threads, "solvers": to_come}
        made.append(BucketedSpotSolver(spot, buckets, how, responder=responder, **more))  # type: ignore[arg-type]
    seats = _Seats(made)
    engine = _Engine(seats, opponent)
    run = Run(
        engine,
        limits,
        Checkpoints(checkpoint, checkpoint_seconds),
        on_evaluation=on_evaluation,
        progress=progress,
    )
    if resume is not None:
        differing = "another spot, other buckets, another opponent, algorithm or dtype"
        state = BucketedState.of_run(resume, engine.origin, differing)
        seats.restore(state)
        run.resume(state.seconds, state.log)
    stopped = run.go()
    solvers = seats.solvers
    return BucketedSolution(spot, opponent, how, tuple(run.log), stopped, (solvers[0], solvers[-1]))


class _Seats:
    """One solver of both players, or one for each, side by side."""

    def __init__(self, solvers: list[BucketedSpotSolver]) -> None:
        self.solvers = solvers

    @property
    def iteration(self) -> int:
        return self.solvers[-1].iteration

    @property
    def usable(self) -> bool:
        return all(s.usable and s.iteration == self.iteration for s in self.solvers)

    def iterate(self, count: int) -> None:
        """The second solver follows the first, so that both stand at the same iteration at Ctrl-C, too."""
        try:
            self.solvers[0].iterate(count)
        finally:
            if all(s.usable for s in self.solvers):
                self.solvers[-1].iterate(self.solvers[0].iteration - self.solvers[-1].iteration)

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        regrets, average = zip(*(solver.arrays() for solver in self.solvers), strict=True)
        return np.concatenate(regrets), np.concatenate(average)

    def restore(self, state: BucketedState) -> None:
        sizes = [len(solver.arrays()[0]) for solver in self.solvers]
        cuts = np.cumsum(sizes)[:-1]
        parts = (np.split(state.regrets, cuts), np.split(state.average, cuts))
        for solver, regrets, average in zip(self.solvers, *parts, strict=True):
            solver.restore(state.iteration, regrets, average)


class _Engine(Engine[_Seats, BucketedValues, BucketedState]):
    def __init__(self, seats: _Seats, opponent: str) -> None:
        super().__init__(seats)
        first = seats.solvers[0]
        told = f"{first.spot.toml()}\n{first.algorithm}\n{first.dtype}\n{opponent}"
        digest = hashlib.sha256(told.encode())
        for sides in first.buckets.streets:
            for side in sides:
                digest.update(side.data)
        self.origin = digest.hexdigest()

    def evaluate(self) -> BucketedValues:
        solvers = self.solver.solvers
        # Who learns as player 0 is met by the best response of player 1.
        oop, ip = solvers[-1].best_responses()[0], solvers[0].best_responses()[1]
        assert oop is not None
        assert ip is not None
        return BucketedValues((oop, ip), float(solvers[0].spot.pot))

    def state(self, seconds: float, log: Sequence[Row[BucketedValues]]) -> BucketedState:
        return BucketedState(self.origin, self.iteration, seconds, *self.solver.arrays(), tuple(log))
