"""Progress of long work: a bar or lines redrawn in place on a terminal, otherwise a line from time to time."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from typing import Any, Protocol, TextIO

from pokerdata._support.text import one_line, seconds_text

_LINE_EVERY = 10.0  # seconds
_SHORT = 1.0  # seconds: shorter work prints nothing


#: Progress callback: called with the work done and the total, which is 0 if unknown.
Progress = Callable[[int, int], None]


class NotedProgress(Protocol):
    """A `Progress` that also accepts a short note on the state of the work."""

    def __call__(self, done: int, total: int, note: str = "") -> None: ...


@contextmanager
def shown(name: str, say: Callable[[str], None]) -> Iterator[NotedProgress]:
    """Yield a progress callback."""
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
    """Yield a progress callback that shows a bar on a terminal after a second, and otherwise nothing."""
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
    """Remaining time of work, estimated from its speed so far.

    Args:
        resumed: Whether an earlier run may have done some of it. Then the speed is known only from the second progress
            report on.
    """

    def __init__(self, *, resumed: bool = False) -> None:
        self._resumed = resumed
        self._before = 0
        self._begun = None if resumed else (0, time.monotonic())

    def left(self, done: int, total: int) -> float:
        """Return the seconds left; infinite if unknown.

        Args:
            done: Work done.
            total: Total work; 0 if unknown.
        """
        now = time.monotonic()
        if self._begun is None or done < self._before:  # a new pass over the work has its own speed
            self._begun = (done if self._resumed else 0, now)
        self._before = done
        first, when = self._begun
        return (now - when) * (total - done) / (done - first) if first < done <= total else inf


def lines(name: str, say: Callable[[str], None], pace: Pace) -> NotedProgress:
    """Return a progress callback that prints a line from time to time."""
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


_EVERY = 0.2  # seconds between two redraws
_BAR = 20  # columns

#: Function from a number of columns to lines for a terminal.
Lines = Callable[[int], Sequence[str]]


class LiveProgress(NotedProgress, Protocol):
    """A `NotedProgress` that also shows intermediate results."""

    def tell(self, lines: Lines, line: str) -> None:
        """Show some lines, or, without a terminal, one line with the news."""


@contextmanager
def shown_live(name: str, say: Callable[[str], None]) -> Iterator[LiveProgress]:
    """Yield a progress callback that also shows intermediate results."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield _Said(name, say)
        return
    block = LiveBlock(sys.stderr)
    with block.after_stops():
        try:
            yield block
        finally:
            block.clear()


class LiveBlock:
    """Lines on a terminal, with a progress line below them.

    Args:
        terminal: Terminal to draw on.
    """

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._lines: Lines = lambda _: ()
        self._pace = Pace(resumed=True)
        self._at: tuple[int, int, str, float] = (0, 0, "", inf)
        self._height = 0
        self._size: os.terminal_size | None = None
        self._drawn = -inf

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show the progress."""
        self._at = (done, total, note, self._pace.left(done, total))
        if time.monotonic() - self._drawn >= _EVERY:
            self._draw()

    def tell(self, lines: Lines, line: str) -> None:
        """Show these lines from now on."""
        self._lines = lines
        done, total, _, left = self._at
        self._at = (done, total, "", left)  # the noted step is over
        self._draw()

    def clear(self) -> None:
        """Clear the block."""
        self._write(self._up())
        self._height = 0

    @contextmanager
    def after_stops(self) -> Iterator[None]:
        """Within this context, redraw below the shell's output after Ctrl-Z and `fg`."""
        if not hasattr(signal, "SIGCONT") or threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGCONT, self._continued)
        try:
            yield
        finally:
            signal.signal(signal.SIGCONT, before)

    def _continued(self, *_: object) -> None:
        self._height, self._drawn = 0, -inf

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        if not _in_foreground(self._terminal):
            return
        size = shutil.get_terminal_size()
        if size != self._size:  # the terminal may have wrapped the existing lines
            self._height, self._size = 0, size
        most = max(1, size.lines - 2)
        found = [*self._lines(max(40, size.columns - 1))]
        if len(found) > most:
            found = [*found[: most - 1], "  ..."]
        found.append(self._bar())
        text = "".join(f"{_cut(line, size.columns - 1)}\n" for line in found)
        self._write(f"{self._up()}{text}")
        self._height = len(found)

    def _bar(self) -> str:
        done, total, note, left = self._at
        share = done / total if total else 0.0
        whole = int(share * _BAR)
        words = [f"  [{'#' * whole}{'.' * (_BAR - whole)}] {int(100 * share):>3} %"]
        if note:
            words.append(note)
        if left < inf:
            words.insert(1, f"about {seconds_text(left)} left")
        return ", ".join(words)

    def _up(self) -> str:
        """Return the codes that move to the first line and clear all below."""
        return f"\r\x1b[{self._height}A\x1b[J" if self._height else "\r\x1b[J"

    def _write(self, text: str) -> None:
        # Write in one call, so that an interrupt leaves no partial drawing.
        self._terminal.write(text)
        self._terminal.flush()


class _Said:
    """Progress without a terminal: a line for each intermediate result, and from time to time a progress line."""

    def __init__(self, name: str, say: Callable[[str], None]) -> None:
        self._name, self._say = name, say
        self._progress = lines(name, say, Pace(resumed=True))

    def __call__(self, done: int, total: int, note: str = "") -> None:
        self._progress(done, total, note)

    def tell(self, lines: Lines, line: str) -> None:
        if line:
            self._say(f"  {self._name}: {line}")


def _in_foreground(terminal: Any) -> bool:
    """Return whether the process may draw: a shell may have sent it to the background."""
    with suppress(AttributeError, OSError, ValueError):
        return os.tcgetpgrp(terminal.fileno()) == os.getpgrp()
    return True


def _cut(line: str, width: int) -> str:
    """Return the part that fits into a number of columns; some characters take two."""
    from rich.cells import cell_len, set_cell_size

    line = one_line(line)
    return line if cell_len(line) <= width else f"{set_cell_size(line, width - 3)}..."
