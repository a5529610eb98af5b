"""Pictures of the number of deals in each state of an abstraction, and of the first preflop decision as a grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import STREETS
from pokerdata.cards.combinations import CLASS_OF_COMBINATION, CLASS_SIZES, class_name
from pokerdata.games import ACTIONS
from pokerdata.pipeline.store import Table
from pokerdata.reports.pictures.figure import GRID, INK, MUTED, PAPER, TARGET, Picture, new_figure, styled
from pokerdata.solving.evaluation import TO_COMPARE, Scope

if TYPE_CHECKING:
    from rich.text import Text


_BAR = "#4499b4"
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_COLUMNS = 60  # width of blocks on the terminal


@dataclass(frozen=True, eq=False)
class StreetShares:
    """Share of a street's deals in each state.

    Attributes:
        street: Name of the street.
        state: Kind of state: bucket or bucket sequence.
        shares: float64 [states].
    """

    street: str
    state: str
    shares: NDArray[np.float64]

    def words(self) -> tuple[str, str]:
        """Return the number of states, and how even their shares are."""
        used = self.shares[self.shares > 0]
        empty = len(self.shares) - len(used)
        states = f"{len(self.shares):,} {self.state}s" + (f", {empty:,} of them empty" if empty else "")
        return f"{self.street}: {states}", f"{100 * used.min():.3g} % to {100 * used.max():.3g} % of deals"


@dataclass(frozen=True, eq=False, repr=False)
class Occupancy(Picture):
    """A picture of the share of deals in each state of preflop, flop, turn and river. Made by `occupancy`.

    Attributes:
        title: Title of the picture.
        streets: Shares of each street, in order.
    """

    title: str
    streets: tuple[StreetShares, ...]

    def figure(self, width: float = 9.0) -> Any:
        """Return a matplotlib figure with a panel for each street.

        Args:
            width: Width in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
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
        """Return inline SVG without external files."""
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
        """Return the title and the streets as rich's text.

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
    """Return a picture of the share of deals in each state of a table NAME_buckets.

    Args:
        table: A table NAME_buckets.

    Raises:
        TableError: If the table has no masses.
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


_COLOURS = {"fold": "#c3cad2", "check": "#9fc9a3", "call": "#8ec79a", "bet": "#ef9a6d", "raise": "#ef9a6d"}


def preflop_shares(strategy: Table, buckets: Table) -> tuple[list[str], NDArray[np.float64]]:
    """Return the actions of the first decision, and the share of each: float64 [13, 13, actions].

    Rows and columns are ranks from the ace down: pairs on the diagonal, suited hands above it, offsuit hands below. A cell
    is the mean over its combos.

    Args:
        strategy: A strategy table.
        buckets: Table with ``preflop_bucket``, the bucket of each combo b * (b - 1) / 2 + a of cards a < b, where a card is
            4 * rank + suit.
    """
    end = int(strategy["street1_first_row"][1])
    probability = np.asarray(strategy["street1"][:end], dtype=np.float64)
    bucket = np.asarray(buckets["preflop_bucket"])
    actions = [ACTIONS[a] for a in strategy["street1_actions"][:end]]
    shares = np.zeros((169, len(actions)))
    np.add.at(shares, CLASS_OF_COMBINATION, probability[:, bucket].T)
    return actions, (shares / CLASS_SIZES[:, None]).reshape(13, 13, len(actions))


def preflop_grid(strategy: Table, buckets: Table) -> Any:
    """Draw the 13 x 13 grid, with each cell divided among the actions of the first decision.

    Args:
        strategy: A strategy table.
        buckets: As for `preflop_shares`.

    Returns:
        A matplotlib figure.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
    """
    actions, shares = preflop_shares(strategy, buckets)
    a = strategy.attributes
    figure = new_figure(11, 12)
    with styled():
        axes = figure.add_axes((0.03, 0.02, 0.94, 0.862))
        axes.set(xlim=(0, 13), ylim=(13, 0))
        axes.set_axis_off()
        left = np.cumsum(shares, axis=2) - shares
        rows, columns = np.mgrid[0:13, 0:13]
        for k, action in enumerate(actions):
            axes.barh(
                rows.ravel() + 0.5,
                0.96 * shares[:, :, k].ravel(),
                left=columns.ravel() + 0.02 + 0.96 * left[:, :, k].ravel(),
                height=0.96,
                color=_COLOURS[action],
                linewidth=0,
                label=action,
            )
        for i in range(13):
            for j in range(13):
                axes.text(
                    j + 0.5,
                    i + 0.36,
                    class_name(i, j),
                    ha="center",
                    va="center",
                    fontsize=15,
                    fontweight="bold",
                )
                said = _percent(shares[i, j])
                size = min(12.0, 12.0 * 8 / len(said))  # a cell fits eight characters
                axes.text(j + 0.5, i + 0.75, said, ha="center", va="center", fontsize=size)
        axes.legend(
            ncols=len(actions),
            loc="lower right",
            bbox_to_anchor=(1.0, 1.0),
            frameon=False,
            fontsize=12,
            handlelength=1,
        )
        figure.text(0.034, 0.962, f"{a['game']}: the first decision before the flop", fontsize=17)
        figure.text(
            0.034,
            0.951,
            f"abstraction {a['abstraction']}, {a['algorithm']}; exploitability {_worth(a)}",
            va="top",
            fontsize=11,
            color=MUTED,
        )
        figure.text(
            0.034,
            0.893,
            f"Suited hands above the diagonal, pairs on it. Small figures: percent {'/'.join(actions)}.",
            fontsize=11,
            color=MUTED,
        )
        figure.set(facecolor=PAPER)
        for text in axes.texts:
            text.set_color(INK)
    return figure


def _worth(attributes: Mapping[str, Any]) -> str:
    mb = attributes.get("exploitability_mb_per_game")  # sampling algorithms do not report it
    return "not known" if mb is None else f"{mb:.3g} mb/g\n{Scope.stated(attributes)}\n{TO_COMPARE}"


def _percent(shares: NDArray[np.float64]) -> str:
    return "/".join(f"{100 * share:.0f}" for share in shares)
