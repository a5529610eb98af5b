"""The picture of a trade-off: its curve, and the labelled points."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pokerdata import games
from pokerdata.games.strategies import simple_strategy
from pokerdata.reports.pictures import trade_off_curve
from pokerdata.solving.public import TradeOff, trade_off


@pytest.fixture(scope="module")
def found() -> TradeOff:
    game = games.kuhn()
    return trade_off(game, simple_strategy(game, "uniform"), [0.3, 0.5, 0.70, 0.701, 0.9], target="0.1mb")


def test_what_is_drawn(found: TradeOff) -> None:
    curve = trade_off_curve(found)
    assert curve.title == "Kuhn poker: responses to a model of the opponent"
    (axes,) = curve.figure().axes
    ends, responses = axes.lines
    assert responses.get_xdata() == pytest.approx(1000 * found.exploitability)
    assert responses.get_ydata() == pytest.approx(1000 * found.mean_win)
    assert ends.get_xdata() == pytest.approx(1000 * found.exploitability[[0, -1]])
    assert axes.get_xlabel() == "exploitability (mb/g)"
    texts = [text.get_text() for text in axes.texts]
    assert texts == [f"p = {found.ps[k]:g}" for k in curve.named]
    assert {"p = 0", "p = 1", "p = 0.5"} <= set(texts)
    assert not {"p = 0.7", "p = 0.701"} <= set(texts)  # they are one point


def test_on_the_terminal_and_in_html(found: TradeOff) -> None:
    curve = trade_off_curve(found, title="Mine & yours")
    lines = curve.text().splitlines()
    assert lines[0] == "Mine & yours"
    bars = [line.count("█") for line in lines[3:]]
    assert len(bars) == len(found.ps)
    assert bars == sorted(bars)
    assert bars[-1] == 40
    page = curve.html()
    assert "Mine &amp; yours" in page
    assert page.count("<circle") == len(found.ps)
    assert f"{1000 * found.mean_win[2]:,.2f}" in page


def test_one_point_alone(found: TradeOff, tmp_path: Path) -> None:
    """This happens if the equilibrium is already a best response."""
    flat = replace(found, win=np.full_like(found.win, 0.25), worst=np.zeros_like(found.worst))
    curve = trade_off_curve(flat)
    assert curve.named == [0, len(found.ps) - 1]
    assert np.array_equal(flat.line, flat.mean_win)
    for suffix in ("png", "svg", "html", "txt"):
        assert curve.save(tmp_path / f"flat.{suffix}").stat().st_size > 100
