"""The distributions of a hand's strength as lines of text: columns of blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerdata.reports.pictures.equity_panels import EquityPanels, Panel

if TYPE_CHECKING:
    from rich.text import Text

_EIGHTHS = " ▁▂▃▄▅▆▇█"
_ROWS = 8
_MARGIN = 8


def lines(shown: EquityPanels, *, colour: bool) -> Text:
    """Title, panels and the cards."""
    from rich.text import Text

    text = Text(f"{shown.title}\n\n", no_wrap=True, overflow="ignore", end="")
    for panel in shown.panels:
        text.append_text(_panel(panel)).append("\n")
    return text.append_text(shown.by_card.lines(colour=colour))


def _panel(panel: Panel) -> Text:
    from rich.text import Text

    shares = [100 * float(share) for share in panel.shares]
    top = max(shares)
    text = Text(f"{panel.title}\n")
    for row in range(_ROWS, 0, -1):
        label = f"{top * row / _ROWS:.1f} %" if row in (_ROWS, _ROWS // 2) else ""
        text.append(f"{label:>{_MARGIN - 1}} ")
        blocks = (max(0, min(8, round(8 * (_ROWS * share / top - row + 1)))) for share in shares)
        text.append("".join(_EIGHTHS[eighths] for eighths in blocks) + "\n", "cyan")
    columns = len(shares)
    marks = [" "] * (columns + 1)
    for (place, _), mark in zip(
        reversed(panel.marks()), "√^", strict=True
    ):  # where both fall together, the mean
        marks[min(columns - 1, int(columns * place))] = mark
    text.append(" " * _MARGIN + "".join(marks).rstrip() + "\n")
    axis = [" "] * (columns + 3)
    for tenth in (0, 0.5, 1):
        axis[int(tenth * columns) : int(tenth * columns) + 3] = f"{tenth:.1f}"
    text.append(" " * _MARGIN + "".join(axis).rstrip() + f"  {panel.unit}\n")
    (_, mean), (_, square) = panel.marks()
    return text.append(" " * _MARGIN + f"^ {mean}; {square}\n")
