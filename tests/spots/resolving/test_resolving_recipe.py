"""Sections [resolving.NAME]: the table, and the page."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from helpers.gains import made_up_cut, made_up_gains, save_gains
from helpers.recipes import RESOLVED, plan_of, runner_of
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pages.resolving import page
from pokerdata.spots.resolving import Blueprint, local_gain
from pokerdata.spots.resolving.gains_table import ResolvingTable, summary


def test_the_table_holds_all(tmp_path: Path) -> None:
    gains = made_up_gains()
    save_gains(gains, tmp_path)
    table = open_table("made_up_resolving", tmp_path, ResolvingTable)
    assert table.gains == gains
    # Both seats are averaged on each board, and boards are the samples; 10 chips are the big blind.
    assert gains[0].local.mean == pytest.approx(100 * ((0.7 - 0.3) / 2 + (1.0 + 0) / 2) / 2)
    assert table.cut == made_up_cut()
    assert table.cut[0].exploitability == 5
    assert "## A cut game" not in page("A title", gains)
    text = page("A title", gains, table.cut)
    assert "pokerdata" in text  # identifies the page of a run that was killed before it was recorded
    # 10 chips are the big blind.
    assert "| gadget | 375.0 mb | 1800.0 mb | 4950.0 mb | 25.0 mb | 0.0 mb |" in text
    assert text.startswith("# A title\n")
    assert page("<b>\n\x1b[2J", gains).startswith("# \\<b\\>  \\[2J\n")
    assert "`crc/cc/` | +1.000 | +1.000 |" in text
    assert f"{gains[0].local.mean:+.1f}" in summary(table)[2]


@pytest.mark.slow
def test_the_table_and_the_page(coarse: Blueprint, coarse_folder: Path) -> None:
    runner_of(RESOLVED, coarse_folder).run(["coarse_resolved"])
    table = open_table("coarse_resolving", coarse_folder, ResolvingTable)
    unsafe, gadget = table.gains
    assert (unsafe.method, gadget.method) == ("unsafe", "gadget")
    alone = local_gain(coarse, method="gadget", boards=2, iterations=3)
    assert [s.history for s in alone.samples] == [s.history for s in gadget.samples]
    assert alone.local.mean == pytest.approx(gadget.local.mean)
    for one, two in zip(unsafe.samples, gadget.samples, strict=True):
        assert (one.board, one.history, one.mass, one.local[0]) == (
            two.board,
            two.history,
            two.mass,
            two.local[0],
        )
    text = (coarse_folder / "coarse_resolved.md").read_text()
    assert f"{gadget.local.mean:+.1f}" in text
    assert all(sample.board in text for sample in gadget.samples)
    assert np.isfinite(table["samples"]).all()
    as_it_is, _, after = table.cut
    assert as_it_is.method == ""
    assert after.method == "gadget"
    for now, before, lacking in zip(after.best, as_it_is.best, after.lacking, strict=True):
        assert now <= before + lacking + 1e-3
    assert "## A cut game" in text


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ('strategy = "nobody"', "strategy: expected a .strategy.NAME. of the recipe"),
        (
            'strategy = "coarse"\nmethods = ["best"]',
            "method: expected one of unsafe, gadget, max-margin, got 'best'",
        ),
        ('strategy = "coarse"\nmethods = []', "methods: expected some, each once"),
        ('strategy = "coarse"\nboards = 1', "boards: expected a whole number from 2"),
        ('strategy = "coarse"\ncut = "cc/cc/"', "cut: expected betting, '@' and a board, got 'cc/cc/'"),
        (
            'strategy = "coarse"\ncut = "cc/cc/@Td9d6h"',
            "board: expected 4 cards, as 'cc/cc/' leads to the turn",
        ),
        ('strategy = "coarse"\ncut = "cc/cx/@Td9d6hQc"', "history: expected"),
    ],
)
def test_what_is_refused(changed: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plan_of(RESOLVED.split("[resolving.coarse]")[0] + f"[resolving.coarse]\n{changed}\n")
