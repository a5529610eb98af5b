"""Invalid addresses, tokens, ports and match names give one of our errors, without secrets in it."""

import re
import subprocess
import sys

import pytest

from helpers import environment
from pokerdata.cli import main

DEALER = ("dealer", "kuhn", "A", "B", "--hands", "5", "--start-ms", "1", "--no-log")
CONNECT = ("connect", "random", "--game", "kuhn", "--wait-ms", "0", "--port", "1")
SECRET = "acpc:port=18791 token=river-7-of-9"


@pytest.mark.parametrize("host", ["a" * 70, "..", "\ud800", "é" * 80])
@pytest.mark.parametrize("command", [DEALER, CONNECT], ids=["dealer", "connect"])
def test_what_is_no_address(command, host, capsys):
    assert main([*command, "--host", host]) == 2
    error = capsys.readouterr().err
    assert "codec" not in error
    assert re.match(r"error: (port|host): ", error)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        ((*DEALER, "--token", ""), "--token"),
        ((*DEALER, "--token", ","), "token"),
        ((*DEALER, "--token", "river-7-of-9,"), "token"),
        ((*DEALER, "--token", "river-7-of-9,,"), "tokens"),
        ((*CONNECT, "--token", "river\n7-of-9"), "token"),
        ((*CONNECT, "--token", "river-7-of-9\udcff"), "token"),
        ((*CONNECT, "--token", "x" * 5000), "token"),
        (("connect", "random", "--game", "kuhn", "--port", "1", "--wait-ms", "1" + "0" * 400), "--wait-ms"),
        ((*DEALER, "--ports", "1" * 6000 + ",0"), "ports"),
        ((*DEALER, "--match", "a\udcff"), "name"),
        ((*DEALER, "--match", "a\u2028b"), "name"),
        ((*DEALER, "--match", "a\x1bb"), "name"),
    ],
)
def test_what_cannot_be(command, named, capsys):
    assert main(command) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"error: {named}: ")
    assert "river" not in error.partition("e.g.")[0]
    assert "\x1b" not in error


@pytest.mark.parametrize(
    "command", ["exploitability", "browse", "trade-off", "make", "info", "verify", "games", "statistics"]
)
def test_errors_show_no_token(command, capsys):
    assert main([command, SECRET]) in (1, 2)
    assert "7-of-9" not in capsys.readouterr().err


def test_errors_show_no_commands_for_a_terminal(capsys):
    assert main(["games", "\x1b[2J"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_names_that_cannot_be_written(tmp_path):
    """File names may not be valid text."""
    name = "b\udcff.py"
    (tmp_path / name).write_text("class Bot:\n    def act(self, state):\n        return 'c'\n")
    players = (f"{name}:Bot", "random")
    done = subprocess.run(
        [sys.executable, "-m", "pokerdata", "match", *players, "--game", "kuhn", "--deals", "2", "--trust"],
        env=environment(),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\udcff" in done.stdout
