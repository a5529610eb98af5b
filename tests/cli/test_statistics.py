"""`pokerdata statistics`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from pokerdata.cli import main
from pokerdata.games import table_rules
from pokerdata.games.play import hand_text
from pokerdata.matches import play_hands
from pokerdata.matches.statistics import STATISTICS, statistics_of_logs

GAME = "limit-holdem-3p"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("statistics") / "match.log"
    players = ["always-call", "random", "always-raise"]
    hands = play_hands(players, table_rules(GAME), deals=10, names=["A", "B", "C"])
    found.write_text("\n".join(hand_text(hand.state) for hand in hands) + "\n")
    return found


def test_overview(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(log), "--game", GAME]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "60 hands, 3 players"
    told = {line.split()[0]: line for line in lines[2:5]}
    assert "100.0" in told["A"]
    assert "calling station" in told["A"]
    assert "maniac" in told["C"]


def test_one_player(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(log), "--game", GAME, "--player", "B"]) == 0
    text = capsys.readouterr().out
    share = statistics_of_logs(log, GAME)["B"]["vpip"]
    assert f"{share.taken} / {share.opportunities}" in text
    assert f"{100 * share.low:.1f} to {100 * share.high:.1f} %" in text
    assert "A:" not in text


@pytest.mark.parametrize(("by", "first"), [("street", "preflop"), ("position", "SB")])
def test_parts(by: str, first: str, log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(log), "--game", GAME, "--by", by]) == 0
    text = capsys.readouterr().out
    assert first in text
    assert text.count("60 hands,") == 4
    rows_file = tmp_path / "rows.csv"
    assert main(["statistics", str(log), "--game", GAME, "--by", by, "--csv", str(rows_file)]) == 0
    rows = list(csv.DictReader(io.StringIO(rows_file.read_text())))
    parts = 4 if by == "street" else 3
    assert len(rows) == 3 * parts * len(STATISTICS)
    assert rows[0][by] == first


def test_json(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", str(log), "--game", GAME, "--json", "--player", "A"]) == 0
    told = json.loads(capsys.readouterr().out)
    (player,) = told["players"]
    assert (told["hands"], player["player"], player["type"]) == (60, "A", "calling station")
    assert player["total"]["pfr"]["share"] == 0
    assert player["position"]["BU"]["vpip"]["opportunities"] == 20


def test_errors_that_are_left_out(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.log"
    bad.write_text(log.read_text() + "STATE:5:zz\n")
    assert main(["statistics", str(bad), "--game", GAME]) == 2
    assert "bad.log, line 61: STATE, column 9: expected f, c or r" in capsys.readouterr().err
    assert main(["statistics", str(bad), "--game", GAME, "--skip-errors"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("60 hands")
    assert "left out 1 hand, the first: " in captured.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{log}"], "game: expected that of the log"),
        (["{log}", "--game", "limit-holden"], "did you mean 'limit-holdem'"),
        (["{log}", "--game", GAME, "--player", "D"], "--player: expected one of A, B, C, got 'D'"),
        (["{log}", "--game", GAME, "--csv", "{log}"], "ends in .csv"),
        (["{log}", "{log}", "--game", GAME], "expected each file once"),
        (["nowhere.log", "--game", GAME], "does not exist"),
        (["{log}", "--game", "limit-holdem"], "line 1: STATE, column"),
    ],
)
def test_refused(arguments: list[str], message: str, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", *(argument.format(log=log) for argument in arguments)]) == 2
    assert message in capsys.readouterr().err


def test_an_empty_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.log").write_text("")
    assert main(["statistics", str(tmp_path / "empty.log"), "--game", GAME]) == 0
    assert capsys.readouterr().out == "0 hands, 0 players\n"


def test_names_that_are_not_to_be_printed(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd.log"
    odd.write_text(log.read_text().replace("|C", "|C\x1b[2J"))
    for more in ([], ["--by", "street"]):
        assert main(["statistics", str(odd), "--game", GAME, *more]) == 0
        assert "\x1b" not in capsys.readouterr().out


@pytest.mark.slow
def test_hands_that_were_shown(log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overview, one player's details, JSON and CSV agree."""
    wanted = statistics_of_logs(log, GAME, strength=True, strong=0.7)["B"].shown
    assert wanted is not None
    arguments = ["statistics", str(log), "--game", GAME, "--strength", "--strong", "0.7"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert f"{wanted.strength.mean:.3f} ±" in next(
        line
        for line in said.splitlines()
        if line.startswith("B") and "±" in line and "maniac" not in line and f" {wanted.hands} " in line
    )
    assert max(map(len, said.splitlines())) <= 80
    assert main([*arguments, "--player", "B"]) == 0
    said = capsys.readouterr().out
    share = wanted.category("pair")
    assert f"{share.taken} / {share.opportunities}" in said
    assert "strong: E[HS] of 0.7 or more" in said
    assert main([*arguments, "--player", "B", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["shown"] == wanted.to_dict()
    rows_file = tmp_path / "rows.csv"
    assert main([*arguments, "--player", "B", "--csv", str(rows_file)]) == 0
    rows = {row["statistic"]: row for row in csv.DictReader(io.StringIO(rows_file.read_text()))}
    assert int(rows["shown_pair"]["taken"]) == share.taken
    assert int(rows["slow_play_turn"]["opportunities"]) == wanted.slow[1].opportunities
    assert main(["statistics", str(log), "--game", GAME, "--strong", "0.7"]) == 2
    assert "--strong: expected --strength with it" in capsys.readouterr().err
