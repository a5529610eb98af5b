"""Pictures of solved spots: a decision as a grid, two spots side by side, grids of values, and flop reports."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import fixed, percent, signed
from pokerdata._support.html import Scale
from pokerdata.cards import format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.reports.pictures.figure import (
    GRID,
    INK,
    MUTED,
    PAPER,
    TARGET,
    Picture,
    grid_behind,
    new_figure,
    styled,
)
from pokerdata.reports.pictures.strategy_grid import (
    Cell,
    StrategyGrid,
    action_colours,
    draw_pair,
    lines,
    table,
)
from pokerdata.spots import Decision, FlopReport, SpotComparison
from pokerdata.spots.decision import PLAYERS

if TYPE_CHECKING:
    from rich.text import Text


_SIDE = 13
_NONE = float("nan")


def spot_grid(decision: Decision, *, values: bool = True, title: str = "") -> StrategyGrid:
    """Return a picture of a decision: the 13 x 13 hand classes with their action frequencies.

    Frequencies are means over the hands of a class in the range, weighted by how often each is held. The coloured height of
    a cell grows with reach.

    Args:
        decision: Decision from `pokerdata.spots.SpotSolution.at`.
        values: Whether to show the EV of actions.
        title: Title of the picture; the default names board, player and action sequence.
    """
    who = ("oop", "ip")[decision.player]
    after = f" after {decision.history}" if decision.history else ""
    call = f", {decision.to_call:g} to call" if decision.to_call else ""
    equities = " and ".join(
        f"{name} {percent(side.mean_equity)}, EV {fixed(side.mean_ev)} chips"
        for name, side in zip(("oop", "ip"), decision.sides, strict=True)
    )
    notes = [f"pot {decision.pot:g}{call}; equity of {equities}"]
    if values:
        notes.append("worth: chips won from here on, the pot included, when both go on by the solution")
    cells = [_cell(decision, number, values) for number in range(_SIDE * _SIDE)]
    weights = decision.side.weights
    there = weights > 0
    totals = None
    if values and there.any():
        totals = np.average(decision.values[there], axis=0, weights=weights[there])
    return StrategyGrid(
        title or f"{format_cards(decision.board)}: {who}{after}",
        tuple(tuple(cells[_SIDE * row : _SIDE * (row + 1)]) for row in range(_SIDE)),
        decision.actions,
        decision.steps,
        tuple(action_colours(decision.actions)),
        decision.totals,
        totals,
        None,
        tuple(notes),
    )


def _cell(decision: Decision, number: int, values: bool) -> Cell:
    rows = np.flatnonzero(CLASS_OF_COMBINATION[decision.combinations] == number)
    weights = decision.side.weights[rows]
    reach = float(decision.side.reach[rows].mean()) if len(rows) else 0.0
    if not weights.sum() > 0:
        nothing = np.full(len(decision.actions), _NONE)
        return Cell(CLASS_NAMES[number], float(len(rows)), 0.0, nothing, nothing if values else None, _NONE)
    met = rows[weights > 0]
    weights = weights[weights > 0]
    return Cell(
        CLASS_NAMES[number],
        float(len(rows)),
        reach,
        np.average(decision.strategy[met], axis=0, weights=weights),
        np.average(decision.values[met], axis=0, weights=weights) if values else None,
        float(np.average(decision.side.ev[met], weights=weights)) if values else _NONE,
    )


@dataclass(frozen=True, eq=False, repr=False)
class GridPair(Picture):
    """Two strategy grids side by side. Made by `spot_comparison`.

    Attributes:
        title: Title above both grids.
        first: The grid on the left.
        second: The grid on the right.
    """

    title: str
    first: StrategyGrid
    second: StrategyGrid

    def figure(self, width: float = 14.0) -> Any:
        """Return a matplotlib figure of both grids with their legends.

        Args:
            width: Width of both together, in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
        """
        return draw_pair(self.first, self.second, self.title, width)

    def html(self) -> str:
        """Return both tables in one row, without external files."""
        cells = "".join(
            f'<td style="padding:0 12px 0 0;vertical-align:top;text-align:left">{table(grid)}</td>'
            for grid in (self.first, self.second)
        )
        caption = f'<caption style="text-align:left;font-size:17px">{escape(self.title)}</caption>'
        return f"<table>{caption}<tbody><tr>{cells}</tr></tbody></table>"

    def lines(self, *, colour: bool) -> Text:
        """Return the title and both grids, one below the other, as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n\n", no_wrap=True, overflow="ignore", end="")
        text.append_text(lines(self.first, colour=colour)).append("\n")
        return text.append_text(lines(self.second, colour=colour))


