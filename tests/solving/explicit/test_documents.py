"""The code of docs/solving.md works as described."""

import re
from pathlib import Path

import pytest

from helpers.documents import block


@pytest.mark.parametrize("mark", ["solving", "poker", "without secrets", "runs"])
def test_the_examples(
    mark: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = block("docs/solving.md", mark)
    exec(compile(code, "solving.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
