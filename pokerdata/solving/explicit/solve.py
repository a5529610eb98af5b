"""Solve a game tree: algorithms, the solver, the run, and the result."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import trees as _core
from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.solving import algorithms
from pokerdata.solving.algorithms import DEFAULTS, Algorithm, algorithm
from pokerdata.solving.curves import run_html
from pokerdata.solving.explicit.tree import GameTree, TreeEvaluation, Unreached, evaluate
from pokerdata.solving.run import Engine, Run, RunOptions, positive
from pokerdata.solving.solved import Row, Solved

SAMPLINGS = ("chance", "external", "outcome")
NAMES = (*DEFAULTS, *(f"mccfr-{sampling}" for sampling in SAMPLINGS), "fictitious-play")


@dataclass(frozen=True)
class MonteCarlo:
    """Monte Carlo CFR (Lanctot et al. 2009). One iteration walks the tree once for each player, in turn.

    With more than two players, external and outcome sampling weight the average of a set only by iterations in which
    players other than the walking one could reach it.

    Attributes:
        sampling: What a walk samples: only ``chance`` events; ``external``: also the actions of the other players;
            ``outcome``: also the walking player's own actions, so that the walk is a single game.
        exploration: Probability, above 0 and at most 1, that outcome sampling takes a random own action instead of following
            the strategy.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.

    Raises:
        ValueError: For an unknown sampling, or an exploration or seed out of range.
    """

    sampling: str = "external"
    exploration: float = 0.6
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sampling not in SAMPLINGS:
            raise ValueError(
                f"sampling: expected one of {', '.join(SAMPLINGS)}, got {self.sampling!r}; e.g. 'external'"
            )
        if not isinstance(self.seed, int | np.integer) or not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: expected a whole number, 0 or more, got {self.seed!r}; e.g. 1")
        if not isinstance(self.exploration, float | int | np.number) or not 0 < self.exploration <= 1:
            raise ValueError(
                f"exploration: expected more than 0, at most 1, got {self.exploration}; e.g. 0.6"
            )

    def __str__(self) -> str:
        more = {"exploration": self.exploration} if self.sampling == "outcome" else {}
        return algorithms.write(f"mccfr-{self.sampling}", {**more, "seed": self.seed})

    def _repr_html_(self) -> str:
        return html.of_fields(self)


@dataclass(frozen=True)
class FictitiousPlay:
    """Fictitious play (Brown 1951): each player best responds to the averages of the others so far.

    Averages are uniform before the first iteration.

    Attributes:
        simultaneous: Whether all players respond at once rather than in turn.
    """

    simultaneous: bool = False

    def __str__(self) -> str:
        return "fictitious-play(simultaneous)" if self.simultaneous else "fictitious-play"

    def _repr_html_(self) -> str:
        return html.of_fields(self)


TreeAlgorithm: TypeAlias = Algorithm | MonteCarlo | FictitiousPlay


def tree_algorithm(given: str | TreeAlgorithm, *, seed: int = 0) -> TreeAlgorithm:
    """Return the algorithm that a text names; return a value unchanged.

    Args:
        given: A member of the CFR family as `pokerdata.solving.algorithm` reads it, such as 'cfr+(delay=100)' or
            'cfr(pruning=partial)'; 'mccfr-chance', 'mccfr-external' (or 'mccfr') and
            'mccfr-outcome(exploration=0.4, seed=3)'; 'fictitious-play' and 'fictitious-play(simultaneous)'.
        seed: Seed of a sampling algorithm that names none, 0 to 2**64 - 1.

    Raises:
        ValueError: For an unknown name or parameter; the message lists those that exist.
    """
    if isinstance(given, Algorithm | MonteCarlo | FictitiousPlay):
        return given
    if not isinstance(given, str):
        raise ValueError(f"algorithm: expected one of {', '.join(NAMES)}, got {given!r}; e.g. 'dcfr'")
    name, parameters = algorithms.read(given)
    if name in DEFAULTS:
        return algorithm(given)
    if name == "fictitious-play":
        _check(name, parameters, ("simultaneous",))
        if parameters.get("simultaneous", True) is not True:
            raise ValueError(f"algorithm: expected 'fictitious-play(simultaneous)', got {given!r}")
        return FictitiousPlay(**parameters)  # type: ignore[arg-type]
    name = "mccfr-external" if name == "mccfr" else name
    if name not in NAMES:
        raise ValueError(f"algorithm: expected one of {', '.join(NAMES)}, got {name!r}; e.g. 'dcfr'")
    sampling = name.removeprefix("mccfr-")
    _check(name, parameters, ("exploration", "seed") if sampling == "outcome" else ("seed",))
    return MonteCarlo(sampling, **{"seed": seed, **parameters})  # type: ignore[arg-type]


def _check(name: str, given: Iterable[str], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"algorithm {name}: no parameter {key}; it has {', '.join(known)}")


class TreeSolver:
    """Solver of a game tree, in float64 on one thread.

    An iteration updates player 0, then player 1 against the new strategy, and so on. The average accumulates the strategy
    from before the update, weighted by the player's own reach probability.

    Args:
        tree: The game.
        algorithm: Text that `tree_algorithm` reads, such as 'dcfr(beta=0.5)', or a value:
            `pokerdata.solving.algorithm`, `MonteCarlo`, `FictitiousPlay`.
        responder: A player, from 0, that does not learn. In every iteration it moves first, with a best response to the
            current strategies of the others. Its average is the average of its responses.

    Raises:
        ValueError: For an invalid algorithm. With a responder, also for an algorithm outside the CFR family, with
            simultaneous updates or with pruning, or if the responder lacks perfect recall.
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
        """Iterations done; one iteration updates every player."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations: always, as Ctrl-C does not interrupt one."""
        return True

    @property
    def visited(self) -> int:
        """Inner nodes visited by this solver in all iterations; 0 for fictitious play, which does not count them."""
        return 0 if isinstance(self._core, _core.FictitiousPlay) else self._core.visited

    def iterate(self, count: int, progress: Progress | None = None) -> None:
        """Run a number of iterations. Ctrl-C stops between two of them; the solver can continue.

        Args:
            count: Number of iterations.
            progress: Called with the iterations done and in total.
        """
        self._core.iterate(count, progress)

    def average(self) -> NDArray[np.float64]:
        """Return the average strategies, float64 [edges]: the result. Uniform in sets never reached."""
        return self.tree.core.normalised(self._core.average())

    def current(self) -> NDArray[np.float64]:
        """Return the strategies of the next iteration, float64 [edges]; for fictitious play, the current averages."""
        return self._core.strategy()

    def evaluate(self) -> TreeEvaluation:
        """Return exact values of the average strategies."""
        return evaluate(self.tree, self.average())

    def unreached(self) -> Unreached:
        """Return the information sets that the average never reached."""
        return Unreached(*self.tree.core.unreached(self._core.average()))

    def arrays(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Return copies of all arrays needed to resume, for `restore`.

        Returns:
            Three float64 [edges]: regrets, sums of strategies, and the regrets of the last iteration. The third is empty
            unless the algorithm is optimistic.
        """
        core = self._core
        return core.regrets(), core.average(), core.prediction()

    def restore(
        self,
        iteration: int,
        regrets: NDArray[np.float64],
        average: NDArray[np.float64],
        prediction: NDArray[np.float64],
    ) -> None:
        """Resume from saved arrays, to the same bits as a run that never stopped.

        Args:
            iteration: Iterations done.
            regrets: First array of `arrays`.
            average: Second array of `arrays`.
            prediction: Third array of `arrays`.

        Raises:
            ValueError: If the arrays have another size.
        """
        self._core.restore(iteration, regrets, average, prediction)

    @property
    def origin(self) -> str:
        """Digest of the tree and the algorithm, which determine all numbers."""
        how = self.algorithm
        if isinstance(how, Algorithm) and how.pruning == "partial":
            how = replace(how, pruning="none")  # partial pruning changes no bit
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


@dataclass(frozen=True)
class TreeResult(Solved[TreeEvaluation]):
    """A solved game.

    Attributes:
        tree: The game.
        algorithm: The algorithm that solved it.
        strategy: The average strategies of all players, float64 [edges]; ``tree.words(strategy)`` names sets and actions.
        log: The convergence log; its last row is the result.
        unreached: Sets that play uniformly because the average never reached them.
        stopped: 'target', 'iterations', 'seconds', 'cancelled', or 'stalled' (a run with no other limit stopped improving).
    """

    tree: GameTree
    algorithm: TreeAlgorithm
    strategy: NDArray[np.float64]
    log: tuple[Row[TreeEvaluation], ...]
    unreached: Unreached
    stopped: str

    def __repr__(self) -> str:
        worth = f"exploitability {self.values.exploitability:.4g}"
        sets = f"{len(self.tree.information_sets):,} information sets"
        return brief(self, sets, str(self.algorithm), f"{self.iterations:,} iterations", worth)

    def _repr_html_(self) -> str:
        told = {
            "algorithm": str(self.algorithm),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "exploitability": f"{self.values.exploitability:.6g} a game, in units of utility",
            "expected values": self.values.expected_values,
            "best responses": self.values.best_responses,
            "information sets": len(self.tree.information_sets),
            "of them never reached": self.unreached.sets,
        }
        return run_html("TreeResult", told, self.log, "units of utility a game", 1.0)

    def lines(self) -> list[str]:
        """Return the result as lines of text."""
        value = self.values
        lines = [
            f"{self.algorithm}, {self.iterations:,} iterations, {self.seconds:.3f} s",
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
    tree: GameTree, algorithm: str | TreeAlgorithm = "dcfr", **options: Unpack[RunOptions]
) -> TreeResult:
    """Solve a game tree until a target exploitability, or for a number of iterations or seconds.

    Args:
        tree: A tree with perfect recall.
        algorithm: As for `TreeSolver`.
        **options: Options of `pokerdata.solving.RunOptions`; the target is a number, in units of utility per game.

    Raises:
        ValueError: For invalid arguments, for neither target, iterations nor seconds, or for a tree without perfect recall.
        FloatingPointError: At the first evaluation or checkpoint with numbers that are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    run = Run[TreeEvaluation](options, target=utility)
    solver = TreeSolver(tree, algorithm)
    run.go(_Engine(solver))
    return TreeResult(
        tree, solver.algorithm, solver.average(), tuple(run.log), solver.unreached(), run.stopped
    )


def utility(target: object) -> float:
    """Return a validated target in units of utility."""
    if isinstance(target, str):
        raise ValueError(f"target: expected a number, in units of utility a game, got {target!r}; e.g. 0.001")
    return positive("target", target)  # type: ignore[arg-type]


class _Engine(Engine[TreeSolver, TreeEvaluation]):
    def __init__(self, solver: TreeSolver) -> None:
        super().__init__(solver)
        self.origin = solver.origin
        self.name = f"{solver.algorithm} on a tree of {solver.tree.nodes:,} nodes"
        self.NUMBERS = 2 * solver.tree.players

    def evaluate(self) -> TreeEvaluation:
        return self.solvers[0].evaluate()

    values = staticmethod(TreeEvaluation.of)
