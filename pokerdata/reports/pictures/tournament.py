"""Pictures of tournaments and matches: winnings over time, money flow, thinking times, and the cross-table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata._support.estimates import fixed, plus_minus, signed, with_interval
from pokerdata._support.html import Scale, ink_on
from pokerdata.games import Unit
from pokerdata.matches import MatchResult
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.matches.tournaments.tournament_table import TournamentTable
from pokerdata.reports.pictures.figure import GRID, INK, MUTED, grid_behind, new_figure, styled, thousands

# Lightness and dashes keep the lines distinguishable with colour blindness.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#56b4e9", "#cc79a7", "#8a6d00", "#444444")
_DASHES = ("-", "--", "-.", ":")
_CELL = 1.15, 0.62  # inches, at least
_LETTER = 0.098


def standings_course(tournament: TournamentTable) -> Any:
    """Draw each player's winnings per hand so far, as the mean over its matches, against deals.

    Returns:
        A matplotlib figure, 9 inches wide.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
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
    """Scale the axis to the values after the first fifth, where the means have settled."""
    late = []
    for line in axes.get_lines()[:-1]:
        values = np.asarray(line.get_ydata())
        late.append(values[len(values) // 5 :])
    low, high = min(0.0, *(v.min() for v in late)), max(0.0, *(v.max() for v in late))
    margin = 0.08 * ((high - low) or 1.0)
    axes.set_ylim(low - margin, high + margin)


def money_flow(tournament: TournamentTable) -> Any:
    """Draw the money won by each player from each other player, in units per 100 hands of their matches.

    Returns:
        A matplotlib figure.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
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
                    fixed(paid[i, j], 1),
                    color=ink_on(colour),
                    ha="center",
                    va="center",
                )
        axes.text(0.2, 0.32, "What the row pays to the column", fontsize=14, va="center", color=INK)
        told = f"{unit.plural} per 100 hands of the matches of both; {tournament.game.name}"
        axes.text(0.2, 0.66, told, fontsize=9.5, va="center", color=MUTED)
    return figure


def thinking_time(tournament: TournamentTable) -> Any:
    """Draw the milliseconds per decision of each player.

    Returns:
        A matplotlib figure, 8 inches wide.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
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


_CROSS_CELL = 1.15, 0.72  # inches, at least


def cross_table(found: CrossTable, matches: MatchesTable) -> Any:
    """Draw the cross-table: rows by falling mean, blue if the row wins, orange if it loses, with 95 % intervals.

    Args:
        found: The cross-table.
        matches: Table that the cross-table was computed from, for the captions.
    """
    order, count = found.order(), len(found.agents)
    names = max(len(agent) for agent in found.agents)
    wide, tall = max(_CROSS_CELL[0], 0.15 + _LETTER * names), _CROSS_CELL[1]
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
    """Return unit, intervals and deals in one line."""
    units, deals = Unit.of(matches.rules).plural, matches.attributes["deals"]
    return f"{units} per 100 hands, 95 % intervals; {deals:,} duplicate deals a pair"


_LINE, _BAND = "#2f66a0", "#c9dcee"
_PANEL = 2.75, 1.85  # inches
_COLUMNS = 4
_LATE = 0.2  # the scale fits intervals from this share of the deals on; earlier ones may leave the panel


def course(matches: MatchesTable) -> Any:
    """Draw a panel for each match: the mean so far with its 95 % confidence interval, against duplicate deals."""
    count = len(matches.course)
    columns = min(_COLUMNS, count)
    rows = -(-count // columns)
    width, height = 0.7 + _PANEL[0] * columns + 0.3, 0.95 + _PANEL[1] * rows + 0.55
    width = max(width, 6.2)
    figure = new_figure(width, height)
    low, high = _scale(matches)
    with styled():
        grid = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
        figure.subplots_adjust(
            left=0.75 / width,
            right=1 - 0.25 / width,
            top=1 - 1.25 / height,
            bottom=0.6 / height,
            hspace=0.42,
            wspace=0.16,
        )
        for axes in grid.flat[count:]:
            axes.set_visible(False)
        for axes, points in zip(grid.flat, matches.course, strict=False):
            _panel(axes, points)
        grid[0, 0].set_ylim(low, high)
        grid[0, 0].set_xlim(0, matches.attributes["deals"])
        deals = matches.attributes["deals"]
        grid[0, 0].set_xticks([0, deals / 2, deals])
        for axes in grid.flat[max(0, count - columns) : count]:  # only the lowest panel of each column
            axes.tick_params(labelbottom=True)
            axes.get_xticklabels()[-1].set_horizontalalignment("right")
        figure.text(
            0.2 / width,
            1 - 0.3 / height,
            "What the first wins from the second, so far",
            fontsize=14,
            va="center",
        )
        figure.text(0.2 / width, 1 - 0.62 / height, caption(matches), fontsize=9.5, va="center", color=MUTED)
        figure.text(0.5, 0.16 / height, "duplicate deals", ha="center", va="center")
    return figure


def _panel(axes: Any, points: tuple[MatchResult, ...]) -> None:
    deals = [r.deals for r in points]
    won, half = (np.array(column) for column in zip(*map(_per_100, points), strict=True))
    axes.axhline(0, color=INK, linewidth=0.8)
    axes.fill_between(deals, won - half, won + half, color=_BAND, linewidth=0)
    axes.plot(deals, won, color=_LINE, linewidth=1.4)
    first, second = points[-1].players
    axes.set_title(f"{first} v {second}", fontsize=9.5, loc="left", pad=16)
    axes.annotate(
        with_interval(won[-1], half[-1], 1),
        (0, 1),
        xycoords="axes fraction",
        xytext=(0, 4),
        textcoords="offset points",
        fontsize=9.5,
        color=_LINE,
    )
    thousands(axes)
    axes.grid(axis="x", visible=False)
    axes.tick_params(labelsize=9)
    axes.yaxis.grid(color=GRID, linewidth=0.8)


def _per_100(result: MatchResult) -> tuple[float, float]:
    """Return the result in big blinds or antes per 100 hands, and the half width of its interval."""
    won = result.won[0].times(result.unit.per_hundred(1))
    return won.mean, won.half_width


def _scale(matches: MatchesTable) -> tuple[float, float]:
    late = [
        _per_100(r)
        for points in matches.course
        for r in points
        if r.deals >= _LATE * matches.attributes["deals"]
    ]
    low, high = min(0.0, *(w - h for w, h in late)), max(0.0, *(w + h for w, h in late))
    margin = 0.08 * ((high - low) or 1.0)
    return low - margin, high + margin
