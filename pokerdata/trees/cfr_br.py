"""The least exploitable strategies that an abstraction holds, in any two-player zero-sum game: CFR-BR."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.checkpoints import Checkpoints
from pokerdata.solving.limits import Limits
from pokerdata.solving.run import Engine, Run
from pokerdata.solving.schedule import schedule as schedule_of
from pokerdata.solving.showing import run_html
from pokerdata.support.estimates import signed
from pokerdata.support.progress import Progress
from pokerdata.support.text import brief
from pokerdata.trees.abstracted_tree import AbstractedTree, TreeAbstraction, abstracted_tree
from pokerdata.trees.algorithms import TreeAlgorithm
from pokerdata.trees.cfr_br_values import PLAYERS, TreeCfrBrLogRow, TreeCfrBrState, TreeCfrBrValues
from pokerdata.trees.evaluation import best_response
from pokerdata.trees.sequences import need_zero_sum, player_edges
from pokerdata.trees.solver import TreeSolver
from pokerdata.trees.tree import GameTree


@dataclass(frozen=True, eq=False, repr=False)
class TreeCfrBr:
    """The least exploitable strategies of an abstraction, for both players.

    Attributes:
        abstracted: The game and the abstraction.
        algorithm: What found it.
        strategy: What we play as either player, float64 [edges of the game]: the average of CFR-BR.
        current: The strategy of the next iteration, in the same order.
        log: The convergence log; its last row is the result.
        stopped: 'target', 'iterations', 'seconds' or 'stalled'.
        state: What it takes to go on.
    """

    abstracted: AbstractedTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    current: NDArray[np.float64]
    log: tuple[TreeCfrBrLogRow, ...]
    stopped: str
    state: TreeCfrBrState

    @property
    def values(self) -> TreeCfrBrValues:
        """What the strategy is worth at worst, and what could be had at the most, in units of utility a game."""
        return self.log[-1].evaluation

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

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
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    resume: TreeCfrBrState | None = None,
    checkpoint: Callable[[TreeCfrBrState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[TreeCfrBrLogRow], None] | None = None,
    progress: Progress | None = None,
) -> TreeCfrBr:
    """The least exploitable strategies that an abstraction holds, by CFR-BR (Johanson, Bard, Burch & Bowling 2012).

    Regret is minimised in the abstraction against an opponent who plays a best response of the game itself in every
    iteration. An equilibrium of the abstract game is more exploitable as a rule, as there both players are blind. The
    players are independent problems, solved side by side.

    Where a player recalls in the abstraction what he did, the average converges to the least exploitable strategy, which
    `pokerdata.trees.lp.solve_by_linear_program` finds exactly in ``abstracted_tree(tree, abstraction, players=[player])``.
    Where he forgets, nothing is promised, though what is told of it is exact.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        abstraction: As for `abstracted_tree`; it names the sets of both players.
        algorithm: One of the CFR family with players in turn and without pruning, as for `TreeSolver`.
        target: How much less exploitable the strategy might be at the most, on average over both players, in units of
            utility a game; checked at each evaluation. It can only be met where nobody forgets.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: Where evaluations are, as for `pokerdata.solvers.solve`.
        every: As for `pokerdata.solvers.solve`.
        at: As for `pokerdata.solvers.solve`.
        resume: The state of a stopped run of the same game, abstraction and algorithm, as `TreeCfrBrState.load` reads it;
            going on gives the same bits as never stopping.
        checkpoint: Called with the state, e.g. ``lambda state: state.save("run.npz")``, every `checkpoint_seconds` (less
            often where saving takes over a tenth of the time), before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds between two checkpoints.
        on_evaluation: Called with each row of the log.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: For other than a zero-sum tree of two players with perfect recall, what `abstracted_tree` refuses, and
            invalid or no limits.
    """
    need_zero_sum(tree, "CFR-BR")
    if target is None and iterations is None and seconds is None:
        raise ValueError("limits: expected a target, iterations or seconds, got none; e.g. iterations=1000")
    limits = Limits.of(target, iterations, seconds, schedule_of(schedule, every=every, at=at))
    seats = _Seats(tree, abstraction, algorithm)
    engine = _Engine(seats)
    saves = Checkpoints(checkpoint, checkpoint_seconds)
    if resume is not None:
        seats.restore(resume)  # before the run notes where it begins
    run = Run(engine, limits, saves, on_evaluation=on_evaluation, progress=progress)
    if resume is not None:
        run.resume(resume.seconds, resume.log)
    stopped = run.go()
    both = abstracted_tree(tree, abstraction)
    how, log = seats.solvers[0].algorithm, tuple(run.log)
    strategies = seats.strategies(), seats.strategies(current=True)
    return TreeCfrBr(both, how, *strategies, log, stopped, engine.state(run.seconds, log))


class _Seats:
    """A solver for either player, in which the other one best responds, side by side."""

    def __init__(self, tree: GameTree, abstraction: TreeAbstraction, algorithm: str | TreeAlgorithm) -> None:
        self.tree = tree
        self.abstracted = [abstracted_tree(tree, abstraction, players=(p,)) for p in PLAYERS]
        self.solvers = [
            TreeSolver(one.tree, algorithm, responder=1 - p) for p, one in enumerate(self.abstracted)
        ]
        self.edges = [player_edges(tree, p) for p in PLAYERS]

    @property
    def iteration(self) -> int:
        return self.solvers[1].iteration

    @property
    def usable(self) -> bool:
        """Whether both stand at the same iteration."""
        return self.solvers[0].iteration == self.solvers[1].iteration

    def iterate(self, count: int) -> None:
        """The second follows the first, so that both stand at the same iteration at Ctrl-C, too."""
        try:
            self.solvers[0].iterate(count)
            self._follow()
        except KeyboardInterrupt:
            self._follow()
            raise

    def _follow(self) -> None:
        if left := self.solvers[0].iteration - self.solvers[1].iteration:
            self.solvers[1].iterate(left)

    def restore(self, state: TreeCfrBrState) -> None:
        """Go on from a saved state."""
        for solver, seat in zip(self.solvers, state.seats, strict=True):
            solver.restore(seat)

    def strategies(self, *, current: bool = False) -> NDArray[np.float64]:
        """What either player plays, over the edges of the game."""
        found = np.zeros(self.tree.edges)
        for p in PLAYERS:
            found[self.edges[p]] = self._seat(p, current=current)[self.edges[p]]
        return found

    def _seat(self, player: int, *, current: bool = False) -> NDArray[np.float64]:
        solver = self.solvers[player]
        return self.abstracted[player].in_game(solver.current() if current else solver.average())

    def most(self, player: int) -> float:
        """What is best for a player against the average of the responses to him."""
        one = self.abstracted[player]
        if one.recalls(player):
            return best_response(one.tree, self.solvers[player].average(), player)[0]
        return best_response(self.tree, self._seat(player), player)[0]

    def worst(self, *, current: bool = False) -> tuple[float, float]:
        """What the strategies win at worst."""
        strategy = self.strategies(current=current)
        return -best_response(self.tree, strategy, 1)[0], -best_response(self.tree, strategy, 0)[0]


class _Engine(Engine[_Seats, TreeCfrBrValues, TreeCfrBrState]):
    def evaluate(self) -> TreeCfrBrValues:
        seats = self.solver
        return TreeCfrBrValues(seats.worst(), (seats.most(0), seats.most(1)), seats.worst(current=True))

    def state(self, seconds: float, log: Sequence[TreeCfrBrLogRow]) -> TreeCfrBrState:
        one, two = self.solver.solvers
        return TreeCfrBrState((one.state(), two.state()), seconds, tuple(log))
