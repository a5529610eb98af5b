"""What work costs: time, memory and disk, as told before it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import inf, log2
from typing import Self

from pokerdata.support.text import bytes_text, seconds_text

#: Bytes of the interpreter, its modules and an open table: what every stage takes at least.
PROCESS_MEMORY = 100_000_000
_DOUBLED = (
    0.1  # more time for each doubling of states, as they come from farther away; by 4 to 10 buckets on Zen 4
)


class Work(Enum):
    """Kinds of work that processors and instruction sets are fast or slow at differently."""

    ALONE = "alone"
    """As dealing, on one thread however many there are: players who think, pages, pictures; all that is no other kind."""
    DEALING = "dealing"
    """Branches and look-ups, one hand after the other."""
    EVALUATING = "evaluating"
    """Strengths of all hands on many boards, and distances of many points: the same steps over vectors."""
    COUNTING = "counting"
    """Joint counts of buckets."""
    SOLVING = "solving"
    """Iterations over vectors of hands."""
    MULTIPLYING = "multiplying"
    """Iterations over buckets: products of matrices of joint counts."""
    RESPONDING = "responding"
    """Values of hands on real cards, against what the other plays."""


@dataclass(frozen=True)
class Cost:
    """What a piece of work is expected to cost.

    Attributes:
        seconds: The time on 2 cores of the machine that costs are fitted to, see `pokerdata.machine`.
        memory_bytes: Peak resident memory of the process.
        disk_bytes: Disk for the result and, while it is made, for finished parts.
        rounds: Of how many equal parts, and what one is called, e.g. ``(511, "iteration")``.
        work: Of what kind it is.
        stops_after: Seconds after which it stops on every machine, because it was told to.
        what_fits: Says what would take no more than so many bytes of memory instead.
    """

    seconds: float
    memory_bytes: int
    disk_bytes: int
    rounds: tuple[int, str] | None = None
    work: Work = Work.ALONE
    stops_after: float = inf
    what_fits: Callable[[int], str] | None = field(default=None, compare=False)

    @classmethod
    def of_all(cls, costs: Iterable[Cost]) -> Self:
        """What pieces of work cost one after another."""
        found = list(costs)
        return cls(
            seconds=sum(e.seconds for e in found),
            memory_bytes=max((e.memory_bytes for e in found), default=0),
            disk_bytes=sum(e.disk_bytes for e in found),
        )

    def __str__(self) -> str:
        return f"about {seconds_text(self.seconds)} on 2 cores, {self.room}"

    @property
    def room(self) -> str:
        """'815.0 MB of memory, 52.6 MB of disk'."""
        return f"{bytes_text(self.memory_bytes)} of memory, {bytes_text(self.disk_bytes)} of disk"


def slower_with(states: int, few: int) -> float:
    """How many times as long a step takes with so many states of a street as with few, which the caches hold."""
    return 1 + _DOUBLED * max(0.0, log2(states / few))