def spot_comparison(compared: SpotComparison, *, title: str = "") -> GridPair:
    """Return a picture of two solved spots: the strategy and EV of each hand class in both.

    Args:
        compared: Comparison from `pokerdata.spots.compare_spots`.
        title: Title of the picture; the default names the spots.
    """
    of = {one.name: one for one in compared.classes}
    grids = []
    for k, (decision, label) in enumerate(zip(compared.decisions, compared.labels, strict=True)):
        grid = spot_grid(decision, values=False)
        cells = []
        for row in grid.cells:
            told = []
            for cell in row:
                one = of.get(cell.name)
                note = "" if one is None or not cell.reach > 0 else fixed(one.ev[k], 1)
                if note and k == 1 and one is not None and one.gained == one.gained:
                    note = signed(one.gained, 1)
                value = cell.value if one is None else one.ev[k]
                told.append(replace(cell, note=note, value=value))
            cells.append(tuple(told))
        ev = "in a cell: EV in chips" + (", with a sign how much more than in A" if k else "")
        grids.append(
            replace(
                grid,
                title=f"{'AB'[k]} {label}: {grid.title}",
                cells=tuple(cells),
                notes=(*grid.notes, ev),
            )
        )
    return GridPair(title or f"A {compared.labels[0]}, B {compared.labels[1]}", grids[0], grids[1])


@dataclass(frozen=True, eq=False, repr=False)
class ValueGrid:
    """Values in a grid.

    Attributes:
        names: Names of the cells, row by row.
        values: float64 [rows, columns]; NaN is an absent cell.
        title: Title of the picture.
        unit: Unit of the values.
        scale: Scale of the colours.
        digits: Digits after the point.
    """

    names: tuple[tuple[str, ...], ...]
    values: NDArray[np.float64]
    title: str
    unit: str
    scale: Scale
    digits: int

    def label(self, row: int, column: int) -> str:
        """Return the value of a cell as shown; empty if the cell is absent."""
        value = self.values[row, column]
        return "" if np.isnan(value) else self.number(value)

    def number(self, value: float) -> str:
        """Format a value with the digits of this map."""
        shown = f"{value:.{self.digits}f}"
        return shown.lstrip("-") if float(shown) == 0 else shown


#: Lightness keeps the colours distinguishable with colour blindness.
_SUITS = {"monotone": "#1d2f6f", "two-tone": "#4499b4", "rainbow": "#d08a4b"}
_NAMED = 100  # maximum number of flops with a name each
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 60  # width of blocks on the terminal
_SCALE = 40  # width of the scale of means on the terminal


