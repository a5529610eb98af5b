"""What people can watch while a stage is built; nothing of it counts for the result."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from pokerdata.errors import PokerdataError
from pokerdata.store.atomic import write_bytes
from pokerdata.support.live_block import LiveProgress
from pokerdata.support.progress import Pace

#: What the head of every page has, by which ours are known.
MARK = '<meta name="generator" content="pokerdata">'
_EVERY = 4.0  # seconds between two pages where nothing new came out


@dataclass(frozen=True)
class Moment:
    """How far a stage is.

    Attributes:
        done: How much is done.
        total: Of how much; 0 where that is not known.
        note: What is being done.
        seconds_left: By the speed so far; infinite where nothing tells.
        when: The time, such as '2026-01-31 23:59:59'.
        ended: '' while it is at work, 'stopped', or 'done'.
        follows: Whether another stage of the run will write the last page.
    """

    done: int = 0
    total: int = 0
    note: str = ""
    seconds_left: float = inf
    when: str = ""
    ended: str = ""
    follows: bool = False


@dataclass(frozen=True)
class Live:
    """What people can watch, from what the build function tells by `Context.tell`.

    Attributes:
        lines: What was told and a number of columns -> lines of a terminal.
        line: What was told -> what is new, in a line for a log; '' for nothing.
        page: What was told -> a page.
        stage: The stage that writes the page in the end; until then it is written again and again, to the same file.
        filename: Of the page, in the folder of the tables.
    """

    lines: Callable[[Any, int], list[str]]
    line: Callable[[Any], str]
    page: Callable[[Any, Moment], str]
    stage: str
    filename: str


class Watched:
    """The progress of a stage that people watch.

    Args:
        live: What they are shown.
        page: The file of the page.
        shown: The terminal.
        follows: Whether the stage of the last page is to run, too.
    """

    def __init__(self, live: Live, page: Path, shown: LiveProgress, *, follows: bool) -> None:
        self._live, self._page, self._shown, self._follows = live, page, shown, follows
        self._told: object = None
        self._pace = Pace(resumed=True)
        self._at: tuple[int, int, str, float] = (0, 0, "", inf)
        self._written = -inf

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done."""
        self._at = (done, total, note, self._pace.left(done, total))
        self._shown(done, total, note)
        if time.monotonic() - self._written >= _EVERY:
            self._write("")

    def tell(self, told: object) -> None:
        """Show what has come out so far."""
        self._told = told
        done, total, _, left = self._at
        self._at = (done, total, "", left)  # what was being done is over
        self._shown.tell(partial(self._live.lines, told), self._live.line(told))
        self._write("")

    def end(self, how: str) -> None:
        """The last page before that of the other stage; how: 'stopped' or 'done'."""
        self._write(how)

    def _write(self, ended: str) -> None:
        self._written = time.monotonic()
        if self._told is None:
            return
        when = datetime.now().astimezone().isoformat(" ", timespec="seconds")[:19]
        page = self._live.page(self._told, Moment(*self._at, when, ended, self._follows))
        with suppress(PokerdataError):  # nobody can watch, but the work goes on
            write_bytes(self._page, page.encode())
