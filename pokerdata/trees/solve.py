"""Solving a game tree: iterations, evaluations, and when to stop."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.solvers.schedule import schedule as schedule_of
from pokerdata.solvers.state import check_finite
from pokerdata.trees.algorithms import TreeAlgorithm
from pokerdata.trees.evaluation import TreeEvaluation, Unreached
from pokerdata.trees.solver import TreeSolver
from pokerdata.trees.state import TreeState
from pokerdata.trees.tree import GameTree


@dataclass(frozen=True)
class TreeLogRow:
    """One line of the convergence log. seconds: spent in iterations, without the evaluations."""

    iteration: int
    seconds: float
    evaluation: TreeEvaluation


@dataclass(frozen=True)
class TreeResult:
    """A solved game.

    strategy: the average strategies of all players, float64 [edges]; ``tree.words(strategy)`` puts them in words.
    log: the convergence log; its last row is the result. unreached: sets that play uniformly because the
    average never reached them. stopped: 'target', 'iterations' or 'seconds'. state: to go on with.
    """

    tree: GameTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    log: tuple[TreeLogRow, ...]
    unreached: Unreached
    stopped: str
    state: TreeState

    @property
    def evaluation(self) -> TreeEvaluation:
        """Values of the strategies, in units of utility a game."""
        return self.log[-1].evaluation

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    def lines(self) -> list[str]:
        """The result in words, one line each."""
        value = self.evaluation
        lines = [
            f"{self.algorithm}, {self.iterations:,} iterations, {self.log[-1].seconds:.3f} s",
            f"exploitability  {value.exploitability:.6g} a game, in units of utility",
            f"NashConv        {value.nash_conv:.6g} (times {self.tree.players} players)",
        ]
        for p, (u, b) in enumerate(zip(value.expected_values, value.best_responses, strict=True)):
            lines.append(f"player {p}        expects {u:+.6f}, a best response {b:+.6f}")
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
    resume: TreeState | None = None,
    checkpoint: Callable[[TreeState], None] | None = None,
    on_evaluation: Callable[[TreeLogRow], None] | None = None,
) -> TreeResult:
    """Solve a game tree until its exploitability is below a target, or to a number of iterations or seconds.

    algorithm: as for `TreeSolver`.
    target: exploitability in units of utility a game, looked at wherever the run is evaluated.
    schedule, every, at: where that is, as for `pokerdata.solvers.solve`: 'log' by default, at iterations
        1, 2, 3, 4, 5, 7, 9, 11, 16, 21, ... (eight a decade).
    iterations, seconds: stop there at the latest. Seconds count the iterations alone.
    resume: the state of a stopped run of the same game and algorithm; its log starts anew.
    checkpoint: called with the state before Ctrl-C is passed on, e.g. ``lambda state: state.save("run.npz")``.
    on_evaluation: called with each row of the log.

    Raises ValueError for bad arguments, for neither target nor limit, and for a tree without perfect recall;
    FloatingPointError at the first evaluation whose values are not finite.
    """
    limits = {"target": target, "iterations": iterations, "seconds": seconds}
    if all(value is None for value in limits.values()):
        raise ValueError("bad limits: want a target, iterations or seconds, e.g. target=0.001")
    for name, value in limits.items():
        whole = name == "iterations"
        if value is not None and not (
            isinstance(value, float | int | np.number) and value > 0 and (not whole or value % 1 == 0)
        ):
            raise ValueError(f"bad {name} {value!r}: want a {'whole ' * whole}number, more than 0")
    solver = TreeSolver(tree, algorithm)
    if resume is not None:
        solver.restore(resume)
    points = schedule_of(schedule, every=every, at=at)
    last = min(math.inf if iterations is None else int(iterations), points.last)
    if solver.iteration >= last:
        raise ValueError(
            f"bad iterations {last}: the state to resume has {solver.iteration} already; want more"
        )
    log: list[TreeLogRow] = []
    spent, stopped = 0.0, None
    try:
        while stopped is None:
            point = min(points.after(solver.iteration), last)
            spent += _run_to(solver, int(point), math.inf if seconds is None else seconds - spent)
            found = solver.evaluate()
            check_finite(solver.iteration, values=np.array([*found.expected_values, *found.best_responses]))
            log.append(TreeLogRow(solver.iteration, spent, found))
            if on_evaluation is not None:
                on_evaluation(log[-1])
            if target is not None and log[-1].evaluation.exploitability < target:
                stopped = "target"
            elif solver.iteration >= last:
                stopped = "iterations"
            elif seconds is not None and spent >= seconds:
                stopped = "seconds"
    except KeyboardInterrupt:
        if checkpoint is not None:
            checkpoint(solver.state())
        raise
    return TreeResult(
        tree, solver.algorithm, solver.average(), tuple(log), solver.unreached(), stopped, solver.state()
    )


def _run_to(solver: TreeSolver, point: int, seconds: float) -> float:
    """Iterate to a point, in pieces where time is short; returns the seconds it took."""
    start = time.monotonic()
    piece = 1
    while solver.iteration < point:
        count = point - solver.iteration if math.isinf(seconds) else min(piece, point - solver.iteration)
        solver.iterate(count)
        if time.monotonic() - start >= seconds:
            break
        piece *= 2
    return time.monotonic() - start
