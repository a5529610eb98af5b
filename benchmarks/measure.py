"""What the parts of the suite share: medians, and the figures they print."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


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
    rows: list[Row] = field(default_factory=list)

    def median(self, work: Callable[[], object], runs: int = 5) -> float:
        """Median of the seconds that the work takes; of one run where the suite is only tried out."""
        if self.quick:
            runs = 1
        else:
            work()  # warm-up: builds tables that are made once a process
        seconds = []
        for _ in range(runs):
            begun = time.perf_counter()
            work()
            seconds.append(time.perf_counter() - begun)
        return statistics.median(seconds)

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

    def finish(self) -> None:
        if not self.markdown:
            return
        print("| what | figure |\n|---|---|")
        for what, figure, _ in self.rows:
            print(f"| {what} | {figure} |")


def times(ratio: float) -> str:
    """How many times as fast: 0.52 x, 34 x, 1,200 x."""
    return f"{ratio:,.0f} x" if ratio >= 9.5 else f"{ratio:.2g} x"
