"""Published values of matches beside ours, with our intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokerdata.reports.pictures.figure import GRID, INK, MUTED, TARGET, grid_behind, new_figure, styled

_OURS = "#2f66a0"


def published(rows: Sequence[tuple[str, str, float, float, float]], citation: str) -> Any:
    """A figure with a line for each match: the published value, and ours with its 95 % interval.

    Args:
        rows: First and second agent, the published value, ours, and the half width of the interval; big blinds per 100
            hands.
        citation: Of the publication, in words.
    """
    height = 1.9 + 0.36 * len(rows)
    figure = new_figure(8.5, height)
    with styled():
        axes = figure.subplots()
        figure.subplots_adjust(left=0.24, right=0.97, top=1 - 0.95 / height, bottom=0.7 / height)
        places = range(len(rows))
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.hlines(places, *zip(*[sorted((r[2], r[3])) for r in rows], strict=True), color=GRID, linewidth=2)
        axes.errorbar(
            [r[3] for r in rows],
            places,
            xerr=[r[4] for r in rows],
            fmt="o",
            color=_OURS,
            capsize=4,
            label="ours, 95 % interval",
        )
        axes.plot(
            [r[2] for r in rows],
            places,
            "D",
            color=TARGET,
            markerfacecolor="none",
            markersize=8,
            label="published",
        )
        axes.set_yticks(places, [f"{r[0]} v {r[1]}" for r in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("won by the first agent, big blinds per 100 hands")
        grid_behind(axes, axis="x")
        axes.legend(
            loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=10, borderaxespad=0.2
        )
        figure.text(0.02, 1 - 0.28 / height, "Published matches and ours", fontsize=14, va="center")
        figure.text(0.02, 1 - 0.58 / height, citation, fontsize=9.5, va="center", color=MUTED)
    return figure
