"""What `pokerdata solve` shows while it runs: a row for each evaluation, and on a terminal a live line below."""

from __future__ import annotations

import math
import shutil
import sys
import time
from typing import TYPE_CHECKING

import click

from pokerdata.support.text import seconds_text

if TYPE_CHECKING:
    from pokerdata.games import Unit
    from pokerdata.solving import LogRow

_LEFT = "\r\x1b[K"  # back to the left edge, and the rest of the line cleared


class Convergence:
    """Rows go to standard output; the live line to standard error, if that is a terminal."""

    def __init__(self, unit: Unit, seconds: float | None) -> None:
        self.unit = unit
        self.seconds = math.inf if seconds is None else seconds
        self.started = time.monotonic()
        self.first: tuple[int, float] | None = None  # iterations done when first told, and when that was
        self.last: LogRow | None = None
        self.live = sys.stderr.isatty()

    def evaluated(self, row: LogRow) -> None:
        """Told each row of the log by `pokerdata.solvers.solve`."""
        self.clear()
        if self.last is None:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {'exploitability (mb/g)':>21}")
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {self._mb(row):>21.6f}")
        self.last = row

    def progress(self, done: int, expected: int) -> None:
        """Told about twice a second by `pokerdata.solvers.solve`."""
        if self.live:
            text = self._line(done, expected)[: shutil.get_terminal_size().columns - 1]
            click.echo(_LEFT + text, nl=False, err=True)

    def clear(self) -> None:
        """Take the live line away."""
        if self.live:
            click.echo(_LEFT, nl=False, err=True)

    def _line(self, done: int, expected: int) -> str:
        words = [f"iteration {done:,}" + (f" of about {expected:,}" if expected > done else "")]
        if self.last is not None:
            words.append(f"{self._mb(self.last):.4g} mb/g at {self.last.iteration:,}")
        left = self._seconds_left(done, expected)
        if not math.isinf(left):
            words.append(f"about {seconds_text(left)} left")
        return ", ".join(words)

    def _seconds_left(self, done: int, expected: int) -> float:
        """By the speed so far, evaluations included, or until time is up; infinite where nothing tells."""
        now = time.monotonic()
        left = max(0.0, self.seconds - (now - self.started))
        if self.first is None:
            self.first = (done, now)
        begun, when = self.first
        if expected > done > begun:
            left = min(left, (now - when) * (expected - done) / (done - begun))
        return left

    def _mb(self, row: LogRow) -> float:
        return self.unit.milli(row.evaluation.exploitability)
