"""The picture of a learning curve: its points, on each axis."""

from pathlib import Path

import numpy as np
import pytest

from pokerdata.matches import SeriesResult, play_series
from pokerdata.reports.pictures import series_curve


@pytest.fixture(scope="module")
def found() -> SeriesResult:
    return play_series(["always-call", "random"], "leduc", series=4, hands=40, seed=2)


@pytest.mark.parametrize(("blocks", "scale"), [(5, "linear"), ("doubling", "log")])
def test_what_is_drawn(found: SeriesResult, blocks: int | str, scale: str) -> None:
    picture = series_curve(found, blocks)
    assert picture.title == "Leduc hold'em: always-call v random"
    assert "4 series of 40 hands, cards shown as the rules have it" in picture.caption
    (axes,) = picture.figure().axes
    curve = found.curve(blocks)
    drawn = axes.containers[0]
    assert drawn.lines[0].get_ydata() == pytest.approx([100 * won.mean for won in curve.won[0]])
    (bars,) = drawn.lines[2]
    halves = [np.ptp(bar[:, 1]) / 2 for bar in bars.get_segments()]
    assert halves == pytest.approx([100 * won.half_width for won in curve.won[0]])
    assert axes.get_xscale() == scale
    assert axes.get_ylabel() == "won (antes/100 hands)"


def test_on_the_terminal_and_in_html(found: SeriesResult, tmp_path: Path) -> None:
    picture = series_curve(found, 5, title="Mine & yours")
    lines = picture.text().splitlines()
    assert lines[0] == "Mine & yours"
    assert lines[3] == "always-call, antes/100 hands"
    won = picture.won[0]
    for line, value in zip(lines[4:], won, strict=True):
        left, right = line.split("|")
        assert left.count("█") == (round(18 * abs(value) / abs(won).max()) if value < 0 else 0)
        assert right.count("█") == (round(18 * value / abs(won).max()) if value >= 0 else 0)
        assert len(line) <= 80
    page = picture.html()
    assert "Mine &amp; yours" in page
    assert page.count("<circle") == 5
    for suffix in ("png", "svg", "html", "txt"):
        assert picture.save(tmp_path / f"curve.{suffix}").stat().st_size > 100


def test_of_three_players_and_of_one_series() -> None:
    three = play_series(["random"] * 3, "kuhn-3p", series=1, hands=3)
    picture = series_curve(three)
    assert picture.won.shape == (3, 3)
    assert np.isnan(picture.half_widths).all()
    assert len(picture.figure().axes[0].containers) == 3
    assert picture.text().count("± not known") == 10  # each hand of each player, and once for the series
    assert picture.html().count("<polyline") == 3
