"""What is won from an opponent over what is risked, for responses to a model of him."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.reports.pictures.figure import INK, MUTED, PAPER, TARGET, grid_behind, new_figure, styled
from pokerdata.reports.pictures.picture import Picture
from pokerdata.solvers import TradeOff

if TYPE_CHECKING:
    from rich.text import Text

_CURVE = "#1f5fa8"
_BAR = 40  # characters of the longest win on the terminal
_APART = 0.035  # of the picture, between points that are named


@dataclass(frozen=True, eq=False, repr=False)
class TradeOffCurve(Picture):
    """Win over exploitability. Made by `trade_off_curve`.

    Attributes:
        title: Above the picture.
        caption: Below the title: units and scope.
        ps: float64 [responses], how likely the model is played.
        risks: float64 [responses], exploitability in mb/g.
        wins: float64 [responses], what is won, in mb/g.
    """

    title: str
    caption: str
    ps: NDArray[np.float64]
    risks: NDArray[np.float64]
    wins: NDArray[np.float64]

    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure: the responses as a curve, and the line from the first to the last.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        zoom = width / 9.0
        figure = new_figure(width, 0.62 * width)
        with styled():
            axes = figure.add_axes((0.1, 0.12, 0.86, 0.7))
            ends = [0, -1]
            axes.plot(
                self.risks[ends],
                self.wins[ends],
                color=TARGET,
                linestyle="--",
                linewidth=1.2 * zoom,
                label="mixing the ends",
            )
            axes.plot(
                self.risks,
                self.wins,
                color=_CURVE,
                linewidth=1.8 * zoom,
                marker="o",
                markersize=5 * zoom,
                label="responses",
            )
            for k in self.named:
                axes.annotate(
                    f"p = {self.ps[k]:g}",
                    (self.risks[k], self.wins[k]),
                    xytext=(7 * zoom, -11 * zoom),
                    textcoords="offset points",
                    fontsize=9 * zoom,
                    color=INK,
                )
            axes.set_xlabel("exploitability (mb/g)", fontsize=10.5 * zoom)
            axes.set_ylabel("won from the opponent (mb/g)", fontsize=10.5 * zoom)
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(lambda x, _: f"{x:,.12g}")
            axes.tick_params(labelsize=9.5 * zoom)
            axes.margins(0.08)
            grid_behind(axes, zoom)
            axes.legend(loc="lower right", fontsize=9.5 * zoom, frameon=False)
            figure.text(0.03, 0.975, self.title, fontsize=14 * zoom, va="top")
            figure.text(0.03, 0.91, self.caption, fontsize=9.5 * zoom, color=MUTED, va="top")
        return figure

    @property
    def named(self) -> list[int]:
        """The responses whose p is written beside them: the ends, and those that stand far enough from others."""
        spread = [max(float(np.ptp(values)), 1e-12) for values in (self.risks, self.wins)]
        places = np.stack([self.risks / spread[0], self.wins / spread[1]], axis=1)
        found = [0, len(self.ps) - 1]
        for k in range(1, len(self.ps) - 1):
            if min(np.abs(places[k] - places[other]).max() for other in found) > 2 * _APART:
                found.append(k)
        return sorted(found)

    def html(self) -> str:
        """Inline SVG and a table that need nothing else."""
        style = (
            f"background:{PAPER};color:{INK};font-family:'DejaVu Sans',Verdana,Arial,sans-serif;padding:4px"
        )
        cell = 'style="text-align:right;padding:0 12px 0 0"'
        rows = "\n".join(
            f"<tr><td {cell}>{p:g}</td><td {cell}>{win:,.2f}</td><td {cell}>{risk:,.2f}</td></tr>"
            for p, win, risk in zip(self.ps, self.wins, self.risks, strict=True)
        )
        head = f"<tr><th {cell}>p</th><th {cell}>won</th><th {cell}>exploitability</th></tr>"
        return (
            f'<div style="{style}">\n<div style="font-size:17px">{escape(self.title)}</div>\n'
            f"<div>{escape(self.caption)}</div>\n{self._svg()}\n<table>{head}\n{rows}</table>\n</div>"
        )

    def lines(self, *, colour: bool) -> Text:
        """Title, and a bar for what each response wins, beside its risk, as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n{self.caption}\n", no_wrap=True, overflow="ignore", end="")
        text.append(f"{'p':>6}  {'risk':>10}  {'won':>10}\n")
        low, high = min(0.0, float(self.wins.min())), float(self.wins.max())
        for p, risk, win in zip(self.ps, self.risks, self.wins, strict=True):
            text.append(f"{p:>6g}  {risk:>10,.2f}  {win:>10,.2f}  ")
            bar = round(_BAR * (win - low) / max(high - low, 1e-12))
            text.append(f"{'█' * bar}\n", "blue" if colour else "")
        return text

    def _svg(self, width: int = 720, height: int = 300) -> str:
        def across(risk: Any) -> Any:
            return 8 + (width - 16) * (risk - self.risks.min()) / max(float(np.ptp(self.risks)), 1e-12)

        def up(win: Any) -> Any:
            return height - 8 - (height - 16) * (win - self.wins.min()) / max(float(np.ptp(self.wins)), 1e-12)

        places = [(across(risk), up(win)) for risk, win in zip(self.risks, self.wins, strict=True)]
        curve = " ".join(f"{x:.2f},{y:.2f}" for x, y in places)
        ends = " ".join(f"{x:.2f},{y:.2f}" for x, y in (places[0], places[-1]))
        dots = "".join(
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="4" fill="{_CURVE}"><title>p = {p:g}: {win:,.2f} mb/g at a risk of '
            f"{risk:,.2f}</title></circle>"
            for (x, y), p, win, risk in zip(places, self.ps, self.wins, self.risks, strict=True)
        )
        lines = (
            f'<polyline points="{ends}" fill="none" stroke="{TARGET}" stroke-dasharray="6 4"/>'
            f'<polyline points="{curve}" fill="none" stroke="{_CURVE}" stroke-width="2"/>'
        )
        size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{lines}{dots}</svg>'


def trade_off_curve(found: TradeOff, *, title: str = "") -> TradeOffCurve:
    """The picture of a trade-off: what responses win over how exploitable they are, on average over both seats.

    Args:
        found: From `pokerdata.solvers.trade_off` or `load_trade_off`.
        title: Above the picture; by default the game.
    """
    unit = Unit.of(found.rules)
    return TradeOffCurve(
        title or f"{found.label}: responses to a model of the opponent",
        f"1 mb/g: a thousandth of the {unit} a game; exploitability {found.scope}",
        found.ps,
        np.array([unit.milli(risk) for risk in found.exploitability]),
        np.array([unit.milli(win) for win in found.mean_win]),
    )
