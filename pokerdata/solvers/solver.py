"""One solver: a game, an algorithm and the state of a run."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import solvers as _core
from pokerdata._core import support
from pokerdata.errors import CapacityError
from pokerdata.games import Game
from pokerdata.solvers.held_player import HeldPlayer
from pokerdata.solvers.state_classes import StateClasses
from pokerdata.solving.algorithm import Algorithm, algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.run_state import check_finite
from pokerdata.support import html, resources
from pokerdata.support.text import brief

DTYPES = ("float32", "float64")
_PLAIN = algorithm("cfr")
_NAME_BYTES = 200  # of a private state's name: a text, its bytes, and a row of the table


class Solver:
    """Counterfactual regret minimisation in vector form, on the public tree.

    Args:
        game: What to solve.
        algorithm: How to solve it.
        held: A player who is held to a model of himself, if any. He learns where he is free; his average is what he plays
            altogether, and his best response the best that he may play.
        tied: Classes of states in which players play alike, a card abstraction inside the game. What is told of them is
            of the game itself.
        tied_players: Who is tied, of players 1 and 2.
        responder: A player, 1 or 2, not tied, who learns nothing: he comes first in every iteration, with a best response
            to what the other one plays now; his average is that of his responses.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid, or the algorithm prunes.
        CapacityError: Before anything is allocated, if memory would not suffice.
    """

    def __init__(
        self,
        game: Game,
        algorithm: Algorithm,
        *,
        held: HeldPlayer | None = None,
        tied: StateClasses | None = None,
        tied_players: Sequence[int] = (1, 2),
        responder: int | None = None,
        dtype: str = "float64",
        threads: int = 0,
    ) -> None:
        check_algorithm(algorithm)
        self.game = game
        self.held = held
        self.tied = tied
        self.algorithm = algorithm
        self.dtype = dtype
        kind = _core_class(dtype)
        self.threads = threads or support.hardware_threads()
        check_memory(game, dtype, self.threads, algorithm=algorithm, held=held is not None, tied=tied)
        self._core = kind(
            game.core,
            algorithm=algorithm.name,
            alpha=algorithm.alpha,
            beta=algorithm.beta,
            gamma=algorithm.gamma,
            delay=algorithm.delay,
            optimistic=algorithm.optimistic,
            simultaneous=algorithm.simultaneous,
            threads=self.threads,
        )
        if held is not None:
            self._core.hold(
                held.player,
                held.weights(game, dtype),
                probability=0.0 if isinstance(held.p, tuple) else held.p,
                per_decision=held.per_decision,
            )
        if tied is not None:
            self._core.tie(list(tied_players), list(tied.streets))
        if responder is not None:
            self._core.respond(responder)

    def __repr__(self) -> str:
        return brief(
            self, repr(self.game.label), str(self.algorithm), self.dtype, f"iteration {self.iteration:,}"
        )

    def _repr_html_(self) -> str:
        told = {"algorithm": str(self.algorithm), "iteration": self.iteration, "precision": self.dtype}
        return html.facts({**told, "threads": self.threads}, caption=self.game.label)

    @property
    def iteration(self) -> int:
        """Iterations done; one updates both players."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations."""
        return self._core.usable

    @property
    def unreached_sets(self) -> int:
        """Information sets that the average never reaches; they play uniformly."""
        return self._core.unreached_sets

    def unreached_sets_of(self, player: int) -> int:
        """Those of one player.

        Args:
            player: 1 or 2.
        """
        return self._core.unreached_sets_of(player)

    def iterate(self, count: int) -> None:
        """Run iterations.

        Ctrl-C stops between two of them. In the first, and where one takes over half a second, it stops in the middle,
        and the solver is not `usable` until it is restored.

        Args:
            count: How many, 0 or more.

        Raises:
            ValueError: If the count is negative, or the solver not `usable`.
            KeyboardInterrupt: At Ctrl-C.
        """
        self._core.iterate(count)

    def evaluate(self) -> Evaluation:
        """Exact values of the average strategy, in float64."""
        first, second, value = self._core.evaluate()
        return Evaluation((first, second), value)

    def expected_value(self, player: int) -> float:
        """Chips a game that a player wins when both play the average strategy.

        Args:
            player: 1 or 2.

        Raises:
            ValueError: For another player.
        """
        return self._core.expected_value(player)

    @property
    def recalls(self) -> bool:
        """Whether tied players forget nothing that they knew."""
        return self._core.recalls

    def tied_best_response(self, player: int) -> float:
        """Chips a game that a tied player wins at the most against the average of the other one, by any play of classes.

        Exact where nothing is forgotten (`recalls`), but for the rounding of `dtype`. It takes the time of an evaluation for
        each decision that the player may have in one game.

        Args:
            player: 1 or 2.

        Raises:
            ValueError: For a player who is not tied.
        """
        return self._core.tied_best_response(player)

    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]:
        """The average: for each street probabilities [edges of the street, states], in the tree's order, of `dtype`."""
        return tuple(self._core.average_strategy(street) for street in range(self.game.rules.streets))

    def current(self) -> tuple[NDArray[np.floating[Any]], ...]:
        """The strategy of the next iteration, in the order of `strategy`."""
        return tuple(self._core.current_strategy(street) for street in range(self.game.rules.streets))

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Copies of regrets and strategy sums, for `restore`.

        The regrets of optimistic algorithms are twice as many: after the sums come those of the last iteration.
        """
        return self._core.regrets(), self._core.average()

    def set_average(self, street: int, strategy: NDArray[np.floating[Any]]) -> None:
        """Take probabilities of a street for the average.

        Args:
            street: The street, from 0.
            strategy: Probabilities [edges of the street, states], in the order of `Solver.strategy`.

        Raises:
            ValueError: If numbers are negative or not finite, or for another shape.
        """
        if not (np.isfinite(strategy) & (np.asarray(strategy) >= 0)).all():
            raise ValueError(f"strategy of street {street + 1}: expected numbers of 0 or more; e.g. 0.5")
        self.take_average(street, strategy)

    def take_average(self, street: int, strategy: NDArray[np.floating[Any]]) -> None:
        """As `set_average`, without the check, for numbers that were checked.

        Args:
            street: The street, from 0.
            strategy: Probabilities [edges of the street, states], in the order of `Solver.strategy`.
        """
        self._core.set_average(street, np.ascontiguousarray(strategy, dtype=self.dtype))

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Continue from saved arrays, bit for bit as a run that was never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets that `arrays` gave, of the solver's dtype.
            average: The strategy sums that `arrays` gave, of the solver's dtype.

        Raises:
            ValueError: If the arrays have another type or size.
            FloatingPointError: If numbers are not finite.
        """
        for name, array in {"regrets": regrets, "average": average}.items():
            if array.dtype != self.dtype:
                raise ValueError(f"saved {name}: expected {self.dtype}, as in this run, got {array.dtype}")
        check_finite(iteration, regrets=regrets, sums=average)
        self._core.restore(iteration, regrets, average)


