"""Tables, colour scales and small pictures in HTML, for notebooks.

All styles are inline and there are no scripts. Text and background keep the colours of the page, so that both light and dark
notebooks are legible; a coloured cell sets its own text colour. The output is well-formed XML, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape as _escape
from math import ceil, floor, inf, log10
from typing import Any, NamedTuple

import numpy as np

#: Colours from low to high: ever darker, pale yellow over green to dark blue.
_RISING = ("#fdf8df", "#cfe6b8", "#86c7b4", "#4499b4", "#2f66a0", "#1d2f6f")
#: Colours around a centre: both ends are dark, orange below it and blue above.
_AROUND = ("#8a3c08", "#d08a4b", "#f5f1e8", "#6b9bcb", "#1b3f7d")

ABSENT = "#ffffff"
FAINT = "#9aa1aa"  # names of absent cells


class Scale(NamedTuple):
    """Colour scale of values: from ``low`` to ``high``, on both sides of ``centre`` if there is one."""

    low: float
    high: float
    centre: float | None = None

    def colour(self, value: float) -> str:
        """Return ``#rrggbb``; values beyond the ends have the colour of the end."""
        return _between(_RISING if self.centre is None else _AROUND, self.position(value))

    def position(self, value: float) -> float:
        """Return the position of a value on the scale, from 0 to 1."""
        if self.centre is not None:
            reach = max(self.high - self.centre, self.centre - self.low)
            place = 0.5 if reach == 0 else 0.5 + (value - self.centre) / (2 * reach)
        else:
            place = 0.5 if self.high == self.low else (value - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, place))

    def steps(self, count: int) -> list[str]:
        """Return ``count`` colours from ``low`` to ``high``."""
        return [self.colour(float(v)) for v in np.linspace(self.low, self.high, count)]


def ink_on(background: str) -> str:
    """Return black or white, whichever contrasts more with the background (at least 4.5 : 1)."""
    light = luminance(background)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb``, 0 (black) to 1 (white), as the WCAG defines it."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: str) -> tuple[float, float, float]:
    """Return red, green and blue of ``#rrggbb``, each from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _between(stops: Sequence[str], place: float) -> str:
    at = place * (len(stops) - 1)
    first = min(math.floor(at), len(stops) - 2)
    share = at - first
    mixed = (a + share * (b - a) for a, b in zip(rgb(stops[first]), rgb(stops[first + 1]), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)


_FAINT = "rgba(128,128,128,0.35)"
_INK = "#3d8fb5"  # of lines and bars: legible on white and on black
_TABLE = "border-collapse:collapse;font-size:13px;line-height:1.35;width:auto"
_CELL = "padding:2px 8px;white-space:nowrap"
_MOST_TEXT = 90


class Cell(NamedTuple):
    """A cell of a table.

    background: ``#rrggbb``, or nothing; hint: shown under the mouse; style: more CSS; below: a second line.
    """

    text: str
    background: str = ""
    hint: str = ""
    style: str = ""
    below: str = ""


def escape(text: object) -> str:
    """Escape text for HTML, including quotes."""
    return _escape(str(text), quote=True)


def table(
    rows: Iterable[Sequence[str | Cell]],
    *,
    head: Sequence[str] = (),
    caption: str = "",
    notes: Iterable[str] = (),
    left: int = 1,
    aligned: Sequence[str] = (),
    cell: str = _CELL,
) -> str:
    """Return a table; the first ``left`` columns are aligned left, the others right.

    aligned: 'left', 'right' or 'center' of each column instead. cell: the style of all cells.
    """
    align = aligned or ["left"] * left + ["right"] * 1000
    parts = [f'<table style="{_TABLE}">']
    if caption:
        parts.append(
            '<caption style="caption-side:top;text-align:left;padding:2px 8px;font-weight:bold;'
            f'color:inherit;white-space:nowrap">{escape(caption)}</caption>'
        )
    if head:
        cells = (
            f'<th style="{cell};text-align:{a};border-bottom:1px solid {_FAINT}">{escape(name)}</th>'
            for name, a in zip(head, align, strict=False)
        )
        parts.append(f"<thead><tr>{''.join(cells)}</tr></thead>")
    parts.append("<tbody>")
    for row in rows:
        cells = (_cell(one, f"{cell};text-align:{a}") for one, a in zip(row, align, strict=False))
        parts.append(f"<tr>{''.join(cells)}</tr>")
    parts.append("</tbody></table>")
    parts += [f'<div style="font-size:12px;padding:2px 8px;opacity:0.8">{escape(n)}</div>' for n in notes]
    return "\n".join(parts)


def facts(values: Mapping[str, object], *, caption: str = "", notes: Iterable[str] = ()) -> str:
    """Return a table of names and values; rows with None are left out."""
    rows = [(name, said(value)) for name, value in values.items() if value is not None]
    return table(rows, caption=caption, notes=notes, left=2)


def of_fields(value: Any) -> str:
    """Return the fields in a dataclass's repr as a table under the name of its class."""
    shown = {one.name.replace("_", " "): getattr(value, one.name) for one in fields(value) if one.repr}
    return facts(shown, caption=type(value).__name__)


