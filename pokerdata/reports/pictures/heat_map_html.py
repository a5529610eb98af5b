"""A heat map as an HTML table: inline styles only, so that notebooks and mail keep them."""

from __future__ import annotations

from html import escape

from pokerdata.reports.pictures.figure import GRID, INK, PAPER
from pokerdata.reports.pictures.value_grid import ValueGrid
from pokerdata.support.colours import ABSENT, FAINT, ink_on

_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"
_CELL = f"border:1px solid {PAPER};width:52px;min-width:52px;height:40px;padding:0;text-align:center;line-height:1.15"


def table(heat: ValueGrid) -> str:
    """The grid, with a caption above it and the colour bar below."""
    columns = len(heat.names[0])
    rows = "\n".join(
        "<tr>" + "".join(_cell(heat, row, column) for column in range(columns)) + "</tr>"
        for row in range(len(heat.names))
    )
    return (
        f'<table style="border-collapse:collapse;background:{PAPER};color:{INK};{_FONT};font-size:13px">\n'
        f'<caption style="text-align:left;padding:4px 0 8px;font-size:16px;background:{PAPER};color:{INK}">'
        f"{escape(heat.title)}</caption>\n"
        f"<tbody>\n{rows}\n</tbody>\n"
        f'<tfoot><tr><td colspan="{columns}" style="padding:10px 0 4px;text-align:left;background:{PAPER}">'
        f"{_bar(heat)}</td></tr></tfoot>\n</table>"
    )


def _cell(heat: ValueGrid, row: int, column: int) -> str:
    name, label = heat.names[row][column], heat.label(row, column)
    if not label:
        style = f"background:{ABSENT};color:{FAINT};border:1px solid {GRID}"
        return f'<td style="{_CELL};{style}" title="{name}: absent">{name}</td>'
    value = float(heat.values[row, column])
    background = heat.scale.colour(value)
    hint = escape(f"{name}: {value:.10g} {heat.unit}", quote=True)
    return (
        f'<td style="{_CELL};background:{background};color:{ink_on(background)}" title="{hint}">'
        f'<b>{name}</b><br><span style="font-size:11px">{label}</span></td>'
    )


def _bar(heat: ValueGrid) -> str:
    stops = ",".join(heat.scale.steps(13))
    low, high = heat.number(heat.scale.low), heat.number(heat.scale.high)
    return (
        f'{low} <span style="display:inline-block;width:220px;height:12px;margin:0 6px;vertical-align:middle;'
        f'border:1px solid {GRID};background:linear-gradient(to right,{stops})"></span> {high} '
        f"<span>{escape(heat.unit)}</span>"
    )