def check_algorithm(algorithm: Algorithm) -> None:
    """Check that this engine has the algorithm.

    Args:
        algorithm: The algorithm.

    Raises:
        ValueError: If it prunes, which this engine does not.
    """
    if algorithm.pruning != "none":
        raise ValueError(
            "algorithm: expected pruning 'none', as this engine works on all hands and histories at once and prunes "
            f"nothing, got {algorithm}; e.g. 'cfr', or the engine of pokerdata.trees"
        )


def memory_needed(
    game: Game,
    *,
    algorithm: Algorithm = _PLAIN,
    saved: bool = False,
    held: bool = False,
    tied: StateClasses | None = None,
    dtype: str = "float64",
    threads: int = 0,
) -> int:
    """Bytes that solving and evaluating the game and its strategy take, besides the game's own arrays.

    Args:
        game: The game.
        algorithm: Optimistic ones keep two arrays of regrets instead of one, simultaneous ones twice as many.
        saved: Whether to count the copy of the state that is written or read, and the names of the private states in the
            table.
        held: Whether a player is held to a model.
        tied: Classes that states are tied to.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; each takes some memory.

    Raises:
        ValueError: For another dtype or number of threads.
    """
    need = _core_class(dtype).memory(
        game.core,
        threads,
        optimistic=algorithm.optimistic,
        simultaneous=algorithm.simultaneous,
        held=held,
        classes=[] if tied is None else tied.counts,
    )
    if saved:
        tree = game.tree
        edges = [tree.street_edges(r) for r in range(game.rules.streets)]
        cells = sum((e.stop - e.start) * states for e, states in zip(edges, game.states, strict=True))
        # The final strategy is counted already, and made when the copy is gone.
        arrays = 2 if algorithm.optimistic else 1
        need += arrays * np.dtype(dtype).itemsize * cells + _NAME_BYTES * sum(game.states)
    return need


def check_memory(
    game: Game,
    dtype: str,
    threads: int,
    *,
    algorithm: Algorithm = _PLAIN,
    saved: bool = False,
    held: bool = False,
    tied: StateClasses | None = None,
    solvers: int = 1,
) -> None:
    """Check that the memory that is free suffices.

    Args:
        game: As for `memory_needed`.
        dtype: As for `memory_needed`.
        threads: As for `memory_needed`.
        algorithm: As for `memory_needed`.
        saved: As for `memory_needed`.
        held: As for `memory_needed`.
        tied: As for `memory_needed`.
        solvers: How many there are at once.

    Raises:
        CapacityError: If it would not suffice; the message has the estimate.
    """

    def needed(precision: str) -> int:
        how = {"algorithm": algorithm, "saved": saved, "held": held, "tied": tied}
        how |= {"dtype": precision, "threads": threads}
        return solvers * memory_needed(game, **how)  # type: ignore[arg-type]

    need, free = needed(dtype), resources.available_memory()
    if need <= free:
        return
    less = "a smaller game: " + ("lower caps" if game.abstraction is None else "fewer buckets or lower caps")
    if dtype == "float64" and needed("float32") <= free:
        less = "dtype 'float32', which needs about half, or " + less
    raise CapacityError(
        f"not enough memory to solve {game.label} in {dtype}: it needs {need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB "
        f"are free; expected {less}"
    )


def _core_class(dtype: str) -> type[_core.SolverFloat32] | type[_core.SolverFloat64]:
    if dtype not in DTYPES:
        raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {dtype!r}; e.g. 'float32'")
    return _core.SolverFloat32 if dtype == "float32" else _core.SolverFloat64
