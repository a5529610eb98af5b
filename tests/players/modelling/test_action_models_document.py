"""The code of docs/action_models.md prints the documented output."""

import re

import pytest

from helpers.documents import block


def test_the_code(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {}
    for marker in ("action models", "action models truth"):
        code = block("docs/action_models.md", marker)
        exec(compile(code, "action_models.md", "exec"), namespace)
        said = re.findall(r"print.*  # (.*)", code)
        assert said
        assert capsys.readouterr().out.splitlines() == said
