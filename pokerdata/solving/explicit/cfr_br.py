"""CFR-BR in any two-player zero-sum game, the least exploitable strategies that an abstraction holds, and its log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.solving.algorithms import schedule as schedule_of
from pokerdata.solving.curves import run_html
from pokerdata.solving.explicit.abstracted_tree import AbstractedTree, TreeAbstraction, abstracted_tree
from pokerdata.solving.explicit.lp import need_zero_sum, player_edges
from pokerdata.solving.explicit.solve import TreeAlgorithm, TreeRunState, TreeSolver
from pokerdata.solving.explicit.tree import GameTree, best_response
from pokerdata.solving.run import Checkpoints, Engine, Limits, ResumableState, Row, Run

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

    @property
    def exploitability(self) -> float:
        """How much less exploitable another strategy of the abstraction could be, at the most."""
        return sum(most - worst for worst, most in zip(self.worst, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        told = (f"player {p}: {self.worst[p]:.6g}, at most {self.most[p]:.6g}" for p in PLAYERS)
        return brief(self, *told)


#: A row of the convergence log.
TreeCfrBrLogRow: TypeAlias = Row[TreeCfrBrValues]


@dataclass(frozen=True, eq=False, repr=False)
class TreeCfrBrState(ResumableState):
    """A stopped run of CFR-BR on a tree, to resume.

    Attributes:
        seats: The states of the solvers of what we play as player 0 and as player 1.
        seconds: Seconds spent in iterations.
        log: The convergence log so far.
    """

    seats: tuple[TreeRunState, TreeRunState]
    seconds: float
    log: tuple[TreeCfrBrLogRow, ...]

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return self.seats[0].iteration

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}", f"{len(self.seats[0].regrets):,} edges")

    def _repr_html_(self) -> str:
        return html.facts({"iteration": self.iteration, "seconds": self.seconds}, caption="TreeCfrBrState")

    def contents(self) -> dict[str, NDArray[Any]]:
        """All that is kept, by name."""
        found: dict[str, NDArray[Any]] = {
            f"{name}_{p}": values for p in PLAYERS for name, values in self.seats[p].contents().items()
        }
        return found | {"seconds": np.array(self.seconds), "log": _log_array(self.log)}

    @classmethod
    def of_contents(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The inverse of `contents`.

        Args:
            arrays: All that is kept, by name.
        """
        one, two = (
            TreeRunState.of_contents(
                {name.removesuffix(f"_{p}"): arrays[name] for name in arrays if name.endswith(f"_{p}")}
            )
            for p in PLAYERS
        )
        if one.iteration != two.iteration:
            raise ValueError(f"seats at the same iteration, got {one.iteration} and {two.iteration}")
        return cls((one, two), float(arrays["seconds"]), _log_rows(arrays["log"]))


def _log_array(log: Sequence[TreeCfrBrLogRow]) -> NDArray[np.float64]:
    """float64 [rows, 8]: iteration, seconds, and the numbers of the values."""
    rows = [(row.iteration, row.seconds, *row.evaluation.numbers) for row in log]
    return np.array(rows, np.float64).reshape(-1, 8)


def _log_rows(array: NDArray[np.float64]) -> tuple[TreeCfrBrLogRow, ...]:
    return tuple(
        Row(int(i), float(s), TreeCfrBrValues((a, b), (c, d), (e, f)))
        for i, s, a, b, c, d, e, f in array.tolist()
    )


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
    `pokerdata.solving.explicit.lp.solve_by_linear_program` finds exactly in ``abstracted_tree(tree, abstraction,
    players=[player])``. Where he forgets, nothing is promised, though what is told of it is exact.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        abstraction: As for `abstracted_tree`; it names the sets of both players.
        algorithm: One of the CFR family with players in turn and without pruning, as for `TreeSolver`.
        target: How much less exploitable the strategy might be at the most, on average over both players, in units of
            utility a game; checked at each evaluation. It can only be met where nobody forgets.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: Where evaluations are, as for `pokerdata.solving.public.solve`.
        every: As for `pokerdata.solving.public.solve`.
        at: As for `pokerdata.solving.public.solve`.
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
