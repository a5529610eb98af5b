"""Solving a spot over buckets: the least exploitable strategies that they hold, or an equilibrium of the abstraction."""

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

#: What the opponent of a player who learns over buckets does.
OPPONENTS = ("best-response", "buckets")


@dataclass(frozen=True, eq=False, repr=False)
class BucketedSolution(Solved[BucketedValues]):
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
    dtype: str = "float32",
    threads: int = 0,
    **options: Unpack[RunOptions],
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
        dtype: 'float32' or 'float64', in which cards are walked.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        **options: Those of every run, as `pokerdata.solving.RunOptions` says, but for a target; give iterations or seconds.

    Raises:
        ValueError: If an argument is invalid, or neither iterations nor seconds are given.
        CapacityError: If memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
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
    """One solver of both players, or one for each."""

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
        # Who learns as player 0 is met by the best response of player 1.
        oop, ip = solvers[-1].best_responses()[0], solvers[0].best_responses()[1]
        assert oop is not None
        assert ip is not None
        return BucketedValues((oop, ip), float(solvers[0].spot.pot))
