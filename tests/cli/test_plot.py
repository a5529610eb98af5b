"""`pokerdata plot`: on the terminal, to files, and one clear line for input that it cannot draw."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.cli import main
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pictures import equity_distribution, heat_map


def test_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plot", "range", "QQ+,AKs"]) == 0
    assert capsys.readouterr().out == heat_map("QQ+,AKs").text()
    assert main(["plot", "equity", "Ks2s", "7s6cAsTd", "--opponent", "QQ+", "--bins", "20"]) == 0
    assert capsys.readouterr().out == equity_distribution("Ks2s", "7s6cAsTd", "QQ+", bins=20).text()


def test_to_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix in ("png", "svg", "html", "txt"):
        path, other = tmp_path / f"range.{suffix}", tmp_path / f"other.{suffix}"
        width = ["--width", "4"] if suffix in ("png", "svg") else []
        assert main(["plot", "range", "QQ+", "-o", str(path), "--title", "Queens", *width]) == 0
        assert capsys.readouterr().out == f"written: {path}\n"
        heat_map("QQ+", title="Queens").save(other, width=4)
        assert path.read_bytes() == other.read_bytes()
    assert main(["plot", "equity", "Ks2s", "7s6cAs", "--out", str(tmp_path / "e.html")]) == 0


def test_tables(tables: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--tables", str(tables)]
    assert main(["plot", "preflop-ehs", *folder]) == 0
    text = capsys.readouterr().out
    assert "ehs, a fraction of 1: 0.323 (32o) to 0.852 (AA)" in text
    assert main(["plot", "table", "preflop_strength", "ehs", *folder]) == 0
    assert capsys.readouterr().out == text
    assert main(["plot", "table", "flop_strength", "ehs2_river", "--board", "7s 6c As", *folder]) == 0
    with open_table("flop_strength", tables, StrengthTable) as table:
        row = table.row("7s6cAs", "ehs2_river")
        values = np.where(row == 2**32 - 1, np.nan, row / table.denominator("ehs2_river"))
    assert capsys.readouterr().out.splitlines()[1:-1] == heat_map(values, unit="x").text().splitlines()[:-1]


def test_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plot"]) == 0
    text = capsys.readouterr().out
    for name in ("range", "equity", "preflop-ehs", "preflop-buckets", "occupancy", "transitions", "table"):
        assert f"\n  {name} " in text


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (
            "plot rang QQ",
            2,
            "error: no command 'rang', did you mean 'range'? Expected one of range, equity, preflop-ehs, "
            "preflop-buckets, occupancy, transitions, table",
        ),
        (
            "plot range QQ -o {folder}/a.jpg",
            2,
            "file: expected a name that ends in .png, .svg, .html, .txt, got "
            "'{folder}/a.jpg'; e.g. "
            "'range.png'",
        ),
        (
            "plot range QQ -o /dev/null/a.png",
            1,
            "error: cannot write /dev/null/a.png: /dev/null is not a folder",
        ),
        ("plot range QQY", 2, "error: range 'QQY', column 3: expected"),
        ("plot equity AsKs 2c3c4c5c6c", 2, "error: board: expected 3 or 4 cards, got 5"),
        ("plot table preflop_strength eh --tables {tables}", 1, "has no dataset 'eh': it has ehs, ehs2_next"),
        (
            "plot table flop_strength ehs --tables {tables}",
            2,
            "has a row for each board: expected one of the flop",
        ),
        (
            "plot table boards flop_cards --tables {tables}",
            2,
            "boards.flop_cards: expected numbers for the 169 hand classes or the 1326 combinations, "
            "got uint8 of shape (1755, 3)",
        ),
        (
            "plot table preflop_strength ehs --board 2c3c4c --tables {tables}",
            2,
            "board: expected none, as preflop_strength.ehs has no boards, got 2c 3c 4c",
        ),
        ("plot preflop-ehs --tables {folder}", 1, "error: table preflop_strength is not in {folder}"),
    ],
)
def test_errors_are_one_line(
    tables: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, code: int, words: str
) -> None:
    assert main(line.format(folder=tmp_path, tables=tables).split()) == code
    output, errors = capsys.readouterr()
    assert output == ""
    assert words.format(folder=tmp_path) in errors
    assert errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
