"""The code of docs/resolving.md works as described, and prints the documented table."""

import ast
import re
from pathlib import Path

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
    # In long runs, the last digits depend on the order of sums.
    assert [pytest.approx(row, abs=5e-4) for row in told] == printed


def test_the_example_on_real_cards(
    coarse_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("POKERDATA_TABLES", str(coarse_folder))
    code = block("docs/resolving.md", "resolving holdem")
    # This uses another strategy of the same game; the printed statements hold for any.
    exec(compile(code.replace("limit5_strategy", "limit_strategy"), "resolving.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)


def test_the_example_of_rests(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/resolving.md", "resolving rests")
    exec(compile(code, "resolving.md", "exec"), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
