"""The code of docs/cfr_br.md prints the documented output."""

import re

import pytest

from helpers.documents import block


@pytest.mark.parametrize("marker", ["cfr-br", "cfr-br trees"])
def test_the_code(marker: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/cfr_br.md", marker)
    exec(compile(code, "cfr_br.md", "exec"), {})
    said = re.findall(r"print.*  # (.*)", code)
    assert said
    assert capsys.readouterr().out.splitlines() == said


def test_the_spot(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/cfr_br.md", "cfr-br spots")
    exec(compile(code, "cfr_br.md", "exec"), {})
    said = [line.removeprefix("# ") for line in code.splitlines() if line.startswith("# ")]
    assert capsys.readouterr().out.splitlines() == said
