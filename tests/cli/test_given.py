"""Duplicate, contradictory or unused options are refused before any work."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pokerdata import Range, Spot
from pokerdata.cli import cli, main
from pokerdata.games import load_game
from pokerdata.games.files import varied
from pokerdata.players import find_player
from pokerdata.solving.public import solve
from pokerdata.spots import Lock, compare_spots, solve_spot

RIVER: dict[str, Any] = {"oop": "QQ+,65s", "ip": "JJ-88,AK", "pot": 100, "stack": 200, "bets": "75%"}
SPOT = '--oop QQ+ --ip JJ --pot 100 --stack 200 --bets 75% --board "Td 9d 6h Qc 2s"'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two solved spots on different boards, one strategy, and one log."""
    found = tmp_path_factory.mktemp("given")
    for name, board in {"a": "Td 9d 6h Qc 2s", "b": "Td 9d 6h Qc 2h", "c": "6h Td 9d Qc 2s"}.items():
        solve_spot(Spot(board=board, **RIVER), iterations=2).save(found / f"{name}.h5")
    solve("kuhn", iterations=2).save(found / "kuhn.h5")
    (found / "match.log").write_text("# a log\n")
    return found


@pytest.mark.parametrize(
    ("command", "named"),
    [
        # duplicates and opposites
        (f"spot solve {SPOT} --pot 200", "--pot"),
        ("equity AcKd TdTh --board 2c3c4c --board 2c3c4d", "--board"),
        ("solve kuhn --strategy --no-strategy", "--strategy"),
        ("plot range QQ+ -o a.png -o b.png", "--out"),
        ("games leduc --set ante=2 --set ante=3", "ante"),
        ("verify flop_strength --all", "--all"),
        ("dealer kuhn-3p A B C --hands 1 --no-log --log-dir elsewhere", "--log-dir"),
        ("judge match.log --known A=kuhn.h5 --known A=kuhn.h5", "--known"),
        ("browse kuhn.h5 --hand K --prefix K", "--prefix"),
        ("browse kuhn.h5 --hand K --most 5", "--most"),
        ("spot browse a.h5 --hand 65s --most 5", "--most"),
        ("browse kuhn.h5 --walk --hand K --values", "--values"),
        # options without effect
        ("make --dry-run --cluster-wait 5", "--cluster-wait"),
        ("equity AcKd TdTh --seed 3", "--seed"),
        ("equity AcKd TdTh --samples 100 --limit 5", "--limit"),
        ("metrics Ks2s 7s6cAs --seed 3", "--seed"),
        ("metrics Ks2s 7s6cAs --samples 50", "--samples"),
        ("metrics Ks2s 7s6cAs --to-call 5", "--to-call"),
        ("metrics Ks2s 7s6cAs --unit bb", "--unit"),
        ("metrics Ks2s 7s6cAs --pot 30 --future 3", "--future"),
        ("metrics Ks2s 7s6cAs --pot 30 --expected-pot 50 --bet 3", "--bet"),
        ("income --samples 100 --list --json", "--list"),
        ("jam-fold --chips 20 --blinds 1/2 --step 1 --seat big", "--seat"),
        ("jam-fold --chips 20 --blinds 1/2 --step 1 --list --stack 8", "--stack"),
        ("jam-fold --chips 20 --blinds 1/2 --step 1 --list --json", "--list"),
        ("plot range QQ+ --width 5", "--width"),
        ("plot range QQ+ -o a.html --width 5", "--width"),
        ("spot compare a.h5 c.h5 -o a.txt --width 5", "--width"),
        ("games leduc --recall imperfect", "--recall"),
        ("games leduc-nolimit --set menu=1,pot", "menu"),
        ("lbr always-call --game nolimit-holdem --menu all-in,all-in", "menu"),
        ("games leduc --toml --buckets 3", "--buckets"),
        (f"spot show {SPOT} --toml --streets 2", "--streets"),
        (f"spot show {SPOT} --json --path c", "--path"),
        ("solve --target 1mb", "--target"),
        ("solve kuhn --no-state", "--no-state"),
        ("exploitability kuhn.h5 --seed 3", "--seed"),
        ("exploitability uniform --game kuhn --seed 3", "--seed"),
        ("respond kuhn.h5 --p 0.5 --seed 3", "--seed"),
        ("respond kuhn.h5 --p 0.5 --full 3", "--full"),
        ("trade-off kuhn.h5 --seed 3", "--seed"),
        ("compare kuhn --algorithms cfr --seed 3", "--seed"),
        ("score A --log match.log --game leduc --seed 3", "--seed"),
        ("cfr-br leduc --buckets 2,2 --iterations 1 --seed 3", "--seed"),
        (f"cfr-br {SPOT} --buckets 3 --iterations 1 --seed 3", "--seed"),
        ("spot flops report.h5 --target 1%", "--target"),
        ("spot flops report.h5 --threads 2", "--threads"),
        ("spot flops report.h5 --path c", "--path"),
        (f"spot flops {SPOT} --part 1/2 --out f.h5 --sort ev_oop", "--sort"),
        ("resolve kuhn.h5 --path c --board Td9d6h --seed 3", "--seed"),
        ("spot browse a.h5 --lines street --hand 65s --values", "--values"),
        ("spot browse a.h5 --lines street --prefix A", "--prefix"),
        ("match random always-call --game kuhn --json --show-hands 3", "--show-hands"),
        ("match random always-call --game kuhn --reduce all-in --fit 10", "--fit"),
        ("match random always-call --game kuhn --reduce all-in --values-from hands", "--values-from"),
        ("match random random random --game kuhn-3p --threads 2", "--threads"),
        ("judge match.log --game kuhn --chip 0.01", "--chip"),
        ("judge match.log --game kuhn --seed 3", "--seed"),
        ("statistics match.log --game kuhn --by street --json", "--by"),
        ("lbr always-call --game limit-holdem --menu pot", "--menu"),
        ("study --quick", "--quick"),
        ("study doll --dry-run --out elsewhere", "--out"),
        # options that exclude each other
        ("spot compare a.h5 b.h5", "board"),
        ("range AKs:2", "column 5"),
        ("range AKs:150%", "column 5"),
        ("range AKs:0.5,AKs", "column 1"),
        (f"spot solve {SPOT.replace('75%', chr(34) + 'river: 75%; river: 100%' + chr(34))}", "river"),
        (f"spot show {SPOT.replace('75%', '75%,75.0%')}", "bets"),
    ],
)
def test_options_that_would_not_count_are_refused(
    command: str,
    named: str,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder)
    before = sorted(folder.iterdir())
    assert main(shlex.split(command)) == 2
    out, err = capsys.readouterr()
    assert named in err
    assert out == ""
    assert sorted(folder.iterdir()) == before, "nothing was written"


