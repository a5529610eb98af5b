"""A heat map by matplotlib."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.reports.pictures.figure import GRID, INK, PAPER, new_figure, styled
from pokerdata.reports.pictures.value_grid import ValueGrid
from pokerdata.support.colours import ABSENT, FAINT, ink_on

_DESIGN = 9.0  # inches for which the sizes of letters are given
_BAR_STEPS = 128


def draw(heat: ValueGrid, width: float) -> Any:
    """A figure of ``width`` inches: the title, the grid and a colour bar with the unit."""
    rows, columns = heat.values.shape
    zoom = width / _DESIGN
    cell = 0.94 * _DESIGN / columns
    top, bottom = (
        (0.62 if heat.title else 0.25),
        0.95,
    )  # inches above and below the grid, in the design's size
    tall = min(cell, 0.68)
    height = rows * tall + top + bottom
    figure = new_figure(width, zoom * height)
    with styled():
        draw_cells(figure.add_axes((0.03, bottom / height, 0.94, rows * tall / height)), heat, zoom)
        if heat.title:
            size = min(16.0, 16.0 * 62 / len(heat.title)) * zoom
            figure.text(0.032, 1 - 0.36 / height, heat.title, fontsize=size, color=INK, va="center")
        draw_bar(figure, heat, zoom, height)
        figure.set(facecolor=PAPER)
    return figure


def draw_cells(axes: Any, heat: ValueGrid, zoom: float) -> None:
    """The grid.

    Args:
        axes: To draw on.
        heat: What is drawn.
        zoom: The width of the figure over 9 inches.
    """
    rows, columns = heat.values.shape
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    axes.set_axis_off()
    for row in range(rows):
        for column in range(columns):
            _cell(axes, heat, row, column, zoom)


def _cell(axes: Any, heat: ValueGrid, row: int, column: int, zoom: float) -> None:
    from matplotlib.patches import Rectangle

    label = heat.label(row, column)
    background = heat.scale.colour(float(heat.values[row, column])) if label else ABSENT
    ink = ink_on(background) if label else FAINT
    box = Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, facecolor=background, linewidth=0)
    if not label:
        box.set(edgecolor=GRID, linewidth=0.8 * zoom)
    axes.add_patch(box)
    place = {"ha": "center", "va": "center", "color": ink}
    name_at = row + (0.36 if label else 0.5)
    weight = "bold" if label else "normal"
    axes.text(column + 0.5, name_at, heat.names[row][column], fontsize=13 * zoom, fontweight=weight, **place)
    size = min(9.5, 9.5 * 6 / max(1, len(label)))
    axes.text(column + 0.5, row + 0.74, label, fontsize=size * zoom, **place)


def draw_bar(figure: Any, heat: ValueGrid, zoom: float, height: float) -> None:
    """The colour bar, in the lowest 0.9 of the ``height`` inches that a design of 9 inches has."""
    from matplotlib.colors import ListedColormap
    from matplotlib.ticker import MaxNLocator

    low, high = heat.scale.low, heat.scale.high
    axes = figure.add_axes((0.03, 0.56 / height, 0.4, 0.17 / height))
    if low == high:
        axes.set_axis_off()
        figure.text(
            0.03, 0.3 / height, f"all {heat.number(low)} {heat.unit}", fontsize=10.5 * zoom, color=INK
        )
        return
    edges = np.linspace(low, high, _BAR_STEPS + 1)
    axes.set(xlim=(low, high), ylim=(0, 1), yticks=[])
    colours = ListedColormap(heat.scale.steps(_BAR_STEPS))
    axes.pcolormesh(edges, [0, 1], [edges[1:]], cmap=colours, edgecolors="face", linewidth=0.3 * zoom)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=heat.digits == 0))
    axes.tick_params(labelsize=10 * zoom, length=3 * zoom, width=0.8 * zoom)
    for spine in axes.spines.values():
        spine.set(visible=False)
    axes.annotate(
        heat.unit,
        (1, 0.5),
        xycoords="axes fraction",
        xytext=(10 * zoom, 0),
        textcoords="offset points",
        va="center",
        fontsize=11 * zoom,
        color=INK,
    )
