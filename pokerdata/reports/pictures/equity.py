"""Distribution of a hand's strength over the cards to come, by matplotlib, in HTML and as text."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.arguments import as_count
from pokerdata.cards import DECK_SIZE, as_cards, combinations_with, format_cards
from pokerdata.cards.deck import as_board
from pokerdata.cards.ranges import Range, as_range
from pokerdata.cards.strength import Distribution, distribution, schr
from pokerdata.reports.pictures.figure import GRID, INK, PAPER, Picture, grid_behind, new_figure, styled
from pokerdata.reports.pictures.heat_map import HeatMap, card_map, draw_bar, draw_cells

if TYPE_CHECKING:
    from rich.text import Text


BAR, MEAN, SQUARE = "#86b3c9", "#1d2f6f", "#a8480c"  # colours of bars and marks
LEFT_FROM = (0.15, 0.66)  # beyond these strengths a mark's label is on its left


@dataclass(frozen=True)
class Panel:
    """One distribution: its name, its strengths, and its number of run-outs."""

    title: str
    unit: str
    strengths: Distribution
    bins: int

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of the deals in each of the bins between 0 and 1."""
        counts = self.strengths.histogram(self.bins)
        shares: NDArray[np.float64] = counts / counts.sum()
        return shares

    @property
    def mean(self) -> float:
        return self.strengths.mean

    @property
    def root_mean_square(self) -> float:
        return float(np.sqrt(self.strengths.mean_square))

    def marks(self) -> tuple[tuple[float, str], tuple[float, str]]:
        """Return the marks on the axis of strength: the mean, and the root of the mean square."""
        square = self.strengths.mean_square
        return (self.mean, f"mean {self.mean:.4f}"), (
            self.root_mean_square,
            f"√E[HS²] {square**0.5:.4f}, E[HS²] {square:.4f}",
        )


@dataclass(frozen=True, eq=False, repr=False)
class EquityPanels:
    """Strength of a hand after the cards to come.

    Attributes:
        title: Title of the picture.
        panels: One panel on the turn, two on the flop; the last one is for the river.
        by_card: EHS after each next card, or HS if that card is the river.
    """

    title: str
    panels: tuple[Panel, ...]
    by_card: HeatMap


_DESIGN = 9.0  # inches for which the sizes of letters are given
_PANEL, _CELLS, _BELOW, _TOP = 2.45, 2.72, 0.9, 0.5  # heights in inches


def draw(shown: EquityPanels, width: float = _DESIGN) -> Any:
    """Draw a figure of ``width`` inches: the distributions, and below them the strength after each card."""
    zoom = width / _DESIGN
    height = _TOP + _PANEL * len(shown.panels) + 0.35 + _CELLS + _BELOW
    figure = new_figure(width, zoom * height)
    with styled():
        size = min(16.0, 16.0 * 62 / len(shown.title)) * zoom
        figure.text(0.03, 1 - 0.38 / height, shown.title, fontsize=size, color=INK, va="center")
        for k, panel in enumerate(shown.panels):
            bottom = height - _TOP - _PANEL * (k + 1) + 0.55
            _histogram(
                figure.add_axes((0.085, bottom / height, 0.885, (_PANEL - 0.95) / height)), panel, zoom
            )
        figure.text(
            0.03,
            (_BELOW + _CELLS + 0.13) / height,
            shown.by_card.title,
            fontsize=12 * zoom,
            color=INK,
            va="center",
        )
        axes = figure.add_axes((0.03, _BELOW / height, 0.94, _CELLS / height))
        draw_cells(axes, shown.by_card, zoom)
        draw_bar(figure, shown.by_card, zoom, height)
        figure.set(facecolor=PAPER)
    return figure


