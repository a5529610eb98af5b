"""CFR-BR in any two-player zero-sum game, the least exploitable strategies that an abstraction holds, and its log."""

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
    """Between what bounds the least exploitable strategies of an abstraction are, in units of utility a game.

    Attributes:
        worst: What the average strategy wins as player 0 and as player 1 against whoever plays best against it in the game.
        most: What any strategy of the abstraction could win there at worst, at the most: what is best against the average
            of the opponent's responses. Where a player forgets in the abstraction, it is what is best in the game itself,
            which bounds it, too, but does not come down to it.
        current: As ``worst``, of the strategy of the next iteration.
    """

    worst: tuple[float, float]
    most: tuple[float, float]
    current: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """All of them, in the order of the attributes."""
        return (*self.worst, *self.most, *self.current)

    @staticmethod
    def of(numbers: Sequence[float]) -> TreeCfrBrValues:
        """Return the values that have these `numbers`."""
        a, b, c, d, e, f = numbers
        return TreeCfrBrValues((a, b), (c, d), (e, f))

    @property
    def exploitability(self) -> float:
        """How much less exploitable another strategy of the abstraction could be, at the most."""
        return sum(most - worst for worst, most in zip(self.worst, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        told = (f"player {p}: {self.worst[p]:.6g}, at most {self.most[p]:.6g}" for p in PLAYERS)
        return brief(self, *told)


@dataclass(frozen=True, eq=False, repr=False)
class TreeCfrBr(Solved[TreeCfrBrValues]):
    """The least exploitable strategies of an abstraction, for both players.

    Attributes:
        abstracted: The game and the abstraction.
        algorithm: What found it.
        strategy: What we play as either player, float64 [edges of the game]: the average of CFR-BR.
        current: The strategy of the next iteration, in the same order.
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds' or 'stalled'.
    """

    abstracted: AbstractedTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    current: NDArray[np.float64]
    log: tuple[Row[TreeCfrBrValues], ...]
    stopped: str

    @property
    def exploitability(self) -> float:
        """What a best response in the game wins against the strategy, on average over both players."""
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
    """The least exploitable strategies that an abstraction holds, by CFR-BR (Johanson, Bard, Burch & Bowling 2012).

    Regret is minimised in the abstraction against an opponent who plays a best response of the game itself in every
    iteration. An equilibrium of the abstract game is more exploitable as a rule, as there both players are blind. The
    players are independent problems, solved side by side.

    Where a player recalls in the abstraction what he did, the average converges to the least exploitable strategy, which
    `pokerdata.solving.explicit.lp.solve_by_linear_program` finds exactly in ``abstracted_tree(tree, abstraction,
    players=[player])``. Where he forgets, nothing is promised, though what is told of it is exact.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        abstraction: As for `abstracted_tree`; it names the sets of both players.
        algorithm: One of the CFR family with players in turn and without pruning, as for `TreeSolver`.
        **options: Those of every run, as `pokerdata.solving.RunOptions` says. The target is how much less exploitable
            another strategy of the abstraction might be, on average over both players, in units of utility a game. It can
            only be met where nobody forgets.

    Raises:
        ValueError: For other than a zero-sum tree of two players with perfect recall, what `abstracted_tree` refuses, and
            invalid or no limits.
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
    """A solver for either player, in which the other one best responds."""

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
        """What either player plays, over the edges of the game."""
        found = np.zeros(self.tree.edges)
        for p in PLAYERS:
            found[self.edges[p]] = self._seat(p, current=current)[self.edges[p]]
        return found

    def _seat(self, player: int, *, current: bool = False) -> NDArray[np.float64]:
        solver = self.solvers[player]
        return self.abstracted[player].in_game(solver.current() if current else solver.average())

    def _most(self, player: int) -> float:
        """What is best for a player against the average of the responses to him."""
        one = self.abstracted[player]
        if one.recalls(player):
            return best_response(one.tree, self.solvers[player].average(), player)[0]
        return best_response(self.tree, self._seat(player), player)[0]

    def _worst(self, *, current: bool = False) -> tuple[float, float]:
        """What the strategies win at worst."""
        strategy = self.strategies(current=current)
        return -best_response(self.tree, strategy, 1)[0], -best_response(self.tree, strategy, 0)[0]
