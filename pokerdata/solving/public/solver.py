"""The solver in vector form, and classes of states that share a strategy."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import solvers as _core
from pokerdata._core import support
from pokerdata._support import html, resources
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.errors import CapacityError
from pokerdata.games import CardGame, SolvableGame
from pokerdata.solving.algorithms import Algorithm, algorithm
from pokerdata.solving.evaluation import Evaluation, cut_by_strength
from pokerdata.solving.public.held_player import HeldPlayer
from pokerdata.solving.solved import check_finite

#: Most buckets into which a class may be cut.
MOST_BUCKETS = 10**6


@dataclass(frozen=True, eq=False, repr=False)
class StateClasses:
    """Classes of private states that a game's players cannot tell apart.

    Attributes:
        streets: For each street int32 [states], the class of each state, from 0.
    """

    streets: tuple[NDArray[np.int32], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of classes on each street."""
        return tuple(int(street.max()) + 1 for street in self.streets)

    def __repr__(self) -> str:
        states = ", ".join(
            f"{len(s):,} states as {n:,}" for s, n in zip(self.streets, self.counts, strict=True)
        )
        return brief(self, states)

    def _repr_html_(self) -> str:
        rows = [
            (str(r + 1), str(len(s)), str(n))
            for r, (s, n) in enumerate(zip(self.streets, self.counts, strict=True))
        ]
        return html.table(rows, head=("street", "states", "classes"))


#: Classes, or for each street whole numbers [states].
Classes: TypeAlias = StateClasses | Sequence[ArrayLike]


