"""Grids of cells coloured by a value, for the 169 hand classes or the 52 cards, by matplotlib, in HTML and as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.html import ABSENT, FAINT, Scale, ink_on
from pokerdata.cards import COMBINATION_COUNT, DECK_SIZE, RANKS, SUITS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.ranges import Range
from pokerdata.reports.pictures.figure import GRID, INK, PAPER, Picture, new_figure, styled
from pokerdata.reports.pictures.spot_grid import ValueGrid

if TYPE_CHECKING:
    from rich.text import Text


_DESIGN = 9.0  # inches for which the sizes of letters are given
_BAR_STEPS = 128


def draw(heat: ValueGrid, width: float = _DESIGN) -> Any:
    """Draw a figure of ``width`` inches: the title, the grid and a colour bar with the unit."""
    rows, columns = heat.values.shape
    zoom = width / _DESIGN
    cell = 0.94 * _DESIGN / columns
    top, bottom = (
        (0.62 if heat.title else 0.25),
        0.95,
    )  # inches above and below the grid, in the design's size
    tall = min(cell, 0.68)
    height = rows * tall + top + bottom
    figure = new_figure(width, zoom * height)
    with styled():
        draw_cells(figure.add_axes((0.03, bottom / height, 0.94, rows * tall / height)), heat, zoom)
        if heat.title:
            size = min(16.0, 16.0 * 62 / len(heat.title)) * zoom
            figure.text(0.032, 1 - 0.36 / height, heat.title, fontsize=size, color=INK, va="center")
        draw_bar(figure, heat, zoom, height)
        figure.set(facecolor=PAPER)
    return figure


def draw_cells(axes: Any, heat: ValueGrid, zoom: float) -> None:
    """Draw the grid.

    Args:
        axes: Axes to draw on.
        heat: The grid's values.
        zoom: Width of the figure divided by 9 inches.
    """
    rows, columns = heat.values.shape
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    axes.set_axis_off()
    for row in range(rows):
        for column in range(columns):
            _cell(axes, heat, row, column, zoom)


def _cell(axes: Any, heat: ValueGrid, row: int, column: int, zoom: float) -> None:
    from matplotlib.patches import Rectangle

    label = heat.label(row, column)
    background = heat.scale.colour(float(heat.values[row, column])) if label else ABSENT
    ink = ink_on(background) if label else FAINT
    box = Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, facecolor=background, linewidth=0)
    if not label:
        box.set(edgecolor=GRID, linewidth=0.8 * zoom)
    axes.add_patch(box)
    place = {"ha": "center", "va": "center", "color": ink}
    name_at = row + (0.36 if label else 0.5)
    weight = "bold" if label else "normal"
    axes.text(column + 0.5, name_at, heat.names[row][column], fontsize=13 * zoom, fontweight=weight, **place)
    size = min(9.5, 9.5 * 6 / max(1, len(label)))
    axes.text(column + 0.5, row + 0.74, label, fontsize=size * zoom, **place)


def draw_bar(figure: Any, heat: ValueGrid, zoom: float, height: float) -> None:
    """Draw the colour bar in the lowest 0.9 inches of a 9-inch design with a height of ``height`` inches."""
    from matplotlib.colors import ListedColormap
    from matplotlib.ticker import MaxNLocator

    low, high = heat.scale.low, heat.scale.high
    axes = figure.add_axes((0.03, 0.56 / height, 0.4, 0.17 / height))
    if low == high:
        axes.set_axis_off()
        figure.text(
            0.03, 0.3 / height, f"all {heat.number(low)} {heat.unit}", fontsize=10.5 * zoom, color=INK
        )
        return
    edges = np.linspace(low, high, _BAR_STEPS + 1)
    axes.set(xlim=(low, high), ylim=(0, 1), yticks=[])
    colours = ListedColormap(heat.scale.steps(_BAR_STEPS))
    axes.pcolormesh(edges, [0, 1], [edges[1:]], cmap=colours, edgecolors="face", linewidth=0.3 * zoom)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=heat.digits == 0))
    axes.tick_params(labelsize=10 * zoom, length=3 * zoom, width=0.8 * zoom)
    for spine in axes.spines.values():
        spine.set(visible=False)
    axes.annotate(
        heat.unit,
        (1, 0.5),
        xycoords="axes fraction",
        xytext=(10 * zoom, 0),
        textcoords="offset points",
        va="center",
        fontsize=11 * zoom,
        color=INK,
    )


_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"
_CELL = f"border:1px solid {PAPER};width:52px;min-width:52px;height:40px;padding:0;text-align:center;line-height:1.15"


def table(heat: ValueGrid) -> str:
    """Return the grid as HTML, with a caption above it and the colour bar below."""
    columns = len(heat.names[0])
    rows = "\n".join(
        "<tr>" + "".join(_html_cell(heat, row, column) for column in range(columns)) + "</tr>"
        for row in range(len(heat.names))
    )
    return (
        f'<table style="border-collapse:collapse;background:{PAPER};color:{INK};{_FONT};font-size:13px">\n'
        f'<caption style="text-align:left;padding:4px 0 8px;font-size:16px;background:{PAPER};color:{INK}">'
        f"{escape(heat.title)}</caption>\n"
        f"<tbody>\n{rows}\n</tbody>\n"
        f'<tfoot><tr><td colspan="{columns}" style="padding:10px 0 4px;text-align:left;background:{PAPER}">'
        f"{_bar(heat)}</td></tr></tfoot>\n</table>"
    )


def _html_cell(heat: ValueGrid, row: int, column: int) -> str:
    name, label = heat.names[row][column], heat.label(row, column)
    if not label:
        style = f"background:{ABSENT};color:{FAINT};border:1px solid {GRID}"
        return f'<td style="{_CELL};{style}" title="{name}: absent">{name}</td>'
    value = float(heat.values[row, column])
    background = heat.scale.colour(value)
    hint = escape(f"{name}: {value:.10g} {heat.unit}", quote=True)
    return (
        f'<td style="{_CELL};background:{background};color:{ink_on(background)}" title="{hint}">'
        f'<b>{name}</b><br><span style="font-size:11px">{label}</span></td>'
    )


def _bar(heat: ValueGrid) -> str:
    stops = ",".join(heat.scale.steps(13))
    low, high = heat.number(heat.scale.low), heat.number(heat.scale.high)
    return (
        f'{low} <span style="display:inline-block;width:220px;height:12px;margin:0 6px;vertical-align:middle;'
        f'border:1px solid {GRID};background:linear-gradient(to right,{stops})"></span> {high} '
        f"<span>{escape(heat.unit)}</span>"
    )


_BAR = 26


def lines(heat: ValueGrid, *, colour: bool) -> Text:
    """Return the title, the grid and the scale as text; without colours the rows are spaced and the scale is in words."""
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
    return text.append_text(_text_bar(heat) if colour else _range(heat))


def _text_bar(heat: ValueGrid) -> Text:
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


@dataclass(frozen=True, eq=False, repr=False)
class HeatMap(ValueGrid, Picture):
    """A picture of values in a grid. Made by `heat_map` or `card_map`.

    Attributes:
        names: Names of the cells, row by row.
        values: float64 [rows, columns]; NaN is an absent cell.
        title: Title of the picture.
        unit: Unit of the values.
        scale: Scale of the colours.
        digits: Digits after the point.
    """

    figure, html, lines = draw, table, lines


def heat_map(
    values: ArrayLike | Range,
    *,
    title: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    centre: float | None = None,
    digits: int | None = None,
) -> HeatMap:
    """Return the 13 x 13 grid of starting hands: pairs on the diagonal, suited hands above it, offsuit hands below.

    Args:
        values: A number for each of the 169 classes ([169] or [13, 13], AA first, then AKs). Or a number for each of the
            1,326 combos ([1326], shown as class means). Or a `Range` or its text, shown as mean weights. NaN is absent: a
            cell is empty if all values of its class are NaN, or a range gives it no weight.
        title: Title of the picture; the default for a range is its text.
        unit: Unit of the values, such as "EHS"; required except for a range.
        low: Lower end of the colour scale. The default is the smallest value, or 0 for a range.
        high: Upper end of the colour scale. The default is the largest value, or at least 1 for a range.
        centre: Value from which colours run in two directions.
        digits: Digits after the point; the default shows three significant digits.

    Raises:
        ValueError: If the shape is wrong, a value is infinite, there is no value, the unit is missing, or the scale has no
            width.
    """
    if isinstance(values, Range | str):
        chosen = values if isinstance(values, Range) else Range(values)
        weights = chosen.class_weights()
        if not weights.any():
            raise ValueError(
                f"range: expected a hand with a weight above 0, got {str(chosen)!r}; e.g. 'QQ+,AKs'"
            )
        title, unit, low = title or _shortened(str(chosen)), unit or "weight", 0.0 if low is None else low
        high = max(1.0, float(weights.max())) if high is None else high
        of_class = np.where(weights > 0, weights, np.nan)
        if digits is None:
            digits = next((d for d in range(3) if np.array_equal(weights, weights.round(d))), 3)
    else:
        of_class = _class_values(_numbers(values))
    rows = tuple(CLASS_NAMES[start : start + 13] for start in range(0, CLASS_COUNT, 13))
    return _checked(rows, of_class.reshape(13, 13), title, unit, (low, high, centre), digits)


def card_map(
    values: ArrayLike,
    *,
    title: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    centre: float | None = None,
    digits: int | None = None,
) -> HeatMap:
    """Return a picture of the 52 cards: a row for each suit from spades to clubs, a column for each rank from the ace down.

    Args:
        values: [52], by card number (4 * rank + suit); NaN is absent.
        title: Title of the picture.
        unit: Unit of the values; required.
        low: Lower end of the colour scale; the default is the smallest value.
        high: Upper end of the colour scale; the default is the largest value.
        centre: Value from which colours run in two directions.
        digits: Digits after the point; the default shows three significant digits.

    Raises:
        ValueError: As for `heat_map`.
    """
    array = _numbers(values)
    if array.shape != (DECK_SIZE,):
        raise ValueError(
            f"values: expected shape (52,), a number for each card, got {array.shape}; e.g. np.zeros(52)"
        )
    names = tuple(tuple(rank + suit for rank in RANKS[::-1]) for suit in SUITS[::-1])
    return _checked(names, array.reshape(13, 4).T[::-1, ::-1], title, unit, (low, high, centre), digits)


def _numbers(values: ArrayLike) -> NDArray[np.float64]:
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"values: expected numbers, or a range, got {type(values).__name__}; e.g. np.zeros(169) or 'QQ+,AKs'"
        )
    return array.astype(np.float64)


def _class_values(array: NDArray[np.float64]) -> NDArray[np.float64]:
    if array.shape == (COMBINATION_COUNT,):
        there = ~np.isnan(array)
        count = np.bincount(CLASS_OF_COMBINATION[there], minlength=CLASS_COUNT)
        total = np.bincount(CLASS_OF_COMBINATION[there], array[there], minlength=CLASS_COUNT)
        means: NDArray[np.float64] = np.divide(
            total, count, out=np.full(CLASS_COUNT, np.nan), where=count > 0
        )
        return means
    if array.shape in ((CLASS_COUNT,), (13, 13)):
        return array.ravel()
    raise ValueError(
        f"values: expected shape (169,), (13, 13) or (1326,), or a range, got {array.shape}; e.g. np.zeros(169)"
    )


def _checked(
    names: Sequence[tuple[str, ...]],
    values: NDArray[np.float64],
    title: str,
    unit: str,
    ends: tuple[float | None, float | None, float | None],
    digits: int | None,
) -> HeatMap:
    for word, name, example in ((title, "title", "'All-in equity'"), (unit, "unit", "'EHS'")):
        if not isinstance(word, str):
            raise ValueError(f"{name}: expected text, got {word!r}; e.g. {example}")
    if not unit.strip():
        raise ValueError(
            "unit: expected the unit of the values, which is the name of the colour bar, got none; e.g. 'EHS'"
        )
    there = values[~np.isnan(values)]
    if there.size == 0 or not np.isfinite(there).all():
        raise ValueError(
            "values: expected finite numbers, or NaN for what is absent, got "
            f"{'NaN alone' if there.size == 0 else 'infinite ones'}; e.g. np.zeros(169)"
        )
    if digits is None:
        digits = _digits(there)
    elif isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= 9:
        raise ValueError(f"digits: expected 0 to 9 after the point, got {digits!r}; e.g. 3")
    low, high, centre = ends
    scale = Scale(
        _end(low, "low", float(there.min())),
        _end(high, "high", float(there.max())),
        None if centre is None else _end(centre, "centre", 0.0),
    )
    if scale.low > scale.high or (centre is not None and not scale.low <= centre <= scale.high):
        raise ValueError(
            f"scale: expected low, centre and high to rise, got {scale.low:g}, {centre} and {scale.high:g}; e.g. "
            "low=0, high=1"
        )
    values = values.copy()
    values.setflags(write=False)
    return HeatMap(tuple(names), values, title, unit, scale, digits)


def _end(value: object, name: str, otherwise: float) -> float:
    if value is None:
        return otherwise
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name}: expected a finite number, got {value!r}; e.g. 0.5")
    return float(value)


def _digits(values: NDArray[np.float64]) -> int:
    """Return the digits after the point that show three digits of the largest value; 0 if all values are whole."""
    largest = float(np.abs(values).max())
    if largest == 0 or np.all(values == np.round(values)):
        return 0
    return min(9, max(0, 2 - math.floor(math.log10(largest * (1 - 1e-9)))))


def _shortened(text: str, most: int = 70) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(",", 1)[0] + ",…"
