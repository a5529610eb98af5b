"""The examples of docs/spots.md show the real output."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

import pokerdata
from helpers.documents import block, commands
from pokerdata.cli import main
from pokerdata.spots import load_flop_report


def test_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/spots.md", "spot")
    found: dict[str, object] = {}
    exec(compile(code, "spots.md", "exec"), found)
    assert capsys.readouterr().out.splitlines() == re.findall(r"print.*  # (.*)", code)
    shown = block("docs/spots.md", "tree").strip("\n")
    assert found["spot"].show_tree().startswith(shown)  # type: ignore[attr-defined]


def test_solving_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for line in commands(block("docs/spots.md", "solve")):
        assert main(shlex.split(line)[1:]) == 0, capsys.readouterr().err
    assert "bet 264" in capsys.readouterr().out


def test_solving_in_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found: dict[str, object] = {}
    exec(compile(block("docs/spots.md", "solved"), "spots.md", "exec"), found)
    out = capsys.readouterr().out
    assert "expected 13.33" in out
    assert "'check': 0.66" in out or "'check': 0.67" in out
    assert pokerdata.load_spot("river.h5").spot == found["spot"]


def test_comparing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, bets in (("a", "60%"), ("b", "75%")):
        spot = pokerdata.Spot(
            board="2s3h4d6c7c", oop="AA,QQ,T9s", ip="KK,JJ,87s", pot=200, stack=900, bets=bets, raises="a"
        )
        pokerdata.solve(spot).save(f"{name}.h5")
    exec(compile(block("docs/spots.md", "compared"), "spots.md", "exec"), {})
    assert "EV" in capsys.readouterr().out


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/spots.md", "lines")
    exec(compile(code, "spots.md", "exec"), {})
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == re.findall(r"print.*  # (.*)", code)
    assert "best response of QsQh (OOP) to the end of the street" in out


def test_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    spot = pokerdata.Spot(board="2s3h4d6c", oop="AA,QQ", ip="KK,JJ", pot=200, stack=900, bets="60%")
    pokerdata.solve(spot, iterations=10).save("turn.h5")
    found: dict[str, Any] = {}
    exec(compile(block("docs/spots.md", "exported"), "spots.md", "exec"), found)
    assert capsys.readouterr().out == f"{found['chosen'].decisions} {found['chosen'].rows}\n"
    assert 0 <= found["bets"] <= 1


def test_kept_streets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found: dict[str, Any] = {}
    exec(compile(block("docs/spots.md", "kept streets"), "spots.md", "exec"), found)
    river = found["river"]
    assert (river.street, river.pot, river.stack) == ("river", 40, 30)
    out = capsys.readouterr().out.splitlines()
    assert float(out[1]) == pytest.approx(found["rest"].at().side.mean_ev)
    assert len(out) == 3


def test_menus(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("docs/spots.md", "menus")
    exec(compile(code, "spots.md", "exec"), {})
    out = capsys.readouterr().out.splitlines()
    assert out[:1] == re.findall(r"print.*  # (.*)", code)
    assert "one size of oop left out:" in out


@pytest.mark.slow
def test_many_flops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    found: dict[str, Any] = {}
    exec(compile(block("docs/spots.md", "flops"), "spots.md", "exec"), found)
    assert "5 flops that stand for 22,100" in capsys.readouterr().out
    assert load_flop_report("srp.h5").means() == found["report"].means()
