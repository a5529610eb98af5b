"""The progress of long work: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from typing import Protocol

from pokerdata.support.text import seconds_text

_LINE_EVERY = 10.0  # seconds
_SHORT = 1.0  # seconds: what takes no longer says nothing


#: What long work tells: called with how much is done, and of how much in all, 0 where that is not known.
Progress = Callable[[int, int], None]


class NotedProgress(Protocol):
    """A `Progress` that also takes a note: how it goes, in words."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def shown(name: str, say: Callable[[str], None]) -> Iterator[NotedProgress]:
    """Yield what to tell the progress to."""
    if not sys.stderr.isatty():
        yield lines(name, say, Pace())
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = (
        TextColumn("  {task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None, note="")

        def update(done: int, total: int, note: str = "") -> None:
            bar.update(task, completed=done, total=total or None, note=note)

        yield update


@contextmanager
def shown_when_long(name: str) -> Iterator[NotedProgress]:
    """Yield what to tell the progress to: after a second a bar, on a terminal; and else nothing."""
    begun = time.monotonic()
    with ExitStack() as stack:
        bar: NotedProgress | None = None

        def update(done: int, total: int, note: str = "") -> None:
            nonlocal bar
            if bar is None and sys.stderr.isatty() and time.monotonic() - begun > _SHORT:
                bar = stack.enter_context(shown(name, lambda _: None))
            if bar is not None:
                bar(done, total, note)

        yield update


class Pace:
    """How long work will go on, by its speed so far.

    Args:
        resumed: Whether some of it may have been done by a run before, so that its speed is known only from the second time
            on that it tells how much is done.
    """

    def __init__(self, *, resumed: bool = False) -> None:
        self._resumed = resumed
        self._before = 0
        self._begun = None if resumed else (0, time.monotonic())

    def left(self, done: int, total: int) -> float:
        """Seconds, infinite where nothing tells.

        Args:
            done: How much is done.
            total: Of how much; 0 where that is not known.
        """
        now = time.monotonic()
        if self._begun is None or done < self._before:  # another pass over the work, at a speed of its own
            self._begun = (done if self._resumed else 0, now)
        self._before = done
        first, when = self._begun
        return (now - when) * (total - done) / (done - first) if first < done <= total else inf


def lines(name: str, say: Callable[[str], None], pace: Pace) -> NotedProgress:
    """What says a line now and then."""
    said = time.monotonic()

    def update(done: int, total: int, note: str = "") -> None:
        nonlocal said
        now = time.monotonic()
        left = pace.left(done, total)
        words = [note] if note else []
        if 0 < done < total:
            words = [f"{100 * done // total} %", *words]
            if left < inf:
                words.append(f"about {seconds_text(left)} left")
        if words and now - said >= _LINE_EVERY:
            said = now
            say(f"  {name}: {', '.join(words)}")

    return update
