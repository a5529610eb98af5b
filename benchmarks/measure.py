"""What the parts of the suite share: medians, and the figures they print."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


def median_seconds(work: Callable[[], object], runs: int = 5) -> float:
    work()  # warm-up: builds tables that are made once a process
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return statistics.median(seconds)


@dataclass
class Bench:
    """Options of a run, and where its figures go."""

    tables: Path | None
    threads: int
    markdown: bool
    rows: list[tuple[str, str]] = field(default_factory=list)

    def say(self, what: str, figure: str, *ratios: str) -> None:
        """One figure; ratios compare it, e.g. with a peer."""
        said = ", ".join([figure, *ratios])
        if self.markdown:
            self.rows.append((what, said))
        else:
            print(f"{what:<66}{said}", flush=True)

    def rate(self, what: str, items: float, seconds: float, unit: str, *ratios: str) -> None:
        """A speed in millions a second."""
        self.say(what, f"{items / seconds / 1e6:,.0f} M {unit}/s", *ratios)

    def finish(self) -> None:
        if not self.markdown:
            return
        print("| what | figure |\n|---|---|")
        for what, figure in self.rows:
            print(f"| {what} | {figure} |")
