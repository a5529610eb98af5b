"""What `pokerdata solve` shows while it runs: a row for each evaluation, and on a terminal a live line below."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerdata.cli.live_line import LiveLine

if TYPE_CHECKING:
    from pokerdata.games import Unit
    from pokerdata.solving import LogRow


class Convergence:
    """Rows go to standard output; the live line to standard error, if that is a terminal."""

    def __init__(self, unit: Unit, seconds: float | None) -> None:
        self.unit = unit
        self.line = LiveLine(seconds)
        self.last: LogRow | None = None

    def evaluated(self, row: LogRow) -> None:
        """Told each row of the log by `pokerdata.solvers.solve`."""
        self.clear()
        if self.last is None:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {'exploitability (mb/g)':>21}")
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {self._mb(row):>21.6f}")
        self.last = row

    def progress(self, done: int, expected: int) -> None:
        """Told about twice a second by `pokerdata.solvers.solve`."""
        words = [] if self.last is None else [f"{self._mb(self.last):.4g} mb/g at {self.last.iteration:,}"]
        self.line.show(done, expected, *words)

    def clear(self) -> None:
        """Take the live line away."""
        self.line.clear()

    def _mb(self, row: LogRow) -> float:
        return self.unit.milli(row.evaluation.exploitability)
