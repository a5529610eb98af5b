"""The examples of docs/matches.md print the documented output."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "matches.md"


@pytest.mark.parametrize("marker", ["agents", "less luck"])
def test_the_example(capsys: pytest.CaptureFixture[str], marker: str) -> None:
    (code,) = re.findall(
        rf"<!-- {marker} -->\n```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    exec(compile(code, str(DOCUMENT), "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*\)  # (.*)", code)