@pytest.mark.parametrize(
    "command",
    [
        "equity AcKd TdTh --samples 100 --seed 3",
        "metrics Ks2s 7s6cAs --pot 30 --to-call 5 --future 3 --unit bb",
        "plot range QQ+ -o a.svg --width 5",
        "exploitability dirichlet --game kuhn --seed 3",
        "games leduc --set ante=2 --set bets=2,4",
        "spot browse a.h5 --hand 65s --values",
        "spot browse a.h5 --lines street --hand 65s --most 2",
        "spot compare a.h5 c.h5",
        'spot compare a.h5 b.h5 --other-board "Td 9d 6h Qc 2h"',
        "match random always-call --game kuhn --deals 10 --threads 2",
        'range "AKs:100%,AhKh:0"',
    ],
)
def test_options_that_count_are_taken(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = CliRunner().invoke(cli, shlex.split(command))
    assert found.exit_code == 0, found.output


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("flops srp.toml --flops 25", "spot flops"),
        ("menus turn.toml", "spot menus"),
        ("compare-strategies a.h5 b.h5", "spot compare"),
        ("solve --board Td9d6h --oop AA --ip KK", "spot solve"),
        ("browse a.h5", "spot browse a.h5"),
        ("export a.h5", "spot export a.h5"),
        ("spot --board Td9d6h --oop AA --ip KK", "spot show"),
        ("spot browse kuhn.h5", "browse kuhn.h5"),
        ("spot export kuhn.h5", "export kuhn.h5"),
    ],
)
def test_other_names_are_answered_with_the_command(
    line: str, command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    assert main(line.split()) == 2
    assert f"pokerdata {command}" in capsys.readouterr().err


def test_values_of_a_class_of_hands_in_a_spot(folder: Path) -> None:
    """They are means over the class's combos, by their weights at this node."""
    said = (
        CliRunner().invoke(cli, ["spot", "browse", str(folder / "a.h5"), "--hand", "65s", "--values"]).output
    )
    decision = solve_spot(Spot(board="Td 9d 6h Qc 2s", **RIVER), iterations=2).at()
    rows = [decision.row(hand) for hand in ("6s5s", "6d5d", "6c5c")]
    worth = [f"{sum(decision.values[row, a] for row in rows) / 3:.2f}" for a in range(2)]
    assert said.splitlines()[-1].split() == ["EV", *worth]


@pytest.mark.parametrize(
    "menu",
    [
        "river: 75%; river: 100%",
        "75%; 100%",
        "river: 75%; 100%",
        "oop river: 75%; river: 100%",
        "oop river: 75%; river oop: 75%",
        {"oop": "river: 75%; river: 100%"},
    ],
)
def test_menus_say_each_thing_once(menu: Any) -> None:
    with pytest.raises(ValueError, match=r"bets: expected sizes for .* once"):
        Spot(board="Td 9d 6h Qc 2s", **(RIVER | {"bets": menu}))
    Spot(board="Td 9d 6h Qc 2s", **(RIVER | {"bets": "75%; river: 100%; oop river: 50%"}))


def test_readers_refuse_what_is_there_twice(tmp_path: Path, folder: Path) -> None:
    spot = Spot(board="Td 9d 6h Qc 2s", **RIVER)
    with pytest.raises(ValueError, match="lock: expected one for each decision"):
        solve_spot(spot, locks=[Lock("", {"AA": {"c": 1}}), Lock("/", {"KK": {"c": 1}})], iterations=1)
    with pytest.raises(ValueError, match="each once"):
        Lock.read("r75 f=1,f=3")
    with pytest.raises(ValueError, match="expected ante once"):
        varied(load_game("leduc"), ["ante=2", "ante=3"])
    for player in ("learning=0.9,0.5", "learning=by-data,by-data", "learning=call,fold"):
        with pytest.raises(ValueError, match="at most once"):
            find_player(player, "leduc")
    with pytest.raises(ValueError, match="expected port once") as caught:
        find_player("acpc:port=1 port=2 token=$SECRET", "leduc", trust=True)
    assert "SECRET" not in str(caught.value)
    game = tmp_path / "twice.game"
    text = CliRunner().invoke(cli, ["games", "leduc", "--acpc"]).output
    game.write_text(text.replace("limit\n", "limit\nnolimit\n", 1))
    with pytest.raises(ValueError, match="expected limit or nolimit once"):
        load_game(str(game))
    with pytest.raises(ValueError, match="expected the same cards in both spots"):
        compare_spots(folder / "a.h5", folder / "b.h5")
    assert compare_spots(folder / "a.h5", folder / "b.h5", second_cards="Td 9d 6h Qc 2h").decisions
    assert Range("AKs:1").weights.max() == 1
