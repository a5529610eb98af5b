"""`pokerdata range`."""

from __future__ import annotations

import json

import pytest

from pokerdata import Range
from pokerdata.cli import main


@pytest.mark.filterwarnings("default")
def test_a_range_and_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "QQ+,AKs:0.5,98s+,AhKh:0", "--board", "Ks7d2c"]) == 0
    out, err = capsys.readouterr()
    assert err == (
        "warning: 98s+ means 98s alone, as + raises only the kicker; write AKs-98s to raise both cards\n"
    )
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[:5] == [
        "QQ+,AKs:0.5,98s,AhKh:0",
        "25 combinations, 1.9 % of all hands, in 5 of 169 classes",
        "",
        "AA    AKs38 " + "·     " * 10 + "·",
        "·     KK    " + "·     " * 10 + "·",
    ]
    assert lines[8] == "·     " * 6 + "98s   " + "·     " * 5 + "·"
    assert out.endswith(
        "AKs38: AKs with 37.5 % of the largest weight, on average over its combinations\n\n"
        "on Ks 7d 2c: 21 combinations\n\n"
        "made hand    combinations  weight     %\n"
        "set                     3       3  15.0\n"
        "overpair                6       6  30.0\n"
        "top pair                2       1   5.0\n"
        "second pair             6       6  30.0\n"
        "nothing                 4       4  20.0\n\n"
        "draw                 combinations  weight     %\n"
        "backdoor flush draw             5       4  20.0\n"
        "no draw                        16      16  80.0\n"
    )


def test_unquoted_words_and_dead_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "top", "0.5%", "--dead", "Ah", "--board", "AsKsQs"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("AA\nwithout Ah 3 combinations, 0.2 % of all hands, in 1 of 169 classes\n")
    assert "on As Ks Qs, dead Ah: 1 combination\n" in out
    assert err == ""


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "AX, [50]KK[/50]", "--json", "--board", "Ks7d2c"]) == 0
    said = json.loads(capsys.readouterr().out)
    there = Range("AX, KK:0.5")
    assert said["range"] == str(there) == "KK:0.5,A2+"
    assert said["combinations"] == len(there) == 198
    assert said["weight"] == there.weights.sum()
    assert said["classes"] == {name: weight for name, weight in there.classes().items() if weight}
    assert said["breakdown"] == there.breakdown("Ks7d2c").to_dict()
    assert main(["range", "AX", "--json"]) == 0
    assert "breakdown" not in json.loads(capsys.readouterr().out)


def test_long_ranges_are_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    text = ",".join(
        f"{one}{two}s:0.{k}" for k, (one, two) in enumerate(zip("AKQJT9", "QJT987", strict=True), 11)
    )
    assert main(["range", text + ",random:0.25," + text]) == 0
    lines = capsys.readouterr().out.split("\n\n")[0].splitlines()[:-1]
    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    assert Range("".join(lines)) == Range("random:0.25," + text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["top 15"], "range 'top 15', column 5: expected a percentage of all hands"),
        (["AKs", "--board", "Ks7d"], "3, 4 or 5"),
        (["KK", "--board", "Ks7d2c", "--dead", "Ks"], "share a card"),
        (["AhKh", "--board", "AhKd2c"], "range on Ah Kd 2c: expected a hand with a weight"),
        ([], "Missing argument 'RANGE"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str) -> None:
    assert main(["range", *arguments]) == 2
    assert words in capsys.readouterr().err
