"""Exploitability of one or several algorithms over iterations and seconds, log-log, and published values next to ours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from pokerdata.games import Unit, rules_of
from pokerdata.pipeline.store import Table
from pokerdata.reports.pictures.figure import (
    GRID,
    INK,
    MUTED,
    TARGET,
    grid_behind,
    log_ticks,
    mark_target,
    new_figure,
    styled,
    thousands,
)
from pokerdata.solving.curves import Comparison
from pokerdata.solving.evaluation import TO_COMPARE, Scope
from pokerdata.solving.public import strategy_table

_LINE = "#1f5fa8"


def convergence(strategy: Table, *, target_mb: float | None = None) -> Any:
    """Draw two panels: exploitability in mb/g over iterations, and over the seconds spent in them.

    Args:
        strategy: A strategy table.
        target_mb: Target, drawn as a line if it is given.

    Returns:
        A matplotlib figure, 11 inches wide.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
    """
    log = strategy_table.log_of(strategy)
    a = strategy.attributes
    scope = Scope.stated(a)
    shown = [row for row in log if row.values.exploitability > 0]
    unit = Unit.of(rules_of(a["rules"]))
    values = np.array([unit.milli(row.values.exploitability) for row in shown])
    figure = new_figure(11, 5)
    with styled():
        panels = figure.subplots(1, 2, sharey=True)
        for axes, xs, label in (
            (panels[0], [row.iteration for row in shown], "iterations (one updates both players)"),
            (panels[1], [row.seconds for row in shown], "seconds (iterations only, without evaluations)"),
        ):
            axes.loglog(xs, values, color=_LINE, linewidth=1.8, marker="o", markersize=4)
            axes.margins(y=0.1)  # room for the label of the last value
            axes.set_xlabel(label)
            thousands(axes)
            if target_mb is not None:
                mark_target(axes, target_mb, "--")
            axes.annotate(
                f"{values[-1]:.3g} mb/g",
                (xs[-1], values[-1]),
                xytext=(-8, -3),  # below the curve and the target line
                textcoords="offset points",
                ha="right",
                va="top",
                color=INK,
                fontsize=9.5,
            )
        panels[0].set_ylabel("exploitability (mb/g)")
        figure.suptitle(
            f"{a['game']}, {a['algorithm']}: convergence", x=0.06, y=0.975, ha="left", fontsize=14
        )
        abstraction = "" if a["abstraction"] == "none" else f"abstraction {a['abstraction']}; "
        figure.text(
            0.06,
            0.915,
            f"{abstraction}exploitability {scope}\n{a['unit']}"
            + (f"; {TO_COMPARE}" if scope.abstraction else ""),
            va="top",
            fontsize=10,
            color=MUTED,
        )
        figure.subplots_adjust(left=0.085, right=0.985, top=0.82, bottom=0.12, wspace=0.06)
    return figure


# Okabe & Ito 2008, distinguishable with colour blindness; black is last. Each has its own marker.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", INK)
# A number of markers that differs from that of colours gives more combinations.
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h")
_WIDE = 118  # characters that fit in a row of the legend


def comparison(compared: Comparison) -> Any:
    """Draw two panels: exploitability in mb/g over iterations, and over the seconds spent in them.

    Each algorithm has a colour and a marker. On an explicit tree its line is dashed and its markers are open. A ring marks
    the first evaluation below the target.

    Args:
        compared: Result of `pokerdata.compare_algorithms`.

    Returns:
        A matplotlib figure, 11 inches wide.

    Raises:
        ModuleNotFoundError: If matplotlib is missing.
    """
    algorithms = list(dict.fromkeys(curve.algorithm for curve in compared.curves))
    engines = {curve.engine for curve in compared.curves}
    longest = max(
        len(_label(curve.algorithm, curve.engine if len(engines) > 1 else "")) for curve in compared.curves
    )
    across = min(3, len(compared.curves), max(1, _WIDE // (longest + 6)))
    below = 0.75 + 0.22 * math.ceil(len(compared.curves) / across)  # inches
    height = 4.9 + below
    figure = new_figure(11, height)
    with styled():
        panels = figure.subplots(1, 2, sharey=True)
        for axes, seconds in zip(panels, (False, True), strict=True):
            _frame(axes, compared.target_mb, seconds)
            for curve in compared.curves:
                xs = curve.seconds if seconds else curve.iterations
                shown = [(x, y) for x, y in zip(xs, curve.exploitability_mb, strict=True) if x > 0 and y > 0]
                which = algorithms.index(curve.algorithm)
                colour, marker = _COLOURS[which % len(_COLOURS)], _MARKERS[which % len(_MARKERS)]
                tree = curve.engine == "tree"
                axes.plot(
                    *zip(*shown, strict=True),
                    label=_label(curve.algorithm, curve.engine if len(engines) > 1 else ""),
                    color=colour,
                    linewidth=1.2 if tree else 1.8,
                    linestyle="--" if tree else "-",
                    marker=marker,
                    markersize=7 if tree else 4,
                    markerfacecolor="none" if tree else colour,
                )
                if curve.crossing is not None and xs[curve.crossing] > 0:
                    at = xs[curve.crossing], curve.exploitability_mb[curve.crossing]
                    axes.plot(*at, marker="o", markersize=11, markerfacecolor="none", color=colour)
        for axes in panels:
            log_ticks(axes)
        panels[0].set_xlabel("iterations (one updates both players)")
        panels[1].set_xlabel("seconds (iterations only, without evaluations)")
        panels[0].set_ylabel("exploitability (mb/g)")
        figure.legend(
            *panels[0].get_legend_handles_labels(),
            loc="lower left",
            bbox_to_anchor=(0.06, 0.01),
            ncols=across,
            fontsize=9.5,
            frameon=False,
            handlelength=3,
        )
        figure.suptitle(
            f"{compared.game}: algorithms compared", x=0.06, y=1 - 0.13 / height, ha="left", fontsize=14
        )
        figure.text(0.06, 1 - 0.43 / height, _caption(compared, engines), va="top", fontsize=10, color=MUTED)
        figure.subplots_adjust(
            left=0.09, right=0.985, top=1 - 0.92 / height, bottom=below / height, wspace=0.06
        )
    return figure


def _frame(axes: Any, target_mb: float, seconds: bool) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    thousands(axes)
    mark_target(axes, target_mb, ":", named=not seconds)


def _label(algorithm: str, engine: str) -> str:
    return f"{algorithm}, {engine}" if engine else algorithm


def _caption(compared: Comparison, engines: set[str]) -> str:
    words = [compared.unit, "ring: first evaluation below the target"]
    if "vector" in engines:
        threads = "all threads" if compared.threads == 0 else f"{compared.threads} thread"
        words.append(f"vector: {compared.dtype}, {threads}" + ("s" if compared.threads > 1 else ""))
    if "tree" in engines:
        words.append("tree: float64, 1 thread")
    return f"exploitability {compared.scope}\n{'; '.join(words)}"


_OURS = "#2f66a0"


def published(rows: Sequence[tuple[str, str, float, float, float]], citation: str) -> Any:
    """Draw a line for each match: the published value, and ours with its 95 % confidence interval.

    Args:
        rows: First and second agent, published value, our value, and half width of the interval; in big blinds per 100
            hands.
        citation: The publication in words.
    """
    height = 1.9 + 0.36 * len(rows)
    figure = new_figure(8.5, height)
    with styled():
        axes = figure.subplots()
        figure.subplots_adjust(left=0.24, right=0.97, top=1 - 0.95 / height, bottom=0.7 / height)
        places = range(len(rows))
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.hlines(places, *zip(*[sorted((r[2], r[3])) for r in rows], strict=True), color=GRID, linewidth=2)
        axes.errorbar(
            [r[3] for r in rows],
            places,
            xerr=[r[4] for r in rows],
            fmt="o",
            color=_OURS,
            capsize=4,
            label="ours, 95 % interval",
        )
        axes.plot(
            [r[2] for r in rows],
            places,
            "D",
            color=TARGET,
            markerfacecolor="none",
            markersize=8,
            label="published",
        )
        axes.set_yticks(places, [f"{r[0]} v {r[1]}" for r in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel("won by the first agent, big blinds per 100 hands")
        grid_behind(axes, axis="x")
        axes.legend(
            loc="lower right", bbox_to_anchor=(1, 1), ncols=2, frameon=False, fontsize=10, borderaxespad=0.2
        )
        figure.text(0.02, 1 - 0.28 / height, "Published matches and ours", fontsize=14, va="center")
        figure.text(0.02, 1 - 0.58 / height, citation, fontsize=9.5, va="center", color=MUTED)
    return figure
