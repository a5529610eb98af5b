"""Matrices as heat maps: transitions of an abstraction, and other datasets of tables."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.estimates import fixed
from pokerdata._support.extras import imported_for
from pokerdata._support.html import Scale, ink_on
from pokerdata._support.text import fitted
from pokerdata.cards import COMBINATION_COUNT, STREETS, as_cards, format_cards
from pokerdata.cards.combinations import CLASS_COUNT
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import Table
from pokerdata.reports.pictures.figure import INK, PAPER, Picture, new_figure, styled
from pokerdata.reports.pictures.heat_map import HeatMap, heat_map

if TYPE_CHECKING:
    from rich.text import Text


_SHADES = " ·░▒▓█"
_MOST = 40  # rows and columns outside PNG and SVG; larger matrices are shown as means of blocks
_NUMBERED = (40, 12)  # largest matrix with values in its cells
_LINES = 40  # maximum number of lines between blocks
_LEAST_REACH = 0.05  # relative to the mean: smaller differences get no colour


@dataclass(frozen=True, eq=False, repr=False)
class MatrixMap(Picture):
    """A picture of a matrix, with the first row at the top. Made by `transitions`.

    Attributes:
        title: Title of the picture.
        values: float64 [rows, columns], 0 or more.
        unit: Unit of the values.
        axes: Meaning of rows and columns.
        block: Number of rows that belong together, and of columns if there are as many columns as rows; 0 for none.
    """

    title: str
    values: NDArray[np.float64]
    unit: str
    axes: tuple[str, str]
    block: int = 0

    @cached_property
    def scale(self) -> Scale:
        """Colour scale around the mean of the positive values, as wide as 90 % of them need.

        It starts at 0 if 90 % of the values reach that far.
        """
        held = self.values[self.values > 0]
        if held.size == 0:
            return Scale(0.0, 1.0)
        centre = float(held.mean())
        reach = max(_LEAST_REACH * centre, float(np.quantile(np.abs(held - centre), 0.9)))
        if reach < centre:
            return Scale(centre - reach, centre + reach, centre)
        return Scale(0.0, float(np.quantile(held, 0.98)))

    @property
    def numbered(self) -> bool:
        """Whether cells show their values."""
        rows, columns = self.values.shape
        return bool(rows <= _NUMBERED[0] and columns <= _NUMBERED[1])

    def figure(self, width: float = 9.0) -> Any:
        """Return a matplotlib figure of the title, the matrix and a colour bar with the unit.

        Args:
            width: Width in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
        """
        with imported_for("pictures"):
            from matplotlib.colors import ListedColormap

        zoom = width / 9
        height = (8.6 if len(self.values) > 8 else 6.0) * zoom
        figure = new_figure(width, height)
        low, inch = self.scale.low, zoom / height
        bottom, tall = 0.75 * inch, 1 - 1.75 * inch
        with styled():
            axes = figure.add_axes((0.1, bottom, 0.74, tall))
            shown = axes.imshow(
                self.values,
                cmap=ListedColormap(self.scale.steps(256)),
                vmin=low,
                vmax=self.scale.high,
                aspect="auto",
                interpolation="nearest",
            )
            for axis in (axes.xaxis, axes.yaxis):
                axis.get_major_locator().set_params(integer=True)
            axes.tick_params(labelsize=10 * zoom)
            axes.set_ylabel(self.axes[0], fontsize=11 * zoom)
            axes.set_xlabel(self.axes[1], fontsize=11 * zoom)
            self._set_apart(axes, zoom)
            if self.numbered:
                self._number(axes, zoom)
            extend = {
                (True, True): "both",
                (True, False): "min",
                (False, True): "max",
                (False, False): "neither",
            }[bool(self.values.min() < low), bool(self.values.max() > self.scale.high)]
            bar = figure.colorbar(shown, cax=figure.add_axes((0.87, bottom, 0.025, tall)), extend=extend)
            bar.outline.set_visible(False)
            bar.ax.tick_params(labelsize=9 * zoom)
            size = min(14.0, 14.0 * 70 / len(self.title)) * zoom
            figure.text(0.02, 1 - 0.35 * inch, self.title, fontsize=size, color=INK)
            below = "\n".join(textwrap.wrap(f"{self.unit}; {self._range()}", 105))
            figure.text(0.02, 1 - 0.48 * inch, below, fontsize=10 * zoom, color=INK, va="top")
        return figure

    def _set_apart(self, axes: Any, zoom: float) -> None:
        """Draw lines between blocks of rows, and of columns."""
        for count, line in zip(self.values.shape, (axes.axhline, axes.axvline), strict=True):
            if self.block and count > self.block and count // self.block <= _LINES:
                for at in range(self.block, count, self.block):
                    line(at - 0.5, color=PAPER, linewidth=1.2 * zoom)

    def _number(self, axes: Any, zoom: float) -> None:
        rows, columns = self.values.shape
        size = min(12.0, 110 / columns, 330 / rows) * zoom
        for (row, column), value in np.ndenumerate(self.values):
            axes.text(
                column,
                row,
                f"{value:.3f}",
                ha="center",
                va="center",
                fontsize=size,
                color=ink_on(self.scale.colour(float(value))),
            )

    def html(self) -> str:
        """Return a ``<table>`` without external files; large matrices are shown as means of blocks."""
        blocks = _blocks(self.values)
        side = max(4, 560 // max(blocks.shape))
        rows = "".join(
            "<tr>" + "".join(self._cell(float(value), side) for value in row) + "</tr>\n" for row in blocks
        )
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n'
            f"<div>{escape(self._words())}</div>\n"
            f'<table style="border-collapse:collapse">\n{rows}</table>\n</div>'
        )

    def _cell(self, value: float, side: int) -> str:
        background = self.scale.colour(value)
        style = f"width:{side}px;height:{side}px;padding:0;background:{background}"
        if not self.numbered:
            return f'<td style="{style}" title="{value:.4g}"></td>'
        style += f";color:{ink_on(background)};font-size:12px;text-align:center"
        return f'<td style="{style}" title="{value:.4g}">{fixed(value, 3)}</td>'

    def lines(self, *, colour: bool) -> Text:
        """Return the title, the matrix and the scale as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(
            f"{fitted(self.title)}\n{fitted(self._words())}\n\n", no_wrap=True, overflow="ignore", end=""
        )
        for row in _blocks(self.values):
            for value in row:
                self._append(text, float(value), colour)
            text.append("\n")
        return text

    def _append(self, text: Text, value: float, colour: bool) -> None:
        """Append a cell: its value if there are few cells, otherwise two characters."""
        from rich.style import Style

        place = self.scale.position(value)
        shade = 2 * _SHADES[min(len(_SHADES) - 1, int(place * len(_SHADES)))]
        said = f" {value:.3f}" if self.numbered else "  " if colour else shade
        background = self.scale.colour(value)
        text.append(said, Style(color=ink_on(background), bgcolor=background) if colour else "")

    def _words(self) -> str:
        rows, columns = self.values.shape
        size = f"{rows:,} x {columns:,}, rows: {self.axes[0]}, columns: {self.axes[1]}"
        blocks = "" if _blocks(self.values).shape == self.values.shape else "; shown in blocks"
        return f"{self.unit}; {self._range()}; {size}{blocks}"

    def _range(self) -> str:
        low, high = float(self.values.min()), float(self.values.max())
        if self.scale.centre is None:
            return f"{low:.6g} to {high:.6g}"
        return f"{low:.6g} to {high:.6g} around a mean of {self.scale.centre:.3g}"


