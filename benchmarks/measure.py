"""What the parts of the suite share: how they measure, and the figures they print."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

#: What a part times with one thread and with several: its name, and the work on so many threads.
Threaded = Iterator[tuple[str, Callable[[int], object]]]


class Row(NamedTuple):
    """A figure: what it tells of, as it is printed, and how many seconds it stands for, where it is a speed or time."""

    what: str
    figure: str
    seconds: float | None


@dataclass
class Bench:
    """Options of a run, and where its figures go."""

    tables: Path | None
    threads: int
    markdown: bool
    quick: bool = False
    peers: bool = True  # whether to run packages of others beside
    brief: bool = False  # least times of at most a second a figure instead of medians
    clock: Callable[[], float] = time.perf_counter
    rows: list[Row] = field(default_factory=list)

    def elapsed(self, work: Callable[[], object]) -> float:
        """Seconds of one run."""
        begun = self.clock()
        work()
        return self.clock() - begun

    def seconds(self, work: Callable[[], object], runs: int = 5) -> float:
        """Median of the seconds that the work takes, after a run that builds what is made once a process.

        Of one run where the suite is only tried out; in brief the least of two runs or, within a second, up
        to ten.
        """
        if self.quick:
            return self.elapsed(work)
        if self.brief:
            # Two at least: the first one may take memory that the next one has.
            found = [self.elapsed(work), self.elapsed(work)]
            while sum(found) < 1 and len(found) < 10:
                found.append(self.elapsed(work))
            return min(found)
        work()
        return statistics.median(self.elapsed(work) for _ in range(runs))

    def threaded(self, kernels: Threaded, runs: int = 3) -> None:
        """Times of works on all threads."""
        for what, work in kernels:
            self.time(f"{what}, {self.threads} threads", self.seconds(partial(work, self.threads), runs))

    def say(self, what: str, figure: str, *ratios: str, seconds: float | None = None) -> None:
        """One figure; ratios compare it, e.g. with a peer."""
        said = ", ".join([figure, *ratios])
        self.rows.append(Row(what, said, seconds))
        if not self.markdown:
            print(f"{what:<70} {said}", flush=True)

    def rate(self, what: str, items: float, seconds: float, unit: str, *ratios: str) -> None:
        """A speed in millions a second."""
        self.say(what, f"{items / seconds / 1e6:,.0f} M {unit}/s", *ratios, seconds=seconds)

    def time(self, what: str, seconds: float, *ratios: str) -> None:
        """A time in seconds, or milliseconds where that is less than one."""
        self.say(
            what, f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms", *ratios, seconds=seconds
        )

    def table(self) -> list[Sequence[str]]:
        """Return the figures so far, below a head and a rule."""
        return [("what", "figure"), ("---", "---"), *(row[:2] for row in self.rows)]


def times(ratio: float) -> str:
    """How many times as fast: 0.52 x, 34 x, 1,200 x."""
    return f"{ratio:,.0f} x" if ratio >= 9.5 else f"{ratio:.2g} x"


def print_row(cells: Sequence[str]) -> None:
    print(f"| {' | '.join(cells)} |".replace(" --- ", "---"), flush=True)


def print_table(cells: Sequence[Sequence[str]]) -> None:
    for row in cells:
        print_row(row)
