"""How many deals fall into each state of an abstraction, street by street."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import STREETS
from pokerdata.reports.pictures.figure import GRID, INK, PAPER, TARGET, new_figure, styled
from pokerdata.reports.pictures.picture import Picture
from pokerdata.store import Table

if TYPE_CHECKING:
    from rich.text import Text

_BAR = "#4499b4"
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 60  # of blocks on the terminal


@dataclass(frozen=True, eq=False)
class StreetShares:
    """Share of the street's deals in each state.

    Attributes:
        street: Its name.
        state: What a state is: bucket or bucket sequence.
        shares: float64 [states].
    """

    street: str
    state: str
    shares: NDArray[np.float64]

    def words(self) -> tuple[str, str]:
        """How many states there are, and how even they are."""
        used = self.shares[self.shares > 0]
        empty = len(self.shares) - len(used)
        states = f"{len(self.shares):,} {self.state}s" + (f", {empty:,} of them empty" if empty else "")
        return f"{self.street}: {states}", f"{100 * used.min():.3g} % to {100 * used.max():.3g} % of deals"


@dataclass(frozen=True, eq=False, repr=False)
class Occupancy(Picture):
    """A picture of the shares of deals in each state of preflop, flop, turn and river. Made by `occupancy`.

    Attributes:
        title: Above the picture.
        streets: The shares of each street, in order.
    """

    title: str
    streets: tuple[StreetShares, ...]

    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure with a panel for each street.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        zoom = width / 9
        figure = new_figure(width, 6.6 * zoom)
        with styled():
            for place, street in enumerate(self.streets):
                axes = figure.add_axes(
                    (0.075 + 0.49 * (place % 2), 0.545 - 0.465 * (place // 2), 0.42, 0.325)
                )
                count, percent = len(street.shares), 100 * street.shares
                edges = np.arange(count + 1) - 0.5
                axes.stairs(percent, edges, fill=True, facecolor=_BAR, edgecolor=_BAR, linewidth=0.5 * zoom)
                if count <= 32:
                    axes.vlines(edges, 0, percent.max(), color=PAPER, linewidth=1.2 * zoom)
                axes.axhline(100 / count, color=TARGET, linewidth=1 * zoom, linestyle="--")
                axes.set(xlim=(-0.5, count - 0.5), ylim=(0, None))
                axes.xaxis.get_major_locator().set_params(integer=True)
                axes.tick_params(labelsize=9 * zoom)
                axes.set_xlabel(street.state, fontsize=9 * zoom, labelpad=2)
                axes.set_ylabel("% of deals", fontsize=9 * zoom)
                axes.set_title("\n".join(street.words()), fontsize=8.5 * zoom, loc="left")
            figure.text(0.02, 0.955, self.title, fontsize=14 * zoom, color=INK)
            figure.text(0.98, 0.957, "dashed: all alike", fontsize=9 * zoom, color=TARGET, ha="right")
        return figure

    def html(self) -> str:
        """Inline SVG that needs nothing else."""
        panels = "\n".join(
            f"<div>{escape('; '.join(s.words()))}</div>\n{_svg(s.shares)}" for s in self.streets
        )
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n{panels}\n</div>'
        )

    def lines(self, *, colour: bool) -> Text:
        """Title and streets as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n", no_wrap=True, overflow="ignore", end="")
        for street in self.streets:
            parts = [part.mean() for part in np.array_split(street.shares, min(_COLUMNS, len(street.shares)))]
            blocks = "".join(_EIGHTHS[round(8 * part / max(parts))] for part in parts)
            text.append(f"\n{'; '.join(street.words())}\n").append(f"{blocks}\n", "cyan" if colour else "")
        return text


def occupancy(table: Table) -> Occupancy:
    """The picture of the shares of deals in each state of a table NAME_buckets.

    Args:
        table: A table NAME_buckets.

    Raises:
        TableError: For a table without masses.
    """
    recall = table.attributes.get("recall", "perfect")
    state = "bucket sequence" if recall == "perfect" else "bucket"
    streets = []
    for street in STREETS:
        mass = np.asarray(table[f"{street}_mass"], np.float64)
        name = "bucket" if street == "preflop" else state
        streets.append(StreetShares(street, name, mass / mass.sum()))
    return Occupancy(f"{table.name}: deals in each {state}", tuple(streets))


def _svg(shares: NDArray[np.float64], width: int = 640, height: int = 90) -> str:
    step, top = width / len(shares), float(shares.max())
    bars = "".join(
        f'<rect x="{k * step:.2f}" y="{height * (1 - share / top):.2f}" width="{max(0.5, step - 0.8):.2f}" '
        f'height="{height * share / top:.2f}" fill="{_BAR}"><title>{k}: {100 * share:.4g} %</title></rect>'
        for k, share in enumerate(shares)
    )
    even = height * (1 - 1 / len(shares) / top)
    line = f'<line x1="0" y1="{even:.2f}" x2="{width}" y2="{even:.2f}" stroke="{TARGET}" stroke-dasharray="6 4"/>'
    frame = f'<line x1="0" y1="{height}" x2="{width}" y2="{height}" stroke="{GRID}"/>'
    size = f'width="{width}" height="{height + 8}" viewBox="0 0 {width} {height + 8}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{bars}{line}{frame}</svg>'
