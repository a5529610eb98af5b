"""The commands of docs/studies.md run."""

import shlex
from pathlib import Path

import pytest

from helpers.documents import block, commands
from pokerdata.cli import main


@pytest.mark.slow
@pytest.mark.parametrize("line", commands(block("docs/studies.md", "studies commands")))
def test_the_commands_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """They run in an empty folder; the study that takes a minute at full scale runs with --dry-run."""
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line, comments=True)[1:]
    if words == ["study", "doll"]:
        words.append("--dry-run")
    assert main(words) == 0, capsys.readouterr().err
    assert capsys.readouterr()
    assert (tmp_path / "new" / "README.md").is_file() == ("--quick" in words)
