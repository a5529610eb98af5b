"""`pokerdata spot`, and the options that describe a spot."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.words import instead
from pokerdata import Spot
from pokerdata.cli import main
from pokerdata.cli.spot_options import NAMES, is_given, is_spot_file, spot_of

BASE = ["--board", "Td9d6hQc", "--oop", "66+,A8s+,KQ", "--ip", "QQ-22,A2s+"]
TURN = [*BASE, "--pot", "200", "--stack", "900", "--bets", "60%,e,a", "--raises", "2.5x"]
SPOT = Spot(
    board="Td9d6hQc", oop="66+,A8s+,KQ", ip="QQ-22,A2s+", pot=200, stack=900, bets="60%,e,a", raises="2.5x"
)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["spot", "show", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert max(map(len, out.splitlines())) <= 80 or "--json" in words or "--toml" in words
    return out


def test_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, *TURN)
    assert out.startswith("spot on the turn\n\nboard   Td 9d 6h Qc\npot     200 chips\n")
    assert out.endswith(SPOT.show_tree() + "\n")
    lines = out.splitlines()
    assert any(line.split() == ["turn", "18", "50", "1", "18"] for line in lines)
    assert f"weight of all deals: {SPOT.deals:,.0f}" in lines
    below = run(capsys, *TURN, "--path", "r120c/", "--streets", "1")
    assert "river: pot 440, 780 left" in below.splitlines()


def test_notes_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(
        capsys,
        *instead(TURN, "--oop", "T9s,AA", "--bets", "oop: 60%"),
        "--rake",
        "5%",
        "--rake-cap",
        "12",
        "--dead",
        "2c",
    )
    assert "rake        5 %, at most 12 chips\n" in out
    assert "note: ip can neither bet nor raise on the river" not in out  # it can raise
    assert "note: with a rake" in out
    facts = json.loads(run(capsys, *TURN, "--json"))
    assert facts["deals"] == SPOT.deals
    assert facts["tree"]["turn"] == {"decisions": 18, "actions": 50, "boards": 1, "on_all_boards": 18}
    assert facts["oop"]["equity"] + facts["ip"]["equity"] == pytest.approx(1)
    assert facts["bets"] == "60%,e,a"


def test_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = run(capsys, *TURN, "--toml")
    path = tmp_path / "turn.toml"
    path.write_text(text)
    assert Spot.read(path) == SPOT
    assert is_spot_file(str(path))
    assert not is_spot_file("leduc")
    assert not is_spot_file(str(tmp_path / "absent.toml"))
    (tmp_path / "game.toml").write_text('name = "a game"')
    assert not is_spot_file(str(tmp_path / "game.toml"))
    assert run(capsys, str(path)) == run(capsys, *TURN)
    assert run(capsys, str(path), "--pot", "300") == run(capsys, *instead(TURN, "--pot", "300"))
    assert run(capsys, str(path), "--stacks", "900,1200") == run(
        capsys, *BASE, "--pot", "200", "--stacks", "900,1200", *TURN[-4:]
    )


def test_every_option_reaches_the_spot() -> None:
    nothing: dict[str, object] = dict.fromkeys(NAMES)
    assert not is_given(nothing)
    assert not is_given({**nothing, "at": "1,21"})
    assert is_given({**nothing, "board": "Td9d6h"})
    given = {
        "board": "Td9d6hQc",
        "oop": "QQ+",
        "ip": "AK",
        "pot": 200,
        "stacks": "900,1200",
        "bets": "60%",
        "raises": "2.5x",
        "donks": "50%",
        "add_all_in": "1.5",
        "force_all_in": "15%",
        "merge": "0.1",
        "minimum_bet": 10,
        "rake": "5%",
        "rake_cap": "12",
        "dead": "2c",
        "to_act": "ip",
        "big_blind": 20,
    }
    assert spot_of({**nothing, **given}) == Spot(**{**given, "stacks": (900, 1200)})  # type: ignore[arg-type]
    limit = {"board": "Td9d6hQc", "oop": "QQ+", "ip": "AK", "pot": 200, "limit_bets": "20,40", "caps": "3"}
    found = spot_of({**nothing, **limit})
    assert (found.limit_bets, found.caps) == ((20, 40), (3, 3))


def test_games_and_hands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["--board", "Td9d6h", *BASE[2:], "--of-game", "limit-holdem", "--after", "cc/crr"]
    out = run(capsys, *words)
    assert "game    heads-up limit Texas hold'em after cc/crr\n" in out
    assert "pot     50 chips, 30 of oop and 20 of ip\n" in out
    hand = tmp_path / "hand.phh"
    hand.write_text(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 200]\n'
        'actions = ["d dh p1 AcAd", "d dh p2 7h6h", "p2 cbr 6", "p1 cc", "d db Jc3d5c", "p1 cc", "p2 cbr 8", "p1 f"]\n'
    )
    found = json.loads(
        run(capsys, *BASE[2:], "--from-hand", str(hand), "--at", "flop", "--bets", "75%", "--json")
    )
    assert (found["board"], found["pot"], found["stack"], found["big_blind"]) == ("Jc 3d 5c", 12, 194, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--oop: expected a range, got none; e.g. --oop 'QQ+,AK'"),
        (BASE[2:], "--board: expected three to five cards, got none"),
        (BASE, "pot: expected a whole number from 1 to 100000000, got None"),
        ([*TURN, "--stacks", "900"], "stack, stacks: expected one of them"),
        ([*BASE, "--pot", "2", "--stacks", "900"], "stacks: expected two numbers of chips"),
        (
            [*BASE, "--pot", "2", "--stacks", "a"],
            "--stacks: expected whole numbers, got 'a'; e.g. --stacks 900,1200",
        ),
        (instead(TURN, "--bets", "60"), "bets: expected 60% (of the pot)"),
        ([*TURN, "--at", "turn"], "--at: expected --from-hand with it, got none"),
        ([*TURN, "--hand-game", "x"], "--hand-game: expected --from-hand with it, got none"),
        ([*TURN, "--after", "cc/"], "--after: expected --of-game, or a solved spot, with it, got none"),
        ([*TURN, "--of-game", "limit-holdem"], "--of-game: expected --after with it, got none"),
        ([*BASE[2:], "--from-hand", "x.phh"], "--at: expected the street of the hand, got none"),
        (
            [*BASE, "--of-game", "limit-holdem", "--after", "cc/", "--from-hand", "x.phh", "--at", "flop"],
            "spot: expected one of --of-game and --from-hand, got 2",
        ),
        (["absent.toml"], "cannot read the spot absent.toml"),
        ([*TURN, "--toml", "--json"], "--toml and --json: expected one of them, got both"),
        ([*TURN, "--path", "r3"], "below: expected one of c, r120, r216, r900 at the start, got r3"),
    ],
)
def test_what_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spot", "show", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert said in err
