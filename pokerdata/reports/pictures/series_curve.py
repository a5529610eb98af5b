"""Winnings of players in series, by hand number: the learning curve."""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.text import counted, shortened
from pokerdata.matches.series_result import SeriesResult
from pokerdata.reports.pictures.figure import INK, MUTED, PAPER, Picture, grid_behind, new_figure, styled

if TYPE_CHECKING:
    from rich.text import Text

_COLOURS = (
    "#1f5fa8",
    "#b3362b",
    "#3c7d3f",
    "#8a5fb0",
    "#b0772a",
    "#3d8fb5",
    "#5a636e",
    "#a8487e",
    "#6b7a1e",
    "#222222",
)
_SIDE = 18  # characters of a terminal bar on either side of 0
_GROWING = 3  # ratio of last to first block from which the axis of hands is logarithmic


@dataclass(frozen=True, eq=False, repr=False)
class SeriesCurve(Picture):
    """Winnings by hand number. Made by `series_curve`.

    Attributes:
        title: Title of the picture.
        caption: Line below the title: number of series, and meaning of the bars. Points without a bar are hollow.
        unit: Unit of the winnings, such as 'bb/100'.
        names: Names of the players with curves.
        ends: int64 [blocks + 1], number of hands before each block, and the total.
        won: float64 [players, blocks], in units per 100 hands.
        half_widths: float64 [players, blocks], half widths of the 95 % confidence intervals over series; NaN if unknown.
    """

    title: str
    caption: str
    unit: str
    names: tuple[str, ...]
    ends: NDArray[np.int64]
    won: NDArray[np.float64]
    half_widths: NDArray[np.float64]

    @property
    def growing(self) -> bool:
        """Whether blocks grow, so that the axis of hands is logarithmic."""
        sizes = np.diff(self.ends)
        return bool(sizes[-1] >= _GROWING * sizes[0])

    @property
    def places(self) -> NDArray[np.float64]:
        """Float64 [blocks], middle of each block among the hands, on a logarithmic axis the geometric middle."""
        first, last = self.ends[:-1] + 1, self.ends[1:]
        found: NDArray[np.float64] = np.sqrt(first * last) if self.growing else (first + last) / 2
        return found

    def figure(self, width: float = 9.0) -> Any:
        """Return a matplotlib figure: each player's winnings in each block, with its interval.

        Args:
            width: Width in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
        """
        zoom = width / 9.0
        figure = new_figure(width, 0.62 * width)
        with styled():
            axes = figure.add_axes((0.1, 0.12, 0.86, 0.7))
            axes.axhline(0, color=MUTED, linewidth=0.9 * zoom)
            for p, name in enumerate(self.names):
                known = ~np.isnan(self.half_widths[p])
                axes.plot(
                    self.places,
                    self.won[p],
                    color=_COLOURS[p],
                    linewidth=1.8 * zoom,
                    label=shortened(name, 40),
                )
                axes.errorbar(
                    self.places[known],
                    self.won[p, known],
                    self.half_widths[p, known],
                    color=_COLOURS[p],
                    linestyle="",
                    elinewidth=1.1 * zoom,
                    capsize=3 * zoom,
                    marker="o",
                    markersize=5 * zoom,
                )
                axes.plot(
                    self.places[~known],
                    self.won[p, ~known],
                    color=_COLOURS[p],
                    linestyle="",
                    marker="o",
                    markerfacecolor=PAPER,
                    markersize=5 * zoom,
                )
            if self.growing:
                axes.set_xscale("log")
            axes.set_xlabel("hand of the series", fontsize=10.5 * zoom)
            axes.set_ylabel(f"won ({self.unit})", fontsize=10.5 * zoom)
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(lambda x, _: f"{x:,.12g}")
            axes.tick_params(labelsize=9.5 * zoom)
            axes.margins(0.05)
            grid_behind(axes, zoom)
            axes.legend(loc="best", fontsize=9.5 * zoom, frameon=False)
            figure.text(0.03, 0.975, self.title, fontsize=14 * zoom, va="top")
            figure.text(0.03, 0.91, self.caption, fontsize=9.5 * zoom, color=MUTED, va="top")
        return figure

    def html(self) -> str:
        """Return inline SVG and a table, without external files."""
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        cell = 'style="text-align:right;padding:0 12px 0 0"'
        names = "".join(
            f'<th {cell}><span style="color:{_COLOURS[p]}">{escape(name)}</span></th>'
            for p, name in enumerate(self.names)
        )
        rows = "\n".join(
            f"<tr><td {cell}>{said}</td>"
            + "".join(
                f"<td {cell}>{signed(won[b], 2, commas=True)} ± {_half(half[b])}</td>"
                for won, half in zip(self.won, self.half_widths, strict=True)
            )
            + "</tr>"
            for b, said in enumerate(self._blocks())
        )
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n'
            f"<div>{escape(self.caption)}</div>\n{self._svg()}\n<table><tr><th {cell}>hands</th>{names}</tr>\n"
            f"{rows}</table>\n<div>{escape(self.unit)}</div>\n</div>"
        )

    def lines(self, *, colour: bool) -> Text:
        """Return the title, and for each player a bar from 0 for its winnings in each block, as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n{self.caption}\n", no_wrap=True, overflow="ignore", end="")
        blocks = self._blocks()
        wide = max(map(len, blocks))
        most = max(float(np.abs(self.won).max()), 1e-12)
        for name, won, half in zip(self.names, self.won, self.half_widths, strict=True):
            text.append(f"\n{shortened(name, 60)}, {self.unit}\n")
            for b, said in enumerate(blocks):
                bar = round(_SIDE * abs(won[b]) / most)
                left, right = ("█" * bar, "") if won[b] < 0 else ("", "█" * bar)
                text.append(f"{said:>{wide}}  {won[b]:>+10,.2f} ± {_half(half[b]):<10} ")
                text.append(f"{left:>{_SIDE}}|{right}\n", "blue" if colour else "")
        return text

    def _blocks(self) -> list[str]:
        return [
            f"{first + 1:,}-{last:,}" if last > first + 1 else f"{last:,}"
            for first, last in zip(self.ends[:-1].tolist(), self.ends[1:].tolist(), strict=True)
        ]

    def _svg(self, width: int = 720, height: int = 300) -> str:
        halves = np.nan_to_num(self.half_widths)
        low = min(0.0, float((self.won - halves).min()))
        high = max(0.0, float((self.won + halves).max()))
        places = np.log(self.places) if self.growing else self.places

        def across(b: int) -> float:
            return 12 + (width - 24) * float(places[b] - places[0]) / max(float(np.ptp(places)), 1e-12)

        def up(won: float) -> float:
            return height - 8 - (height - 16) * (won - low) / max(high - low, 1e-12)

        parts = [f'<line x1="0" x2="{width}" y1="{up(0):.2f}" y2="{up(0):.2f}" stroke="{MUTED}"/>']
        for p, name in enumerate(self.names):
            points = [
                (across(b), float(self.won[p, b]), float(self.half_widths[p, b])) for b in range(len(places))
            ]
            curve = " ".join(f"{x:.2f},{up(won):.2f}" for x, won, _ in points)
            parts.append(f'<polyline points="{curve}" fill="none" stroke="{_COLOURS[p]}" stroke-width="2"/>')
            for said, (x, won, half) in zip(self._blocks(), points, strict=True):
                fill = PAPER if math.isnan(half) else _COLOURS[p]
                if not math.isnan(half):
                    parts.append(
                        f'<line x1="{x:.2f}" x2="{x:.2f}" y1="{up(won - half):.2f}" y2="{up(won + half):.2f}" '
                        f'stroke="{_COLOURS[p]}"/>'
                    )
                parts.append(
                    f'<circle cx="{x:.2f}" cy="{up(won):.2f}" r="4" fill="{fill}" stroke="{_COLOURS[p]}">'
                    f"<title>{escape(name)}, hands {said}: {signed(won, 2, commas=True)} ± {_half(half)} "
                    f"{escape(self.unit)}</title>"
                    "</circle>"
                )
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'


def series_curve(result: SeriesResult, blocks: int | str | None = None, *, title: str = "") -> SeriesCurve:
    """Return a picture of a learning curve: each player's winnings by hand number; of two players, only the first.

    Args:
        result: Result of `pokerdata.matches.play_series`.
        blocks: As for `SeriesResult.curve`.
        title: Title of the picture; the default names the game and the players.

    Raises:
        ValueError: As for `SeriesResult.curve`.
    """
    curve = result.curve(blocks)
    shown = curve.won[:1] if len(result.players) == 2 else curve.won
    factor = result.unit.per_hundred(1)
    halves = [
        [factor * value.half_width if math.isfinite(value.half_width) else math.nan for value in row]
        for row in shown
    ]
    known = np.isfinite(np.array(halves))
    bars = "±: 95 % over series" + ("" if known.all() else "; hollow: ± not known")
    if not known.any():
        bars = "± not known" + (" of one series" if result.series == 1 else "")
    cards = "all cards shown" if result.show == "all" else "cards shown as the rules have it"
    return SeriesCurve(
        title or shortened(f"{result.game.name}: {' v '.join(result.players)}", 76),
        f"{result.series:,} series of {counted(result.hands, 'hand')}, {cards}, seed {result.seed}; {bars}",
        f"{result.unit.short}/100 hands",
        result.players[: len(shown)],
        curve.ends,
        factor * np.array([[value.mean for value in row] for row in shown]),
        np.array(halves),
    )


def _half(value: float) -> str:
    return "not known" if math.isnan(value) else f"{value:,.2f}"
