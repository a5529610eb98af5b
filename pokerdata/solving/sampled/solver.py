"""The solver by public chance sampling, and its memory requirements."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import chance_sampling as _core
from pokerdata._core import support
from pokerdata._core.games import BettingTree as _Tree
from pokerdata._support import html, resources
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, Rules
from pokerdata.games.strategies.strategy_file import PUBLIC_CHANCE_SAMPLING
from pokerdata.solving.solved import check_finite

#: Exponents of t in the weights of regrets and of strategies, by the name of the update.
UPDATES = {"cfr": (0.0, 1.0), "lcfr": (1.0, 1.0)}


class PrivateStates(Protocol):
    """Card abstraction as a solver needs it; `pokerdata.abstraction.card_states` returns one, and any object works."""

    def states(self, street: int, /) -> int:
        """Return the number of states on a street, 1 to 65,535.

        Args:
            street: The street, 0 preflop.
        """

    def of_board(self, board: NDArray[np.uint8], /) -> NDArray[np.uint16]:
        """Return the states of the 1,326 combos on a board.

        Args:
            board: uint8 [0|3|4|5], flop first.

        Returns:
            uint16 [1326].
        """


class PublicChanceSolver:
    """Counterfactual regret minimisation with public chance sampling (Johanson et al. 2012).

    The game has two players with two hole cards each from a deck of 52, and five cards on the board. An iteration deals one
    board and updates player 1, then player 2, in the whole betting tree with all hands that do not share a card with the
    board. Hands of one state are one information set.

    Args:
        rules: The betting, one to four streets; if there are fewer, the rest of the board is dealt before the showdown.
        states: The states of hands on boards, for example from `pokerdata.abstraction.card_states`.
        update: 'cfr' or 'lcfr'. The regrets of iteration t have weight 1 or t, and the strategies weight t in both.
        seed: Seed of the boards, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice; raised before anything is allocated.
    """

    #: Name of the algorithm in strategies, and its name in words.
    METHOD = PUBLIC_CHANCE_SAMPLING
    WORDS = "public chance sampling"

    def __init__(
        self, rules: Rules, states: PrivateStates, *, update: str = "lcfr", seed: int = 0, threads: int = 0
    ) -> None:
        if update not in UPDATES:
            raise ValueError(f"update: expected one of {', '.join(UPDATES)}, got {update!r}; e.g. 'lcfr'")
        self.rules = rules
        self.update = update
        self.seed = as_count(seed, "seed", 0, 2**64 - 1, 7)
        self.threads = threads or support.hardware_threads()
        self.tree = BettingTree(rules)
        self.states = numbers_of_states(rules, states)
        self._make(states, *UPDATES[update])

    def _make(self, states: PrivateStates, alpha: float, gamma: float) -> None:
        """Make the kernels' solver; raise CapacityError if memory does not suffice."""
        check_memory(self.rules, self.states, self.threads)
        self._core: _core.Solver | _core.ResponseSolver = _core.Solver(
            _Tree(self.rules.core), states, alpha=alpha, gamma=gamma, seed=self.seed, threads=self.threads
        )

    def __repr__(self) -> str:
        return brief(
            self, repr(self.rules.name), self.update, f"seed {self.seed}", f"iteration {self.iteration:,}"
        )

    def _repr_html_(self) -> str:
        told = {
            "update": self.update,
            "seed": self.seed,
            "iteration": self.iteration,
            "private states": self.states,
        }
        return html.facts({**told, "threads": self.threads}, caption=self.rules.name)

    def own_origin(self) -> list[object]:
        """Return what determines the numbers of a run besides rules, states, update and seed."""
        return []

    @property
    def iteration(self) -> int:
        """Iterations done; one iteration deals a board and updates both players."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations."""
        return self._core.usable

    @property
    def information_sets(self) -> int:
        """Number of information sets: decision nodes times states."""
        return sum(len(self.tree.decision_nodes(r)) * states for r, states in enumerate(self.states))

    @property
    def unreached_sets(self) -> int:
        """Number of information sets without mass in the average, never dealt or never reached; they play uniformly."""
        return self._core.unreached_sets

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

    def strategy(self) -> tuple[NDArray[np.float32], ...]:
        """Return the average: for each street probabilities [edges of the street, states], in tree order."""
        return tuple(self._core.average_strategy(r) for r in range(self.rules.streets))

    def regrets(self) -> tuple[NDArray[np.float32], ...]:
        """Return regret sums in the same shapes: chips per hand, summed over the hands of a state and the boards."""
        return tuple(self._core.street_regrets(r) for r in range(self.rules.streets))

    def arrays(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return copies of regrets and strategy sums in an internal order, for `restore`."""
        return self._core.regrets(), self._core.average()

    def restore(self, iteration: int, regrets: NDArray[np.float32], average: NDArray[np.float32]) -> None:
        """Resume from saved arrays, to the same bits as a run that never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets from `arrays`, float32.
            average: The strategy sums from `arrays`, float32.

        Raises:
            ValueError: If the arrays have another size.
            FloatingPointError: If numbers are not finite.
        """
        check_finite(iteration, regrets=regrets, sums=average)
        assert isinstance(self._core, _core.Solver)
        self._core.restore(iteration, regrets, average)


def board_of(seed: int, iteration: int) -> NDArray[np.uint8]:
    """Return the board that an iteration deals.

    Args:
        seed: The seed of the run.
        iteration: The number of the iteration, from 1.

    Returns:
        uint8 [5], flop first.
    """
    return _core.board_of(seed, iteration)


def numbers_of_states(rules: Rules, states: PrivateStates) -> tuple[int, ...]:
    """Return the number of states on each street of the rules.

    Args:
        rules: Rules of the betting.
        states: States of hands on boards.

    Raises:
        ValueError: If there are more than four streets.
    """
    if rules.streets > 4:
        raise ValueError(f"rules {rules.name!r}: expected 1 to 4 streets, got {rules.streets}")
    return tuple(states.states(r) for r in range(rules.streets))


def memory_needed(rules: Rules, states: tuple[int, ...], threads: int = 0) -> int:
    """Return the bytes that a solver needs.

    Args:
        rules: Rules of the betting.
        states: Number of states on each street.
        threads: 0 for all processors, or 1 to 1024; each thread needs some memory.

    Raises:
        ValueError: If the states do not fit the rules, or the number of threads is invalid.
    """
    return resources.with_margin(_core.Solver.memory(_Tree(rules.core), list(states), threads))


def memory_of_run(rules: Rules, states: tuple[int, ...]) -> int:
    """Return the peak memory of a recipe's run in bytes, including look-ups of hands and the copy for a checkpoint.

    Args:
        rules: Rules of the betting.
        states: Number of states on each street.
    """
    return peak_of_run(memory_needed(rules, states))


def peak_of_run(need: int) -> int:
    """Return the peak memory of a recipe's run in bytes, as `memory_of_run`, from the memory of its solver.

    Args:
        need: Bytes of the solver.
    """
    return 1_000_000_000 + 2 * need


def leaf_visits(rules: Rules) -> int:
    """Return the number of leaves that an iteration visits.

    Its time is proportional to that; the number of states matters little.
    """
    return _core.Solver.leaf_visits(_Tree(rules.core))


def check_memory(rules: Rules, states: tuple[int, ...], threads: int, saved: bool = False) -> None:
    """Raise CapacityError if free memory does not suffice for a solver by public chance sampling.

    Args:
        rules: As for `memory_needed`.
        states: As for `memory_needed`.
        threads: As for `memory_needed`.
        saved: Whether to count the copies for a checkpoint.

    Raises:
        CapacityError: If free memory does not suffice; the message has the estimate.
    """
    check_need(rules, states, run_memory(memory_needed(rules, states, threads), saved))


def run_memory(need: int, saved: bool) -> int:
    """Return the peak memory of a run in this process in bytes, with a copy of the solver's state or of the strategy only.

    Args:
        need: Bytes of the solver.
        saved: Whether states are saved or read.
    """
    return 2 * need if saved else need + need // 2


def check_need(rules: Rules, states: tuple[int, ...], need: int) -> None:
    """Raise CapacityError if free memory does not suffice.

    Args:
        rules: Rules of the betting.
        states: Number of states on each street.
        need: Bytes needed.

    Raises:
        CapacityError: If free memory does not suffice; the message has the estimate.
    """
    free = resources.available_memory()
    if need > free:
        raise CapacityError(
            f"not enough memory to solve {rules.name} with {', '.join(f'{s:,}' for s in states)} states: it needs "
            f"{need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB are free; expected fewer states or a smaller bet menu"
        )
