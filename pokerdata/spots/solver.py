"""One solver of a spot, what its strategies are worth, and what it costs."""

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

_ROUNDING = 1e-12  # of the pot: what sums of a deal's chips are off


@dataclass(frozen=True)
class SpotValues:
    """Exact values of both players' strategies, in chips a deal, averaged over all deals of the ranges.

    Values count what is won from the spot's beginning on, the pot on the table included, and forget what was put in
    before: without rake those of both players add up to the pot.

    Attributes:
        best_response: What the best response of each player wins against the other's strategy, out of position first.
        expected: What each player wins when both play their strategies.
        pot: Chips in the pot when the spot begins.
    """

    best_response: tuple[float, float]
    expected: tuple[float, float]
    pot: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Both best responses, both expected values, and the pot."""
        return (*self.best_response, *self.expected, self.pot)

    @staticmethod
    def of(numbers: Sequence[float]) -> SpotValues:
        """Return the values that have these `numbers`.

        Raises:
            ValueError: If the pot is not above 0.
        """
        a, b, x, y, pot = numbers
        if not pot > 0 or max(map(abs, numbers)) > 4 * MOST_CHIPS:
            raise ValueError("a log with a pot of 0, or with more chips than there are")
        return SpotValues((a, b), (x, y), pot)

    @property
    def gains(self) -> tuple[float, float]:
        """What the best response of each player wins more than his strategy, in chips."""
        return (
            self.best_response[0] - self.expected[0],
            self.best_response[1] - self.expected[1],
        )

    @property
    def exploitability(self) -> float:
        """Half of the sum of both gains, in chips; 0 in an equilibrium."""
        return sum(self.gains) / 2

    @property
    def percent(self) -> float:
        """The exploitability in percent of the pot."""
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
        """The values in words, with their units, one a line.

        Args:
            big_blind: Chips of the big blind, to tell thousandths of it, too.
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
#: What regrets and strategy sums are stored as, from the smallest -> the kernels.
DTYPES: dict[str, _Core] = {
    "int16": _core.SpotSolverInt16,
    "float32": _core.SpotSolverFloat32,
    "float64": _core.SpotSolverFloat64,
}
#: What solves spots where nothing else is asked for: of dcfr the one that came to 0.1 % of the pot first on spots of every
#: street, with an exploitability that does not rise on the way.
DEFAULT_ALGORITHM = "dcfr(beta=0.25, gamma=4)"


class SpotSolver:
    """Counterfactual regret minimisation on real cards from the middle of a hand on.

    Args:
        spot: What to solve.
        algorithm: How: cfr, cfr+, lcfr or dcfr, players in turn, without pruning.
        locks: Play that is given, around which the rest is solved.
        copies: For how many copies of its arrays memory should suffice, too.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums; 16 bits are times a power of two for each
            decision, and take half the memory.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before anything is allocated, if memory would not suffice.
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
        """Iterations done; one updates both players."""
        return self._core.iteration

    @property
    def usable(self) -> bool:
        """Whether the solver stands between two iterations."""
        return self._core.usable

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

    def evaluate(self) -> SpotValues:
        """Exact values of the average strategies, in float64."""
        return spot_values(self.spot, *self._core.evaluate())

    def set_gadget(
        self, opponent: int, method: str, kept: NDArray[np.float64], weight: NDArray[np.float64]
    ) -> None:
        """Solve the other player's strategy anew: the opponent may keep what he had before.

        `evaluate` then tells the values of that game, less half of the pot: chips a deal, or with 'max-margin' chips that
        the hand he picks gains.

        Args:
            opponent: 0 (out of position) or 1.
            method: 'unsafe', where he comes with the weights; 'gadget', where each of his states goes into the spot or keeps
                what it had; 'max-margin', where he picks the hand that gains most over what it had.
            kept: What his states had, float64 [states], as `root_values` tells it.
            weight: How likely each of his hands comes, float64 [states].

        Raises:
            ValueError: For other arguments, after an iteration, and where there is rake.
        """
        self._core.set_gadget(opponent, method, kept, weight)

    def root_values(self, player: int, *, best: bool) -> NDArray[np.float64]:
        """What a player's states are worth where the spot begins, against the other one's average strategy.

        Args:
            player: 0 (out of position) or 1.
            best: Whether he responds best, or plays his average strategy.

        Returns:
            float64 [states]: chips won, less half of the pot, times the other range's weight that meets a hand, summed
            over the hands of a state; `game.root_meets` has these weights.
        """
        return self._core.root_values(player, best)

    def gap(self) -> float:
        """Half of what both players could gain, in chips; with a gadget, in the game that is solved."""
        best, expected = self._core.evaluate()
        return (sum(best) - sum(expected)) / 2

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Copies of regrets and strategy sums, for `restore`; float32 where 16 bits are stored, exactly."""
        return self._core.regrets(), self.average()

    def average(self) -> NDArray[Any]:
        """A copy of the strategy sums, as of `arrays`."""
        return self._core.average()

    def sums(self) -> NDArray[Any]:
        """A copy of the strategy sums as they are stored; those of 16 bits are right up to a factor for each decision."""
        return self._core.sums()

    def restore(self, iteration: int, regrets: NDArray[Any], average: NDArray[Any]) -> None:
        """Continue from saved arrays, bit for bit as a run that was never stopped.

        Args:
            iteration: Iterations done.
            regrets: The regrets that `arrays` gave.
            average: The strategy sums that `arrays` gave.

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
    """Betting and cards of a spot, as kernels take them.

    Args:
        spot: The spot.

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
    """What kernels say that both players win, in chips with the pot included.

    Args:
        spot: The spot.
        best: Of both players their best response.
        expected: Of both what they win.
    """
    # Values are centred: half of the dead money, and what was in before the spot, are not in them.
    first, second = (spot.dead_money / 2 + paid for paid in spot.paid)
    return SpotValues(
        (best[0] + first, best[1] + second), (expected[0] + first, expected[1] + second), float(spot.pot)
    )


