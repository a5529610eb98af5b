"""docs/players.md: the commands and the example run with the documented bot."""

import re
import shlex

import pytest

from helpers.documents import block, commands
from pokerdata.cli import main
from pokerdata.players import player_kinds

PAGE = "docs/players.md"


@pytest.fixture
def _saved(tmp_path, monkeypatch):
    (tmp_path / "my_bots.py").write_text(block(PAGE, "bot"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_saved")
@pytest.mark.parametrize("line", commands(block(PAGE, "table")))
def test_the_commands_run(line, capsys):
    assert main(shlex.split(line.replace("--deals 100", "--deals 5"))[1:]) == 0, capsys.readouterr().err
    said = capsys.readouterr().out
    assert "my_bots.py:Tight" in said
    assert "illegal" not in said


@pytest.mark.usefixtures("_saved")
def test_the_example_prints_what_it_says(capsys):
    code = block(PAGE, "python")
    exec(compile(code, PAGE, "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print\(.*  # (.*)", code)


def test_every_player_is_told():
    from helpers.formats import ROOT

    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in player_kinds() if name.islower() and ":" not in name)


def test_the_bot_has_ten_lines():
    assert len(block(PAGE, "bot").strip().splitlines()) <= 10
