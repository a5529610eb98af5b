"""Solve a spot over buckets: find the least exploitable strategies in them, or an equilibrium of the abstraction."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.algorithms import algorithm as named
from pokerdata.solving.curves import run_html
from pokerdata.solving.run import Engine, Run, RunOptions
from pokerdata.solving.solved import Row, Solved
from pokerdata.spots.bucketed_solver import (
    BucketedSpotSolver,
    BucketedValues,
    BucketsOfBoard,
    strategy_in_spot,
)
from pokerdata.spots.places import SpotStrategy
from pokerdata.spots.spot import Spot

#: Opponents of a player that learns over buckets: a best response on real cards, or a player over buckets.
OPPONENTS = ("best-response", "buckets")


@dataclass(frozen=True, eq=False, repr=False)
class BucketedSolution(Solved[BucketedValues]):
    """Strategies of both players over the buckets of a spot.

    Attributes:
        spot: The solved spot.
        opponent: 'best-response' for CFR-BR, 'buckets' for an equilibrium of the abstraction.
        algorithm: Algorithm that found the strategies.
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds' or 'stalled'.
        solvers: The solver in which player 0 (out of position) learned, then that of player 1. They hold the strategies.
    """

    spot: Spot
    opponent: str
    algorithm: Algorithm
    log: tuple[Row[BucketedValues], ...]
    stopped: str
    solvers: tuple[BucketedSpotSolver, BucketedSpotSolver]

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers except the strategies as JSON-compatible values; best responses are out of position first."""
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
        """Return a player's strategy on a street: [actions of its decisions, buckets], as `BucketedSpotSolver.strategy`.

        Args:
            street: From 0, the first street of the spot.
            player: 0 (out of position) or 1.

        Raises:
            ValueError: If there is no such street or player.
        """
        if player not in (0, 1):
            raise ValueError(f"player: expected 0 or 1, got {player!r}; e.g. 0")
        return self.solvers[player].strategy(street, player)

    def in_spot(self) -> SpotStrategy:
        """Return the strategies for each hand; they take as much memory as strategies on real cards.

        Raises:
            CapacityError: If there is not enough memory.
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
    dtype: str = "float32",
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> BucketedSolution:
    """Solve a spot over buckets of hands and evaluate the strategies by best responses on real cards.

    With a best response on real cards in every iteration this is CFR-BR (Johanson, Bard, Burch & Bowling 2012). If the
    buckets have perfect recall, the average converges to the least exploitable strategy that they can express.

    If both players learn over buckets, the result is an equilibrium of the abstraction, which is usually more exploitable.
    All turns and rivers are dealt; nothing is sampled.

    Args:
        spot: The spot, with or without limits; it must have no rake.
        buckets: Function that returns the buckets of a board, such as a `StrengthBuckets`; both players use it.
        opponent: 'best-response', or 'buckets', which takes half the time.
        algorithm: 'cfr', 'cfr+', 'lcfr' or 'dcfr', optionally with parameters.
        dtype: 'float32' or 'float64' for the work on cards.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        **options: Options of every run, see `pokerdata.solving.RunOptions`, except a target. Give iterations or seconds.

    Raises:
        ValueError: If an argument is invalid, or if neither iterations nor seconds are given.
        CapacityError: If there is not enough memory.
        FloatingPointError: If the numbers of an evaluation or checkpoint are not finite; the run stops at the first one.
        TableError: If the file to resume from is missing or has no saved state.
    """
    run = Run[BucketedValues](options, needs=("iterations", "seconds"))
    if opponent not in OPPONENTS:
        raise ValueError(
            f"opponent: expected one of {', '.join(OPPONENTS)}, got {opponent!r}; e.g. 'best-response'"
        )
    how = algorithm if isinstance(algorithm, Algorithm) else named(algorithm)
    responders = (1, 0) if opponent == "best-response" else (None,)
    made: list[BucketedSpotSolver] = []
    for responder in responders:
        to_come = len(responders) - len(made)
        more = {"dtype": dtype, "threads": threads, "solvers": to_come}
        made.append(BucketedSpotSolver(spot, buckets, how, responder=responder, **more))  # type: ignore[arg-type]
    run.go(_Engine(opponent, *made))
    return BucketedSolution(spot, opponent, how, tuple(run.log), run.stopped, (made[0], made[-1]))


class _Engine(Engine[BucketedSpotSolver, BucketedValues]):
    """One solver for both players, or one solver for each."""

    NUMBERS = 3
    values = staticmethod(BucketedValues.of)

    def __init__(self, opponent: str, *solvers: BucketedSpotSolver) -> None:
        super().__init__(*solvers)
        first = solvers[0]
        told = f"{first.spot.toml()}\n{first.algorithm}\n{first.dtype}\n{opponent}"
        digest = hashlib.sha256(told.encode())
        for sides in first.buckets.streets:
            for side in sides:
                digest.update(side.data)
        self.origin = digest.hexdigest()
        self.name = f"{first.algorithm} over buckets against {opponent} on {first.spot} in {first.dtype}"

    def evaluate(self) -> BucketedValues:
        solvers = self.solvers
        # The best response of player 1 plays against the player 0 that learns.
        oop, ip = solvers[-1].best_responses()[0], solvers[0].best_responses()[1]
        assert oop is not None
        assert ip is not None
        return BucketedValues((oop, ip), float(solvers[0].spot.pot))
