"""The convergence log of a run: a row for each evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.evaluation import Evaluation
from pokerdata.support import html
from pokerdata.support.text import brief


class Values(Protocol):
    """What an engine says that its average strategies are worth."""

    @property
    def exploitability(self) -> float:
        """What a target is compared with, in units of utility a game."""

    @property
    def numbers(self) -> tuple[float, ...]:
        """All values; a run stops where one of them is not finite."""


ValuesT = TypeVar("ValuesT", bound=Values)


@dataclass(frozen=True)
class Row(Generic[ValuesT]):
    """One line of the convergence log.

    Attributes:
        iteration: Iterations done.
        seconds: Seconds spent in iterations, without the evaluations.
        evaluation: What the average strategies were worth.
    """

    iteration: int
    seconds: float
    evaluation: ValuesT

    def __repr__(self) -> str:
        worth = f"exploitability {self.evaluation.exploitability:.6g}"
        return brief(self, f"iteration {self.iteration:,}", f"{self.seconds:.3g} s", worth)

    def _repr_html_(self) -> str:
        told = {"iteration": self.iteration, "seconds": self.seconds}
        return html.facts({**told, "exploitability": self.evaluation.exploitability})


#: A row of a convergence log whose evaluation is exact.
LogRow: TypeAlias = Row[Evaluation]


def log_array(log: Sequence[LogRow]) -> NDArray[np.float64]:
    """float64 [rows, 5]: iteration, seconds, best response of player 1 and of player 2, expected value."""
    rows: list[Any] = [(r.iteration, r.seconds, *r.evaluation.numbers) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def log_rows(array: NDArray[np.float64]) -> tuple[LogRow, ...]:
    """The inverse of `log_array`."""
    return tuple(
        LogRow(int(i), float(s), Evaluation((float(a), float(b)), float(v))) for i, s, a, b, v in array
    )
