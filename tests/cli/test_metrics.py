"""`pokerdata metrics`: the table, JSON, and one clear line for input that it cannot compute."""

import json
from typing import Any

import pytest

from pokerdata import Situation
from pokerdata.cli import main


def test_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["metrics", "Ks2s", "7s6cAs"]) == 0
    text = capsys.readouterr().out
    assert text == f"{Situation('Ks2s', '7s6cAs')}\n"
    for value in ("544", "0.507401", "0.629164", "0.432285", "0.179699", "0.258007", "0.113765"):
        assert f" {value} " in text


def test_options_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = (
        "metrics Ks2s 7s6cAsTd --opponent QQ+ --opponent AK:0.5,22 --players 3 --dead 8s8h --pot 30 --to-call 10 "
        "--bet 5 --future 8 --unit blinds --samples 5000 --seed 9 --json"
    )
    assert main(line.split()) == 0
    said = json.loads(capsys.readouterr().out)
    amounts: dict[str, Any] = {"pot": 30, "to_call": 10, "bet": 5, "future": 8, "unit": "blinds"}
    expected = Situation(
        "Ks2s", "7s6cAsTd", ["QQ+", "AK:0.5,22"], players=3, dead="8s8h", samples=5000, seed=9, **amounts
    )
    assert said == json.loads(expected.to_json())
    assert said["metrics"]["expected_pot"]["value"] == 30 + 10 + 3 * 5


def test_on_a_narrow_terminal() -> None:
    from io import StringIO

    from rich.console import Console

    for width in (80, 150):
        out = StringIO()
        Console(file=out, width=width, force_terminal=True, color_system="standard", _environ={}).print(
            Situation("Ks2s", "7s6cAs")
        )
        assert "Zopf 2010" in out.getvalue()
        assert "1,346,651 / 2,140,380" in out.getvalue()
        assert "0.629164" in out.getvalue()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("metrics", "error: Missing argument"),
        ("metrics Ks2x", "error: range 'Ks2x', column 4: expected a"),
        ("metrics Ks2s 7s6c", "error: board: expected 0, 3, 4 or 5 cards, got 2"),
        ("metrics Ks2s 7s6cAs --players 9", "error: players: expected a whole number from 2 to 6, got 9"),
        ("metrics Ks2s 7s6cAs --pot -3", "error: pot: expected 0 or a number from 1e-30 to 1e30, got -3"),
        (
            "metrics Ks2s 7s6cAs --pot 1e308 --to-call 1e308",
            "error: to_call: expected 0 or a number from 1e-30 to 1e30, got 1E+308",
        ),
        (
            "metrics Ks2s 7s6cAs --pot 1e999999999",
            "error: pot: expected 0 or a number from 1e-30 to 1e30, got 1E+999999999",
        ),
        (
            "metrics Ks2s 7s6cAs --pot 1e-400",
            "error: pot: expected 0 or a number from 1e-30 to 1e30, got 1E-400",
        ),
        (
            "metrics Ks2s 7s6cAs --pot inf",
            "error: pot: expected 0 or a number from 1e-30 to 1e30, got Infinity",
        ),
        ("metrics Ks2s 7s6cAs --pot much", "error: Invalid value for '--pot': 'much' is not a number"),
        (
            "metrics Ks2s 7s6cAs --opponent KsKh",
            "error: hands: expected each card once, got Ks2s, whose cards lie on the board, are dead "
            "or in another hand",
        ),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    assert main(line.split()) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith(words)
    assert errors.count("\n") == 1
