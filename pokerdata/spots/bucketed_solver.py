"""One solver of a spot whose players see buckets in place of hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata._core import support
from pokerdata.errors import CapacityError
from pokerdata.solving.algorithm import Algorithm
from pokerdata.spots.solver import check_algorithm, game_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_buckets import BucketsOfBoard, boards_of, spot_buckets
from pokerdata.spots.spot_strategy import SpotStrategy
from pokerdata.support import html, resources
from pokerdata.support.text import brief

_KERNELS = {"float32": _core.BucketedSolverFloat32, "float64": _core.BucketedSolverFloat64}


class BucketedSpotSolver:
    """Counterfactual regret minimisation over buckets, valued on real cards from the middle of a hand on.

    Both players learn over their buckets, which finds an equilibrium of the abstraction; or one, the responder, sees his
    cards and comes first in every iteration with a best response to what the other one plays now, which finds what is
    least exploitable for the other one. All turns and rivers are dealt; nothing is sampled.

    Args:
        spot: What to solve, without rake.
        buckets: Gives the buckets of a board.
        algorithm: cfr, cfr+, lcfr or dcfr, players in turn, without pruning.
        responder: 0 (out of position), 1, or None.
        solvers: Of how many such solvers at once the memory must suffice; they take much of it only when they iterate.
        dtype: 'float32' or 'float64', in which cards are walked; regrets and sums are float64.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice.
    """

    def __init__(
        self,
        spot: Spot,
        buckets: BucketsOfBoard,
        algorithm: Algorithm,
        *,
        responder: int | None = None,
        solvers: int = 1,
        dtype: str = "float32",
        threads: int = 0,
    ) -> None:
        check_algorithm(algorithm)
        if dtype not in _KERNELS:
            raise ValueError(f"dtype: expected one of {', '.join(_KERNELS)}, got {dtype!r}; e.g. 'float32'")
        if spot.rake:
            raise ValueError(f"rake: expected none where hands are in buckets, got {spot.rake}; e.g. 0")
        self.spot, self.algorithm, self.dtype, self.responder = spot, algorithm, dtype, responder
        self.threads = threads or support.hardware_threads()
        self.game = game_of(spot)
        self.buckets = spot_buckets(spot, self.game, buckets)
        number, streets = -1 if responder is None else responder, list(self.buckets.streets)
        kernel = _KERNELS[dtype]
        need = solvers * kernel.memory(self.game, streets, responder=number, threads=self.threads)
        free = resources.available_memory()
        if need > free:
            raise CapacityError(
                f"not enough memory to solve the spot over buckets: it needs {need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB "
                "are free; expected lower caps, narrower ranges, fewer buckets or a later street"
            )
        self._core = kernel(
            self.game,
            streets,
            responder=number,
            algorithm=algorithm.name,
            alpha=algorithm.alpha,
            beta=algorithm.beta,
            gamma=algorithm.gamma,
            delay=algorithm.delay,
            threads=self.threads,
        )

    def __repr__(self) -> str:
        return brief(self, str(self.algorithm), self.dtype, f"iteration {self.iteration:,}")

    def _repr_html_(self) -> str:
        told = {"algorithm": str(self.algorithm), "iteration": self.iteration, "buckets": self.buckets.counts}
        return html.facts(told, caption=repr(self.spot))

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations."""
        return self._core.usable

    def iterate(self, count: int) -> None:
        """Run iterations; Ctrl-C as for `SpotSolver.iterate`.

        Args:
            count: How many, 0 or more.

        Raises:
            ValueError: If the count is negative, or the solver not `usable`.
            KeyboardInterrupt: At Ctrl-C.
        """
        self._core.iterate(count)

    def best_responses(self, *, current: bool = False) -> tuple[float | None, float | None]:
        """What a best response of either player on real cards wins, the pot included, in chips a deal.

        Args:
            current: To what the other one plays next, in place of his average.

        Returns:
            Of the player out of position, and of the one in position; None where the other one is the responder.
        """
        found = self._core.best_responses(current)
        half = [self.spot.dead_money / 2 + paid for paid in self.spot.paid]
        return tuple(  # type: ignore[return-value]
            None if self.responder == 1 - player else found[player] + half[player] for player in (0, 1)
        )

    def strategy(self, street: int, player: int, *, current: bool = False) -> NDArray[np.float64]:
        """What a player who learns plays: probabilities [actions of his decisions on the street, buckets].

        Decisions are in the order in which they are found by going down the betting, the first action first.

        Args:
            street: From 0, the first of the spot.
            player: 0 (out of position) or 1.
            current: What he plays next, in place of his average.

        Raises:
            ValueError: For another street or player.
        """
        rows = self._core.strategy(street, player, current)
        return rows.reshape(-1, self.buckets.counts[street][player])

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Copies of regrets and strategy sums, for `restore`."""
        return self._core.regrets(), self._core.average()

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Continue from saved arrays, bit for bit as a run that was never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets that `arrays` gave.
            average: The strategy sums that `arrays` gave.

        Raises:
            ValueError: If the arrays have another size.
        """
        self._core.restore(iteration, np.asarray(regrets, np.float64), np.asarray(average, np.float64))


def strategy_in_spot(first: BucketedSpotSolver, second: BucketedSpotSolver) -> SpotStrategy:
    """What two solvers of a spot found, as a strategy for each hand; it takes the memory of one of real cards.

    Args:
        first: Whose player 0 learns.
        second: Whose player 1 does.

    Raises:
        CapacityError: If memory would not suffice.
    """
    game, spot = first.game, first.spot
    index = _core.layout(game, np.zeros(0, np.float32))
    size = int((index[:, 4] + index[:, 5] * index[:, 7]).max())
    if 4 * size > resources.available_memory():
        raise CapacityError(
            f"not enough memory for a strategy of each hand: it needs {4 * size / 1e9:,.2f} GB"
        )
    sums = np.zeros(size, np.float32)
    for street, boards in enumerate(boards_of(spot, game)):
        played = [solver.strategy(street, player) for player, solver in enumerate((first, second))]
        here = index[index[:, 0] == street]
        starts = [0, 0]
        for board in range(len(boards)):
            rows = here[here[:, 1] == board].tolist()
            # Strategies begin with the row of a player's first action.
            first_place = [min((row[4] for row in rows if row[3] == p), default=0) for p in (0, 1)]
            for _, _, _, player, place, actions, count, stride in rows:
                of = first.buckets.streets[street][player][starts[player] :][:count]
                row = (place - first_place[player]) // stride
                for a in range(actions):
                    sums[place + a * stride :][:count] = played[player][row + a, of]
            for player in (0, 1):
                starts[player] += len(game.hands(street, board, player))
    return SpotStrategy(spot, game, sums)
