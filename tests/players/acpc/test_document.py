"""The examples of docs/dealing.md show the real output."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.documents import block, commands
from helpers.formats import ROOT


def test_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/dealing.md", "match")
    exec(compile(code, "dealing.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)


@pytest.mark.slow
def test_the_commands(tmp_path: Path) -> None:
    """The commands run as documented, with fewer hands and any free ports."""
    given = [line.split() for line in commands(block("docs/dealing.md", "commands"))]
    dealer = [word if word != "1000" else "20" for word in given[0]]
    at = dealer.index("--ports") + 1
    named, dealer[at] = dealer[at].split(","), "0,0,0"

    def start(words: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    table = start(dealer)
    assert table.stdout is not None
    ports = dict(zip(named, table.stdout.readline().split(), strict=True))
    players = [start([ports.get(word, word) for word in words]) for words in given[1:]]
    said, errors = table.communicate(timeout=60)
    assert table.returncode == 0, errors
    assert re.fullmatch(r"SCORE:[-\d.|]+:Ann\|Bob\|Cy\n", said)
    assert errors.splitlines()[-1] == said.strip()
    for player in players:
        out, problems = player.communicate(timeout=60)
        assert (player.returncode, problems) == (0, "")
        assert re.fullmatch(r"20 hands, [-+][\d.,]+ chips\n", out)
    assert (tmp_path / "match.log").read_text().endswith(said)


def test_the_log_is_the_one_of_the_tests() -> None:
    text = (ROOT / "docs" / "dealing.md").read_text(encoding="utf-8")
    own = (ROOT / "tests" / "players" / "acpc" / "test_dealer.py").read_text(encoding="utf-8")
    for line in re.findall(r"^(?:STATE|SCORE):.*$", text, re.MULTILINE):
        assert line in own
