"""A strategy at one node as a grid of hand classes with coloured actions, by matplotlib, in HTML and as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import percent, signed
from pokerdata.games import Unit
from pokerdata.games.strategies import NodeStrategy
from pokerdata.games.strategies.strategy_file import chips_text, pot, steps
from pokerdata.reports.pictures.figure import GRID, INK, MUTED, PAPER, Picture, new_figure, styled

if TYPE_CHECKING:
    from rich.text import Text


_DESIGN = 9.0  # inches for which the sizes of letters are given
EMPTY = "#eef0f3"
FILLED = "the more of a cell has colours, the greater the reach"
_LINE = 0.2  # inches of a line of the legend
_TOP = 0.6  # inches above the grid


def draw(grid: Any, width: float = _DESIGN) -> Any:
    """Draw a figure of ``width`` inches: the title, the grid, the range's actions as a bar, and the legend."""
    zoom = width / _DESIGN
    figure = new_figure(width, zoom * height_of([grid]))
    with styled():
        draw_on(figure, grid, zoom, height_of([grid]), _below(grid))
        figure.set(facecolor=PAPER)
    return figure


def draw_pair(left: Any, right: Any, title: str, width: float) -> Any:
    """Draw a figure of ``width`` inches with two grids side by side under a title."""
    zoom = width / 2 / _DESIGN
    grids = [left, right]
    high, heading = height_of(grids), 0.5
    figure = new_figure(width, zoom * (high + heading))
    with styled():
        top = high / (high + heading)
        size = min(17.0, 17.0 * 110 / len(title)) * zoom
        figure.text(0.016, (1 + top) / 2, title, fontsize=size, color=INK, va="center")
        rows = figure.subfigures(2, 1, height_ratios=[heading, high])
        for part, grid in zip(rows[1].subfigures(1, 2), grids, strict=True):
            draw_on(part, grid, zoom, high, max(map(_below, grids)))
        figure.set(facecolor=PAPER)
    return figure


def height_of(grids: list[Any]) -> float:
    """Return the height in inches of the tallest grid at the design width."""
    tall = max(len(grid.cells) * _sizes(grid)[1] for grid in grids)
    return _TOP + tall + max(map(_below, grids))


def draw_on(figure: Any, grid: Any, zoom: float, height: float, bottom: float) -> None:
    """Draw a grid on a figure or a part of one.

    Args:
        figure: A matplotlib figure or subfigure.
        grid: The grid.
        zoom: Zoom of the text.
        height: Height of the figure in inches at a zoom of 1.
        bottom: Space below the grid in inches at a zoom of 1.
    """
    rows, columns = len(grid.cells), max(len(row) for row in grid.cells)
    cell, tall = _sizes(grid)
    axes = figure.add_axes((0.03, bottom / height, cell * columns / _DESIGN, rows * tall / height))
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    axes.set_axis_off()
    for r, row in enumerate(grid.cells):
        for c, one in enumerate(row):
            _cell(axes, grid, one, c, r, zoom, tall)
    size = min(15.0, 15.0 * 66 / len(grid.title)) * zoom
    at = (bottom + rows * tall + _TOP - 0.34) / height
    figure.text(0.032, at, grid.title, fontsize=size, color=INK, va="center")
    _bar(figure.add_axes((0.03, (bottom - 0.3) / height, 0.94, 0.2 / height)), grid)
    for k, line in enumerate(_words(grid)):
        at = (bottom - 0.47 - _LINE * k) / height
        of_action = k < len(grid.actions)
        if of_action:
            _swatch(figure, at, height, grid.colours[k])
        figure.text(
            0.058 if of_action else 0.032,
            at,
            line,
            fontsize=9.5 * zoom,
            color=INK if of_action else MUTED,
            va="center",
        )


def _sizes(grid: Any) -> tuple[float, float]:
    """Return the width and height of a cell in inches."""
    cell = 0.94 * _DESIGN / max(6, *map(len, grid.cells))
    valued = grid.total_values is not None
    return cell, min(cell, 0.44 + (0.105 * len(grid.actions) if valued else 0))


