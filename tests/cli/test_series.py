"""`pokerdata series`: its output and files, and its errors."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from helpers.words import instead
from pokerdata.cards import format_cards
from pokerdata.cli import main
from pokerdata.cli.series import series
from pokerdata.games.play import State
from pokerdata.matches import play_series
from pokerdata.reports.pictures.figure import PAPER
from pokerdata.reports.pictures.series_curve import series_curve

GIVEN = ["learning", "random", "--game", "kuhn", "--series", "3", "--hands", "16", "--seed", "4"]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(series, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_intervals_that_are_not_known_are_no_points_without_one() -> None:
    """They are hollow points, and a caption explains them."""
    for one, caption in ((1, "± not known of one series"), (3, "±: 95 % over series; hollow: ± not known")):
        result = play_series([Still(), Bold()], "leduc", series=one, hands=4, seed=2)
        picture = series_curve(result, 2)
        assert picture.caption.endswith(caption)
        unknown = int(np.isnan(picture.half_widths).sum())
        assert 0 < unknown == (2 if one == 1 else 1)
        circles = re.findall(r'<circle [^>]*fill="([^"]*)"', picture.html())
        assert circles.count(PAPER) == unknown
        axes = picture.figure().axes[0]
        hollow = [
            line for line in axes.lines if line.get_markerfacecolor() == PAPER and len(line.get_xdata())
        ]
        assert sum(len(line.get_xdata()) for line in hollow) == unknown


class Still:
    """Folds the first two hands, and then always calls."""

    def act(self, state: State) -> str:
        return "f" if state.hand < 2 and state.can_fold else "c"


class Bold:
    """Raises, but with a jack only in the first two hands."""

    def act(self, state: State) -> str:
        jack = "J" in format_cards(state.hole_cards[state.betting.player])
        return "r" if state.can_raise and not (jack and state.hand >= 2) else "c"


def test_text_values_rows_and_a_picture(tmp_path: Path) -> None:
    rows, picture = tmp_path / "curve.csv", tmp_path / "curve.svg"
    files = ["--csv", str(rows), "-o", str(picture)]
    said = run(*GIVEN, "--all-cards", "--blocks", "doubling", *files)
    expected = play_series(["learning", "random"], "kuhn", series=3, hands=16, seed=4, show="all")
    assert "learning, random\n3 series of 16 hands in both orders of seats, 96 hands, seed 4;" in said
    curve = expected.text("doubling").split("\n\n")[-1]
    assert curve in said
    assert rows.read_text() == expected.curve("doubling").to_csv()
    assert picture.read_text().startswith("<?xml")
    found = json.loads(run(*GIVEN, "--all-cards", "--json", "--csv", str(rows)))
    assert found["curve"] == expected.to_dict()["curve"]
    assert found["show"] == "all"
    assert json.loads(run(*GIVEN, "--json"))["show"] == "shown"


def test_three_players_in_two_processes() -> None:
    names = ["always-call", "random", "always-raise", "--game", "kuhn-3p", "--series", "4", "--hands", "6"]
    one, two = (json.loads(run(*names, "--processes", n, "--json")) for n in ("1", "2"))
    assert one["curve"] == two["curve"]
    assert {row["player"] for row in one["curve"]} == {"always-call", "random", "always-raise"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random"], "players: expected two to ten, got 1; e.g. learning random"),
        (["random", "random"], "game: expected one, as none of the players has a strategy"),
        ([*GIVEN, "--blocks", "17"], "blocks: expected a whole number from 1 to 16, got 17"),
        ([*GIVEN, "--blocks", "some"], "blocks: expected a number or 'doubling', got 'some'; e.g. 10"),
        (instead(GIVEN, "--hands", "0"), "hands: expected a whole number from 1"),
        (instead(GIVEN, "--hands", "9" * 20), "hands: expected a whole number from 1 to 10000000, got 9999"),
        (
            [*GIVEN, "--csv", "x.txt"],
            "file: expected a name that ends in .csv, got 'x.txt'",
        ),
        ([*GIVEN, "-o", "x.gif"], "file: expected a name that ends in .png"),
        (
            ["learning", "simple", "--game", "limit-holdem"],
            "expected a game of up to 100,000 information sets",
        ),
    ],
)
def test_what_is_refused(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["series", *arguments]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert not said.out
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_ends_all_of_it(processes: str) -> None:
    """On a terminal with a progress bar, Ctrl-C reaches every process of the group."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pokerdata", "series", "random", "random", "--game", "leduc"]
    # Tests in the background ignore Ctrl-C, and new processes would inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        started = subprocess.Popen(
            [*command, "--series", "100", "--hands", "100000", "--processes", processes],
            stdin=slave,
            stdout=subprocess.PIPE,
            stderr=slave,
            start_new_session=True,
        )
    finally:
        signal.signal(signal.SIGINT, before)
    os.close(slave)
    said = b""
    try:
        while b"series" not in said:
            part = _read(master)
            assert part, said
            said += part
        time.sleep(1)
        os.killpg(started.pid, signal.SIGINT)
        while part := _read(master):
            said += part
    finally:
        if started.poll() is None and b"interrupted" not in said:
            os.killpg(started.pid, signal.SIGKILL)
    assert started.wait(30) == 130
    assert b"interrupted; nothing is kept" in said
    assert b"Traceback" not in said
    assert started.communicate()[0] == b""
    os.close(master)


def _read(terminal: int) -> bytes:
    """Return the next output; nothing once all processes that could write have ended."""
    ready, _, _ = select.select([terminal], [], [], 60)
    assert ready, "nothing happened for a minute"
    try:
        return os.read(terminal, 4096)
    except OSError:  # no process has the other end open
        return b""
