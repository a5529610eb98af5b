"""A solver of a spot, the values of its strategies, and its costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata._core import support
from pokerdata._support import costs, html, resources
from pokerdata._support.estimates import fixed
from pokerdata._support.text import brief
from pokerdata.errors import CapacityError
from pokerdata.games.rules import MOST_CHIPS
from pokerdata.solving.algorithms import Algorithm, algorithm
from pokerdata.solving.solved import check_finite
from pokerdata.spots.locks import Lock, locked_decisions
from pokerdata.spots.spot import Spot

_ROUNDING = 1e-12  # as a fraction of the pot, rounding error of summed chips


@dataclass(frozen=True)
class SpotValues:
    """Exact values of both players' strategies in chips per deal, averaged over all deals of the ranges.

    Values count what is won after the spot's start, including the pot. Chips put in earlier do not count. Without rake the
    values of both players add up to the pot.

    Attributes:
        best_response: What the best response of each player wins against the other player's strategy, out of position
            first.
        expected: What each player wins if both follow their strategies.
        pot: Chips in the pot at the spot's start.
    """

    best_response: tuple[float, float]
    expected: tuple[float, float]
    pot: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Both best-response values, both expected values, then the pot."""
        return (*self.best_response, *self.expected, self.pot)

    @staticmethod
    def of(numbers: Sequence[float]) -> SpotValues:
        """Return the values with these `numbers`.

        Raises:
            ValueError: If the pot is not above 0.
        """
        a, b, x, y, pot = numbers
        if not pot > 0 or max(map(abs, numbers)) > 4 * MOST_CHIPS:
            raise ValueError("a log with a pot of 0, or with more chips than there are")
        return SpotValues((a, b), (x, y), pot)

    @property
    def gains(self) -> tuple[float, float]:
        """How much more the best response of each player wins than its strategy, in chips."""
        return (
            self.best_response[0] - self.expected[0],
            self.best_response[1] - self.expected[1],
        )

    @property
    def exploitability(self) -> float:
        """Half the sum of both gains, in chips; 0 in an equilibrium."""
        return sum(self.gains) / 2

    @property
    def percent(self) -> float:
        """The exploitability as a percentage of the pot."""
        return 100 * self.exploitability / self.pot

    def __repr__(self) -> str:
        return brief(
            self,
            f"exploitability {self.exploitability:.4g} chips = {self.percent:.3g} % of the pot",
            f"expected {self.expected[0]:.4f} and {self.expected[1]:.4f} chips",
        )

    def _repr_html_(self) -> str:
        return html.facts(
            {
                "exploitability, chips": self.exploitability,
                "exploitability, % of the pot": self.percent,
                "expected, out of position": self.expected[0],
                "expected, in position": self.expected[1],
                "best response, out of position": self.best_response[0],
                "best response, in position": self.best_response[1],
            },
            caption="Values of a spot, chips a deal",
        )

    def lines(self, big_blind: float | None = None) -> list[str]:
        """Return the values as lines of text with their units.

        Args:
            big_blind: Chips of the big blind; adds amounts in thousandths of it.
        """

        def chips(value: float) -> str:
            value = value if abs(value) > _ROUNDING * self.pot else 0.0
            blinds = "" if big_blind is None else f" = {1000 * value / big_blind:.4g} mb"
            return f"{value:.5g} chips = {100 * value / self.pot:.4g} % of the pot{blinds}"

        lines = [f"exploitability  {chips(self.exploitability)}"]
        for name, gain in zip(("OOP", "IP"), self.gains, strict=True):
            lines.append(
                f"  of {'IP' if name == 'OOP' else 'OOP':3}        {chips(gain)}, what the best {name} wins more"
            )
        for name, value in zip(("OOP", "IP"), self.expected, strict=True):
            lines.append(f"expected {name:3}    {fixed(value, 6)} chips of a pot of {self.pot:g}")
        return lines


