"""The distributions of a hand's strength as inline SVG, without matplotlib."""

from __future__ import annotations

from html import escape

from pokerdata.reports.pictures.equity_panels import (
    BAR,
    LEFT_FROM,
    MEAN,
    SQUARE,
    EquityPanels,
    Panel,
)
from pokerdata.reports.pictures.figure import GRID, INK, PAPER

_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 150, 44, 48  # of the plot in pixels, and where it begins
_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"


def page(shown: EquityPanels) -> str:
    """Title, panels and the table of cards."""
    panels = "\n".join(_panel(panel) for panel in shown.panels)
    return (
        f'<div style="background:{PAPER};color:{INK};{_FONT};padding:4px">\n'
        f'<div style="font-size:17px;padding-bottom:4px">{escape(shown.title)}</div>\n'
        f"{panels}\n{shown.by_card.html()}\n</div>"
    )


def _panel(panel: Panel) -> str:
    shares = 100 * panel.shares
    top = 1.05 * float(shares.max())
    step = _WIDTH / len(shares)
    base = _TOP + _HEIGHT
    parts = [_text(_LEFT, 16, panel.title, 14)]
    for share in (0, top / 2.1, top / 1.05):
        y = base - _HEIGHT * share / top
        parts.append(_line(_LEFT, y, _LEFT + _WIDTH, y, GRID))
        parts.append(_text(_LEFT - 6, y + 4, f"{share:.3g} %", 10, "end"))
    for k, share in enumerate(shares):
        tall = _HEIGHT * float(share) / top
        low, high = k / len(shares), (k + 1) / len(shares)
        parts.append(
            f'<rect x="{_LEFT + k * step:.2f}" y="{base - tall:.2f}" width="{step - 0.8:.2f}" height="{tall:.2f}" '
            f'fill="{BAR}"><title>{low:.3f} to {high:.3f}: {share:.2f} % of deals</title></rect>'
        )
    parts += [_text(_LEFT + _WIDTH * t / 10, base + 15, f"{t / 10:.1f}", 10, "middle") for t in range(11)]
    parts.append(_text(_LEFT + _WIDTH / 2, base + 31, panel.unit, 11, "middle"))
    for (place, words), colour, dashes, y, limit in zip(
        panel.marks(), (MEAN, SQUARE), ("", "6 4"), (_TOP - 4, _TOP - 18), LEFT_FROM, strict=True
    ):
        x = _LEFT + _WIDTH * place
        left = place > limit
        parts.append(_line(x, y - 9, x, base, colour, 2, dashes))
        parts.append(_text(x + (-5 if left else 5), y, words, 11, "end" if left else "start", colour))
    size = f'width="{_LEFT + _WIDTH + 20}" height="{base + 40}"'
    view = f'viewBox="0 0 {_LEFT + _WIDTH + 20} {base + 40}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} style="max-width:100%;{_FONT}">'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, words: str, size: int, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(words)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )
