"""A heat map as lines of text: two lines a row, names above values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pokerdata.reports.pictures.value_grid import ValueGrid
from pokerdata.support.colours import ink_on

if TYPE_CHECKING:
    from rich.text import Text

_BAR = 26


def lines(heat: ValueGrid, *, colour: bool) -> Text:
    """Title, grid and scale. Without colour the rows are set apart, and the scale is in words."""
    from rich.style import Style
    from rich.text import Text

    rows, columns = heat.values.shape
    labels = [[heat.label(row, column) for column in range(columns)] for row in range(rows)]
    width = max(5, *(len(label) for row in labels for label in row)) + 1
    text = Text(f"{heat.title}\n" if heat.title else "", no_wrap=True, overflow="ignore", end="")
    for row in range(rows):
        for words in (heat.names[row], labels[row]):
            for column, word in enumerate(words):
                if labels[row][column]:
                    background = heat.scale.colour(float(heat.values[row, column]))
                    style = Style(color=ink_on(background), bgcolor=background)
                else:
                    style = Style(dim=True)
                text.append(f"{word or '·'} ".rjust(width), style)
            text.append("\n")
        if not colour:
            text.append("\n")
    return text.append_text(_bar(heat) if colour else _range(heat))


def _bar(heat: ValueGrid) -> Text:
    from rich.style import Style
    from rich.text import Text

    bar = Text(f"{heat.number(heat.scale.low)} ")
    for colour in heat.scale.steps(_BAR):
        bar.append(" ", Style(bgcolor=colour))
    return bar.append(f" {heat.number(heat.scale.high)}  {heat.unit}\n")


def _range(heat: ValueGrid) -> Text:
    from rich.text import Text

    least, most = (
        divmod(int(at), heat.values.shape[1]) for at in (np.nanargmin(heat.values), np.nanargmax(heat.values))
    )
    ends = " to ".join(f"{heat.label(*at)} ({heat.names[at[0]][at[1]]})" for at in (least, most))
    return Text(f"{heat.unit}: {ends}\n")