_Core = type[_core.SpotSolverInt16] | type[_core.SpotSolverFloat32] | type[_core.SpotSolverFloat64]
#: Types of regrets and strategy sums, from the smallest -> their kernels.
DTYPES: dict[str, _Core] = {
    "int16": _core.SpotSolverInt16,
    "float32": _core.SpotSolverFloat32,
    "float64": _core.SpotSolverFloat64,
}
#: Default algorithm for spots: the dcfr variant that reached 0.1 % of the pot first on spots of every
#: street, without a rise of its exploitability on the way.
DEFAULT_ALGORITHM = "dcfr(beta=0.25, gamma=4)"


class SpotSolver:
    """Counterfactual regret minimisation on real cards, from the middle of a hand on.

    Args:
        spot: What to solve.
        algorithm: cfr, cfr+, lcfr or dcfr, with alternating updates and without pruning.
        locks: Fixed strategies; the rest is solved around them.
        copies: For how many extra copies of its arrays the memory must suffice.
        dtype: 'float32', 'float64' or 'int16', type of regrets and strategy sums. The 16-bit numbers have a power-of-two
            scale for each decision and take half the memory.
        threads: 0 for all processors, or up to 1024; the result is bit-identical for any number.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If there is not enough memory; raised before any allocation.
    """

    def __init__(
        self,
        spot: Spot,
        algorithm: Algorithm,
        *,
        locks: Sequence[Lock] = (),
        copies: int = 0,
        dtype: str = "float32",
        threads: int = 0,
    ) -> None:
        check_algorithm(algorithm)
        self.spot, self.algorithm, self.dtype = spot, algorithm, dtype
        kind = _core_class(dtype)
        self.threads = threads or support.hardware_threads()
        self.game = game_of(spot)
        check_memory(self.game, dtype, self.threads, copies)
        self._core = kind(
            self.game,
            algorithm=algorithm.name,
            alpha=algorithm.alpha,
            beta=algorithm.beta,
            gamma=algorithm.gamma,
            delay=algorithm.delay,
            threads=self.threads,
        )
        self.locks = tuple(locks)
        for locked in locked_decisions(self.locks, spot, self.game):
            self._core.lock(*locked)

    def __repr__(self) -> str:
        return brief(self, str(self.algorithm), self.dtype, f"iteration {self.iteration:,}")

    def _repr_html_(self) -> str:
        told = {"algorithm": str(self.algorithm), "iteration": self.iteration, "precision": self.dtype}
        return html.facts({**told, "threads": self.threads}, caption=repr(self.spot))

    @property
    def iteration(self) -> int:
        """Number of iterations done; one iteration updates both players."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver is between two iterations."""
        return self._core.usable

    def iterate(self, count: int) -> None:
        """Run iterations.

        Ctrl-C stops the run between two iterations. In the first iteration, and if one takes over half a second, it stops
        in the middle. The solver is then not `usable` until it is restored.

        Args:
            count: 0 or more.

        Raises:
            ValueError: If the count is negative, or the solver is not `usable`.
            KeyboardInterrupt: On Ctrl-C.
        """
        self._core.iterate(count)

    def evaluate(self) -> SpotValues:
        """Return exact values of the average strategies, computed in float64."""
        return spot_values(self.spot, *self._core.evaluate())

    def set_gadget(
        self, opponent: int, method: str, kept: NDArray[np.float64], weight: NDArray[np.float64]
    ) -> None:
        """Set up a gadget to re-solve the other player's strategy: the opponent may keep its old values.

        `evaluate` then returns the values of the gadget game, minus half of the pot, in chips per deal. With 'max-margin'
        they are the chips that the chosen hand gains.

        Args:
            opponent: 0 (out of position) or 1.
            method: 'unsafe': the opponent's range has the given weights. 'gadget': each opponent state enters the spot or
                keeps its old value. 'max-margin': the opponent chooses the hand that gains most over its old value.
            kept: Old values of the opponent's states, float64 [states], as `root_values` returns them.
            weight: Weight of each opponent hand, float64 [states].

        Raises:
            ValueError: If an argument is invalid, an iteration was already run, or the spot has a rake.
        """
        self._core.set_gadget(opponent, method, kept, weight)

    def root_values(self, player: int, *, best: bool) -> NDArray[np.float64]:
        """Return the values of a player's states at the spot's start, against the other player's average strategy.

        Args:
            player: 0 (out of position) or 1.
            best: Whether the player plays its best response instead of its average strategy.

        Returns:
            float64 [states]: chips won minus half of the pot, times the weight of the opponent's range that meets the hand,
            summed over the hands of a state. `game.root_meets` has these weights.
        """
        return self._core.root_values(player, best)

    def gap(self) -> float:
        """Return half of what both players could gain, in chips; with a gadget, in the gadget game."""
        best, expected = self._core.evaluate()
        return (sum(best) - sum(expected)) / 2

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return copies of regrets and strategy sums for `restore`; 16-bit numbers are returned exactly as float32."""
        return self._core.regrets(), self.average()

    def average(self) -> NDArray[Any]:
        """Return a copy of the strategy sums, as `arrays` does."""
        return self._core.average()

    def sums(self) -> NDArray[Any]:
        """Return a copy of the strategy sums as stored; 16-bit sums are exact up to a factor for each decision."""
        return self._core.sums()

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Continue from saved arrays; the run stays bit-identical to one that was never stopped.

        Args:
            iteration: Iterations done.
            regrets: Regrets that `arrays` returned.
            average: Strategy sums that `arrays` returned.

        Raises:
            ValueError: If the arrays have another type or size.
            FloatingPointError: If numbers are not finite.
        """
        for name, array in {"regrets": regrets, "average": average}.items():
            if array.dtype != _given(self.dtype):
                raise ValueError(
                    f"saved {name}: expected {_given(self.dtype)}, as in this run, got {array.dtype}"
                )
        check_finite(iteration, regrets=regrets, sums=average)
        self._core.restore(iteration, regrets, average)