def _words(grid: Any) -> list[str]:
    return [*grid.legend(), FILLED, *grid.notes]


def _below(grid: Any) -> float:
    return 0.55 + _LINE * len(_words(grid))


def _cell(axes: Any, grid: Any, cell: Any, column: int, row: int, zoom: float, tall: float) -> None:
    from matplotlib.patches import Rectangle

    if not cell.count:
        axes.add_patch(
            Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, facecolor=PAPER, edgecolor=GRID, linewidth=0.6)
        )
        return
    axes.add_patch(Rectangle((column + 0.015, row + 0.015), 0.97, 0.97, facecolor=EMPTY, linewidth=0))
    if not cell.reach > 0:
        axes.text(column + 0.06, row + 0.06, cell.name, fontsize=9 * zoom, color=MUTED, va="top", ha="left")
        return
    high, left = 0.97 * grid.height(cell), 0.0
    for colour, share in zip(grid.colours, cell.shares, strict=True):
        if share > 0:
            axes.add_patch(
                Rectangle(
                    (column + 0.015 + 0.97 * left, row + 0.985 - high),
                    0.97 * share,
                    high,
                    facecolor=colour,
                    linewidth=0,
                )
            )
            left += share
    axes.text(
        column + 0.06, row + 0.05, cell.name, fontsize=9.5 * zoom, fontweight="bold", color="#000000",
        va="top", ha="left",
    )  # fmt: skip
    if cell.note:
        axes.text(
            column + 0.06, row + 0.92, cell.note, fontsize=8 * zoom, color="#000000", va="bottom", ha="left"
        )  # fmt: skip
    if cell.values is None:
        return
    for k, letter in enumerate(grid.letters):
        if np.isnan(cell.values[k]):
            continue
        line = len(grid.letters) - 1 - k
        axes.text(
            column + 0.06,
            row + 0.95 - line * 0.108 / tall,
            f"{letter} {_short(float(cell.values[k]))}",
            fontsize=6.2 * zoom,
            color="#000000",
            va="bottom",
            ha="left",
        )


def _bar(axes: Any, grid: Any) -> None:
    axes.set(xlim=(0, 1), ylim=(0, 1))
    axes.set_axis_off()
    if np.isnan(grid.totals).any():
        return
    left = 0.0
    for colour, share in zip(grid.colours, grid.totals, strict=True):
        axes.barh(0.5, share, height=1.0, left=left, color=colour, linewidth=0)
        left += share


def _swatch(figure: Any, at: float, height: float, colour: str) -> None:
    from matplotlib.patches import Rectangle

    size = 0.13
    figure.add_artist(
        Rectangle(
            (0.032, at - size / 2 / height),
            size / _DESIGN,
            size / height,
            facecolor=colour,
            linewidth=0,
            transform=figure.transSubfigure,
        )
    )


def _short(chips: float) -> str:
    return (
        signed(chips, 2) if abs(chips) < 10 else signed(chips, 1) if abs(chips) < 1000 else signed(chips, 0)
    )


_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"
_CELL = (
    f"border:1px solid {PAPER};width:60px;min-width:60px;height:52px;padding:1px 3px;vertical-align:top;"
    "text-align:left;line-height:1.15;color:#000000"
)


def table(grid: Any) -> str:
    """Return the grid as HTML, with a caption above it and the legend below."""
    columns = max(len(row) for row in grid.cells)
    rows = "\n".join("<tr>" + "".join(_html_cell(grid, cell) for cell in row) + "</tr>" for row in grid.cells)
    legend = "".join(
        f'<div><span style="display:inline-block;width:14px;height:14px;margin-right:6px;vertical-align:-2px;'
        f'background:{colour}"></span>{escape(words)}</div>'
        for colour, words in zip(grid.colours, grid.legend(), strict=True)
    )
    notes = "".join(f'<div style="color:{MUTED}">{escape(note)}</div>' for note in (FILLED, *grid.notes))
    return (
        f'<table style="border-collapse:collapse;background:{PAPER};color:{INK};{_FONT};font-size:12px">\n'
        f'<caption style="text-align:left;padding:4px 0 8px;font-size:16px;background:{PAPER};color:{INK}">'
        f"{escape(grid.title)}</caption>\n<tbody>\n{rows}\n</tbody>\n"
        f'<tfoot><tr><td colspan="{columns}" style="padding:10px 0 4px;text-align:left;background:{PAPER}">'
        f"{_html_bar(grid)}{legend}{notes}</td></tr></tfoot>\n</table>"
    )


