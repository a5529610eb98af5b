"""Where a run stops, and when that is likely to be."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pokerdata.solving.log import Row, ValuesT
from pokerdata.solving.schedule import Schedule

MOST_ITERATIONS = 10**15  # and seconds of a recipe: more than any run does, and whole as a float
_ENOUGH = 64  # evaluations, a power of two
_FORESIGHT = 30  # times the iterations done: further on, the first slopes of a run mislead by hours


@dataclass(frozen=True)
class Limits:
    """Where a run stops.

    Attributes:
        target: Exploitability to come below, in the engine's units of utility; minus infinity for none.
        iterations: The last iteration; infinite for none.
        seconds: The seconds it may take; infinite for none.
        schedule: When the run is evaluated.
        iterating: Whether seconds are those spent in iterations, else all since the start of the run.
    """

    target: float
    iterations: float
    seconds: float
    schedule: Schedule
    iterating: bool = False

    @staticmethod
    def of(target: float | None, iterations: int | None, seconds: float | None, schedule: Schedule) -> Limits:
        """Limits as the caller gave them.

        Args:
            target: As for `Limits`, or None.
            iterations: A whole number above 0, or None.
            seconds: A number above 0, or None.
            schedule: When the run is evaluated; the last iteration of a list is a limit, too.

        Raises:
            ValueError: If one of them is invalid.
        """
        last = math.inf if iterations is None else _positive("iterations", iterations, whole=True)
        longest = math.inf if seconds is None else _positive("seconds", seconds)
        return Limits(-math.inf if target is None else target, min(last, schedule.last), longest, schedule)

    def next_evaluation(self, iteration: int) -> float:
        """The first iteration after this one at which the run is evaluated; infinite for none."""
        return min(self.schedule.after(iteration), self.iterations)

    def stalled(self, log: Sequence[Row[ValuesT]]) -> bool:
        """Whether the target seems out of reach, as one below what rounding leaves, where nothing else ends the run.

        So it is told where none of the last three quarters of the evaluations was better than all before; looked for when
        their number is a power of two from 64 on.

        Args:
            log: The log of the run so far.
        """
        if len(log) < _ENOUGH or len(log) & (len(log) - 1) or min(self.iterations, self.seconds) < math.inf:
            return False
        found = [row.evaluation.exploitability for row in log]
        early = len(found) // 4
        return min(found[early:]) >= min(found[:early])

    def expected(self, log: Sequence[Row[ValuesT]]) -> float:
        """Iterations in all, by the slope of the last evaluations in log-log; infinite where they do not tell yet."""
        if self.target > 0 and log:
            late = log[-1]
            early = next((row for row in reversed(log) if 4 * row.iteration <= late.iteration), late)
            high, low = early.evaluation.exploitability, late.evaluation.exploitability
            if high > low > 0:
                slope = math.log(high / low) / math.log(late.iteration / early.iteration)
                more = math.log(max(low / self.target, 1)) / max(slope, 0.1)
                if more < math.log(_FORESIGHT):
                    return min(late.iteration * math.exp(more), self.iterations)
        return self.iterations


def _positive(name: str, value: float, *, whole: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise ValueError(f"{name}: expected a number more than 0, got {value!r}; e.g. 100")
    if whole and value % 1:  # a run could never end at iteration 3.5
        raise ValueError(f"{name}: expected a whole number, got {value}; e.g. 100")
    return value
