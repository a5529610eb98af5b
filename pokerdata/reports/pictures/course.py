"""The course of matches: what was won so far, closing in on what the whole match says."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.games import Unit
from pokerdata.matches import MatchResult
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.reports.pictures.cross_table import caption
from pokerdata.reports.pictures.figure import GRID, INK, MUTED, new_figure, styled, thousands
from pokerdata.support.estimates import with_interval

_LINE, _BAND = "#2f66a0", "#c9dcee"
_PANEL = 2.75, 1.85  # inches
_COLUMNS = 4
_LATE = 0.2  # the scale fits intervals from this share of the deals on; earlier ones may leave the panel


def course(matches: MatchesTable) -> Any:
    """A figure with a panel for each match: the mean so far with its 95 % interval, against duplicate deals."""
    count = len(matches.course)
    columns = min(_COLUMNS, count)
    rows = -(-count // columns)
    width, height = 0.7 + _PANEL[0] * columns + 0.3, 0.95 + _PANEL[1] * rows + 0.55
    width = max(width, 6.2)
    figure = new_figure(width, height)
    low, high = _scale(matches)
    with styled():
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        figure.subplots_adjust(
            left=0.75 / width,
            right=1 - 0.25 / width,
            top=1 - 1.25 / height,
            bottom=0.6 / height,
            hspace=0.42,
            wspace=0.16,
        )
        for axes in grid.flat[count:]:
            axes.set_visible(False)
        for axes, points in zip(grid.flat, matches.course, strict=False):
            _panel(axes, points)
        grid[0, 0].set_ylim(low, high)
        grid[0, 0].set_xlim(0, matches.attributes["deals"])
        deals = matches.attributes["deals"]
        grid[0, 0].set_xticks([0, deals / 2, deals])
        for axes in grid.flat[max(0, count - columns) : count]:  # the lowest of each column
            axes.tick_params(labelbottom=True)
            axes.get_xticklabels()[-1].set_horizontalalignment("right")
        figure.text(
            0.2 / width,
            1 - 0.3 / height,
            "What the first wins from the second, so far",
            fontsize=14,
            va="center",
        )
        figure.text(0.2 / width, 1 - 0.62 / height, caption(matches), fontsize=9.5, va="center", color=MUTED)
        figure.text(0.5, 0.16 / height, "duplicate deals", ha="center", va="center")
    return figure


def _panel(axes: Any, points: tuple[MatchResult, ...]) -> None:
    deals = [r.deals for r in points]
    won, half = (np.array(column) for column in zip(*map(_per_100, points), strict=True))
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.fill_between(deals, won - half, won + half, color=_BAND, linewidth=0)
    axes.plot(deals, won, color=_LINE, linewidth=1.4)
    first, second = points[-1].agents
    axes.set_title(f"{first} v {second}", fontsize=9.5, loc="left", pad=16)
    axes.annotate(
        with_interval(won[-1], half[-1], 1),
        (0, 1),
        xycoords="axes fraction",
        xytext=(0, 4),
        textcoords="offset points",
        fontsize=9.5,
        color=_LINE,
    )
    thousands(axes)
    axes.grid(axis="x", visible=False)
    axes.tick_params(labelsize=9)
    axes.yaxis.grid(color=GRID, linewidth=0.8)


def _per_100(result: MatchResult) -> tuple[float, float]:
    """What was won in big blinds or antes per 100 hands, and half its interval."""
    factor = Unit.of(result.rules).per_hundred(1)
    return factor * result.won.mean, factor * result.won.half_width


def _scale(matches: MatchesTable) -> tuple[float, float]:
    late = [
        _per_100(r)
        for points in matches.course
        for r in points
        if r.deals >= _LATE * matches.attributes["deals"]
    ]
    low, high = min(0.0, *(w - h for w, h in late)), max(0.0, *(w + h for w, h in late))
    margin = 0.08 * ((high - low) or 1.0)
    return low - margin, high + margin
