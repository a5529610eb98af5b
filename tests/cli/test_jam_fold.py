"""`pokerdata jam-fold`: the strategy of one stack or of all, JSON and pictures from the same solution."""

import json
from pathlib import Path

import pytest

from helpers.words import instead
from pokerdata.cli import main
from pokerdata.solving.jam_or_fold import jam_fold, load_jam_fold

SIX = """GAMEDEF
nolimit
numPlayers = 2
numRounds = 4
stack = 6 6
blind = 2 1
firstPlayer = 2 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
SMALL = ["jam-fold", "--chips", "12", "--blinds", "1/2", "--step", "1", "--target", "1e-4"]


@pytest.fixture(scope="module")
def found():
    return jam_fold(12, (1, 2), 1, target=1e-4)


def test_a_stack(found, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    picture = tmp_path / "calls.txt"
    assert main([*SMALL, "--stack", "4", "--seat", "big", "-o", str(picture)]) == 0
    out = capsys.readouterr().out
    row = found.tournament.row(4)
    assert f"4 in the small blind: wins {found.least.small[row]:.5f}" in out
    assert f"calls {100 * found.strategy.calls[row]:.1f} %" in out
    assert f"gap {found.gap:.1e}; {found.iterations} iterations" in out
    assert picture.read_text(encoding="utf-8").startswith("4 of 12 in the big blind: called")


def test_all_stacks_and_json(found, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--list"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:12]]
    assert [float(row[1]) for row in rows] == pytest.approx(found.least.small, abs=1e-6)
    assert main([*SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stacks"] == list(range(1, 12))
    assert told["gap"] == found.gap
    assert told["jam"] == found.strategy.jam.tolist()
    assert "answer" not in told


def test_against_anybody_and_short_of_the_target(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--against", "any", "--iterations", "2"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert ", more than the 0.0001 that was asked for; 2 iterations" in out
    assert "jamming or folding loses at most" in out


def test_a_table_that_plays(found, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    table = tmp_path / "short.h5"
    assert main([*SMALL, "--json", "-o", str(table)]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["gap"] == found.gap
    assert f"written: {table}" in err
    again = load_jam_fold(table)
    assert again.strategy.jam.tolist() == found.strategy.jam.tolist()
    game = tmp_path / "six.game"
    game.write_text(SIX, encoding="utf-8")
    words = ["match", f"jam-fold:{table}", "always-call", "--game", str(game), "--deals", "3"]
    assert main(words) == 0
    assert "jam-fold" in capsys.readouterr().out


def test_refined(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy")
    assert main(instead(SMALL, "--iterations", "20", "--refine", "--target", "1e-9", "--json")) == 0
    assert json.loads(capsys.readouterr().out)["gap"] <= 1e-9


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--blinds", "300"], "--blinds: expected two whole numbers, got '300'; e.g. --blinds 300/600"),
        (["--seat", "button"], "--seat: expected small or big, got 'button'; e.g. --seat big"),
        (["--stack", "12"], "stack: expected a whole number from 1 to 11, got 12; e.g. 6"),
        (
            ["--refine", "--against", "any"],
            "--refine: expected --against jam-fold with it, got any; e.g. --against any --iterations 20000",
        ),
        (["--against", "all"], "opponent: expected jam-fold or any, got 'all'; e.g. jam-fold"),
    ],
)
def test_bad_options(words: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(instead(SMALL, *words)) == 2
    assert capsys.readouterr().err == f"error: {error}\n"
