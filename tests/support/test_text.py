"""Lines that fit a terminal."""

from __future__ import annotations

import random

import pytest

from pokerdata._support.text import columns, fitted, terminal_width


def test_what_is_broken_goes_on_beside_its_label() -> None:
    assert fitted("response  wins so many chips", 20).split("\n") == [
        "response  wins so",
        "          many chips",
    ]
    assert fitted("some words that do not fit", 12).split("\n") == ["some words", "  that do", "  not fit"]
    assert fitted("  doc: words of a table", 16).split("\n") == ["  doc: words of", "    a table"]
    assert fitted("a\n\nb", 3) == "a\n\nb"


def test_a_long_word_stays_whole_and_a_long_range_is_broken_at_commas() -> None:
    assert fitted("written: /a/very/long/path/to/a/file.h5", 20) == "written: /a/very/long/path/to/a/file.h5"
    assert fitted("AKs,AQs,AJs,ATs,A9s,A8s against QQ", 16).split("\n") == [
        "AKs,AQs,AJs,ATs,",
        "  A9s,A8s",
        "  against QQ",
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_no_word_is_lost_and_no_line_too_long(width: int) -> None:
    draw = random.Random(1)
    for _ in range(300):
        words = ["x" * draw.randint(1, 20) for _ in range(draw.randint(1, 30))]
        text = draw.choice(["", "    ", "label  "]) + " ".join(words)
        found = fitted(text, width)
        assert found.split() == text.split()
        assert max(map(len, found.split("\n"))) <= width
        rows = [("name", "size", "why"), ("y" * draw.randint(1, 30), "1", " ".join(words))]
        lines = columns(rows, (1,), width)
        assert sorted(" ".join(lines).split()) == sorted(" ".join(" ".join(row) for row in rows).split())
        assert max(map(len, lines)) <= width


def test_many_columns_stand_below_the_first() -> None:
    rows = [("a" * 20, "1" * 12, "2" * 12), ("b", "3", "4")]
    assert columns(rows, (1, 2), 40) == [
        "a" * 20,
        f"  {'1' * 12}  {'2' * 12}",
        "b",
        f"  {'3':>12}  {'4':>12}",
    ]


def test_the_width_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert terminal_width() == 100
    monkeypatch.setenv("COLUMNS", "5")
    assert terminal_width() == 40
