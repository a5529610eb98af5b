"""`pokerdata match --reduce` and `pokerdata judge`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pokerdata.cli import main
from pokerdata.games import table_rules
from pokerdata.games.play import hand_text
from pokerdata.matches import play_hands


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a strategy and a log of its match against a caller."""
    found = tmp_path_factory.mktemp("luck")
    assert main(["solve", "leduc", "--iterations", "20", "--out", str(found / "leduc.h5")]) == 0
    players = [str(found / "leduc.h5"), "always-call"]
    hands = play_hands(players, table_rules("leduc"), deals=20, names=["A", "B"])
    (found / "match.log").write_text("\n".join(hand_text(hand.state) for hand in hands) + "\n")
    table = play_hands(["random", "random", "random"], "kuhn-3p", deals=20, names=["A", "B", "C"])
    (found / "three.log").write_text("\n".join(hand_text(hand.state) for hand in table) + "\n")
    return found


def test_match_without_luck(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    strategy = str(folder / "leduc.h5")
    arguments = ["match", strategy, "always-call", "--reduce", "aivat", "--deals", "200", "--fit", "2000"]
    assert main(arguments) == 0
    text = capsys.readouterr().out
    assert [line.split()[0] for line in text.splitlines()[-3:]] == ["raw", "duplicate", "reduced"]
    assert main([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["reduced"]["known"] == [strategy]
    assert told["reduced"]["reduced"]["standard_error"] < told["reduced"]["raw"]["standard_error"]
    duplicate = told["reduced"]["duplicate"]["chips_per_hand"]
    assert told["results"][0]["chips_per_hand"] == pytest.approx(duplicate)


@pytest.mark.parametrize("values", ["strategy", "strength"])
def test_values_without_hands(folder: Path, capsys: pytest.CaptureFixture[str], values: str) -> None:
    strategy, log = str(folder / "leduc.h5"), str(folder / "match.log")
    given = ["--values-from", values, "--json"]
    assert main(["match", strategy, "always-call", "--reduce", "aivat", "--deals", "200", *given]) == 0
    told = json.loads(capsys.readouterr().out)["reduced"]
    assert (told["values"], told["fit_hands"]) == (values, 0)
    assert told["reduced"]["standard_error"] < told["raw"]["standard_error"]
    assert main(["judge", log, "--known", f"A={strategy}", *given]) == 0
    judged = json.loads(capsys.readouterr().out)
    assert (judged["values"], judged["fit_hands"]) == (values, 0)
    assert main(["judge", log, "--known", f"A={strategy}", *given[:2]]) == 0
    assert "values exact" in (text := capsys.readouterr().out) or "values from strength" in text


def test_judge(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, strategy = str(folder / "match.log"), str(folder / "leduc.h5")
    assert main(["judge", log, "--game", "leduc", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["hands"], told["method"]) == (40, "all-in")
    assert main(["judge", log, "--known", f"A={strategy}", "--fit", "2000", "--json"]) == 0
    known = json.loads(capsys.readouterr().out)
    assert (known["method"], known["known"]) == ("aivat", ["A"])
    assert (known["fit_hands"], known["seed"]) == (2000, 0)
    assert known["raw"] == told["raw"]
    assert main(["judge", log, "--game", "leduc"]) == 0
    assert "reduced (all-in)" in capsys.readouterr().out
    assert main(["judge", log, "--stand-in", strategy, "--fit", "2000"]) == 0
    text = capsys.readouterr().out
    assert "reduced (advantage)" in text
    assert max(map(len, text.splitlines())) <= 80
    known = ["--known", f"A={strategy}", "--values-from", "strategy", "--reduce", "advantage", "--json"]
    assert main(["judge", log, *known]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["method"], told["known"], told["stand_in"]) == ("advantage", ["A"], "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["match", "always-call", "simple", "--game", "limit-holdem", "--fit", "5"],
            "--fit: expected --reduce",
        ),
        (["match", "{leduc}", "random", "--values-from", "strength"], "--values-from: expected --reduce"),
        (
            ["match", "{leduc}", "random", "--reduce", "aivat", "--values-from", "ehs"],
            "values: expected one of hands, strategy, strength, got 'ehs'",
        ),
        (
            ["match", "{leduc}", "random", "--reduce", "mivat", "--values-from", "strategy"],
            "--values-from: expected only with --reduce advantage or aivat",
        ),
        (
            ["match", "{leduc}", "random", "--reduce", "aivat", "--values-from", "strength", "--fit", "5"],
            "--fit: expected none with --values-from strength",
        ),
        (
            ["judge", "{log}", "--game", "leduc", "--values-from", "strategy"],
            "--values-from: expected --known or --stand-in",
        ),
        (
            ["match", "a.py:B", "simple", "--reduce", "aivat"],
            "method: expected all-in, mivat or advantage at a table, got aivat",
        ),
        (
            [
                "match",
                "simple",
                "random",
                "random",
                "--game",
                "limit-holdem-3p",
                "--reduce",
                "all-in",
                "--fit",
                "9",
            ],
            "--fit: expected only with --reduce advantage or aivat",
        ),
        (
            ["judge", "{three}", "--game", "kuhn-3p", "--reduce", "aivat"],
            "method: expected all-in, mivat or advantage at a table, got aivat",
        ),
        (
            ["judge", "{three}", "--game", "kuhn-3p", "--known", "A={leduc}"],
            "hands: expected two players with names that differ, got 3",
        ),
        (["judge", "{log}"], "game: expected that of the log"),
        (["judge", "{log}", "--known", "A"], "--known: expected NAME=STRATEGY"),
        (["judge", "{log}", "--game", "leduc", "--fit", "5"], "--fit: expected --known or --stand-in"),
    ],
)
def test_what_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    places = {"log": folder / "match.log", "leduc": folder / "leduc.h5", "three": folder / "three.log"}
    assert main([argument.format(**places) for argument in arguments]) == 2
    assert message in capsys.readouterr().err


def test_tables_of_three(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A match judges its hands as a log of them would, below its output without `--reduce`."""
    players = ["random", "always-call", "always-raise"]
    arguments = ["match", *players, "--game", "nolimit-holdem-3p", "--deals", "30", "--show-hands", "30"]
    assert main([*arguments, "--reduce", "all-in"]) == 0
    text = capsys.readouterr().out
    assert max(map(len, text[text.index("three-player") :].splitlines())) <= 80
    log = folder / "table.log"
    log.write_text("".join(line + "\n" for line in text.splitlines() if line.startswith("STATE")))
    assert main(["judge", str(log), "--game", "nolimit-holdem-3p"]) == 0
    judged = capsys.readouterr().out
    assert "180 hands, 30 deals, each in 6 seatings" in judged
    assert text.endswith(judged)
    assert main([*arguments[:-2], "--reduce", "all-in", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["judge", str(log), "--game", "nolimit-holdem-3p", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == told["reduced"]
    for match, reduced in zip(told["results"], told["reduced"]["results"], strict=True):
        assert reduced["name"] == match["name"]
        assert reduced["duplicate"]["chips_per_hand"] == pytest.approx(match["chips_per_hand"], abs=1e-5)
    assert sum(row["reduced"]["chips_per_hand"] for row in told["reduced"]["results"]) == pytest.approx(
        0, abs=1e-5
    )
