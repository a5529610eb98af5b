"""The code of docs/solving.md does what it says."""

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "solving.md"


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(
        r"<!-- solving -->\n```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found is not None
    exec(compile(found[1], "solving.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", found[1])
