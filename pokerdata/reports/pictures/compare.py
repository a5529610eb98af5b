"""Exploitability of several algorithms over iterations and over seconds, log-log."""

from __future__ import annotations

import math
from typing import Any

from pokerdata.reports.pictures.figure import (
    INK,
    MUTED,
    log_ticks,
    mark_target,
    new_figure,
    styled,
    thousands,
)
from pokerdata.solving.curves import Comparison

# Okabe & Ito 2008, told apart without colour vision too; black last. Each has a marker of its own.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", INK)
# Of another number than colours, so that more algorithms than colours differ.
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "h")
_WIDE = 118  # characters that a row of the legend has room for


def comparison(compared: Comparison) -> Any:
    """A figure of two panels: exploitability in mb/g over iterations, and over the seconds spent in them.

    An algorithm has a colour and a marker; on an explicit tree its line is dashed and its markers are open. A ring
    marks the first evaluation below the target.

    Args:
        compared: What `pokerdata.compare_algorithms` returned.

    Returns:
        A matplotlib figure, 11 inches wide.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
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