@dataclass(frozen=True, eq=False, repr=False)
class FlopChart(Picture):
    """One number for each flop of a report. Made by `flop_chart`.

    Attributes:
        title: Title of the picture.
        unit: Meaning and unit of the number.
        digits: Digits after the point.
        names: The flops, the smallest number first.
        values: float64 [flops], number of each flop.
        shares: float64 [flops], probability of each flop, 0 to 1.
        suits: 'monotone', 'two-tone' or 'rainbow' for each flop.
        groups: For 'all' and then for each kind of flop: name, probability (0 to 1) and mean.
    """

    title: str
    unit: str
    digits: int
    names: tuple[str, ...]
    values: NDArray[np.float64]
    shares: NDArray[np.float64]
    suits: tuple[str, ...]
    groups: tuple[tuple[str, float, float], ...]

    def figure(self, width: float = 9.0) -> Any:
        """Return a matplotlib figure: flops above, means of their kinds below.

        Args:
            width: Width in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
        """
        zoom = width / 9
        figure = new_figure(width, 6.8 * zoom)
        with styled():
            self._draw_flops(figure.add_axes((0.085, 0.56, 0.88, 0.345)), zoom)
            self._draw_groups(figure.add_axes((0.085, 0.115, 0.88, 0.29)), zoom)
            figure.text(0.02, 0.955, self.title, fontsize=13 * zoom, color=INK)
        return figure

    @property
    def many(self) -> bool:
        """Whether there are too many flops to name each; then each suit pattern has its own curve."""
        return len(self.values) > _NAMED

    @property
    def places(self) -> NDArray[np.float64]:
        """float64 [flops], horizontal position of each flop, 0 to 1.

        Flops are ordered by their numbers and spaced by their probability. With many flops, each suit pattern is ordered
        separately.
        """
        count = len(self.values)
        if not self.many:
            return (np.arange(count) + 0.5) / count
        found = np.zeros(count)
        for kind in _SUITS:
            chosen = np.flatnonzero(np.array(self.suits) == kind)
            shares = self.shares[chosen]
            found[chosen] = (np.cumsum(shares) - shares / 2) / shares.sum() if len(chosen) else 0.0
        return found

    def _draw_flops(self, axes: Any, zoom: float) -> None:
        places = self.places
        for kind, colour in _SUITS.items():
            chosen = np.array(self.suits) == kind
            if not chosen.any():
                continue
            if self.many:
                axes.plot(places[chosen], self.values[chosen], color=colour, linewidth=2 * zoom, label=kind)
            else:
                size = 26 * zoom**2
                axes.scatter(places[chosen], self.values[chosen], s=size, color=colour, label=kind, zorder=3)
        axes.axhline(
            self.groups[0][2], color=TARGET, linewidth=1 * zoom, linestyle="--", label="mean", zorder=2
        )
        axes.set_xlim(0, 1)
        if self.many:
            axes.set_xticks(np.linspace(0, 1, 6), [f"{20 * k} %" for k in range(6)])
            of = "part of the flops of these suits that have less"
            axes.set_xlabel(f"{of}; {self._ends()}", fontsize=8.5 * zoom, color=MUTED)
        else:
            axes.set_xticks(places, self.names, rotation=90)
        axes.tick_params(labelsize=8 * zoom)
        if not self.many and len(self.values) > _NAMED / 2:
            axes.tick_params(axis="x", labelsize=5.5 * zoom)
        axes.set_ylabel(self.unit, fontsize=9.5 * zoom)
        grid_behind(axes, zoom, axis="y")
        axes.legend(fontsize=8.5 * zoom, frameon=False, loc="upper left", ncols=4, handletextpad=0.5)
        low, high = axes.get_ylim()
        axes.set_ylim(low, high + 0.16 * (high - low))  # room for the legend

    def _draw_groups(self, axes: Any, zoom: float) -> None:
        places = np.arange(len(self.groups))
        means = np.array([mean for _, _, mean in self.groups])
        colours = [_SUITS.get(name, INK) for name, _, _ in self.groups]
        axes.axhline(means[0], color=TARGET, linewidth=1 * zoom, linestyle="--", zorder=2)
        axes.scatter(places, means, s=34 * zoom**2, color=colours, zorder=3)
        for place, mean in zip(places, means, strict=True):
            below = mean < means[0]  # away from the line
            axes.annotate(
                self._number(float(mean)),
                (place, mean),
                xytext=(0, (-7 if below else 6) * zoom),
                textcoords="offset points",
                ha="center",
                va="top" if below else "bottom",
                fontsize=8.5 * zoom,
                color=INK,
            )
        labels = [
            f"{_spaced(name)}\n{100 * part:.{0 if part >= 0.1 else 1}f} %" for name, part, _ in self.groups
        ]
        axes.set_xticks(places, labels)
        axes.tick_params(labelsize=8 * zoom)
        axes.set_xlim(-0.6, len(places) - 0.4)
        reach = means[~np.isnan(means)]
        room = max(float(np.ptp(reach)), 1e-9)
        axes.set_ylim(reach.min() - 0.25 * room, reach.max() + 0.3 * room)
        axes.set_ylabel(f"mean {self.unit}", fontsize=9.5 * zoom)
        grid_behind(axes, zoom, axis="y")
        axes.set_title(
            "means by kind and by highest card, and how often each comes",
            fontsize=8.5 * zoom,
            loc="left",
            color=MUTED,
        )

    def html(self) -> str:
        """Return inline SVG and a table, without external files."""
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        keys = " ".join(
            f'<span style="color:{colour}">●</span> {kind}'
            for kind, colour in _SUITS.items()
            if kind in self.suits
        )
        cell = 'style="text-align:right;padding:0 12px 0 0"'
        rows = "\n".join(
            f'<tr><td style="padding:0 12px 0 0">{escape(name)}</td><td {cell}>{_percent(part)}</td>'
            f"<td {cell}>{self._number(mean)}</td></tr>"
            for name, part, mean in self.groups
        )
        head = f"<tr><th></th><th {cell}>comes</th><th {cell}>mean</th></tr>"
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n'
            f"<div>{escape(self.unit)}, {self._ends()}; {keys}</div>\n{self._svg()}\n<table>{head}\n{rows}</table>\n</div>"
        )

    def lines(self, *, colour: bool) -> Text:
        """Return the title, the sorted numbers in blocks, and the means of kinds, as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n", no_wrap=True, overflow="ignore", end="")
        low, high = float(self.values[0]), float(self.values[-1])
        parts = [part.mean() for part in np.array_split(self.values, min(_COLUMNS, len(self.values)))]
        room = max(high - low, 1e-12)
        blocks = "".join(_EIGHTHS[1 + round(7 * (part - low) / room)] for part in parts)
        text.append(f"{self.unit}: {self._ends()}\n").append(f"{blocks}\n\n", "cyan" if colour else "")
        wide = max(len(name) for name, _, _ in self.groups)
        means = [mean for _, _, mean in self.groups]
        least, most = np.nanmin(means), np.nanmax(means)
        cells = max(len(self._number(mean)) for mean in means)
        for name, part, mean in self.groups:
            text.append(f"{name:{wide}}  {_percent(part):>7}  {self._number(mean):>{cells}}  ")
            place = 0 if mean != mean else round(_SCALE * (mean - least) / max(most - least, 1e-12))
            text.append(f"{'·' * place}●{'·' * (_SCALE - place)}\n", "cyan" if colour else "")
        return text

    def _ends(self) -> str:
        ends = [f"{self._number(float(self.values[k]))} ({self.names[k]})" for k in (0, -1)]
        return f"{ends[0]} to {ends[1]}"

    def _number(self, value: float) -> str:
        return "-" if value != value else f"{value:.{self.digits}f}"

    def _svg(self, width: int = 720, height: int = 180) -> str:
        low, high = float(self.values[0]), float(self.values[-1])
        room = max(high - low, 1e-12)

        def up(value: float) -> float:
            return height - 8 - (height - 16) * (value - low) / room

        radius = 1.5 if self.many else 4.0
        dots = "".join(
            f'<circle cx="{place * width:.2f}" cy="{up(float(value)):.2f}" r="{radius:.1f}" fill="{_SUITS[suit]}">'
            f"<title>{escape(name)}: {self._number(float(value))}</title></circle>"
            for name, value, suit, place in zip(self.names, self.values, self.suits, self.places, strict=True)
        )
        mean = up(self.groups[0][2])
        line = f'<line x1="0" y1="{mean:.2f}" x2="{width}" y2="{mean:.2f}" stroke="{TARGET}" stroke-dasharray="6 4"/>'
        frame = f'<line x1="0" y1="{height}" x2="{width}" y2="{height}" stroke="{GRID}"/>'
        size = f'width="{width}" height="{height + 2}" viewBox="0 0 {width} {height + 2}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{line}{dots}{frame}</svg>'


def flop_chart(report: FlopReport, by: str = "ev_oop", *, title: str = "") -> FlopChart:
    """Return a picture of one number of a flop report.

    Args:
        report: Report from `pokerdata.spots.flop_report` or `load_flop_report`.
        by: 'equity' (of OOP), 'ev_oop', 'ev_ip', 'realised_oop', 'realised_ip', an action such as 'r66', or 'bets' for the
            frequency of all bets and raises.
        title: Title of the picture; the default says which player acts where.

    Raises:
        ValueError: If there is no such number, or no flop has it.
    """
    scale = 1.0 if by.startswith("ev_") else 100.0
    values = scale * report.column(by)
    there = np.flatnonzero(~np.isnan(values) & (report.frequency > 0))
    if not len(there):
        raise ValueError(f"by: expected a number that flops have, got {by!r}, which none has; e.g. 'ev_oop'")
    order = there[np.argsort(values[there], kind="stable")]
    of_group = report.groups()
    suits = {int(i): kind for kind in _SUITS for i in of_group.get(kind, ())}
    ranks = [kind for kind in of_group if len(kind) == 1]
    kinds = [kind for kind in of_group if len(kind) > 1] + ranks[::-1]
    groups = [("all", 1.0, scale * report.mean(by))]
    groups += [
        (kind, float(report.frequency[of_group[kind]].sum()), scale * report.mean(by, of_group[kind]))
        for kind in kinds
    ]
    where = f" after {report.line}" if report.line else ""
    return FlopChart(
        title or f"{len(order):,} flops, {PLAYERS[report.player]} acts{where}, pot {report.pot:g}",
        _unit(report, by),
        2 if scale == 1 else 1,
        tuple(report.names[i].replace(" ", "") for i in order),
        values[order],
        report.frequency[order],
        tuple(suits[int(i)] for i in order),
        tuple(groups),
    )


def _unit(report: FlopReport, by: str) -> str:
    player = PLAYERS[report.player]
    if by == "bets":
        return f"bets of {player}, %"
    if by in report.steps:
        return f"{report.actions[report.steps.index(by)]} of {player}, %"
    if by == "equity":
        return f"equity of {PLAYERS[0]}, %"
    who = by.rpartition("_")[2].upper()
    return f"EV of {who}, chips" if by.startswith("ev_") else f"equity realised by {who}, %"


def _spaced(name: str) -> str:
    """Return a kind shortened for a narrow column: '2-tone' for two-tone."""
    return {
        "monotone": "mono-\ntone",
        "two-tone": "two-\ntone",
        "unpaired": "un-\npaired",
        "rainbow": "rain-\nbow",
    }.get(name, f"{name}\n" if len(name) > 1 else f"{name}\nhigh")


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
