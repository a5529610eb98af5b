"""Pictures of matches show the sums of the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from helpers.drawn import hex_of, texts_in
from pokerdata._support.html import luminance, rgb
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pictures.convergence import published
from pokerdata.reports.pictures.tournament import course, cross_table

pytest.importorskip("matplotlib")


@pytest.fixture(scope="module")
def matches(tournament: Path) -> MatchesTable:
    return open_table("all_matches", tournament, MatchesTable)


def per_hundred(sums: Any) -> tuple[Any, Any]:
    """Return winnings and half width of the interval, in antes of 1 per 100 hands, from sums [..., 7]."""
    deals, x, y, xx, yy, xy, _ = np.moveaxis(np.asarray(sums, float), -1, 0)
    mean = (x + y) / 2 / deals
    variance = ((xx + 2 * xy + yy) / 4 - deals * mean**2) / (deals - 1)
    return 100 * mean, 100 * stats.t.ppf(0.975, deals - 1) * np.sqrt(variance / deals)


def test_the_cross_table_has_every_match_in_its_cell(matches: MatchesTable) -> None:
    (axes,) = cross_table(matches.cross_table, matches).axes
    agents = matches.attributes["agents"]
    won, half = np.full((3, 3), np.nan), np.full((3, 3), np.nan)
    for (i, j), sums in zip(matches["agents"], matches["sums"][:, -1], strict=True):
        won[i, j], half[i, j] = per_hundred(sums)
        won[j, i], half[j, i] = -won[i, j], half[i, j]
    means = dict(zip(agents, np.nanmean(won, axis=1), strict=True))
    mean_half = dict(zip(agents, np.sqrt(np.nansum(half**2, axis=1)) / 2, strict=True))
    rows = {
        t.get_position()[1]: t.get_text()
        for t in axes.texts
        if t.get_text() in agents and t.get_ha() == "right"
    }
    columns = {t.get_position()[0]: t.get_text() for t in axes.texts if t.get_va() == "bottom"}
    assert [rows[y] for y in sorted(rows)] == sorted(agents, key=lambda a: -means[a])
    assert [columns[x] for x in sorted(columns)] == [*(rows[y] for y in sorted(rows)), "mean"]
    shown, lightness = set(), []
    for box in axes.patches:
        x, y = box.get_x() + box.get_width() / 2, box.get_y() + box.get_height() / 2
        row, column = (
            rows[min(rows, key=lambda at: abs(at - y))],
            columns[min(columns, key=lambda at: abs(at - x))],
        )
        shown.add((row, column))
        i, j = agents.index(row), agents.index(column) if column in agents else -1
        value, width = (means[row], mean_half[row]) if j < 0 else (won[i, j], half[i, j])
        number, interval = texts_in(axes, box)
        assert (float(number), float(interval.strip("± "))) == pytest.approx((value, width), abs=0.0501)
        red, _, blue = rgb(hex_of(box.get_facecolor()))
        assert (blue > red) is bool(value > 0), "blue wins, orange loses"
        lightness.append((abs(value), luminance(hex_of(box.get_facecolor())), value > 0))
    assert shown == {(a, b) for a in agents for b in [*agents, "mean"] if a != b}
    for side in (True, False):
        of_side = [light for _, light, above in sorted(lightness) if above is side or above == side]
        assert of_side == sorted(of_side, reverse=True), "what is more is darker"


def test_the_course_is_that_of_the_sums(matches: MatchesTable) -> None:
    figure = course(matches)
    panels = [axes for axes in figure.axes if axes.get_visible()]
    agents = matches.attributes["agents"]
    for axes, (i, j), sums in zip(panels, matches["agents"], matches["sums"], strict=True):
        assert axes.get_title(loc="left") == f"{agents[i]} v {agents[j]}"
        won, half = per_hundred(sums)
        line = max(axes.lines, key=lambda one: len(one.get_xdata()))
        np.testing.assert_array_equal(line.get_xdata(), sums[:, 0])
        np.testing.assert_allclose(line.get_ydata(), won)
        (band,) = axes.collections
        corners = {(round(float(x), 6), round(float(y), 6)) for x, y in band.get_paths()[0].vertices}
        for deals, middle, reach in zip(sums[:, 0], won, half, strict=True):
            if deals < 200:  # their intervals use another method
                continue
            for edge in (middle - reach, middle + reach):
                assert min(np.hypot(deals - x, edge - y) for x, y in corners) < 2e-6
        number, interval = axes.texts[0].get_text().split(" ± ")
        assert (float(number), float(interval)) == pytest.approx((won[-1], half[-1]), abs=0.0501)
        low, high = axes.get_ylim()
        late = sums[:, 0] >= 0.2 * 3000
        assert low <= min(0, (won - half)[late].min()) < max(0, (won + half)[late].max()) <= high
        assert axes.get_xlim() == (0, 3000)


def test_published_values_beside_ours() -> None:
    rows = [("a", "b", 5.0, 4.0, 2.0), ("c", "b", -1.0, 3.5, 0.25), ("a", "c", 0.5, 0.75, 1.0)]
    figure = published(rows, "Nobody 1999")
    (axes,) = figure.axes
    _, theirs = axes.get_legend_handles_labels()
    assert sorted(theirs) == ["ours, 95 % interval", "published"]
    (ours,) = axes.containers
    points, _, (bars,) = ours.lines
    places = list(range(3))
    assert list(zip(*points.get_data(), strict=True)) == [(row[3], k) for k, row in enumerate(rows)]
    spans = [sorted(x for x, _ in segment) for segment in bars.get_segments()]
    assert spans == [[row[3] - row[4], row[3] + row[4]] for row in rows]
    (diamonds,) = (line for line in axes.lines if line.get_label() == "published")
    assert list(zip(*diamonds.get_data(), strict=True)) == [(row[2], k) for k, row in enumerate(rows)]
    assert axes.get_yticks().tolist() == places
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a v b", "c v b", "a v c"]
    top, bottom = axes.get_ylim()
    assert top > 2 > 0 > bottom, "the first stands at the top"
    assert "Nobody 1999" in [text.get_text() for text in figure.texts]
