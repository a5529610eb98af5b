"""Exploitability over iterations and over seconds, log-log."""

from typing import Any

import numpy as np

from pokerdata.games import Unit, rules_of
from pokerdata.reports.pictures.figure import INK, MUTED, mark_target, new_figure, styled, thousands
from pokerdata.solvers import strategy_table
from pokerdata.solving.scope import TO_COMPARE, Scope
from pokerdata.store import Table

_LINE = "#1f5fa8"


def convergence(strategy: Table, *, target_mb: float | None = None) -> Any:
    """A figure of two panels: exploitability in mb/g over iterations, and over the seconds spent in them.

    Args:
        strategy: A strategy table.
        target_mb: Drawn as a line, if given.

    Returns:
        A matplotlib figure, 11 inches wide.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing.
    """
    log = strategy_table.log_of(strategy)
    a = strategy.attributes
    scope = Scope.stated(a)
    shown = [row for row in log if row.evaluation.exploitability > 0]
    unit = Unit.of(rules_of(a["rules"]))
    values = np.array([unit.milli(row.evaluation.exploitability) for row in shown])
    figure = new_figure(11, 5)
    with styled():
        panels = figure.subplots(1, 2, sharey=True)
        for axes, xs, label in (
            (panels[0], [row.iteration for row in shown], "iterations (one updates both players)"),
            (panels[1], [row.seconds for row in shown], "seconds (iterations only, without evaluations)"),
        ):
            axes.loglog(xs, values, color=_LINE, linewidth=1.8, marker="o", markersize=4)
            axes.margins(y=0.1)  # room for what it came to
            axes.set_xlabel(label)
            thousands(axes)
            if target_mb is not None:
                mark_target(axes, target_mb, "--")
            axes.annotate(
                f"{values[-1]:.3g} mb/g",
                (xs[-1], values[-1]),
                xytext=(-8, -3),  # below the curve and the line of the target
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
