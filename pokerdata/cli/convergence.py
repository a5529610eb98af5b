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
        self.shown = 0  # iteration of the last row
        self.live = sys.stderr.isatty()

    def __call__(self, done: int, expected: int, row: LogRow | None) -> None:
        """Told about twice a second by `pokerdata.solvers.solve`."""
        if row is not None and row.iteration != self.shown:
            self.clear()
            self._row(row)
        if self.live:
            text = self._line(done, expected, row)[: shutil.get_terminal_size().columns - 1]
            click.echo(_LEFT + text, nl=False, err=True)

    def clear(self) -> None:
        """Take the live line away."""
        if self.live:
            click.echo(_LEFT, nl=False, err=True)

    def _row(self, row: LogRow) -> None:
        if self.shown == 0:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {'exploitability (mb/g)':>21}")
        self.shown = row.iteration
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {self._mb(row):>21.6f}")

    def _line(self, done: int, expected: int, row: LogRow | None) -> str:
        words = [f"iteration {done:,}" + (f" of about {expected:,}" if expected > done else "")]
        if row is not None:
            words.append(f"{self._mb(row):.4g} mb/g at {row.iteration:,}")
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
