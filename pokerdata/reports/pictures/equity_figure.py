"""The distributions of a hand's strength by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.reports.pictures.equity_panels import (
    BAR,
    LEFT_FROM,
    MEAN,
    SQUARE,
    EquityPanels,
    Panel,
)
from pokerdata.reports.pictures.figure import INK, PAPER, grid_behind, new_figure, styled
from pokerdata.reports.pictures.heat_map_figure import draw_bar, draw_cells

_DESIGN = 9.0  # inches for which the sizes of letters are given
_PANEL, _CELLS, _BELOW, _TOP = 2.45, 2.72, 0.9, 0.5  # heights in inches


def draw(shown: EquityPanels, width: float) -> Any:
    """A figure of ``width`` inches: the distributions, and below them the strength after each card."""
    zoom = width / _DESIGN
    height = _TOP + _PANEL * len(shown.panels) + 0.35 + _CELLS + _BELOW
    figure = new_figure(width, zoom * height)
    with styled():
        size = min(16.0, 16.0 * 62 / len(shown.title)) * zoom
        figure.text(0.03, 1 - 0.38 / height, shown.title, fontsize=size, color=INK, va="center")
        for k, panel in enumerate(shown.panels):
            bottom = height - _TOP - _PANEL * (k + 1) + 0.55
            _histogram(
                figure.add_axes((0.085, bottom / height, 0.885, (_PANEL - 0.95) / height)), panel, zoom
            )
        figure.text(
            0.03,
            (_BELOW + _CELLS + 0.13) / height,
            shown.by_card.title,
            fontsize=12 * zoom,
            color=INK,
            va="center",
        )
        axes = figure.add_axes((0.03, _BELOW / height, 0.94, _CELLS / height))
        draw_cells(axes, shown.by_card, zoom)
        draw_bar(figure, shown.by_card, zoom, height)
        figure.set(facecolor=PAPER)
    return figure


def _histogram(axes: Any, panel: Panel, zoom: float) -> None:
    shares = 100 * panel.shares
    edges = np.linspace(0, 1, len(shares) + 1)
    axes.bar(
        edges[:-1],
        shares,
        width=np.diff(edges),
        align="edge",
        color=BAR,
        edgecolor=PAPER,
        linewidth=0.6 * zoom,
    )
    top = 1.42 * shares.max()
    axes.set(xlim=(0, 1), ylim=(0, top), xticks=np.linspace(0, 1, 11))
    marks = zip(panel.marks(), (MEAN, SQUARE), ("-", "--"), (0.83, 0.97), LEFT_FROM, strict=True)
    for (place, words), colour, line, at, limit in marks:
        axes.axvline(place, ymax=at - 0.02, color=colour, linewidth=1.7 * zoom, linestyle=line)
        left = place > limit
        axes.text(
            place + (-0.008 if left else 0.008),
            at * top,
            words,
            ha="right" if left else "left",
            va="top",
            color=colour,
            fontsize=10 * zoom,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.0 * zoom},
        )
    axes.set_title(panel.title, loc="left", fontsize=12 * zoom, color=INK, pad=5 * zoom)
    axes.set_xlabel(panel.unit, fontsize=10.5 * zoom, labelpad=2 * zoom)
    axes.set_ylabel("% of deals", fontsize=10.5 * zoom)
    axes.tick_params(labelsize=10 * zoom, length=3 * zoom, width=0.8 * zoom)
    grid_behind(axes, zoom, axis="y")
