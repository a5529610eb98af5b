"""A cross-table as a grid of colours: what the row's agent wins from the column's."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata.games import Unit
from pokerdata.matches.cross_table import CrossTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.reports.pictures.figure import INK, MUTED, new_figure, styled
from pokerdata.support.colours import Scale, ink_on
from pokerdata.support.estimates import plus_minus, signed

_CELL = 1.15, 0.72  # inches, at least
_LETTER = 0.098


def cross_table(found: CrossTable, matches: MatchesTable) -> Any:
    """A figure: rows by falling mean, blue where the row wins, orange where it loses, with 95 % intervals.

    Args:
        found: The cross-table.
        matches: The table that it comes from, for the captions.
    """
    order, count = found.order(), len(found.agents)
    names = max(len(agent) for agent in found.agents)
    wide, tall = max(_CELL[0], 0.15 + _LETTER * names), _CELL[1]
    left, top, bottom = 0.35 + 0.105 * names, 1.25, 0.25
    width, height = left + wide * (count + 1.25) + 0.2, top + tall * count + bottom
    width = max(width, 6.2)
    figure = new_figure(width, height)
    from matplotlib.patches import Rectangle

    reach = float(np.nanmax(np.abs(found.won))) or 1.0
    scale = Scale(-reach, reach, 0.0)
    with styled():
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()

        def cell(x: float, y: float, value: float, half_width: float) -> None:
            colour = scale.colour(value)
            axes.add_patch(Rectangle((x + 0.02, y + 0.02), wide - 0.04, tall - 0.04, facecolor=colour, lw=0))
            ink = ink_on(colour)
            middle = x + wide / 2
            axes.text(
                middle, y + 0.4 * tall, signed(value, 1), color=ink, ha="center", va="center", fontsize=13
            )
            axes.text(
                middle,
                y + 0.74 * tall,
                plus_minus(half_width, 1),
                color=ink,
                ha="center",
                va="center",
                fontsize=9,
            )

        for k, i in enumerate(order):
            y = top + tall * k
            axes.text(left - 0.12, y + tall / 2, found.agents[i], ha="right", va="center")
            axes.text(left + wide * (k + 0.5), top - 0.1, found.agents[i], ha="center", va="bottom")
            for m, j in enumerate(order):
                if not np.isnan(found.won[i, j]):
                    cell(left + wide * m, y, found.won[i, j], found.half_width[i, j])
            cell(left + wide * (count + 0.25), y, found.mean[i], found.mean_half_width[i])
        axes.text(
            left + wide * (count + 0.75), top - 0.1, "mean", ha="center", va="bottom", fontweight="bold"
        )
        axes.text(0.2, 0.32, "What the row wins from the column", fontsize=14, va="center", color=INK)
        axes.text(0.2, 0.66, caption(matches), fontsize=9.5, va="center", color=MUTED)
    return figure


def caption(matches: MatchesTable) -> str:
    """Unit, intervals and deals, in a line."""
    units, deals = Unit.of(matches.rules).plural, matches.attributes["deals"]
    return f"{units} per 100 hands, 95 % intervals; {deals:,} duplicate deals a pair"