def _html_cell(grid: Any, cell: Any) -> str:
    if not cell.count:
        return f'<td style="{_CELL};background:{PAPER};border:1px solid {GRID}"></td>'
    if not cell.reach > 0:
        name = escape(cell.name)
        return f'<td style="{_CELL};background:{EMPTY};color:{MUTED}" title="{name}: never here">{name}</td>'
    low = 100 * (1 - grid.height(cell))
    paint = (
        f"linear-gradient(to bottom,{EMPTY} {low:.4g}%,transparent {low:.4g}%),"
        f"linear-gradient(to right,{_stops(grid.colours, cell.shares)})"
    )
    said = [f"{cell.name}: {cell.count:g} hands, reach {100 * cell.reach:.3g} %"]
    small = []
    for k, action in enumerate(grid.actions):
        words = f"{action} {percent(cell.shares[k])}"
        if cell.values is not None and not np.isnan(cell.values[k]):
            chips = float(cell.values[k])
            words += f", worth {grid.worth(chips, 3)}"
            small.append(f"{grid.letters[k]} {signed(chips, 1)}")
        said.append(words)
    lines = "".join(f'<div style="font-size:9px">{escape(line)}</div>' for line in small)
    hint = escape("\n".join(said), quote=True)
    return f'<td style="{_CELL};background:{paint}" title="{hint}"><b>{escape(cell.name)}</b>{lines}</td>'


def _stops(colours: Any, shares: Any) -> str:
    stops, at = [], 0.0
    for colour, share in zip(colours, shares, strict=True):
        if share > 0:
            stops.append(f"{colour} {100 * at:.4g}% {100 * (at + share):.4g}%")
            at += share
    return ",".join(stops)


def _html_bar(grid: Any) -> str:
    if np.isnan(grid.totals).any():
        return ""
    return (
        f'<div style="height:16px;margin-bottom:6px;border:1px solid {GRID};'
        f'background:linear-gradient(to right,{_stops(grid.colours, grid.totals)})"></div>'
    )


_CELL_LETTERS = 6  # letters


def lines(grid: Any, *, colour: bool) -> Text:
    """Return the title, the grid and the legend as text, 78 letters wide; without colours classes name their main action."""
    from rich.style import Style
    from rich.text import Text

    text = Text("", no_wrap=True, overflow="ignore", end="")
    for line in _wrapped(grid.title):
        text.append(f"{line}\n")
    valued = grid.total_values is not None
    for row in grid.cells:
        for cell in row:
            style = Style(bold=True) if cell.reach > 0 else Style(dim=True)
            text.append((cell.name if cell.count else "").rjust(_CELL_LETTERS), style)
        text.append("\n")
        for cell in row:
            if colour and cell.reach > 0:
                text.append(" ")
                for action in _painted(cell.shares):
                    text.append(" ", Style(bgcolor=grid.colours[action]))
            else:
                text.append(_most(grid, cell).rjust(_CELL_LETTERS), Style(dim=not cell.reach > 0))
        text.append("\n")
        if valued:
            text.append("".join(_value(cell).rjust(_CELL_LETTERS) for cell in row) + "\n")
        text.append("\n")
    for line, painted in zip(grid.legend(), grid.colours, strict=True):
        if colour:
            text.append("   ", Style(bgcolor=painted)).append(" ")
        text.append(f"{line}\n")
    if not colour:
        letters = ", ".join(map(" ".join, zip(_letters(grid.actions), grid.actions, strict=True)))
        for line in _wrapped(f"of each hand the most frequent action and its percentage: {letters}"):
            text.append(f"{line}\n")
    if valued:
        text.append("below it what the strategy wins with the hand, in chips\n")
    for note in grid.notes:
        for line in _wrapped(note):
            text.append(f"{line}\n")
    return text


