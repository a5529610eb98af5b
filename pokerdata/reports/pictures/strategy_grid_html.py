"""A strategy's grid as an HTML table: inline styles only, so that notebooks and mail keep them."""

from __future__ import annotations

from html import escape
from typing import Any

import numpy as np

from pokerdata.reports.pictures.figure import GRID, INK, MUTED, PAPER
from pokerdata.reports.pictures.strategy_grid_figure import EMPTY, FILLED
from pokerdata.support.estimates import signed

_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"
_CELL = (
    f"border:1px solid {PAPER};width:60px;min-width:60px;height:52px;padding:1px 3px;vertical-align:top;"
    "text-align:left;line-height:1.15;color:#000000"
)


def table(grid: Any) -> str:
    """The grid, with a caption above it and the legend below."""
    columns = max(len(row) for row in grid.cells)
    rows = "\n".join("<tr>" + "".join(_cell(grid, cell) for cell in row) + "</tr>" for row in grid.cells)
    legend = "".join(
        f'<div><span style="display:inline-block;width:14px;height:14px;margin-right:6px;vertical-align:-2px;'
        f'background:{colour}"></span>{escape(words)}</div>'
        for colour, words in zip(grid.colours, grid.legend(), strict=True)
    )
    notes = "".join(f'<div style="color:{MUTED}">{escape(note)}</div>' for note in (FILLED, *grid.notes))
    return (
        f'<table style="border-collapse:collapse;background:{PAPER};color:{INK};{_FONT};font-size:12px">\n'
        f'<caption style="text-align:left;padding:4px 0 8px;font-size:16px;background:{PAPER};color:{INK}">'
        f"{escape(grid.title)}</caption>\n<tbody>\n{rows}\n</tbody>\n"
        f'<tfoot><tr><td colspan="{columns}" style="padding:10px 0 4px;text-align:left;background:{PAPER}">'
        f"{_bar(grid)}{legend}{notes}</td></tr></tfoot>\n</table>"
    )


def _cell(grid: Any, cell: Any) -> str:
    if not cell.count:
        return f'<td style="{_CELL};background:{PAPER};border:1px solid {GRID}"></td>'
    if not cell.reach > 0:
        name = escape(cell.name)
        return f'<td style="{_CELL};background:{EMPTY};color:{MUTED}" title="{name}: never here">{name}</td>'
    low = 100 * (1 - grid.height(cell))
    paint = (
        f"linear-gradient(to bottom,{EMPTY} {low:.4g}%,transparent {low:.4g}%),"
        f"linear-gradient(to right,{_stops(grid.colours, cell.shares)})"
    )
    said = [f"{cell.name}: {cell.count:g} hands, reach {100 * cell.reach:.3g} %"]
    small = []
    for k, action in enumerate(grid.actions):
        words = f"{action} {100 * cell.shares[k]:.1f} %"
        if cell.values is not None and not np.isnan(cell.values[k]):
            chips = float(cell.values[k])
            words += f", worth {grid.worth(chips, 3)}"
            small.append(f"{grid.letters[k]} {signed(chips, 1)}")
        said.append(words)
    lines = "".join(f'<div style="font-size:9px">{escape(line)}</div>' for line in small)
    hint = escape("\n".join(said), quote=True)
    return f'<td style="{_CELL};background:{paint}" title="{hint}"><b>{escape(cell.name)}</b>{lines}</td>'


def _stops(colours: Any, shares: Any) -> str:
    stops, at = [], 0.0
    for colour, share in zip(colours, shares, strict=True):
        if share > 0:
            stops.append(f"{colour} {100 * at:.4g}% {100 * (at + share):.4g}%")
            at += share
    return ",".join(stops)


def _bar(grid: Any) -> str:
    if np.isnan(grid.totals).any():
        return ""
    return (
        f'<div style="height:16px;margin-bottom:6px;border:1px solid {GRID};'
        f'background:linear-gradient(to right,{_stops(grid.colours, grid.totals)})"></div>'
    )