def game_of(spot: Spot) -> _core.SpotGame:
    """Return the betting and cards of a spot in the kernels' form.

    Raises:
        ValueError: If no deal is possible.
    """
    return _core.SpotGame(
        spot.tree.core,
        dead_money=float(spot.dead_money),
        rake=float(spot.rake),
        rake_cap=np.inf if spot.rake_cap is None else float(spot.rake_cap),
        board=_bits(spot.board_cards),
        dead=_bits(spot.dead_cards),
        oop=spot.weights(0),
        ip=spot.weights(1),
    )


def spot_values(spot: Spot, best: tuple[float, float], expected: tuple[float, float]) -> SpotValues:
    """Convert the kernels' values of both players to chips with the pot included.

    Args:
        spot: The spot.
        best: Best-response values of both players.
        expected: Values of both players' strategies.
    """
    # The kernels' values exclude half of the dead money and the chips put in before the spot.
    first, second = (spot.dead_money / 2 + paid for paid in spot.paid)
    return SpotValues(
        (best[0] + first, best[1] + second), (expected[0] + first, expected[1] + second), float(spot.pot)
    )


class StreetSize(NamedTuple):
    """Size of a street of a spot.

    Attributes:
        boards: Boards up to suits that board and ranges treat alike.
        decisions: Decisions on all of these boards.
        entries: Actions of hands at all of these decisions, which is the number of entries of a strategy.
    """

    boards: int
    decisions: int
    entries: int


def sizes_of(game: _core.SpotGame) -> list[StreetSize]:
    """Return the size of each street of a spot.

    Args:
        game: The spot, as `game_of` returns it.
    """
    return [StreetSize(*row) for row in game.street_sizes().tolist()]


def _bits(cards: NDArray[np.uint8]) -> int:
    return sum(1 << int(card) for card in cards)


def check_algorithm(algorithm: Algorithm) -> None:
    """Check that an algorithm can solve spots.

    Raises:
        ValueError: If the algorithm prunes, is optimistic or updates both players at once.
    """
    if algorithm.pruning != "none" or algorithm.optimistic or algorithm.simultaneous:
        raise ValueError(
            "algorithm: expected cfr, cfr+, lcfr or dcfr with players in turn and without pruning, as spots are "
            f"solved by these, got {algorithm}; e.g. '{DEFAULT_ALGORITHM}'"
        )


