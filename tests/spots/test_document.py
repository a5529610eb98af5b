"""What docs/spots.md shows is what happens."""

import re

import pytest

from helpers.documents import block


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/spots.md", "spot")
    found: dict[str, object] = {}
    exec(compile(code, "spots.md", "exec"), found)
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
    shown = block("docs/spots.md", "tree").strip("\n")
    assert found["spot"].show_tree().startswith(shown)  # type: ignore[attr-defined]