def classes_of(game: SolvableGame, classes: Classes) -> StateClasses:
    """Return given classes, validated and numbered in rising order without gaps.

    Args:
        game: The game.
        classes: `StateClasses`, or for each street whole numbers [states].

    Raises:
        ValueError: If they do not fit the states of the game.
    """
    given = classes.streets if isinstance(classes, StateClasses) else classes
    if len(given) != len(game.states):
        raise ValueError(
            f"classes: expected those of {len(game.states)} streets, got {len(given)}; e.g. the list of classes_by_name"
        )
    found = []
    for r, (street, states) in enumerate(zip(given, game.states, strict=True)):
        numbers = np.asarray(street)
        if numbers.shape != (states,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(
                f"classes of street {r + 1}: expected {states:,} whole numbers, one for each state, got "
                f"{numbers.dtype} {list(numbers.shape)}; e.g. np.zeros({states}, int)"
            )
        found.append(_numbered(numbers))
    return StateClasses(tuple(found))


def classes_by_name(game: SolvableGame, name: Callable[[str], Hashable]) -> StateClasses:
    """Return classes in which states with the same name on a street belong together.

    >>> from pokerdata.solving.public import classes_by_name
    >>> classes_by_name(pokerdata.leduc(), lambda state: state.replace("Q", "J"))  # jacks and queens alike
    StateClasses(3 states as 2, 9 states as 4)

    Args:
        game: The game.
        name: Called with the text of each state, such as 'Q' or 'Q on K'; returns the name of its class.

    Raises:
        ValueError: If a name cannot be hashed.
    """
    found = []
    for names in game.state_names:
        numbers: dict[Hashable, int] = {}
        street = []
        for text in names:
            called = name(text)
            try:
                street.append(numbers.setdefault(called, len(numbers)))
            except TypeError:
                raise ValueError(
                    f"name of the class of {text!r}: expected text, numbers or tuples of them, got {called!r}; e.g. 'low'"
                ) from None
        found.append(np.array(street, np.int32))
    return StateClasses(tuple(found))


def strength_classes(game: CardGame, buckets: Sequence[int]) -> StateClasses:
    """Return classes by hand strength with perfect recall: each street cuts the classes of the one before into buckets.

    Hand strength is a hand's share of the pot at showdown against a random hand, over all boards to come. The buckets of a
    class hold as nearly equal numbers of deals as the states allow.

    Args:
        game: A game of real cards.
        buckets: For each street, the most buckets into which a class of the street before is cut.

    Raises:
        ValueError: For a game of joint counts, or unless there is a number of 1 or more for each street.
    """
    if not isinstance(game, CardGame):
        raise ValueError(f"game: expected one of real cards, got {game.label}; e.g. 'leduc'")
    if len(buckets) != len(game.states):
        raise ValueError(
            f"buckets: expected a number for each of {len(game.states)} streets, got {list(buckets)}; e.g. "
            f"{[2] * len(game.states)}"
        )
    counts = [as_count(n, "buckets", 1, MOST_BUCKETS, 2) for n in buckets]
    found: list[NDArray[np.int32]] = []
    parents = [game.core.state_parents(r) for r in range(1, len(game.states))]
    for r, (strength, deals) in enumerate(_strengths(game, parents)):
        above = np.zeros(len(strength), np.int64) if r == 0 else found[-1][parents[r - 1]].astype(np.int64)
        found.append(cut_by_strength(above, strength, deals, counts[r]).astype(np.int32))
    return StateClasses(tuple(found))


def _numbered(numbers: NDArray[np.integer]) -> NDArray[np.int32]:
    """Return the same classes, numbered in rising order without gaps."""
    return np.asarray(np.unique(numbers, return_inverse=True)[1], np.int32)


def _strengths(
    game: CardGame, parents: Sequence[NDArray[np.int32]]
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Return each street's strengths and deals of its states.

    Strengths are rounded, because equal ones differ in their last digits.
    """
    terminals, last = _core.Terminals(game.core), len(game.states) - 1
    ones = np.ones((game.states[last], 1))
    won, met = terminals.showdowns(last, ones)[:, 0], terminals.folds(last, ones)[:, 0]
    found = []
    for r in range(last, -1, -1):
        found.append((np.round(won / met, 12), met))
        if r:
            states = game.states[r - 1]
            won, met = (np.bincount(parents[r - 1], x, states).astype(float) for x in (won, met))
    return found[::-1]


DTYPES = ("float32", "float64")
_PLAIN = algorithm("cfr")
_NAME_BYTES = 200  # per private state: a text, its bytes, and a row of the table


class Solver:
    """Counterfactual regret minimisation in vector form, on the public tree.

    Args:
        game: The game to solve.
        algorithm: The algorithm.
        held: A player who is held to a model, if any. That player learns where it is free. Its average is its overall play,
            model included, and its best response is the best that it can do with the model imposed.
        tied: Classes of states in which players play the same: a card abstraction inside the game. Reported values are
            those of the full game.
        tied_players: The tied players, of players 1 and 2.
        responder: A player, 1 or 2 and not tied, that does not learn. In every iteration it moves first, with a best
            response to the other player's current strategy. Its average is the average of its responses.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid, or the algorithm prunes.
        CapacityError: If memory would not suffice; raised before anything is allocated.
    """

    def __init__(
        self,
        game: SolvableGame,
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
        """Iterations done; one iteration updates both players."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations."""
        return self._core.usable

    @property
    def unreached_sets(self) -> int:
        """Number of information sets that the average never reaches; they play uniformly."""
        return self._core.unreached_sets

    def unreached_sets_of(self, player: int) -> int:
        """Return the number of a player's information sets that the average never reaches.

        Args:
            player: 1 or 2.
        """
        return self._core.unreached_sets_of(player)

    def iterate(self, count: int) -> None:
        """Run iterations.

        Ctrl-C stops between two of them. In the first iteration, and in one that takes over half a second, it stops in the
        middle; the solver is then not `usable` until you restore it.

        Args:
            count: Number of iterations, 0 or more.

        Raises:
            ValueError: If the count is negative, or the solver is not `usable`.
            KeyboardInterrupt: At Ctrl-C.
        """
        self._core.iterate(count)

    def evaluate(self) -> Evaluation:
        """Return exact values of the average strategy, in float64."""
        first, second, value = self._core.evaluate()
        return Evaluation((first, second), value)

    def expected_value(self, player: int) -> float:
        """Return the chips per game that a player wins when both play the average strategy.

        Args:
            player: 1 or 2.

        Raises:
            ValueError: For another player.
        """
        return self._core.expected_value(player)

    @property
    def recalls(self) -> bool:
        """Whether the classes give tied players perfect recall."""
        return self._core.recalls

    def tied_best_response(self, player: int) -> float:
        """Return the most chips per game that a tied player can win by class against the other player's average.

        Exact up to the rounding of `dtype` if the classes have perfect recall (`recalls`). Costs the time of an evaluation
        for each decision that the player may have in one game.

        Args:
            player: 1 or 2.

        Raises:
            ValueError: For a player who is not tied.
        """
        return self._core.tied_best_response(player)

    def strategy(self) -> tuple[NDArray[np.floating[Any]], ...]:
        """Return the average: for each street probabilities [edges of the street, states] of `dtype`, in tree order."""
        return tuple(self._core.average_strategy(street) for street in range(self.game.rules.streets))

    def current(self) -> tuple[NDArray[np.floating[Any]], ...]:
        """Return the strategy of the next iteration, in the order of `strategy`."""
        return tuple(self._core.current_strategy(street) for street in range(self.game.rules.streets))

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return copies of regrets and strategy sums, for `restore`.

        Optimistic algorithms have twice as many regrets: the sums, then the regrets of the last iteration.
        """
        return self.regrets(), self.average()

    def regrets(self) -> NDArray[Any]:
        """Return the first array of `arrays`."""
        return self._core.regrets()

    def average(self) -> NDArray[Any]:
        """Return the second array of `arrays`."""
        return self._core.average()

    def set_average(self, street: int, strategy: NDArray[np.floating[Any]]) -> None:
        """Set the average of a street to given probabilities.

        Args:
            street: The street, from 0.
            strategy: Probabilities [edges of the street, states], in the order of `Solver.strategy`.

        Raises:
            ValueError: If numbers are negative or not finite, or the shape is wrong.
        """
        if not (np.isfinite(strategy) & (np.asarray(strategy) >= 0)).all():
            raise ValueError(f"strategy of street {street + 1}: expected numbers of 0 or more; e.g. 0.5")
        self.take_average(street, strategy)

    def take_average(self, street: int, strategy: NDArray[np.floating[Any]]) -> None:
        """Set the average of a street like `set_average`, without validating the numbers.

        Args:
            street: The street, from 0.
            strategy: Probabilities [edges of the street, states], in the order of `Solver.strategy`.
        """
        self._core.set_average(street, np.ascontiguousarray(strategy, dtype=self.dtype))

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Resume from saved arrays, to the same bits as a run that never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets from `arrays`, of the solver's dtype.
            average: The strategy sums from `arrays`, of the solver's dtype.

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
    """Raise ValueError if the algorithm prunes, which this engine does not support."""
    if algorithm.pruning != "none":
        raise ValueError(
            "algorithm: expected pruning 'none', as this engine works on all hands and histories at once and prunes "
            f"nothing, got {algorithm}; e.g. 'cfr', or the engine of pokerdata.solving.explicit"
        )


def memory_needed(
    game: SolvableGame,
    *,
    algorithm: Algorithm = _PLAIN,
    saved: bool = False,
    held: bool = False,
    tied: StateClasses | None = None,
    dtype: str = "float64",
    threads: int = 0,
) -> int:
    """Return the bytes needed to solve and evaluate a game, in addition to the game's own arrays.

    Args:
        game: The game.
        algorithm: The algorithm. Optimistic ones keep two arrays of regrets instead of one, simultaneous ones twice as many.
        saved: Whether to count the copy of the state that is written or read, and the names of the private states in the
            table.
        held: Whether a player is held to a model.
        tied: Classes that states are tied to.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or 1 to 1024; each thread needs some memory.

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
        # The final strategy is counted already; it is made after the copy is freed.
        arrays = 2 if algorithm.optimistic else 1
        need += arrays * np.dtype(dtype).itemsize * cells + _NAME_BYTES * sum(game.states)
    return resources.with_margin(need)


def check_memory(
    game: SolvableGame,
    dtype: str,
    threads: int,
    *,
    algorithm: Algorithm = _PLAIN,
    saved: bool = False,
    held: bool = False,
    tied: StateClasses | None = None,
    solvers: int = 1,
) -> None:
    """Raise CapacityError if free memory does not suffice.

    Args:
        game: As for `memory_needed`.
        dtype: As for `memory_needed`.
        threads: As for `memory_needed`.
        algorithm: As for `memory_needed`.
        saved: As for `memory_needed`.
        held: As for `memory_needed`.
        tied: As for `memory_needed`.
        solvers: Number of solvers that exist at once.

    Raises:
        CapacityError: If free memory does not suffice; the message has the estimate.
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
