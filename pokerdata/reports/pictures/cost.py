"""What an iteration costs, against the size of the game."""

from collections.abc import Mapping
from statistics import median
from typing import Any

from pokerdata.reports.pictures.figure import GRID, INK, MUTED, new_figure, styled, thousands

_ITERATION, _RESPONSE = "#0072b2", "#d55e00"


def cost(found: Mapping[str, tuple[int, float, float]], *, conditions: str = "one thread") -> Any:
    """A figure, log-log: milliseconds over information sets up to suits.

    A line of slope 1 is drawn at the median cost of an information set.

    Args:
        found: For each game, by name, its decision nodes of the public tree times hands, milliseconds of an iteration
            (both players) and of both best responses.
        conditions: Of the measurement, in words.

    Returns:
        A matplotlib figure, 9 inches wide.

    Raises:
        ValueError: For no games, or for sizes and times that are not more than 0.
        ModuleNotFoundError: Where matplotlib is missing.
    """
    games = sorted(found.items(), key=lambda item: item[1][0])
    if not games or any(not value > 0 for _, values in games for value in values):
        raise ValueError(
            f"costs: expected sizes and times above 0, got {dict(found)}; e.g. leduc=(288, 0.008, 0.1)"
        )
    sizes = [values[0] for _, values in games]
    ns = median(1e6 * iteration / size for size, iteration, _ in found.values())
    figure = new_figure(9, 5.2)
    with styled():
        axes = figure.subplots()
        ends = [sizes[0], sizes[-1] * 1.6]
        axes.loglog(ends, [ns * x / 1e6 for x in ends], color=MUTED, linewidth=1.1, linestyle=":")
        for place, marker, colour, words in (
            (2, "s", _RESPONSE, "both best responses and the value"),
            (1, "o", _ITERATION, "an iteration of DCFR, both players"),
        ):
            ys = [values[place] for _, values in games]
            axes.loglog(sizes, ys, marker=marker, color=colour, linewidth=1.8, markersize=6, label=words)
        for name, (size, iteration, response) in games:
            axes.annotate(
                name,
                (size, max(iteration, response)),
                xytext=(0, 9),
                textcoords="offset points",
                rotation=90,
                ha="center",
                va="bottom",
                color=INK,
                fontsize=9.5,
            )
        axes.plot(
            [],
            [],
            color=MUTED,
            linewidth=1.1,
            linestyle=":",
            label=f"{ns:.2g} ns an information set, the median (slope 1)",
        )
        axes.legend(loc="lower right", fontsize=9.5, edgecolor=GRID, handlelength=3)
        axes.set_ylim(top=axes.get_ylim()[1] * 30)  # room for the last name
        axes.set_xlabel("decision nodes of the public tree times hands, up to suits")
        axes.set_ylabel("milliseconds")
        thousands(axes)
        axes.tick_params(labelsize=9.5)
        figure.suptitle(
            "Cost grows linearly with public nodes times hands", x=0.07, y=0.975, ha="left", fontsize=14
        )
        figure.text(0.07, 0.888, conditions, fontsize=10, color=MUTED)
        figure.subplots_adjust(left=0.1, right=0.98, top=0.86, bottom=0.12)
    return figure
