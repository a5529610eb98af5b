"""The iterations at which a run is evaluated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, takewhile


def log_spaced() -> Iterator[int]:
    """Iterations 1, 2, 3, 4, 5, 7, 9, 11, 16, 21, 31, 41, 51, 71, 91, 111, 161, 211, ...: eight a decade, log-spaced.

    These are the points of published comparisons (Doll 2026), so that "first below the target" means the same iteration.
    """
    power, first = 1, 1
    while True:
        for eighths in (0, 5, 10, 20, 30, 40, 60, 80):
            if power > 1 or eighths != 5:
                yield first + power * eighths // 10
        power *= 10
        first += power


def small_island() -> Iterator[int]:
    """1, 21, 41, 61, 81, 131, 181, 231, 281, 381, 481, ..., 781: those of Doll 2026 for Small Island; on by hundreds."""
    yield from (1, 21, 41, 61, 81, 131, 181, 231, 281)
    yield from count(381, 100)


#: Name of a schedule -> its iterations, in rising order.
SCHEDULES: dict[str, Callable[[], Iterator[int]]] = {"log": log_spaced, "small-island": small_island}


@dataclass(frozen=True)
class Schedule:
    """The iterations at which a run is evaluated.

    Attributes:
        name: One of `SCHEDULES`.
        every: Instead, the multiples of this number.
        at: These iterations instead, and none after them.
    """

    name: str = "log"
    every: int | None = None
    at: tuple[int, ...] | None = None

    def after(self, iteration: int) -> float:
        """The first iteration after this one to evaluate at; infinite after the last of a list."""
        if self.every is not None:
            return (iteration // self.every + 1) * self.every
        return next((point for point in self._points if point > iteration), math.inf)

    def evaluations(self, iterations: int) -> int:
        """How many a run of so many iterations has, that at its end included."""
        if self.every is not None:
            return -(-iterations // self.every)
        return sum(1 for _ in takewhile(lambda point: point < iterations, self._points)) + 1

    @property
    def _points(self) -> Iterable[int]:
        return SCHEDULES[self.name]() if self.at is None else self.at

    @property
    def last(self) -> float:
        """The last iteration to evaluate at: that of a list, else infinite."""
        return self.at[-1] if self.at else math.inf


#: For engines that cannot tell what their strategies are worth.
NEVER = Schedule(at=())


def schedule(
    name: str | None = None, *, every: int | None = None, at: Sequence[int] | None = None
) -> Schedule:
    """A schedule from at most one of a name, a distance, or a list.

    Args:
        name: One of `SCHEDULES`; 'log' where nothing is given.
        every: Evaluate at its multiples.
        at: Evaluate at these iterations, in rising order.

    Raises:
        ValueError: If one of them is invalid, or more than one is given.
    """
    if sum(given is not None for given in (name, every, at)) > 1:
        raise ValueError(
            f"schedule: expected one of a name, every and at, got {name!r} with every={every} and at={at}; e.g. "
            "every=50"
        )
    if name is not None and name not in SCHEDULES:
        raise ValueError(f"schedule: expected one of {', '.join(SCHEDULES)}, got {name!r}; e.g. 'log'")
    if every is not None:
        every = _iteration("every", every)
    if at is not None:
        at = tuple(_iteration("iteration to evaluate at", point) for point in at)
        if not at or any(b <= a for a, b in pairwise(at)):
            raise ValueError(
                f"iterations to evaluate at: expected rising numbers, got {at}; e.g. at=[1, 21, 41]"
            )
    return Schedule(name or "log", every, at)


def _iteration(name: str, value: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < 1:
        raise ValueError(f"{name}: expected a whole number, 1 or more, got {value!r}; e.g. 50")
    return int(value)
