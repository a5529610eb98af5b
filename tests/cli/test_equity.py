"""`pokerdata equity`."""

from __future__ import annotations

import json

import pytest

from pokerdata.cli import main


def test_two_hands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "AcKd", "TdTh"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out == (
        "       equity     wins   ties   losses\n"
        "AcKd  .431241  735,071  6,691  970,542\n"
        "TdTh  .568759  970,542  6,691  735,071\n"
        "exact: all 1,712,304 deals\n"
    )


def test_board_dead_cards_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = [
        "equity",
        "AcKh",
        "Qc9s",
        "2d2h",
        "--board",
        "Ad 4h Jd",
        "--dead",
        "2c",
        "--json",
        "--threads",
        "1",
    ]
    assert main(line) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["players"] == ["AcKh", "Qc9s", "2d2h"]
    assert said["deals"] == 42 * 41 // 2
    assert sum(said["equity"]) == pytest.approx(1)
    assert said["exact"] is True


def test_samples(capsys: pytest.CaptureFixture[str]) -> None:
    said = []
    for _ in range(2):
        assert main(["equity", "QQ+", "random", "--samples", "1000", "--seed", "5"]) == 0
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]
    assert said[0].endswith("sampled: 1,000 deals, seed 5; ± is the standard error\n")


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (["AcKd"], 2, "hands: expected 2 to 6 hands or ranges, got 'AcKd'; e.g. 'AcKd' and"),
        (["AcKd", "QQ+,AYs"], 2, "range 'QQ+,AYs', column 6: expected a rank"),
        (
            ["AcKd", "AcTh"],
            2,
            "hands: expected each card once, got AcKd, whose cards lie on the board, are dead or in "
            "another hand",
        ),
        (["random", "random", "random"], 1, "the exact equity takes as long as about "),
        (
            ["random", "random", "random", "--board", "2c3c4c", "--limit", "1000"],
            1,
            "the exact equity takes as long as about ",
        ),
        (["AcKd", "TdTh", "--samples", "few"], 2, "Invalid value for '--samples'"),
    ],
)
def test_refusals(line: list[str], code: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", *line]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error: {words}")
    assert err.count("\n") == 1
