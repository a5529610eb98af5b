"""One solver on a game tree: an algorithm and the state of a run."""

import hashlib
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import trees as _core
from pokerdata.solving.algorithm import Algorithm
from pokerdata.support import html
from pokerdata.support.progress import Progress
from pokerdata.support.text import brief
from pokerdata.trees.algorithms import FictitiousPlay, MonteCarlo, TreeAlgorithm, tree_algorithm
from pokerdata.trees.evaluation import TreeEvaluation, Unreached, evaluate
from pokerdata.trees.run_state import TreeRunState
from pokerdata.trees.tree import GameTree


class TreeSolver:
    """Solves a game tree, in float64 on one thread.

    An iteration updates player 0, then player 1 against the new strategy, and so on; the average takes the strategy
    from before the update, weighted by the player's own reach.

    Args:
        tree: The game.
        algorithm: Text that `tree_algorithm` reads, such as 'dcfr(beta=0.5)', or a value:
            `pokerdata.solving.algorithm`, `MonteCarlo`, `FictitiousPlay`.
        responder: A player, from 0, who learns nothing: he comes first in every iteration, with a best response to what
            the others play now. His average is that of his responses.

    Raises:
        ValueError: For an invalid algorithm; with a responder for one that is not of the CFR family with players in turn
            and without pruning, and where he has no perfect recall.
    """

    def __init__(
        self, tree: GameTree, algorithm: str | TreeAlgorithm = "dcfr", *, responder: int | None = None
    ) -> None:
        self.tree = tree
        self.algorithm = tree_algorithm(algorithm)
        self.responder = responder
        self._core = _core_solver(tree, self.algorithm, responder)

    def __repr__(self) -> str:
        sets = f"{len(self.tree.information_sets):,} information sets"
        return brief(self, sets, str(self.algorithm), f"iteration {self.iteration:,}")

    def _repr_html_(self) -> str:
        return html.facts(
            {"algorithm": str(self.algorithm), "iteration": self.iteration}, caption="TreeSolver"
        )

    @property
    def iteration(self) -> int:
        """Iterations done; one updates every player."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations: always, as Ctrl-C does not break one off."""
        return True

    @property
    def visited(self) -> int:
        """Inner nodes visited by this solver in all iterations; fictitious play does not count them."""
        return 0 if isinstance(self._core, _core.FictitiousPlay) else self._core.visited

    def iterate(self, count: int, progress: Progress | None = None) -> None:
        """Run a number of iterations. Ctrl-C stops between two of them; the solver can go on.

        Args:
            count: How many to run.
            progress: Called with how many are done and in all.
        """
        self._core.iterate(count, progress)

    def average(self) -> NDArray[np.float64]:
        """The average strategies, float64 [edges]: the result. Uniform in sets never reached."""
        return self.tree.core.normalised(self._core.average())

    def current(self) -> NDArray[np.float64]:
        """The strategies of the next iteration, float64 [edges]; of fictitious play the averages it answers."""
        return self._core.strategy()

    def evaluate(self) -> TreeEvaluation:
        """Exact values of the average strategies."""
        return evaluate(self.tree, self.average())

    def unreached(self) -> Unreached:
        """The information sets that the average never reached."""
        return Unreached(*self.tree.core.unreached(self._core.average()))

    def state(self) -> TreeRunState:
        """A copy of all that it takes to go on, for `restore`."""
        core = self._core
        return TreeRunState(self._origin(), core.iteration, core.regrets(), core.average(), core.prediction())

    def restore(self, state: TreeRunState) -> None:
        """Continue from a saved state, bit for bit as a run that was never stopped.

        Args:
            state: What `state` returned for the same game and algorithm.

        Raises:
            ValueError: For a state of another game or algorithm.
        """
        if state.origin != self._origin():
            raise ValueError(
                f"state to restore: expected one of {self.algorithm} on this game, got one of another game or "
                "algorithm"
            )
        self._core.restore(state.iteration, state.regrets, state.average, state.prediction)

    def _origin(self) -> str:
        how = self.algorithm
        if isinstance(how, Algorithm) and how.pruning == "partial":
            how = replace(how, pruning="none")  # the same bits
        told = (
            (how, self.tree.players) if self.responder is None else (how, self.tree.players, self.responder)
        )
        digest = hashlib.sha256(repr(told).encode())
        for array in (
            self.tree.player,
            self.tree.first_child,
            self.tree.set,
            self.tree.chance,
            self.tree.utilities,
        ):
            digest.update(array.data)
        return digest.hexdigest()


def _core_solver(
    tree: GameTree, algorithm: TreeAlgorithm, responder: int | None
) -> _core.TreeSolver | _core.SampledSolver | _core.FictitiousPlay:
    if responder is not None and not isinstance(algorithm, Algorithm):
        raise ValueError(
            f"algorithm: expected one of the CFR family where a player best responds, got {algorithm}; e.g. 'cfr+'"
        )
    if isinstance(algorithm, MonteCarlo):
        return _core.SampledSolver(
            tree.core, sampling=algorithm.sampling, exploration=algorithm.exploration, seed=algorithm.seed
        )
    if isinstance(algorithm, FictitiousPlay):
        return _core.FictitiousPlay(tree.core, simultaneous=algorithm.simultaneous)
    return _core.TreeSolver(
        tree.core,
        algorithm=algorithm.name,
        alpha=algorithm.alpha,
        beta=algorithm.beta,
        gamma=algorithm.gamma,
        delay=algorithm.delay,
        optimistic=algorithm.optimistic,
        simultaneous=algorithm.simultaneous,
        pruning=algorithm.pruning,
        responder=-1 if responder is None else responder,
    )
