"""A line on the terminal that says how far a run is, and goes away."""

from __future__ import annotations

import math
import shutil
import sys
import time

import click

from pokerdata.support.text import seconds_text

_LEFT = "\r\x1b[K"  # back to the left edge, and the rest of the line cleared


class LiveLine:
    """Goes to standard error, if that is a terminal. seconds: after which the run stops at the latest."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = math.inf if seconds is None else seconds
        self.shown = sys.stderr.isatty()
        self.begin()

    def begin(self) -> None:
        """Forget the run before."""
        self.started = time.monotonic()
        self.first: tuple[int, float] | None = None  # iterations done when first told, and when that was

    def show(self, done: int, expected: int, *words: str, before: str = "", unit: str = "iteration") -> None:
        """Say how many iterations or other units are done, of how many if that is known, and what else there is to say."""
        if not self.shown:
            return
        said = [
            f"{before}{unit} {done:,}" + (f" of about {expected:,}" if expected > done else ""),
            *words,
        ]
        left = self._seconds_left(done, expected)
        if not math.isinf(left):
            said.append(f"about {seconds_text(left)} left")
        text = ", ".join(said)[: shutil.get_terminal_size().columns - 1]
        click.echo(_LEFT + text, nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            click.echo(_LEFT, nl=False, err=True)

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
