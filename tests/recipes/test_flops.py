"""[flops.NAME]: a spot on many flops in recipes."""

import re
from pathlib import Path
from typing import Any

import pytest

from helpers.documents import block
from helpers.recipes import FLOPS, plan_of, runner_of
from pokerdata._support.arguments import keys_of
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.flops import FlopsSection
from pokerdata.spots import (
    FlopReportTable,
    Spot,
    flop_report,
    flop_report_table,
    flop_reports,
    load_flop_report,
    solve_spot,
)
from pokerdata.spots.spot_file import SpotKeys

SPOT = Spot(board="2c3d4h", oop="AsAh,QsQh", ip="KsKh,JsTs", pot=20, stack=30, bets="75%")


def test_the_table_is_what_a_report_is(tmp_path: Path) -> None:
    runner_of(FLOPS, tmp_path).run()
    found = load_flop_report("mine_flops", tables=tmp_path)
    wanted = flop_report(SPOT, 5, "c", iterations=5)
    assert found.lines() == wanted.lines()
    assert found.to_csv() == wanted.to_csv()
    assert found.how == wanted.how
    table = open_table("mine_flops", tmp_path, FlopReportTable)
    assert flop_report_table.summary(table) == wanted.lines(sort="frequency", most=5)


def test_what_is_solved_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = solve_spot
    solved: list[str] = []

    def seen(spot: Spot, **how: Any) -> object:
        if len(solved) == 3:
            raise KeyboardInterrupt
        solved.append(spot.board)
        return solve(spot, **how)

    with monkeypatch.context() as patched:
        patched.setattr(flop_reports, "solve_spot", seen)
        with pytest.raises(KeyboardInterrupt):
            runner_of(FLOPS, tmp_path).run()
    again: list[str] = []

    def counted(spot: Spot, **how: Any) -> object:
        again.append(spot.board)
        return solve(spot, **how)

    monkeypatch.setattr(flop_reports, "solve_spot", counted)
    runner_of(FLOPS, tmp_path).run()
    assert len(solved) == 3
    assert len(again) == 2
    assert not {*solved} & {*again}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("flops = 5", 'flops = "some.txt"', r"\[flops.mine\]: flops: expected all or a number"),
        ("flops = 5", "flops = 4", r"\[flops.mine\]: flops: expected"),
        ('"2c3d4h"', '"2c3d4h5s"', r"\[flops.mine\]: spot: expected one that begins on the flop"),
        ('line = "c"', 'line = "cc"', r"\[flops.mine\]: line: expected"),
        ("iterations = 5", "iterations = 0", r"\[flops.mine\]: iterations: expected"),
        ("iterations = 5", 'target = "1mb"', r"\[flops.mine\]: target: expected"),
        ("iterations = 5", 'dtype = "float16"', r"\[flops.mine\]: dtype: expected"),
        ("iterations = 5", 'algorithm = "pcfr+"', r"\[flops.mine\]: algorithm: expected"),
        ("pot = 20", "pots = 20", r"\[flops.mine\]: unknown key 'pots', did you mean 'pot'"),
    ],
)
def test_what_is_refused_before_any_work(old: str, new: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        plan_of(FLOPS.replace(old, new, 1))


def test_costs_grow_with_flops() -> None:
    def seconds(text: str) -> float:
        return plan_of(text).stages["mine_flops"].cost.seconds

    assert seconds(FLOPS) < seconds(FLOPS.replace("flops = 5", "flops = 50"))
    assert seconds(FLOPS) < seconds(FLOPS.replace('"75%"', '"33%,75%,a"'))


def test_the_example_of_the_document() -> None:
    assert "srp_flops" in plan_of(block("docs/spots.md", "flops recipe")).stages


def test_the_document_has_the_keys() -> None:
    text = (Path(__file__).parents[2] / "docs" / "spots.md").read_text(encoding="utf-8")
    part = text.split("A section `[flops.NAME]`")[1]
    rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", part, re.MULTILINE)
    described = {key for row in rows for key in re.findall(r"`([a-z_]+)`", row)}
    assert described == set(keys_of(FlopsSection)) - set(keys_of(SpotKeys))