def _histogram(axes: Any, panel: Panel, zoom: float) -> None:
    shares = 100 * panel.shares
    edges = np.linspace(0, 1, len(shares) + 1)
    axes.bar(
        edges[:-1],
        shares,
        width=np.diff(edges),
        align="edge",
        color=BAR,
        edgecolor=PAPER,
        linewidth=0.6 * zoom,
    )
    top = 1.42 * shares.max()
    axes.set(xlim=(0, 1), ylim=(0, top), xticks=np.linspace(0, 1, 11))
    marks = zip(panel.marks(), (MEAN, SQUARE), ("-", "--"), (0.83, 0.97), LEFT_FROM, strict=True)
    for (place, words), colour, line, at, limit in marks:
        axes.axvline(place, ymax=at - 0.02, color=colour, linewidth=1.7 * zoom, linestyle=line)
        left = place > limit
        axes.text(
            place + (-0.008 if left else 0.008),
            at * top,
            words,
            ha="right" if left else "left",
            va="top",
            color=colour,
            fontsize=10 * zoom,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1.0 * zoom},
        )
    axes.set_title(panel.title, loc="left", fontsize=12 * zoom, color=INK, pad=5 * zoom)
    axes.set_xlabel(panel.unit, fontsize=10.5 * zoom, labelpad=2 * zoom)
    axes.set_ylabel("% of deals", fontsize=10.5 * zoom)
    axes.tick_params(labelsize=10 * zoom, length=3 * zoom, width=0.8 * zoom)
    grid_behind(axes, zoom, axis="y")


_WIDTH, _HEIGHT, _LEFT, _PLOT_TOP = 640, 150, 44, 48  # size and position of the plot in pixels
_FONT = "font-family:'DejaVu Sans',Verdana,Arial,sans-serif"


def page(shown: EquityPanels) -> str:
    """Return the title, the panels and the table of cards as HTML."""
    panels = "\n".join(_panel(panel) for panel in shown.panels)
    return (
        f'<div style="background:{PAPER};color:{INK};{_FONT};padding:4px">\n'
        f'<div style="font-size:17px;padding-bottom:4px">{escape(shown.title)}</div>\n'
        f"{panels}\n{shown.by_card.html()}\n</div>"
    )


def _panel(panel: Panel) -> str:
    shares = 100 * panel.shares
    top = 1.05 * float(shares.max())
    step = _WIDTH / len(shares)
    base = _PLOT_TOP + _HEIGHT
    parts = [_text(_LEFT, 16, panel.title, 14)]
    for share in (0, top / 2.1, top / 1.05):
        y = base - _HEIGHT * share / top
        parts.append(_line(_LEFT, y, _LEFT + _WIDTH, y, GRID))
        parts.append(_text(_LEFT - 6, y + 4, f"{share:.3g} %", 10, "end"))
    for k, share in enumerate(shares):
        tall = _HEIGHT * float(share) / top
        low, high = k / len(shares), (k + 1) / len(shares)
        parts.append(
            f'<rect x="{_LEFT + k * step:.2f}" y="{base - tall:.2f}" width="{step - 0.8:.2f}" height="{tall:.2f}" '
            f'fill="{BAR}"><title>{low:.3f} to {high:.3f}: {share:.2f} % of deals</title></rect>'
        )
    parts += [_text(_LEFT + _WIDTH * t / 10, base + 15, f"{t / 10:.1f}", 10, "middle") for t in range(11)]
    parts.append(_text(_LEFT + _WIDTH / 2, base + 31, panel.unit, 11, "middle"))
    for (place, words), colour, dashes, y, limit in zip(
        panel.marks(),
        (MEAN, SQUARE),
        ("", "6 4"),
        (_PLOT_TOP - 4, _PLOT_TOP - 18),
        LEFT_FROM,
        strict=True,
    ):
        x = _LEFT + _WIDTH * place
        left = place > limit
        parts.append(_line(x, y - 9, x, base, colour, 2, dashes))
        parts.append(_text(x + (-5 if left else 5), y, words, 11, "end" if left else "start", colour))
    size = f'width="{_LEFT + _WIDTH + 20}" height="{base + 40}"'
    view = f'viewBox="0 0 {_LEFT + _WIDTH + 20} {base + 40}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {view} style="max-width:100%;{_FONT}">'
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, words: str, size: int, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(words)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{x1:.2f}" y1="{y1:.2f}" x2="{x2:.2f}" y2="{y2:.2f}" stroke="{colour}" '
        f'stroke-width="{width}"{dashed}/>'
    )


_EIGHTHS = " ▁▂▃▄▅▆▇█"
_ROWS = 8
_MARGIN = 8


def lines(shown: EquityPanels, *, colour: bool) -> Text:
    """Return the title, the panels and the cards as text."""
    from rich.text import Text

    text = Text(f"{shown.title}\n\n", no_wrap=True, overflow="ignore", end="")
    for panel in shown.panels:
        text.append_text(_text_panel(panel)).append("\n")
    return text.append_text(shown.by_card.lines(colour=colour))