def details(summary: str, content: str) -> str:
    """Return content that unfolds on a click."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def block(*parts: str) -> str:
    """Return parts below each other."""
    return "<div>" + "\n".join(part for part in parts if part) + "</div>"


def said(value: object) -> str:
    """Return a value as text: yes and no, commas in whole numbers, six digits, lists with commas; long texts are cut."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list | tuple):
        return _cut(", ".join(said(part) for part in value))
    return _cut(str(value))


def bars(values: Sequence[float], *, title: str, low: float = 0.0, high: float = 1.0) -> str:
    """Return an SVG with bars: parts of a whole over equal intervals from ``low`` to ``high``."""
    width, height, top = 320, 80, 20
    total, most = sum(values) or 1.0, max(values) or 1.0
    step, span = width / len(values), high - low
    parts = [_text(0, 12, title)]
    for k, value in enumerate(values):
        tall = height * value / most
        ends = f"{low + span * k / len(values):.3g} to {low + span * (k + 1) / len(values):.3g}"
        parts.append(
            f'<rect x="{k * step:.2f}" y="{top + height - tall:.2f}" width="{max(0.5, step - 1):.2f}" '
            f'height="{tall:.2f}" fill="{_INK}"><title>{ends}: {100 * value / total:.2f} %</title></rect>'
        )
    parts.append(_line(0, top + height, width, top + height))
    parts.append(_text(0, top + height + 14, f"{low:g}"))
    parts.append(_text(width, top + height + 14, f"{high:g}", "end"))
    return _svg(width, top + height + 18, parts)


def curve(points: Sequence[tuple[float, float]], *, title: str, across: str) -> str:
    """Return an SVG with a line through points above 0, both axes logarithmic; empty for fewer than two such points."""
    drawn = [(x, y) for x, y in points if 0 < x < inf and 0 < y < inf]
    if len(drawn) < 2:
        return ""
    left, top, width, height = 52, 20, 300, 110
    xs, ys = ([log10(value) for value in axis] for axis in zip(*drawn, strict=True))
    x0, x1 = floor(min(xs)), max(ceil(max(xs)), floor(min(xs)) + 1)
    y0, y1 = floor(min(ys)), max(ceil(max(ys)), floor(min(ys)) + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return left + width * (x - x0) / (x1 - x0), top + height * (y1 - y) / (y1 - y0)

    parts = [_text(0, 12, title)]
    for decade in range(y0, y1 + 1, 1 + (y1 - y0) // 5):
        _, y = place(x0, decade)
        parts += [_line(left, y, left + width, y), _text(left - 6, y + 4, f"{10.0**decade:g}", "end")]
    for decade in range(x0, x1 + 1, 1 + (x1 - x0) // 6):
        x, _ = place(decade, y0)
        parts += [
            _line(x, top, x, top + height),
            _text(x, top + height + 14, f"{10**decade:,}" if decade >= 0 else "", "middle"),
        ]
    line = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in zip(xs, ys, strict=True))
    parts.append(f'<polyline points="{line}" fill="none" stroke="{_INK}" stroke-width="2"/>')
    parts.append(_text(left + width / 2, top + height + 28, across, "middle"))
    return _svg(left + width + 30, top + height + 34, parts)


def _cell(given: str | Cell, style: str) -> str:
    found = given if isinstance(given, Cell) else Cell(given)
    if found.background:
        style += f";background:{found.background};color:{ink_on(found.background)}"
    if found.style:
        style += f";{found.style}"
    hint = f' title="{escape(found.hint)}"' if found.hint else ""
    below = f"<br/>{escape(found.below)}" if found.below else ""
    return f'<td style="{style}"{hint}>{escape(found.text)}{below}</td>'


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_TEXT else text[: _MOST_TEXT - 3] + "..."


def _svg(width: float, height: float, parts: Iterable[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" style="max-width:100%;font-family:sans-serif">{"".join(parts)}</svg>'
    )


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}" fill="currentColor">'
        f"{escape(words)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="rgb(128,128,128)" '
        'stroke-opacity="0.35"/>'
    )
