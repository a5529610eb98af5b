"""Pictures of a tournament: what was won so far, who pays whom, and how long players think."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata.reports.pictures.figure import INK, MUTED, grid_behind, new_figure, styled, thousands
from pokerdata.support.colours import Scale, ink_on
from pokerdata.tournaments.tournament_table import TournamentTable

# Told apart without colour vision by lightness and dashes.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#56b4e9", "#cc79a7", "#8a6d00", "#444444")
_DASHES = ("-", "--", "-.", ":")
_CELL = 1.15, 0.62  # inches, at least
_LETTER = 0.098


def standings_course(tournament: TournamentTable) -> Any:
    """A figure: what each player has won a hand so far, as the mean over his matches, against deals.

    Args:
        tournament: The table.

    Returns:
        A matplotlib figure, 9 inches wide.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
    """
    unit = tournament.results[0].unit
    sums: dict[str, list[NDArray[np.float64]]] = {name: [] for name in tournament.agents}
    for result in tournament.results:
        per_deal = result.parts.sum(axis=1) / (parts_of_chip() * len(result.orders))
        for place, name in enumerate(result.players):
            sums[name].append(per_deal[:, place])
    figure = new_figure(9, 5)
    from matplotlib.ticker import MaxNLocator

    with styled():
        axes = figure.subplots()
        for number, (_, name) in enumerate(tournament.rankings["bankroll"].order):
            mean = np.mean(sums[name], axis=0)
            deals = np.arange(1, len(mean) + 1)
            axes.plot(
                deals,
                unit.per_hundred(1) * np.cumsum(mean) / deals,
                color=_COLOURS[number % len(_COLOURS)],
                linestyle=_DASHES[number // len(_COLOURS) % len(_DASHES)],
                linewidth=1.6,
                label=name,
            )
        axes.axhline(0, color=INK, linewidth=0.8)
        thousands(axes)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlim(1, tournament.attributes["deals"])
        _fit(axes)
        axes.set_xlabel("deals of each match")
        axes.set_ylabel(f"{unit.short}/100 hands so far")
        axes.set_title(f"What each has won so far: {tournament.game.name}", loc="left", fontsize=13)
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    figure.tight_layout()
    return figure


def _fit(axes: Any) -> None:
    """The scale of what comes after the first fifth, where the means have settled."""
    late = []
    for line in axes.get_lines()[:-1]:
        values = np.asarray(line.get_ydata())
        late.append(values[len(values) // 5 :])
    low, high = min(0.0, *(v.min() for v in late)), max(0.0, *(v.max() for v in late))
    margin = 0.08 * ((high - low) or 1.0)
    axes.set_ylim(low - margin, high + margin)


def money_flow(tournament: TournamentTable) -> Any:
    """A figure: what went from each player to each other one, in units per 100 hands of the matches of both.

    Args:
        tournament: The table.

    Returns:
        A matplotlib figure.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
    """
    unit = tournament.results[0].unit
    names = [name for _, name in tournament.rankings["bankroll"].order]
    paid = tournament.paid_per_hand(names) * unit.per_hundred(1)
    longest = max(map(len, names))
    wide, tall = max(_CELL[0], 0.15 + _LETTER * longest), _CELL[1]
    left, top = 0.35 + 0.105 * longest, 1.25
    width, height = max(6.2, left + wide * len(names) + 0.25), top + tall * len(names) + 0.25
    figure = new_figure(width, height)
    from matplotlib.patches import Rectangle

    scale = Scale(0.0, float(np.nanmax(paid)) or 1.0)
    with styled():
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, width), ylim=(height, 0))
        axes.set_axis_off()
        for i, row in enumerate(names):
            y = top + tall * i
            axes.text(left - 0.12, y + tall / 2, row, ha="right", va="center")
            axes.text(left + wide * (i + 0.5), top - 0.1, row, ha="center", va="bottom")
            for j in range(len(names)):
                if i == j:
                    continue
                x, colour = left + wide * j, scale.colour(float(paid[i, j]))
                axes.add_patch(
                    Rectangle((x + 0.02, y + 0.02), wide - 0.04, tall - 0.04, facecolor=colour, lw=0)
                )
                axes.text(
                    x + wide / 2,
                    y + tall / 2,
                    f"{paid[i, j]:.1f}",
                    color=ink_on(colour),
                    ha="center",
                    va="center",
                )
        axes.text(0.2, 0.32, "What the row pays to the column", fontsize=14, va="center", color=INK)
        told = f"{unit.plural} per 100 hands of the matches of both; {tournament.game.name}"
        axes.text(0.2, 0.66, told, fontsize=9.5, va="center", color=MUTED)
    return figure


def thinking_time(tournament: TournamentTable) -> Any:
    """A figure: milliseconds a decision of each player.

    Args:
        tournament: The table.

    Returns:
        A matplotlib figure, 8 inches wide.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
    """
    names = [name for _, name in tournament.rankings["bankroll"].order]
    times = [max(1e-4, milliseconds) for milliseconds in tournament.milliseconds(names)]
    figure = new_figure(8, 1.4 + 0.42 * len(names))
    with styled():
        axes = figure.subplots()
        axes.barh(names, times, color=_COLOURS[0], height=0.6)
        axes.set_xscale("log")
        axes.set_xlim(min(times) / 3, max(times) * 6)
        axes.invert_yaxis()
        axes.xaxis.set_major_formatter(lambda x, _: f"{x:,.12g}")
        grid_behind(axes, axis="x")
        for place, value in enumerate(times):
            axes.text(value * 1.1, place, f"{value:.3g}", va="center", fontsize=9.5, color=INK)
        axes.set_xlabel("milliseconds a decision")
        axes.set_title("How long each thinks", loc="left", fontsize=13)
    figure.tight_layout()
    return figure
