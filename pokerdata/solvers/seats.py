"""The solvers of both seats of a game that is not the same in both."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.solvers.response_values import ResponseState
from pokerdata.solvers.solver import Solver

SEATS = (1, 2)


class Seats:
    """The solvers of both seats, iterating side by side: the first is for what player 1 plays, the second for player 2.

    Args:
        first: In which player 2 is the opponent: held to a model, or with a best response.
        second: In which player 1 is.
    """

    def __init__(self, first: Solver, second: Solver) -> None:
        self.first, self.second = first, second

    @property
    def iteration(self) -> int:
        """Iterations done by both."""
        return self.second.iteration

    @property
    def usable(self) -> bool:
        """Whether both stand between the same two iterations."""
        return self.first.usable and self.second.usable and self.first.iteration == self.second.iteration

    def iterate(self, count: int) -> None:
        """Run iterations; the second seat follows the first, so that both stand at the same one at Ctrl-C, too.

        Args:
            count: How many.
        """
        try:
            self.first.iterate(count)
            self._follow()
        except KeyboardInterrupt:
            if self.first.usable and self.second.usable:
                self._follow()
            raise

    def _follow(self) -> None:
        self.second.iterate(self.first.iteration - self.second.iteration)

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Regrets and strategy sums of both, [seats, ...]."""
        first, second = self.first.arrays(), self.second.arrays()
        regrets, average = (np.stack(both) for both in zip(first, second, strict=True))
        return regrets, average

    def restore(self, state: ResponseState) -> None:
        """Go on from a saved state.

        Args:
            state: Of the same run.
        """
        for solver, regrets, average in zip(
            (self.first, self.second), state.regrets, state.average, strict=True
        ):
            solver.restore(state.iteration, regrets, average)
