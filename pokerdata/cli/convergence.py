"""What `pokerdata solve` shows while it runs: a row for each evaluation, and on a terminal a live line below."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.live_line import LiveLine

if TYPE_CHECKING:
    from pokerdata.solving.log import Row


class Convergence:
    """Rows go to standard output; the live line to standard error, if that is a terminal.

    Args:
        unit: What exploitabilities are told in.
        told: The exploitability of an evaluation in that unit.
        seconds: Seconds that the run may take, or None.
        heading: Of the column; "exploitability" in that unit by default.
    """

    def __init__(
        self, unit: str, told: Callable[[Any], float], seconds: float | None, heading: str | None = None
    ) -> None:
        self.unit, self.told = unit, told
        self._heading = heading or f"exploitability ({unit})"
        self.line = LiveLine(seconds)
        self.last: Row[Any] | None = None

    def evaluated(self, row: Row[Any]) -> None:
        """Told each row of the log by the run."""
        self.clear()
        if self.last is None:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {self._heading:>21}")
        found = f"{self.told(row.evaluation):>{max(21, len(self._heading))}.6f}"
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {found}")
        self.last = row

    def progress(self, done: int, expected: int) -> None:
        """Told about twice a second by the run."""
        words = []
        if self.last is not None:
            words = [f"{self.told(self.last.evaluation):.4g} {self.unit} at {self.last.iteration:,}"]
        self.line.show(done, expected, *words)

    def clear(self) -> None:
        """Take the live line away."""
        self.line.clear()
