"""What strategies over buckets are worth in a spot on real cards, and the state of a run that finds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.log import Row
from pokerdata.solving.run_state import LoggedState
from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True, repr=False)
class BucketedValues:
    """What best responses on real cards win from strategies over buckets, in chips a deal, the pot included.

    Attributes:
        best_response: What the best response of each player wins against the other's strategy, out of position first.
        pot: Chips in the pot when the spot begins.
    """

    best_response: tuple[float, float]
    pot: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Both best responses, and the pot."""
        return (*self.best_response, self.pot)

    @property
    def exploitability(self) -> float:
        """Half of what best responses win from both seats beyond the pot, in chips; 0 in an equilibrium of real cards."""
        return (sum(self.best_response) - self.pot) / 2

    @property
    def percent(self) -> float:
        """The exploitability in percent of the pot."""
        return 100 * self.exploitability / self.pot

    def __repr__(self) -> str:
        return brief(
            self, f"exploitability {self.exploitability:.4g} chips = {self.percent:.3g} % of the pot"
        )

    def _repr_html_(self) -> str:
        names = ("best response, out of position", "best response, in position")
        told: dict[str, object] = dict(zip(names, self.best_response, strict=True))
        told |= {"exploitability, chips": self.exploitability, "exploitability, % of the pot": self.percent}
        return html.facts(told, caption="Values of buckets on real cards, chips a deal")

    def lines(self, big_blind: float | None = None) -> list[str]:
        """The values in words, with their units, one a line.

        Args:
            big_blind: Chips of the big blind, to tell thousandths of it, too.
        """
        blinds = "" if big_blind is None else f" = {1000 * self.exploitability / big_blind:.4g} mb"
        oop, ip = self.best_response
        return [
            f"exploitability  {self.exploitability:.5g} chips = {self.percent:.4g} % of the pot{blinds}",
            f"  best OOP wins {oop:.6f} chips of a pot of {self.pot:g} from IP's strategy",
            f"  best IP wins  {ip:.6f} chips from OOP's",
            "on real cards, all turns and rivers dealt",
        ]


def bucketed_log_array(log: Sequence[Row[BucketedValues]]) -> NDArray[np.float64]:
    """float64 [rows, 5]: iteration, seconds, both best responses, pot; chips.

    Args:
        log: A convergence log.
    """
    rows: list[Any] = [(r.iteration, r.seconds, *r.evaluation.numbers) for r in log]
    return np.array(rows, dtype=np.float64).reshape(-1, 5)


def bucketed_log_rows(array: NDArray[np.float64]) -> tuple[Row[BucketedValues], ...]:
    """The inverse of `bucketed_log_array`.

    Args:
        array: What it gave.
    """
    return tuple(
        Row(int(i), float(s), BucketedValues((float(a), float(b)), float(pot))) for i, s, a, b, pot in array
    )


@dataclass(frozen=True, repr=False)
class BucketedState(LoggedState[BucketedValues]):
    """A stopped run over the buckets of a spot.

    Attributes:
        origin: Digest of all that determines the run's numbers; a state fits no other.
        iteration: Iterations done.
        seconds: Seconds spent in iterations.
        regrets: Sums of regrets, of all solvers one after the other.
        average: Sums of strategies in the same order.
        log: The convergence log so far.

    Raises:
        FloatingPointError: If regrets or sums are not finite: there is no going on from them.
    """

    origin: str
    iteration: int
    seconds: float
    regrets: NDArray[Any]
    average: NDArray[Any]
    log: tuple[Row[BucketedValues], ...]

    _array_of = staticmethod(bucketed_log_array)
    _log_of = staticmethod(bucketed_log_rows)

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}")