def _text_panel(panel: Panel) -> Text:
    from rich.text import Text

    shares = [100 * float(share) for share in panel.shares]
    top = max(shares)
    text = Text(f"{panel.title}\n")
    for row in range(_ROWS, 0, -1):
        label = f"{top * row / _ROWS:.1f} %" if row in (_ROWS, _ROWS // 2) else ""
        text.append(f"{label:>{_MARGIN - 1}} ")
        blocks = (max(0, min(8, round(8 * (_ROWS * share / top - row + 1)))) for share in shares)
        text.append("".join(_EIGHTHS[eighths] for eighths in blocks) + "\n", "cyan")
    columns = len(shares)
    marks = [" "] * (columns + 1)
    for (place, _), mark in zip(reversed(panel.marks()), "√^", strict=True):  # if both coincide, the mean
        marks[min(columns - 1, int(columns * place))] = mark
    text.append(" " * _MARGIN + "".join(marks).rstrip() + "\n")
    axis = [" "] * (columns + 3)
    for tenth in (0, 0.5, 1):
        axis[int(tenth * columns) : int(tenth * columns) + 3] = f"{tenth:.1f}"
    text.append(" " * _MARGIN + "".join(axis).rstrip() + f"  {panel.unit}\n")
    (_, mean), (_, square) = panel.marks()
    return text.append(" " * _MARGIN + f"^ {mean}; {square}\n")


_STREETS = {3: ("flop", "turn"), 4: ("turn", "river")}


@dataclass(frozen=True, eq=False, repr=False)
class EquityDistribution(EquityPanels, Picture):
    """A picture of a hand's strength after the cards to come. Made by `equity_distribution`.

    Attributes:
        title: Title of the picture.
        panels: The distributions: one on the turn, two on the flop; the last one is for the river.
        by_card: EHS after each next card, or HS if that card is the river.
    """

    figure, html, lines = draw, page, lines


def equity_distribution(
    hole: ArrayLike,
    board: ArrayLike,
    opponent: Range | str | ArrayLike | None = None,
    *,
    title: str = "",
    bins: int = 40,
) -> EquityDistribution:
    """Return a picture of how a hand's strength changes over the turn and the river.

    On the flop it shows the distributions of EHS after the turn card and of HS on the river; on the turn only the latter.
    Each has marks for its mean, which is the current EHS, and for the root of E[HS^2] (Eriksson 2012 and Johanson 2007, as
    in `pokerdata.cards.strength.e_hs2`). Below them is the strength after each next card. Exact; about 20 ms.

    Args:
        hole: Two hole cards, as text or uint8.
        board: 3 or 4 cards, as text or uint8.
        opponent: `None` (all hands equally likely), a `Range`, its text, or weights [1326].
        title: Title of the picture; by default it names the cards.
        bins: Number of bars between 0 and 1.

    Raises:
        ValueError: If an argument is invalid.
    """
    hand, cards = as_cards(hole, "hole"), as_board(board, (3, 4))
    bins = as_count(bins, "bins", 2, 200, 40)
    chosen = None if opponent is None else as_range(opponent)
    now, then = _STREETS[len(cards)]
    river = distribution(hand, cards, chosen)
    panels = [Panel("Hand strength on the river", "HS on the river", river, bins)]
    if now == "flop":
        turn = distribution(hand, cards, chosen, "next")
        panels.insert(0, Panel("Expected hand strength after the turn card", "EHS on the turn", turn, bins))
    against = "random cards" if chosen is None else str(chosen)
    if len(against) > 50:
        against = against[:49].rsplit(",", 1)[0] + ",…"
    measure = "EHS" if now == "flop" else "HS"
    by_card = card_map(
        _after_each_card(hand, cards, chosen),
        title=f"{measure} after each card of the {then}",
        unit=f"{measure} after the {then}",
        low=0,
        high=1,
        centre=0.5,
        digits=3,
    )
    return EquityDistribution(
        title or f"{format_cards(hand)} on {format_cards(cards)} against {against}", tuple(panels), by_card
    )


def _after_each_card(
    hand: NDArray[np.uint8], board: NDArray[np.uint8], opponent: Range | None
) -> NDArray[np.float64]:
    """Return the strength after each next card, [52]; NaN for cards that cannot be dealt."""
    known = np.concatenate([hand, board])
    values = np.full(DECK_SIZE, np.nan)
    for card in np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), known):
        taken = np.append(known, card)
        if opponent is None or opponent.weights[~combinations_with(taken)].any():
            values[card] = schr(hand, np.append(board, card), opponent)
    return values
