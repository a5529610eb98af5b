"""Both seats of a game solved as one run, and the values that are told of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.solving.public.solver import Solver
from pokerdata.solving.run import NamedState, Row


@dataclass(frozen=True)
class ResponseValues:
    """Between what bounds the best is that can be had of an objective, in each seat, in chips a game.

    Attributes:
        least: What ours makes of it at the least: of a restricted response, its win from an opponent who is held to the
            model; of CFR-BR, its win from whoever plays best against it.
        most: What anything could make of it, at the most; of CFR-BR, anything that the abstraction holds.
    """

    least: tuple[float, float]
    most: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The bounds in seat 1, then those in seat 2: least and most."""
        return (self.least[0], self.most[0], self.least[1], self.most[1])

    @property
    def exploitability(self) -> float:
        """How much more could be won of the objective, at the most, on average over both seats."""
        return sum(most - least for least, most in zip(self.least, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        one, two = zip(self.least, self.most, strict=True)
        return brief(self, *(f"seat {n + 1}: {a:+.6g} to {b:+.6g}" for n, (a, b) in enumerate((one, two))))

    def _repr_html_(self) -> str:
        rows = [
            (f"seat {n + 1}", signed(least, 6), signed(most, 6))
            for n, (least, most) in enumerate(zip(self.least, self.most, strict=True))
        ]
        return html.table(rows, head=("", "at least", "at most"), notes=["chips a game"])


#: A row of the convergence log of a response.
ResponseLogRow: TypeAlias = Row[ResponseValues]


def response_log_array(log: Sequence[ResponseLogRow]) -> NDArray[np.float64]:
    """float64 [rows, 6]: iteration, seconds, and least and most of the objective in seat 1 and in seat 2."""
    rows: list[Any] = [(r.iteration, r.seconds, *r.evaluation.numbers) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 6)


def response_log_rows(array: NDArray[np.float64]) -> tuple[ResponseLogRow, ...]:
    """The inverse of `response_log_array`."""
    return tuple(
        Row(int(i), float(s), ResponseValues((float(a), float(c)), (float(b), float(d))))
        for i, s, a, b, c, d in array
    )


@dataclass(frozen=True, repr=False)
class ResponseState(NamedState[ResponseValues]):
    """A stopped run to a response.

    Attributes:
        origin: Digest of all that determines the run's numbers; a state fits no other.
        run: The same in words.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        regrets: Sums of regrets [seats, ...].
        average: Sums of strategies [seats, ...].
        log: The convergence log so far.

    Raises:
        FloatingPointError: If regrets or sums are not finite: there is no going on from them.
    """

    origin: str
    run: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[ResponseLogRow, ...]

    _array_of = staticmethod(response_log_array)
    _log_of = staticmethod(response_log_rows)


SEATS = (1, 2)


class Seats:
    """The solvers of both seats, iterating side by side: the first is for what player 1 plays, the second for player 2.

    Args:
        first: In which player 2 is the opponent: held to a model, or with a best response.
        second: In which player 1 is.
    """

    def __init__(self, first: Solver, second: Solver) -> None:
        self.first, self.second = first, second

    @property
    def iteration(self) -> int:
        """Iterations done by both."""
        return self.second.iteration

    @property
    def usable(self) -> bool:
        """Whether both stand between the same two iterations."""
        return self.first.usable and self.second.usable and self.first.iteration == self.second.iteration

    def iterate(self, count: int) -> None:
        """Run iterations; the second seat follows the first, so that both stand at the same one at Ctrl-C, too.

        Args:
            count: How many.
        """
        try:
            self.first.iterate(count)
            self._follow()
        except KeyboardInterrupt:
            if self.first.usable and self.second.usable:
                self._follow()
            raise

    def _follow(self) -> None:
        self.second.iterate(self.first.iteration - self.second.iteration)

    def arrays(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Regrets and strategy sums of both, [seats, ...]."""
        return self._of_both(Solver.regrets), self._of_both(Solver.average)

    def _of_both(self, array: Callable[[Solver], NDArray[Any]]) -> NDArray[Any]:
        """One after the other, as `np.stack` would need twice the memory."""
        part = array(self.first)
        both = np.empty((2, *part.shape), part.dtype)
        both[0] = part
        del part
        both[1] = array(self.second)
        return both

    def restore(self, state: ResponseState) -> None:
        """Go on from a saved state.

        Args:
            state: Of the same run.
        """
        for solver, regrets, average in zip(
            (self.first, self.second), state.regrets, state.average, strict=True
        ):
            solver.restore(state.iteration, regrets, average)
