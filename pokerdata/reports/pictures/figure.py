"""Figures without a display, and what every picture can do: become a file, an HTML cell or text."""

from __future__ import annotations

import html
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pokerdata._support.extras import imported_for
from pokerdata._support.text import brief
from pokerdata.pipeline.store.writing import check_writable, write_bytes

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text


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


SUFFIXES = (".png", ".svg", ".html", ".txt")


class Picture(ABC):
    """A picture: `save` it, show it in a notebook, or print it. Only PNG and SVG need matplotlib."""

    title: str

    @abstractmethod
    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """

    @abstractmethod
    def html(self) -> str:
        """Self-contained HTML: no scripts, fonts or files from elsewhere."""

    @abstractmethod
    def lines(self, *, colour: bool) -> Text:
        """The picture as rich's text, for a terminal with colours or for one without.

        Args:
            colour: Whether the terminal has colours.
        """

    def text(self, *, colour: bool = False) -> str:
        """The picture for a terminal.

        Args:
            colour: Whether to use ANSI codes of 24-bit colours.
        """
        from rich.console import Console

        lines = self.lines(colour=colour)
        if not colour:
            return "\n".join(line.rstrip() for line in lines.plain.splitlines()) + "\n"
        console = Console(width=240, force_terminal=True, color_system="truecolor", _environ={})
        with console.capture() as captured:
            console.print(lines, soft_wrap=True, end="")
        return captured.get()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        yield self.lines(colour=console.color_system is not None)

    def save(self, path: str | os.PathLike[str], *, width: float = 9.0) -> Path:
        """Write the picture to a file and return its path.

        The bytes depend on nothing but the picture and the versions of matplotlib. A missing folder is made.

        Args:
            path: Of the file; its suffix chooses ``.png``, ``.svg``, ``.html`` or ``.txt``.
            width: Of a PNG (150 pixels an inch) or SVG, in inches; letters grow with it.

        Raises:
            ValueError: For another suffix or width.
            TableError: Where the file cannot be written.
            ModuleNotFoundError: Where matplotlib is missing.
        """
        path = check_path(path)
        if isinstance(width, bool) or not isinstance(width, int | float) or not 2 <= width <= 40:
            raise ValueError(f"width: expected 2 to 40 inches, got {width!r}; e.g. 9")
        write_bytes(path, self._content(path.suffix.lower(), width))
        return path

    def __repr__(self) -> str:
        return brief(self, repr(self.title))

    def _repr_html_(self) -> str:
        return self.html()

    def _content(self, suffix: str, width: float) -> bytes:
        if suffix == ".html":
            title = html.escape(self.title)
            head = f'<meta charset="utf-8"><title>{title}</title>'
            return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{self.html()}</body></html>\n'.encode()
        if suffix == ".txt":
            return self.text().encode()
        buffer = BytesIO()
        save(self.figure(width), buffer, suffix[1:])
        return buffer.getvalue()


def check_path(path: str | os.PathLike[str]) -> Path:
    """``path``, or the exception that `Picture.save` would raise for it; nothing is drawn, but its folder made."""
    found = Path(path)
    if found.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"file: expected a name that ends in {', '.join(SUFFIXES)}, got {str(path)!r}; e.g. 'range.png'"
        )
    check_writable(found)
    return found
