"""A strategy's grid by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.reports.pictures.figure import GRID, INK, MUTED, PAPER, new_figure, styled

_DESIGN = 9.0  # inches for which the sizes of letters are given
EMPTY = "#eef0f3"
FILLED = "the more of a cell has colours, the greater the reach"
_LINE = 0.2  # inches of a line of the legend


def draw(grid: Any, width: float) -> Any:
    """A figure of ``width`` inches: the title, the grid, the range's actions as a bar, and the legend."""
    rows, columns = len(grid.cells), max(len(row) for row in grid.cells)
    zoom = width / _DESIGN
    cell = 0.94 * _DESIGN / max(columns, 6)
    across = cell * columns / _DESIGN
    valued = grid.total_values is not None
    tall = min(cell, 0.44 + (0.105 * len(grid.actions) if valued else 0))
    words = [*grid.legend(), FILLED, *grid.notes]
    top, bottom = 0.6, 0.55 + _LINE * len(words)
    height = rows * tall + top + bottom
    figure = new_figure(width, zoom * height)
    with styled():
        axes = figure.add_axes((0.03, bottom / height, across, rows * tall / height))
        axes.set(xlim=(0, columns), ylim=(rows, 0))
        axes.set_axis_off()
        for r, row in enumerate(grid.cells):
            for c, one in enumerate(row):
                _cell(axes, grid, one, c, r, zoom, tall)
        size = min(15.0, 15.0 * 66 / len(grid.title)) * zoom
        figure.text(0.032, 1 - 0.34 / height, grid.title, fontsize=size, color=INK, va="center")
        _bar(figure.add_axes((0.03, (bottom - 0.3) / height, 0.94, 0.2 / height)), grid)
        for k, line in enumerate(words):
            at = (bottom - 0.47 - _LINE * k) / height
            of_action = k < len(grid.actions)
            if of_action:
                _swatch(figure, at, height, grid.colours[k])
            figure.text(
                0.058 if of_action else 0.032,
                at,
                line,
                fontsize=9.5 * zoom,
                color=INK if of_action else MUTED,
                va="center",
            )
        figure.set(facecolor=PAPER)
    return figure


def _cell(axes: Any, grid: Any, cell: Any, column: int, row: int, zoom: float, tall: float) -> None:
    from matplotlib.patches import Rectangle

    if not cell.count:
        axes.add_patch(
            Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, facecolor=PAPER, edgecolor=GRID, linewidth=0.6)
        )
        return
    axes.add_patch(Rectangle((column + 0.015, row + 0.015), 0.97, 0.97, facecolor=EMPTY, linewidth=0))
    if not cell.reach > 0:
        axes.text(column + 0.06, row + 0.06, cell.name, fontsize=9 * zoom, color=MUTED, va="top", ha="left")
        return
    high, left = 0.97 * grid.height(cell), 0.0
    for colour, share in zip(grid.colours, cell.shares, strict=True):
        if share > 0:
            axes.add_patch(
                Rectangle(
                    (column + 0.015 + 0.97 * left, row + 0.985 - high),
                    0.97 * share,
                    high,
                    facecolor=colour,
                    linewidth=0,
                )
            )
            left += share
    axes.text(
        column + 0.06, row + 0.05, cell.name, fontsize=9.5 * zoom, fontweight="bold", color="#000000",
        va="top", ha="left",
    )  # fmt: skip
    if cell.values is None:
        return
    for k, letter in enumerate(grid.letters):
        if np.isnan(cell.values[k]):
            continue
        line = len(grid.letters) - 1 - k
        axes.text(
            column + 0.06,
            row + 0.95 - line * 0.108 / tall,
            f"{letter} {_short(float(cell.values[k]))}",
            fontsize=6.2 * zoom,
            color="#000000",
            va="bottom",
            ha="left",
        )


def _bar(axes: Any, grid: Any) -> None:
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    if np.isnan(grid.totals).any():
        return
    left = 0.0
    for colour, share in zip(grid.colours, grid.totals, strict=True):
        axes.barh(0.5, share, height=1.0, left=left, color=colour, linewidth=0)
        left += share


def _swatch(figure: Any, at: float, height: float, colour: str) -> None:
    from matplotlib.patches import Rectangle

    size = 0.13
    figure.add_artist(
        Rectangle(
            (0.032, at - size / 2 / height),
            size / _DESIGN,
            size / height,
            facecolor=colour,
            linewidth=0,
            transform=figure.transFigure,
        )
    )


def _short(chips: float) -> str:
    return f"{chips:+.2f}" if abs(chips) < 10 else f"{chips:+.1f}" if abs(chips) < 1000 else f"{chips:+.0f}"
