"""Figures without a display, and what they have in common."""

import os
from typing import IO, Any

from pokerdata.support.extras import imported_for

INK, MUTED, PAPER, GRID, TARGET = "#22262b", "#5a636e", "#ffffff", "#d9dde2", "#b3362b"
STYLE: Any = {
    "font.size": 11,
    "font.family": "DejaVu Sans",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": "#8a929c",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
}

_FEW_DECADES = 200  # an axis from low to so many times that has numbers between the powers of ten


def new_figure(width: float, height: float) -> Any:
    """A matplotlib figure on the Agg canvas, in inches.

    Raises:
        ModuleNotFoundError: Where matplotlib is missing, saying how to install it.
    """
    with imported_for("pictures"):
        import matplotlib as mpl
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(width, height), facecolor=PAPER)
    FigureCanvasAgg(figure)
    return figure


def styled() -> Any:
    """A context in which axes are made and drawn in the package's style."""
    with imported_for("pictures"):
        import matplotlib as mpl

    return mpl.rc_context(STYLE)


def thousands(axes: Any) -> None:
    """Numbers with thousands set off on both axes, and a grid behind the lines."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:,.12g}")
    grid_behind(axes)


def grid_behind(axes: Any, zoom: float = 1, *, axis: str = "both") -> None:
    """A grid behind all that is drawn, of both axes, ``"x"`` or ``"y"``."""
    axes.grid(axis=axis, color=GRID, linewidth=0.8 * zoom)
    axes.set_axisbelow(True)


def log_ticks(axes: Any) -> None:
    """Numbers at powers of ten alone, or at 2 and 5 times them too where an axis has few; once all is drawn."""
    from matplotlib.ticker import LogLocator, NullFormatter

    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        axis.set_minor_formatter(NullFormatter())
        if high < _FEW_DECADES * low:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))


def mark_target(axes: Any, target_mb: float, linestyle: str, *, named: bool = True) -> None:
    """A line at the target, and what it is."""
    axes.axhline(target_mb, color=TARGET, linewidth=1.1, linestyle=linestyle)
    if named:
        axes.annotate(
            f"target {target_mb:g} mb/g",
            (0.015, target_mb),
            xycoords=("axes fraction", "data"),
            xytext=(0, 4),
            textcoords="offset points",
            color=TARGET,
            fontsize=9.5,
        )


def save(figure: Any, file: str | os.PathLike[str] | IO[bytes], kind: str = "png") -> None:
    """Write a PNG or SVG (``kind``) whose bytes do not depend on the time or the name of the file."""
    import matplotlib as mpl

    metadata = {"png": {"Software": "pokerdata"}, "svg": {"Creator": "pokerdata", "Date": None}}[kind]
    with styled(), mpl.rc_context({"svg.hashsalt": "pokerdata"}):
        figure.savefig(file, format=kind, dpi=150, metadata=metadata)
