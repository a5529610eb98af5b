"""The progress of long work: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
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
        yield _lines(name, say)
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


def _lines(name: str, say: Callable[[str], None]) -> NotedProgress:
    begun = said = time.monotonic()
    before = 0

    def update(done: int, total: int, note: str = "") -> None:
        nonlocal begun, said, before
        now = time.monotonic()
        if done < before:  # another pass over the work, at a speed of its own
            begun = now
        before = done
        words = [note] if note else []
        if 0 < done < total:
            left = (now - begun) * (total - done) / done
            words = [f"{100 * done // total} %", *words, f"about {seconds_text(left)} left"]
        if words and now - said >= _LINE_EVERY:
            said = now
            say(f"  {name}: {', '.join(words)}")

    return update
