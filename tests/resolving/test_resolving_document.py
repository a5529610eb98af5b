"""The code of docs/resolving.md does what it says, and its table is what the code prints."""

import ast
import re

import pytest

from helpers.documents import block
from helpers.formats import ROOT


def test_the_example_and_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, object] = {}
    code = block("docs/resolving.md", "resolving")
    exec(compile(code, "resolving.md", "exec"), namespace)
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
    exec(compile(block("docs/resolving.md", "resolving table"), "resolving.md", "exec"), namespace)
    printed = [list(map(float, ast.literal_eval(line))) for line in capsys.readouterr().out.splitlines()]
    text = (ROOT / "docs" / "resolving.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\d,]+ iterations of CFR \| (.*) \|$", text, re.MULTILINE)
    told = [[float(cell) for cell in row.split(" | ")] for row in rows]
    # Long runs end in other digits where sums are taken in another order.
    assert [pytest.approx(row, abs=5e-4) for row in told] == printed
