"""Fictitious play (Brown 1951) in vector form: each player best responds to the other's average so far."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief
from pokerdata.games import SolvableGame
from pokerdata.solving.algorithms import algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.public.solver import Solver


class FictitiousPlay:
    """Fictitious play on the public tree of any poker game, over cards or buckets.

    In an iteration player 1 best responds to the average of player 2. Then player 2 best responds to the average of player
    1, including that response. Averages are over plans for the whole game: what a response plays after actions that it does
    not take itself has no weight. The first responses are to uniform play.

    Apart from the choice among equally good actions, it plays like ``TreeSolver(tree, "fictitious-play")`` on explicit
    trees.

    An iteration costs two of CFR, half of it a regret update that is discarded, and copies of all sums. It needs the memory
    of three solvers.

    Args:
        game: The game.
        dtype: 'float32' or 'float64', of the sums of the averages.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice; raised before anything is allocated.
    """

    def __init__(self, game: SolvableGame, *, dtype: str = "float64", threads: int = 0) -> None:
        self.game = game
        plain = algorithm("cfr")
        self._average = Solver(game, plain, dtype=dtype, threads=threads)
        self._responders = [
            Solver(game, plain, responder=player, dtype=dtype, threads=threads) for player in (1, 2)
        ]
        self._of_player = [self._rows_of(player, dtype) for player in (0, 1)]
        self._sums: NDArray[Any] = np.zeros_like(self._average.arrays()[1])
        self._iteration = 0

    def __repr__(self) -> str:
        return brief(self, repr(self.game.label), f"iteration {self.iteration:,}")

    @property
    def iteration(self) -> int:
        """Iterations done; in each iteration both players respond once."""
        return self._iteration

    def iterate(self, count: int) -> None:
        """Run iterations.

        Args:
            count: Number of iterations, 0 or more.

        Raises:
            ValueError: If the count is negative.
            KeyboardInterrupt: At Ctrl-C; the unfinished iteration is discarded.
        """
        if count < 0:
            raise ValueError(f"iterations: expected 0 or more, got {count}; e.g. 100")
        for _ in range(count):
            sums = self._sums
            for responder, rows in zip(self._responders, self._of_player, strict=True):
                # With sums of the average in place of regrets, the other player plays its average.
                responder.restore(0, sums, sums)
                responder.iterate(1)
                sums = np.where(rows, responder.arrays()[1], sums)
            self._sums = sums
            self._iteration += 1

    def evaluate(self) -> Evaluation:
        """Return exact values of the averages, in float64."""
        return self._averaged().evaluate()

    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]:
        """Return the averages: for each street probabilities [edges of the street, states], in order of ``game.tree``."""
        return self._averaged().strategy()

    def _averaged(self) -> Solver:
        self._average.restore(self._iteration, self._sums, self._sums)
        return self._average

    def _rows_of(self, player: int, dtype: str) -> NDArray[np.bool_]:
        """Return a mask of the solver's sums that belong to a player."""
        tree, marks = self.game.tree, self._average
        acts = np.repeat(tree.player[: tree.nodes], np.diff(tree.first_edge)) == player
        for street, states in enumerate(self.game.states):
            his = acts[tree.street_edges(street)].astype(dtype)
            marks.take_average(street, np.repeat(his[:, None], states, axis=1))
        found: NDArray[np.bool_] = marks.arrays()[1] > 0
        return found
