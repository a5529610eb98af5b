"""The example of docs/matches.md prints what it says."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "matches.md"


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(
        r"<!-- agents -->\n```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    exec(compile(code, str(DOCUMENT), "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*\)  # (.*)", code)