def _letters(actions: Sequence[str]) -> list[str]:
    """Return one letter for each action: f fold, c check or call, a all-in, and bets and raises from r on."""
    bets = [action for action in actions if action.startswith(("bet", "raise"))]
    return [chr(ord("r") + bets.index(a)) if a in bets else a[0] for a in actions]


def _most(grid: Any, cell: Any) -> str:
    if not cell.reach > 0:
        return "·" if cell.count else ""
    k = int(np.argmax(cell.shares))
    return f"{_letters(grid.actions)[k]}{100 * cell.shares[k]:.0f}"


def _value(cell: Any) -> str:
    if not cell.reach > 0 or np.isnan(cell.value):
        return ""
    return next(
        text for digits in (1, 0) if len(text := signed(cell.value, digits)) < _CELL_LETTERS or digits == 0
    )


def _painted(shares: Any) -> list[int]:
    """Return the action of each of a cell's five letters."""
    ends = np.cumsum(shares)
    return [
        min(int((ends <= (k + 0.5) / (_CELL_LETTERS - 1)).sum()), len(shares) - 1)
        for k in range(_CELL_LETTERS - 1)
    ]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, 79)


FOLD, PASSIVE, ALL_IN = "#7fb2e5", "#f6e9a8", "#c8688f"
#: Bets and raises from the smallest to the largest.
BETS = ("#f2b073", "#ea8f55", "#dd7145", "#cf5c3c")


def action_colours(actions: Sequence[str]) -> list[str]:
    """Return the colour ``#rrggbb`` of each action of a node, by its name."""
    bets = [action for action in actions if action.startswith(("bet", "raise"))]
    found = []
    for action in actions:
        if action in bets:
            place = bets.index(action) / max(1, len(bets) - 1) if len(bets) > 1 else 1 / 3
            found.append(BETS[round(place * (len(BETS) - 1))])
        else:
            found.append({"fold": FOLD, "all-in": ALL_IN}.get(action.split()[0], PASSIVE))
    return found


_ACROSS = 13  # cells per row if players hold one card


@dataclass(frozen=True, eq=False)
class Cell:
    """A hand class, or a hand.

    Attributes:
        name: Name of the class or hand.
        count: Number of hands that the board allows, 0 for none.
        reach: Probability, 0 to 1, that the own actions of the player to act lead here; mean over the hands.
        shares: float64 [actions], weighted by reach.
        values: float64 [actions], chips, or None.
        value: EV of the strategy in chips, with all actions at their frequencies; NaN without values.
        note: Additional note in a figure.
    """

    name: str
    count: float
    reach: float
    shares: NDArray[np.float64]
    values: NDArray[np.float64] | None
    value: float
    note: str = ""


