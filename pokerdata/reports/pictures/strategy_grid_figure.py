"""A strategy's grid by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.reports.pictures.figure import GRID, INK, MUTED, PAPER, new_figure, styled
from pokerdata.support.estimates import signed

_DESIGN = 9.0  # inches for which the sizes of letters are given
EMPTY = "#eef0f3"
FILLED = "the more of a cell has colours, the greater the reach"
_LINE = 0.2  # inches of a line of the legend
_TOP = 0.6  # inches above the grid


def draw(grid: Any, width: float) -> Any:
    """A figure of ``width`` inches: the title, the grid, the range's actions as a bar, and the legend."""
    zoom = width / _DESIGN
    figure = new_figure(width, zoom * height_of([grid]))
    with styled():
        draw_on(figure, grid, zoom, height_of([grid]), _below(grid))
        figure.set(facecolor=PAPER)
    return figure


def draw_pair(left: Any, right: Any, title: str, width: float) -> Any:
    """A figure of ``width`` inches with two grids beside each other under a title."""
    zoom = width / 2 / _DESIGN
    grids = [left, right]
    high, heading = height_of(grids), 0.5
    figure = new_figure(width, zoom * (high + heading))
    with styled():
        top = high / (high + heading)
        size = min(17.0, 17.0 * 110 / len(title)) * zoom
        figure.text(0.016, (1 + top) / 2, title, fontsize=size, color=INK, va="center")
        rows = figure.subfigures(2, 1, height_ratios=[heading, high])
        for part, grid in zip(rows[1].subfigures(1, 2), grids, strict=True):
            draw_on(part, grid, zoom, high, max(map(_below, grids)))
        figure.set(facecolor=PAPER)
    return figure


def height_of(grids: list[Any]) -> float:
    """Inches of the highest of some grids at the width for which letters are given."""
    tall = max(len(grid.cells) * _sizes(grid)[1] for grid in grids)
    return _TOP + tall + max(map(_below, grids))


def draw_on(figure: Any, grid: Any, zoom: float, height: float, bottom: float) -> None:
    """Draw a grid on a figure or a part of one.

    Args:
        figure: A matplotlib figure or subfigure.
        grid: The grid.
        zoom: Of the letters.
        height: Inches of the figure at a zoom of 1.
        bottom: Inches below the grid, likewise.
    """
    rows, columns = len(grid.cells), max(len(row) for row in grid.cells)
    cell, tall = _sizes(grid)
    axes = figure.add_axes((0.03, bottom / height, cell * columns / _DESIGN, rows * tall / height))
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    axes.set_axis_off()
    for r, row in enumerate(grid.cells):
        for c, one in enumerate(row):
            _cell(axes, grid, one, c, r, zoom, tall)
    size = min(15.0, 15.0 * 66 / len(grid.title)) * zoom
    at = (bottom + rows * tall + _TOP - 0.34) / height
    figure.text(0.032, at, grid.title, fontsize=size, color=INK, va="center")
    _bar(figure.add_axes((0.03, (bottom - 0.3) / height, 0.94, 0.2 / height)), grid)
    for k, line in enumerate(_words(grid)):
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


def _sizes(grid: Any) -> tuple[float, float]:
    """Inches of a cell across and down."""
    cell = 0.94 * _DESIGN / max(6, *map(len, grid.cells))
    valued = grid.total_values is not None
    return cell, min(cell, 0.44 + (0.105 * len(grid.actions) if valued else 0))


def _words(grid: Any) -> list[str]:
    return [*grid.legend(), FILLED, *grid.notes]


def _below(grid: Any) -> float:
    return 0.55 + _LINE * len(_words(grid))


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
    if cell.note:
        axes.text(
            column + 0.06, row + 0.92, cell.note, fontsize=8 * zoom, color="#000000", va="bottom", ha="left"
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
            transform=figure.transSubfigure,
        )
    )


def _short(chips: float) -> str:
    return (
        signed(chips, 2) if abs(chips) < 10 else signed(chips, 1) if abs(chips) < 1000 else signed(chips, 0)
    )
