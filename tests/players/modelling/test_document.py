"""The code of docs/modelling.md prints the documented output."""

import re

import pytest

from helpers.documents import block


@pytest.mark.parametrize("marker", ["modelling", "modelling score", "modelling table"])
def test_the_code(marker: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/modelling.md", marker)
    exec(compile(code, "modelling.md", "exec"), {})
    said = [*re.findall(r"print.*  # (.*)", code), *re.findall(r"^# prints? (.*)", code, re.MULTILINE)]
    wanted = [line for text in said for line in text.split(" and ")]
    assert wanted
    assert capsys.readouterr().out.splitlines() == wanted