class StreetSize(NamedTuple):
    """How large a street of a spot is.

    Attributes:
        boards: Boards up to the suits that board and ranges do not tell apart.
        decisions: Decisions on all of them.
        entries: Actions of hands at all of them: the numbers of a strategy.
    """

    boards: int
    decisions: int
    entries: int


def sizes_of(game: _core.SpotGame) -> list[StreetSize]:
    """The size of each street of a spot.

    Args:
        game: The spot, as `game_of` makes it.
    """
    return [StreetSize(*row) for row in game.street_sizes().tolist()]


def _bits(cards: NDArray[np.uint8]) -> int:
    return sum(1 << int(card) for card in cards)


def check_algorithm(algorithm: Algorithm) -> None:
    """Check that spots can be solved by the algorithm.

    Args:
        algorithm: The algorithm.

    Raises:
        ValueError: If it prunes, is optimistic or updates both players at once.
    """
    if algorithm.pruning != "none" or algorithm.optimistic or algorithm.simultaneous:
        raise ValueError(
            "algorithm: expected cfr, cfr+, lcfr or dcfr with players in turn and without pruning, as spots are "
            f"solved by these, got {algorithm}; e.g. '{DEFAULT_ALGORITHM}'"
        )


def memory_needed(game: _core.SpotGame, *, copies: int = 0, dtype: str = "float32", threads: int = 0) -> int:
    """Bytes that solving and evaluating a spot take.

    Args:
        game: The spot, as `game_of` makes it.
        copies: How many copies are held besides: 1 of the strategy sums as they are stored, 2 of both as `arrays` gives
            them.
        dtype: As for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; each takes some memory.

    Raises:
        ValueError: For another dtype or number of threads.
    """
    kind = _core_class(dtype)
    size = np.dtype(dtype if copies < 2 else _given(dtype)).itemsize
    return resources.with_margin(kind.memory(game, threads) + copies * kind.numbers(game) * size)


def check_memory(game: _core.SpotGame, dtype: str, threads: int, copies: int) -> None:
    """Check that the memory that is free suffices.

    Args:
        game: As for `memory_needed`.
        dtype: As for `memory_needed`.
        threads: As for `memory_needed`.
        copies: As for `memory_needed`.

    Raises:
        CapacityError: If it would not suffice; the message has the estimate and what would.
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
    """The algorithm that was asked for, or the default for spots.

    Args:
        given: A text as for `pokerdata.solving.algorithm`, an algorithm, or None.

    Raises:
        ValueError: For an unknown one.
    """
    return given if isinstance(given, Algorithm) else algorithm(given or DEFAULT_ALGORITHM)


def check_dtype(dtype: str) -> None:
    """Check the name of a type of regrets and strategy sums.

    Args:
        dtype: One of `DTYPES`.

    Raises:
        ValueError: For another name.
    """
    if dtype not in DTYPES:
        raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {dtype!r}; e.g. 'float32'")


def _core_class(dtype: str) -> _Core:
    check_dtype(dtype)
    return DTYPES[dtype]


def _given(dtype: str) -> str:
    """What stored numbers are given as: 16 bits as float32."""
    return "float32" if dtype == "int16" else dtype


class SpotCosts(NamedTuple):
    """What solving a spot costs.

    Attributes:
        boards: Boards up to the suits that board and ranges do not tell apart.
        decisions: Decisions on all of them.
        entries: Actions of hands at all of them: the numbers of a strategy.
        memory_bytes: What solving and evaluating take, with copies of the solution, and of a state where one is kept.
        seconds: All iterations and their evaluations, about.
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
    """What solving a spot costs.

    Args:
        game: The spot, as `game_of` makes it.
        iterations: How many; None is as many as 0.1 % of the pot usually take.
        copies: As for `memory_needed`: 1 for a solution alone, 2 where a state is kept, too.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        ValueError: For another dtype or number of threads.
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
