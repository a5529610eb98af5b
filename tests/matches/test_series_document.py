"""docs/series.md: the example prints the documented output, the commands run, and the figures come from tests."""

import re
import shlex
from pathlib import Path

import pytest

from helpers.documents import block, commands
from pokerdata.cli import main

PAGE = "docs/series.md"


@pytest.mark.slow
def test_the_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    code = block(PAGE, "series")
    exec(compile(code, PAGE, "exec"), {})
    said = re.findall(r"^# (.*)", code, re.MULTILINE)
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize("line", commands(block(PAGE, "series commands")))
def test_the_commands_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    short = line.replace("--series 8 --hands 256", "--series 2 --hands 16").replace(
        "--hands 5 ", "--hands 2 "
    )
    assert short != line
    assert main(shlex.split(short)[1:]) == 0, capsys.readouterr().err
    assert "by the number of the hand" in capsys.readouterr().out
    assert list(tmp_path.glob("curve.*"))
