"""Progress: lines with the time left without a terminal, a bar with one."""

import os
import pty
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers import environment, program
from pokerdata._support import progress


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return a simulated clock: ``now``, in seconds."""
    found = SimpleNamespace(now=100.0)
    monkeypatch.setattr(time, "monotonic", lambda: found.now)
    return found


def test_lines_now_and_then(clock: SimpleNamespace) -> None:
    said: list[str] = []
    with progress.shown("river_strength", said.append) as update:
        for second in range(60):
            clock.now = 100.0 + second
            update(second, 60)
    assert said[0] == "  river_strength: 16 %, about 50 s left"
    assert len(said) == 5


def test_lines_tell_how_it_goes(clock: SimpleNamespace) -> None:
    said: list[str] = []
    with progress.shown("limit500_strategy", said.append) as update:
        clock.now += 20
        update(1_000, 4_000, "50 iterations/s")
        clock.now += 20
        update(1_000, 0, "60 iterations/s")
    assert said == [
        "  limit500_strategy: 25 %, 50 iterations/s, about 1 min left",
        "  limit500_strategy: 60 iterations/s",
    ]


def test_a_second_pass_is_timed_from_its_own_beginning(clock: SimpleNamespace) -> None:
    said: list[str] = []
    with progress.shown("buckets", said.append) as update:
        for pass_length in (100, 20):
            for second in range(pass_length):
                clock.now += 1
                update(second, pass_length)
    assert said[-1] == "  buckets: 95 %, about 1.0 s left"


def test_unknown_totals_say_nothing(clock: SimpleNamespace) -> None:
    said: list[str] = []
    with progress.shown("river_strength", said.append) as update:
        clock.now += 100
        update(0, 0)
    assert said == []


def test_a_bar_on_a_terminal(tmp_path: Path) -> None:
    controller, terminal = pty.openpty()
    command = program("toys", "make", "squares", "--tables", tmp_path)
    settings = environment(TOY_PAUSE="0.5", TERM="xterm", COLUMNS="100")
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=terminal, env=settings, check=True, text=True
    )
    os.close(terminal)
    shown = os.read(controller, 100_000).decode()
    os.close(controller)
    assert "squares" in shown
    assert "50%" in shown
    assert done.stdout.startswith("[1/1] squares: missing\n")


def run_of_five_seconds(clock: SimpleNamespace) -> None:
    with progress.shown_when_long("equity") as told:
        told(1, 10)
        clock.now += 5
        told(5, 10)


def test_a_run_that_lasts_has_a_bar_on_a_terminal(
    clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    run_of_five_seconds(clock)
    out, err = capsys.readouterr()
    assert out == ""
    assert "equity" in err
    with progress.shown_when_long("equity") as told:  # the block ends at once
        told(10, 10)
    assert capsys.readouterr() == ("", "")


def test_a_run_that_lasts_says_nothing_elsewhere(
    clock: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    run_of_five_seconds(clock)
    assert capsys.readouterr() == ("", "")
