"""Lines that are redrawn in place."""

import io
import os
import shutil
import signal
import time
from types import SimpleNamespace

import pytest

from helpers.screen import screen
from pokerdata._support.progress import LiveBlock, shown_live


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return a simulated clock: ``now``, in seconds."""
    found = SimpleNamespace(now=100.0)
    monkeypatch.setattr(time, "monotonic", lambda: found.now)
    return found


@pytest.fixture(autouse=True)
def size(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Set the size of the terminal."""
    found = SimpleNamespace(columns=80, lines=24)
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((found.columns, found.lines)))
    return found


def test_it_is_drawn_in_place_and_goes_away(clock: SimpleNamespace) -> None:
    terminal = io.StringIO("before\n")
    terminal.seek(0, io.SEEK_END)
    block = LiveBlock(terminal)
    block.tell(lambda width: [f"{width} columns", "second"], "")
    block(50, 200, "A v B")
    clock.now += 10
    block(100, 200, "A v B")
    bar = f"  [{'#' * 10}{'.' * 10}]  50 %, about 20 s left, A v B"
    assert screen(terminal.getvalue()) == ["before", "79 columns", "second", bar, ""]
    block.tell(lambda _: ["less"], "")
    assert screen(terminal.getvalue()) == ["before", "less", bar.removesuffix(", A v B"), ""]
    block.clear()
    assert screen(terminal.getvalue()) == ["before", ""]


def test_it_is_not_drawn_all_the_time(clock: SimpleNamespace) -> None:
    terminal = io.StringIO()
    block = LiveBlock(terminal)
    for done in range(1000):
        clock.now += 0.001
        block(done, 1000)
    assert 4 <= terminal.getvalue().count("%") <= 6


def test_what_does_not_fit_is_cut(size: SimpleNamespace) -> None:
    size.columns, size.lines = 50, 6
    terminal = io.StringIO()
    block = LiveBlock(terminal)
    block.tell(
        lambda _: ["x" * 200, "two columns each: " + "\u724c" * 30, "\x1b[31mred", "fourth", "fifth"], ""
    )
    lines = terminal.getvalue().split("\x1b[J")[-1].splitlines()
    assert lines[0] == "x" * 46 + "..."
    assert lines[1] == "two columns each: " + "\u724c" * 14 + "..."
    assert lines[2:4] == [" [31mred", "  ..."]
    assert len(lines) == 5


def test_after_a_stop_it_is_drawn_below_what_the_shell_wrote() -> None:
    terminal = io.StringIO()
    block = LiveBlock(terminal)
    with block.after_stops():
        block.tell(lambda _: ["standings"], "")
        terminal.write("[1]+ Stopped\n$ fg\n")
        signal.raise_signal(signal.SIGCONT)
        block(1, 2)
        found = screen(terminal.getvalue())
    assert found[0] == "standings"
    assert found[2:5] == ["[1]+ Stopped", "$ fg", "standings"]
    assert signal.getsignal(signal.SIGCONT) == signal.SIG_DFL


def test_a_terminal_of_another_size_is_begun_anew(size: SimpleNamespace) -> None:
    terminal = io.StringIO()
    block = LiveBlock(terminal)
    block.tell(lambda _: ["standings"], "")
    size.columns = 100
    block.tell(lambda width: [str(width)], "")
    assert screen(terminal.getvalue())[0] == "standings"
    assert screen(terminal.getvalue())[2] == "99"


def test_elsewhere_there_is_a_line_for_what_is_new(clock: SimpleNamespace) -> None:
    said: list[str] = []
    with shown_live("all_tournament", said.append) as shown:
        shown.tell(lambda _: ["a table"], "")
        shown(100, 200)  # from an earlier run
        clock.now += 20
        shown(120, 200, "A v B")
        shown.tell(lambda _: ["a table"], "match 1 of 2")
    assert said == ["  all_tournament: 60 %, A v B, about 1 min 20 s left", "  all_tournament: match 1 of 2"]
