"""CFR-BR in any two-player zero-sum game: the least exploitable strategies of an abstraction, with bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.solving.curves import run_html
from pokerdata.solving.explicit.abstracted_tree import AbstractedTree, TreeAbstraction, abstracted_tree
from pokerdata.solving.explicit.lp import need_zero_sum, player_edges
from pokerdata.solving.explicit.solve import TreeAlgorithm, TreeSolver, utility
from pokerdata.solving.explicit.tree import GameTree, best_response
from pokerdata.solving.run import Engine, Run, RunOptions
from pokerdata.solving.solved import Row, Solved

PLAYERS = (0, 1)


@dataclass(frozen=True, repr=False)
class TreeCfrBrValues:
    """Bounds on the worst case of the least exploitable strategies of an abstraction, in units of utility per game.

    Attributes:
        worst: What the average strategy wins against a best response of the game, as player 0 and as player 1.
        most: Upper bound of that for every strategy of the abstraction: the value of the abstraction's best response to the
            average of the opponent's responses. If a player forgets in the abstraction, it is the value of the game's best
            response, a valid bound that does not converge.
        current: Like ``worst``, for the strategy of the next iteration.
    """

    worst: tuple[float, float]
    most: tuple[float, float]
    current: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """All values, in the order of the attributes."""
        return (*self.worst, *self.most, *self.current)

    @staticmethod
    def of(numbers: Sequence[float]) -> TreeCfrBrValues:
        """Return values from the `numbers` of another object."""
        a, b, c, d, e, f = numbers
        return TreeCfrBrValues((a, b), (c, d), (e, f))

    @property
    def exploitability(self) -> float:
        """Upper bound of how much less exploitable another strategy of the abstraction could be."""
        return sum(most - worst for worst, most in zip(self.worst, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        told = (f"player {p}: {self.worst[p]:.6g}, at most {self.most[p]:.6g}" for p in PLAYERS)
        return brief(self, *told)


@dataclass(frozen=True, eq=False, repr=False)
class TreeCfrBr(Solved[TreeCfrBrValues]):
    """The least exploitable strategies of an abstraction, for both players.

    Attributes:
        abstracted: The game and the abstraction.
        algorithm: The algorithm that found it.
        strategy: Strategy of either player, float64 [edges of the game]: the average of CFR-BR.
        current: The strategy of the next iteration, in the same order.
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds', 'cancelled' or 'stalled'.
    """

    abstracted: AbstractedTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    current: NDArray[np.float64]
    log: tuple[Row[TreeCfrBrValues], ...]
    stopped: str

    @property
    def exploitability(self) -> float:
        """What a best response in the game wins against the strategy, averaged over both seats."""
        return -sum(self.values.worst) / 2

    def __repr__(self) -> str:
        sets = f"{len(self.abstracted.real.information_sets):,} information sets as "
        sets += f"{len(self.abstracted.tree.information_sets):,}"
        worth = f"exploitability {self.exploitability:.6g}"
        return brief(self, sets, f"{self.iterations:,} iterations", worth)

    def _repr_html_(self) -> str:
        told: dict[str, object] = {"algorithm": str(self.algorithm), "iterations": self.iterations}
        for p in PLAYERS:
            told[f"player {p}"] = (
                f"{signed(self.values.worst[p], 6)} at worst, {signed(self.values.most[p], 6)} at most"
            )
        told["exploitability"] = f"{self.exploitability:.6g} a game, in units of utility"
        return run_html("TreeCfrBr", told, self.log, "units of utility short of the best", 1.0)


def cfr_br(
    tree: GameTree,
    abstraction: TreeAbstraction,
    *,
    algorithm: str | TreeAlgorithm = "dcfr",
    **options: Unpack[RunOptions],
) -> TreeCfrBr:
    """Find the least exploitable strategies of an abstraction by CFR-BR (Johanson, Bard, Burch & Bowling 2012).

    CFR-BR minimises regret in the abstraction against an opponent that plays a best response of the full game in every
    iteration. An equilibrium of the abstract game is usually more exploitable, as there both players are restricted. The
    players are independent problems, solved side by side.

    If a player has perfect recall in the abstraction, the average converges to the least exploitable strategy.
    `pokerdata.solving.explicit.lp.solve_by_linear_program` finds it exactly in ``abstracted_tree(tree, abstraction,
    players=[player])``. With imperfect recall, convergence is not guaranteed, but the reported values are exact.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        abstraction: As for `abstracted_tree`; it names the sets of both players.
        algorithm: A member of the CFR family with updates in turn and without pruning, as for `TreeSolver`.
        **options: Options of `pokerdata.solving.RunOptions`. The target bounds how much less exploitable another strategy of
            the abstraction might be, averaged over both seats, in units of utility per game. A run can only meet it if both
            players have perfect recall.

    Raises:
        ValueError: Unless the tree is zero-sum, has two players and perfect recall. Also for an abstraction that
            `abstracted_tree` refuses, and for invalid or missing limits.
    """
    need_zero_sum(tree, "CFR-BR")
    run = Run[TreeCfrBrValues](options, target=utility)
    abstracted = [abstracted_tree(tree, abstraction, players=(p,)) for p in PLAYERS]
    solvers = [TreeSolver(one.tree, algorithm, responder=1 - p) for p, one in enumerate(abstracted)]
    engine = _Engine(tree, abstracted, solvers)
    run.go(engine)
    both, how = abstracted_tree(tree, abstraction), solvers[0].algorithm
    strategies = engine.strategies(), engine.strategies(current=True)
    return TreeCfrBr(both, how, *strategies, tuple(run.log), run.stopped)


class _Engine(Engine[TreeSolver, TreeCfrBrValues]):
    """One solver per player, in which the other player best responds."""

    NUMBERS = 6
    values = staticmethod(TreeCfrBrValues.of)

    def __init__(
        self, tree: GameTree, abstracted: Sequence[AbstractedTree], solvers: Sequence[TreeSolver]
    ) -> None:
        super().__init__(*solvers)
        self.tree, self.abstracted = tree, abstracted
        self.edges = [player_edges(tree, p) for p in PLAYERS]
        self.origin = "/".join(solver.origin for solver in solvers)
        self.name = f"cfr-br by {solvers[0].algorithm} on a tree of {tree.nodes:,} nodes"

    def evaluate(self) -> TreeCfrBrValues:
        return TreeCfrBrValues(self._worst(), (self._most(0), self._most(1)), self._worst(current=True))

    def strategies(self, *, current: bool = False) -> NDArray[np.float64]:
        """Return the strategies of both players, over the edges of the game."""
        found = np.zeros(self.tree.edges)
        for p in PLAYERS:
            found[self.edges[p]] = self._seat(p, current=current)[self.edges[p]]
        return found

    def _seat(self, player: int, *, current: bool = False) -> NDArray[np.float64]:
        solver = self.solvers[player]
        return self.abstracted[player].in_game(solver.current() if current else solver.average())

    def _most(self, player: int) -> float:
        """Return the value of a player's best response to the average of the responses against it."""
        one = self.abstracted[player]
        if one.recalls(player):
            return best_response(one.tree, self.solvers[player].average(), player)[0]
        return best_response(self.tree, self._seat(player), player)[0]

    def _worst(self, *, current: bool = False) -> tuple[float, float]:
        """Return what the strategies win against best responses."""
        strategy = self.strategies(current=current)
        return -best_response(self.tree, strategy, 1)[0], -best_response(self.tree, strategy, 0)[0]