def memory_needed(game: _core.SpotGame, *, copies: int = 0, dtype: str = "float32", threads: int = 0) -> int:
    """Return the bytes needed to solve and evaluate a spot.

    Args:
        game: The spot, as `game_of` returns it.
        copies: Number of extra copies: 1 for the strategy sums as they are stored, 2 for both arrays that `arrays` returns.
        dtype: As for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; each takes some memory.

    Raises:
        ValueError: If the dtype or number of threads is invalid.
    """
    kind = _core_class(dtype)
    size = np.dtype(dtype if copies < 2 else _given(dtype)).itemsize
    return resources.with_margin(kind.memory(game, threads) + copies * kind.numbers(game) * size)


def check_memory(game: _core.SpotGame, dtype: str, threads: int, copies: int) -> None:
    """Check that there is enough free memory.

    Args:
        game: As for `memory_needed`.
        dtype: As for `memory_needed`.
        threads: As for `memory_needed`.
        copies: As for `memory_needed`.

    Raises:
        CapacityError: If there is not enough memory; the message has the estimate and what would fit.
    """
    need = memory_needed(game, dtype=dtype, threads=threads, copies=copies)
    free = resources.available_memory()
    if need <= free:
        return
    less = "fewer sizes of bets, narrower ranges, or a later street"
    for smaller in DTYPES:
        if memory_needed(game, dtype=smaller, threads=threads, copies=copies) <= free:
            less = f"dtype {smaller!r}, which needs less, or {less}"
            break
    raise CapacityError(
        f"not enough memory to solve the spot in {dtype}: it needs {need / 1e9:,.2f} GB, {free / 1e9:,.2f} GB are "
        f"free; expected {less}"
    )


def spot_algorithm(given: str | Algorithm | None) -> Algorithm:
    """Return the requested algorithm, or the default algorithm for spots.

    Args:
        given: Text as for `pokerdata.solving.algorithm`, an algorithm, or `None`.

    Raises:
        ValueError: If there is no such algorithm.
    """
    return given if isinstance(given, Algorithm) else algorithm(given or DEFAULT_ALGORITHM)


def check_dtype(dtype: str) -> None:
    """Check the type of regrets and strategy sums.

    Args:
        dtype: One of `DTYPES`.

    Raises:
        ValueError: If there is no such type.
    """
    if dtype not in DTYPES:
        raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {dtype!r}; e.g. 'float32'")


def _core_class(dtype: str) -> _Core:
    check_dtype(dtype)
    return DTYPES[dtype]


def _given(dtype: str) -> str:
    """Return the type in which stored numbers are returned: 16-bit numbers as float32."""
    return "float32" if dtype == "int16" else dtype


class SpotCosts(NamedTuple):
    """Cost of solving a spot.

    Attributes:
        boards: Boards up to suits that board and ranges treat alike.
        decisions: Decisions on all of these boards.
        entries: Actions of hands at all of these decisions, which is the number of entries of a strategy.
        memory_bytes: Memory to solve and evaluate the spot, with copies of the solution, and of a saved state if there is
            one.
        seconds: Estimated time of all iterations and their evaluations.
    """

    boards: int
    decisions: int
    entries: int
    memory_bytes: int
    seconds: float


def spot_costs(
    game: _core.SpotGame,
    *,
    iterations: int | None = None,
    copies: int = 2,
    dtype: str = "float32",
    threads: int = 0,
) -> SpotCosts:
    """Estimate the cost of solving a spot.

    Args:
        game: The spot, as `game_of` returns it.
        iterations: Number of iterations; `None` means the number usually needed for 0.1 % of the pot.
        copies: As for `memory_needed`: 1 for a solution only, 2 if a state is saved too.
        dtype: 'float32', 'float64' or 'int16', type of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        ValueError: If the dtype or number of threads is invalid.
    """
    memory = memory_needed(game, dtype=dtype, threads=threads, copies=copies)
    rows = sizes_of(game)
    boards, decisions, entries = (
        sum(getattr(row, name) for row in rows) for name in ("boards", "decisions", "entries")
    )
    wide = 2 if dtype == "float64" else 1
    each = wide * entries * costs.SPOT_ACTION / (threads or support.hardware_threads())
    rounds = costs.SPOT_EVALUATED * (iterations or costs.SPOT_ITERATIONS)
    return SpotCosts(boards, decisions, entries, memory, each * rounds)