@dataclass(frozen=True, eq=False)
class StrategyGrid(Picture):
    """A picture of a strategy at a node. Made by `strategy_grid`.

    Attributes:
        title: Title of the picture.
        cells: Rows of hand classes, AA first, or of hands if players hold one card.
        actions: Names of the actions.
        letters: Letter of each action.
        colours: Colour of each action.
        totals: float64 [actions], frequency of each action over the range, with hands weighted by reach.
        total_values: float64 [actions] or `None`, EV of each action over the range in chips. Hands are weighted by how
            often they get here if both players follow their strategies.
        unit: Unit of values besides chips, or `None`.
        notes: Explanations of the numbers.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    actions: tuple[str, ...]
    letters: tuple[str, ...]
    colours: tuple[str, ...]
    totals: NDArray[np.float64]
    total_values: NDArray[np.float64] | None
    unit: Unit | None
    notes: tuple[str, ...]

    figure, html, lines = draw, table, lines

    def height(self, cell: Cell) -> float:
        """Return the coloured share of a cell's height, 0 to 1, which grows with reach from a quarter on.

        Args:
            cell: One of `cells`.
        """
        most = max((c.reach for c in self.all_cells() if c.reach > 0), default=0.0)
        return 0.25 + 0.75 * cell.reach / most if cell.reach > 0 else 0.0

    def all_cells(self) -> Iterator[Cell]:
        """Yield the cells, row by row."""
        return (cell for row in self.cells for cell in row)

    def legend(self) -> list[str]:
        """Return, for each action, its frequency over the range and its EV."""
        found = []
        for k, action in enumerate(self.actions):
            share = self.totals[k]
            words = f"{self.letters[k]}  {action} " + percent(share)
            if self.total_values is not None and not np.isnan(self.total_values[k]):
                chips = float(self.total_values[k])
                words += f", worth {self.worth(chips, 2)}"
            found.append(words)
        return found

    def worth(self, chips: float, digits: int) -> str:
        """Format an amount in chips and, if there is a unit, in thousandths of it.

        Args:
            chips: The amount in chips.
            digits: Digits after the point; thousandths have two fewer.
        """
        if self.unit is None:
            return f"{chips:.{digits}f} chips"
        return f"{signed(chips, digits)} chips ({signed(self.unit.milli(chips), digits - 2)} mb)"


def strategy_grid(at: NodeStrategy, *, title: str = "") -> StrategyGrid:
    """Return a picture of a strategy at a node: the 13 x 13 hand classes, or the hands if players hold one card.

    A class shows its action frequencies, which are means over the hands that the board allows, weighted by reach. The
    coloured height of a cell grows with reach.

    Args:
        at: Strategy from `pokerdata.games.strategies.node_strategy`; for EVs of actions pass it through
            `pokerdata.solving.public.valued`.
        title: Title of the picture; the default names game, board, player and path.
    """
    tree = at.saved.tree
    chips, call = pot(tree, at.node)
    history = tree.history(at.node)
    on = f" on {at.board}" if at.board else ""
    after = f" after {history}" if history else " at the start"
    notes = [
        f"pot {chips_text(chips)}, {call} to call; reach: player {at.player}'s own actions lead here with at most "
        f"{100 * at.reach.max(initial=0):.3g} %",
    ]
    if at.values is not None:
        where = f", over the buckets of {at.saved.abstraction}" if at.saved.abstraction else ""
        notes.append(f"worth: chips won over the whole hand when both go on by the strategy{where}")
        notes.append(f"mb: a thousandth of the {Unit.of(at.saved.rules)}")
    return StrategyGrid(
        title or f"{at.saved.label}: player {at.player}{on}{after}",
        _classes(at) if at.cards.cards.hole == 2 else _hands(at),
        tuple(at.actions),
        tuple(steps(tree, at.node)),
        tuple(action_colours(at.actions)),
        at.totals,
        at.total_values,
        Unit.of(at.saved.rules),
        tuple(notes),
    )


def _classes(at: NodeStrategy) -> tuple[tuple[Cell, ...], ...]:
    found, size = at.classes, len(at.classes.names)
    return tuple(
        tuple(
            Cell(
                name,
                float(found.counts[size * r + c]),
                float(np.nan_to_num(found.reach[size * r + c])),
                found.probabilities[size * r + c],
                None if found.values is None else found.values[size * r + c],
                float("nan") if found.worth is None else float(found.worth[size * r + c]),
            )
            for c, name in enumerate(row)
        )
        for r, row in enumerate(found.names)
    )


def _hands(at: NodeStrategy) -> tuple[tuple[Cell, ...], ...]:
    cells = [
        Cell(
            name,
            float(at.hands.counts[k]),
            float(at.reach[k]),
            at.probabilities[k] if at.reach[k] > 0 else np.full(len(at.actions), np.nan),
            None if at.values is None else at.values[k],
            float(at.worth[k]) if at.values is not None and at.reach[k] > 0 else float("nan"),
        )
        for k, name in enumerate(at.hands.names)
    ]
    return tuple(tuple(cells[start : start + _ACROSS]) for start in range(0, len(cells), _ACROSS))