def transitions(table: Table, street: str = "flop", *, joint: bool = False) -> MatrixMap:
    """Return a picture of the matrix in a table NAME_transitions that leads to a street.

    For one player, rows are its bucket sequences on the previous street and columns are its buckets. With `joint`, rows and
    columns are the sequences of both players.

    Args:
        table: A table NAME_transitions.
        street: 'flop', 'turn' or 'river'.
        joint: Whether to show both players' sequences.

    Raises:
        ValueError: If there is no such street.
        TableError: If the table is of another kind.
    """
    if street not in STREETS[1:]:
        raise ValueError(f"street: expected flop, turn or river, got {street!r}; e.g. 'flop'")
    dataset = f"{street}_{'joint' if joint else 'player'}"
    values = np.asarray(table[dataset], np.float64)
    said = table.dataset_attributes(dataset)
    rows, columns = said["axes"]
    title = f"{table.name}: to the {street}, {'both players' if joint else 'one player'}"
    buckets = table.attributes.get("buckets")
    block = int(buckets[STREETS.index(street)]) if buckets else 0
    return MatrixMap(title, values, str(said["units"]), (str(rows), str(columns)), block)


def _blocks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return means of blocks, so that there are at most `_MOST` rows and columns."""
    for axis in (0, 1):
        parts = np.array_split(values, min(_MOST, values.shape[axis]), axis=axis)
        values = np.stack([part.mean(axis=axis) for part in parts], axis=axis)
    return values


def table_map(table: Table, dataset: str, *, board: ArrayLike = (), centre: float | None = None) -> HeatMap:
    """Return the heat map of a dataset with a value for each of the 169 hand classes or the 1,326 combos.

    Integers are divided by the dataset's denominator; its sentinel is absent.

    Args:
        table: Any table.
        dataset: Its name.
        board: For a table of strength after the flop, which has a row for each board: the board, raw.
        centre: As for `heat_map`.

    Raises:
        TableError: If there is no such dataset.
        ValueError: If the dataset has another shape, or the board does not fit.
    """
    array, attributes = table[dataset], table.dataset_attributes(dataset)
    cards = as_cards(board, "board")
    title = f"{table.name}: {dataset}"
    if isinstance(table, StrengthTable) and array.ndim == 2:
        if cards.size == 0:
            raise ValueError(
                f"{table.name} has a row for each board: expected one of the {table.street}; e.g. --board '7s 6c As'"
            )
        array = table.row(cards, dataset)
        title += f" on {format_cards(cards)}"
    elif cards.size:
        raise ValueError(
            f"board: expected none, as {table.name}.{dataset} has no boards, got {format_cards(cards)}"
        )
    if array.dtype.kind not in "iuf" or array.shape not in ((CLASS_COUNT,), (COMBINATION_COUNT,)):
        raise ValueError(
            f"{table.name}.{dataset}: expected numbers for the {CLASS_COUNT} hand classes or the {COMBINATION_COUNT} "
            f"combinations, got {array.dtype} of shape {array.shape}; e.g. preflop_strength ehs"
        )
    return heat_map(
        _fractions(array, attributes), title=title, unit=_unit(dataset, attributes), centre=centre
    )


def preflop_buckets(table: Table) -> HeatMap:
    """Return a picture of the preflop bucket of each of the 169 hand classes.

    Args:
        table: A table NAME_buckets.

    Raises:
        TableError: If the table is of another kind.
    """
    bucket = np.asarray(table["preflop_bucket"])
    return heat_map(
        bucket, title=f"{table.name}: buckets before the flop", unit="bucket", low=0, high=int(bucket.max())
    )


def _fractions(array: NDArray[Any], attributes: Any) -> NDArray[np.float64]:
    values = array / np.float64(attributes.get("denominator", 1))
    if "absent" in attributes:
        values[array == attributes["absent"]] = np.nan
    return values


def _unit(dataset: str, attributes: Any) -> str:
    units = attributes.get("units")
    if units and "denominator" not in attributes:
        return str(units)
    return f"{dataset}, a fraction of 1" if "denominator" in attributes else dataset
