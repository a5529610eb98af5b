"""Solving a game tree."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.checkpoints import Checkpoints
from pokerdata.solving.limits import Limits
from pokerdata.solving.log import Row
from pokerdata.solving.run import Engine, Run
from pokerdata.solving.schedule import schedule as schedule_of
from pokerdata.solving.showing import run_html
from pokerdata.support.estimates import signed
from pokerdata.support.progress import Progress
from pokerdata.support.text import brief
from pokerdata.trees.algorithms import TreeAlgorithm
from pokerdata.trees.evaluation import TreeEvaluation, Unreached
from pokerdata.trees.run_state import TreeRunState
from pokerdata.trees.solver import TreeSolver
from pokerdata.trees.tree import GameTree

#: A row of the convergence log of an explicit tree.
TreeLogRow: TypeAlias = Row[TreeEvaluation]


@dataclass(frozen=True)
class TreeResult:
    """A solved game.

    Attributes:
        tree: The game.
        algorithm: What solved it.
        strategy: The average strategies of all players, float64 [edges]; ``tree.words(strategy)`` puts them in words.
        log: The convergence log; its last row is the result.
        unreached: Sets that play uniformly because the average never reached them.
        stopped: 'target', 'iterations', 'seconds', or 'stalled': nothing better for long, and no other limit.
        state: To resume the run from.
    """

    tree: GameTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    log: tuple[TreeLogRow, ...]
    unreached: Unreached
    stopped: str
    state: TreeRunState

    @property
    def evaluation(self) -> TreeEvaluation:
        """Values of the strategies, in units of utility a game."""
        return self.log[-1].evaluation

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    def __repr__(self) -> str:
        worth = f"exploitability {self.evaluation.exploitability:.4g}"
        sets = f"{len(self.tree.information_sets):,} information sets"
        return brief(self, sets, str(self.algorithm), f"{self.iterations:,} iterations", worth)

    def _repr_html_(self) -> str:
        told = {
            "algorithm": str(self.algorithm),
            "iterations": self.iterations,
            "seconds": self.log[-1].seconds,
            "stopped by": self.stopped,
            "exploitability": f"{self.evaluation.exploitability:.6g} a game, in units of utility",
            "expected values": self.evaluation.expected_values,
            "best responses": self.evaluation.best_responses,
            "information sets": len(self.tree.information_sets),
            "of them never reached": self.unreached.sets,
        }
        return run_html("TreeResult", told, self.log, "units of utility a game", 1.0)

    def lines(self) -> list[str]:
        """The result in words, one line each."""
        value = self.evaluation
        lines = [
            f"{self.algorithm}, {self.iterations:,} iterations, {self.log[-1].seconds:.3f} s",
            f"exploitability  {value.exploitability:.6g} a game, in units of utility",
            f"NashConv        {value.nash_conv:.6g} (times {self.tree.players} players)",
        ]
        for p, (u, b) in enumerate(zip(value.expected_values, value.best_responses, strict=True)):
            lines.append(f"player {p}        expects {signed(u, 6)}, a best response {signed(b, 6)}")
        if self.unreached.sets:
            lines.append(
                f"{self.unreached.sets} information sets were never reached and play uniformly; a game comes to one "
                f"with probability {self.unreached.probability:.3g}"
            )
        return lines


def solve(
    tree: GameTree,
    algorithm: str | TreeAlgorithm = "dcfr",
    *,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    resume: TreeRunState | None = None,
    checkpoint: Callable[[TreeRunState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[TreeLogRow], None] | None = None,
    progress: Progress | None = None,
) -> TreeResult:
    """Solve a game tree until its exploitability is below a target, or to a number of iterations or seconds.

    Args:
        tree: A tree with perfect recall.
        algorithm: As for `TreeSolver`.
        target: Exploitability in units of utility a game, checked at each evaluation.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest. Seconds count the iterations alone.
        schedule: Where evaluations are, as for `pokerdata.solvers.solve`: 'log' by default, at iterations 1, 2, 3, 4,
            5, 7, 9, 11, 16, 21, ... (eight a decade).
        every: Evaluate at its multiples instead, as for `pokerdata.solvers.solve`.
        at: Evaluate at these iterations instead, as for `pokerdata.solvers.solve`.
        resume: The state of a stopped run of the same game and algorithm; its log starts anew.
        checkpoint: Called with the state, e.g. ``lambda state: state.save("run.npz")``, every ``checkpoint_seconds``
            (less often where saving takes over a tenth of the time), before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds between two checkpoints.
        on_evaluation: Called with each row of the log.
        progress: Called with iterations done and expected in all, 0 where that is not known yet, about twice a second.

    Raises:
        ValueError: For invalid arguments, for neither target nor limit, or for a tree without perfect recall.
        FloatingPointError: At the first evaluation whose values are not finite.
    """
    given = {"target": target, "iterations": iterations, "seconds": seconds}
    if all(value is None for value in given.values()):
        raise ValueError("limits: expected a target, iterations or seconds, got none; e.g. target=0.001")
    for name, value in given.items():
        whole = name == "iterations"
        if value is not None and not (
            isinstance(value, float | int | np.number) and value > 0 and (not whole or value % 1 == 0)
        ):
            raise ValueError(
                f"{name}: expected a {'whole ' * whole}number, more than 0, got {value!r}; e.g. 100"
            )
    solver = TreeSolver(tree, algorithm)
    points = schedule_of(schedule, every=every, at=at)
    limits = Limits(
        target=-math.inf if target is None else target,
        iterations=min(math.inf if iterations is None else int(iterations), points.last),
        seconds=math.inf if seconds is None else seconds,
        schedule=points,
        iterating=True,
    )
    if resume is not None:
        solver.restore(resume)
    if solver.iteration >= limits.iterations:
        raise ValueError(
            f"iterations: expected more than {solver.iteration}, which the state to resume has already, got "
            f"{limits.iterations}"
        )

    saves = Checkpoints(checkpoint, checkpoint_seconds)
    run = Run(_Engine(solver), limits, saves, on_evaluation=on_evaluation, progress=progress)
    run.resume(0.0, (), evaluated=solver.iteration)
    stopped = run.go()
    return TreeResult(
        tree,
        solver.algorithm,
        solver.average(),
        tuple(run.log),
        solver.unreached(),
        stopped,
        solver.state(),
    )


class _Engine(Engine[TreeSolver, TreeEvaluation, TreeRunState]):
    def evaluate(self) -> TreeEvaluation:
        return self.solver.evaluate()

    def state(self, seconds: float, log: Sequence[TreeLogRow]) -> TreeRunState:
        return self.solver.state()
