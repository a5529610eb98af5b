"""Matrices as heat maps: the transition matrices of an abstraction."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import STREETS
from pokerdata.reports.pictures.colours import Scale
from pokerdata.reports.pictures.figure import INK, PAPER, new_figure, styled
from pokerdata.reports.pictures.picture import Picture
from pokerdata.store import Table
from pokerdata.support.text import fitted

if TYPE_CHECKING:
    from rich.text import Text

_SHADES = " ·░▒▓█"
_MOST = 40  # rows and columns outside of PNG and SVG; larger matrices are shown as means of blocks


@dataclass(frozen=True, eq=False)
class MatrixMap(Picture):
    """A picture of a matrix, the first row at the top. Made by `transitions`.

    values: float64 [rows, columns], from 0 on. unit: of the values. axes: what rows and columns are.
    """

    title: str
    values: NDArray[np.float64]
    unit: str
    axes: tuple[str, str]

    @property
    def scale(self) -> Scale:
        """From 0 to the largest value."""
        return Scale(0.0, float(self.values.max()))

    def figure(self, width: float = 9.0) -> Any:
        from matplotlib.colors import ListedColormap

        zoom = width / 9
        figure = new_figure(width, 8.6 * zoom)
        with styled():
            axes = figure.add_axes((0.1, 0.08, 0.74, 0.82))
            shown = axes.imshow(
                self.values,
                cmap=ListedColormap(self.scale.steps(256)),
                vmin=0,
                vmax=self.scale.high,
                aspect="auto",
                interpolation="nearest",
            )
            for axis in (axes.xaxis, axes.yaxis):
                axis.get_major_locator().set_params(integer=True)
            axes.tick_params(labelsize=10 * zoom)
            axes.set_ylabel(self.axes[0], fontsize=11 * zoom)
            axes.set_xlabel(self.axes[1], fontsize=11 * zoom)
            bar = figure.colorbar(shown, cax=figure.add_axes((0.87, 0.08, 0.025, 0.82)))
            bar.outline.set_visible(False)
            bar.ax.tick_params(labelsize=9 * zoom)
            size = min(14.0, 14.0 * 70 / len(self.title)) * zoom
            figure.text(0.02, 0.955, self.title, fontsize=size, color=INK)
            figure.text(0.02, 0.925, self.unit, fontsize=10 * zoom, color=INK)
        return figure

    def html(self) -> str:
        """A ``<table>`` that needs nothing else; of blocks, where the matrix is large."""
        blocks = _blocks(self.values)
        side = max(4, 560 // max(blocks.shape))
        rows = "".join(
            "<tr>"
            + "".join(
                f'<td style="width:{side}px;height:{side}px;padding:0;background:{self.scale.colour(float(v))}" '
                f'title="{v:.4g}"></td>'
                for v in row
            )
            + "</tr>\n"
            for row in blocks
        )
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n'
            f"<div>{escape(self._words())}</div>\n"
            f'<table style="border-collapse:collapse">\n{rows}</table>\n</div>'
        )

    def lines(self, *, colour: bool) -> Text:
        from rich.style import Style
        from rich.text import Text

        text = Text(
            f"{fitted(self.title)}\n{fitted(self._words())}\n\n", no_wrap=True, overflow="ignore", end=""
        )
        for row in _blocks(self.values):
            for value in row:
                place = self.scale.position(float(value))
                if colour:
                    text.append("  ", Style(bgcolor=self.scale.colour(float(value))))
                else:
                    text.append(2 * _SHADES[min(len(_SHADES) - 1, int(place * len(_SHADES)))])
            text.append("\n")
        return text

    def _words(self) -> str:
        rows, columns = self.values.shape
        size = f"{rows:,} x {columns:,}, rows: {self.axes[0]}, columns: {self.axes[1]}"
        blocks = "" if _blocks(self.values).shape == self.values.shape else "; shown in blocks"
        return f"{self.unit}; 0 to {self.values.max():.3g}; {size}{blocks}"


def transitions(table: Table, street: str = "flop", *, joint: bool = False) -> MatrixMap:
    """The matrix of a table NAME_transitions that leads to a street: flop, turn or river.

    One player's, whose rows are his sequences on the street before and columns his buckets; or, ``joint``, that of both
    players' sequences. Raises ValueError for another street, TableError for another table.
    """
    if street not in STREETS[1:]:
        raise ValueError(f"bad street {street!r}: want flop, turn or river, e.g. 'flop'")
    dataset = f"{street}_{'joint' if joint else 'player'}"
    values = np.asarray(table[dataset], np.float64)
    said = table.dataset_attributes(dataset)
    rows, columns = said["axes"]
    title = f"{table.name}: to the {street}, {'both players' if joint else 'one player'}"
    return MatrixMap(title, values, str(said["units"]), (str(rows), str(columns)))


def _blocks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means of blocks, so that there are at most `_MOST` rows and columns."""
    for axis in (0, 1):
        parts = np.array_split(values, min(_MOST, values.shape[axis]), axis=axis)
        values = np.stack([part.mean(axis=axis) for part in parts], axis=axis)
    return values
