"""Figures without a display, and the base class of pictures: save to a file, show as HTML, or print as text."""

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

_FEW_DECADES = 200  # below this ratio of its ends an axis has numbers between powers of ten


def new_figure(width: float, height: float) -> Any:
    """Return a matplotlib figure on the Agg canvas, with a size in inches.

    Raises:
        ModuleNotFoundError: If matplotlib is missing; the message says how to install it.
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
    """Return a context in which axes are created and drawn in the package's style."""
    with imported_for("pictures"):
        import matplotlib as mpl

    return mpl.rc_context(STYLE)


def thousands(axes: Any) -> None:
    """Separate thousands in the numbers on both axes, and draw a grid behind the lines."""
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:,.12g}")
    grid_behind(axes)


def grid_behind(axes: Any, zoom: float = 1, *, axis: str = "both") -> None:
    """Draw a grid behind everything else, for both axes, ``"x"`` or ``"y"``."""
    axes.grid(axis=axis, color=GRID, linewidth=0.8 * zoom)
    axes.set_axisbelow(True)


def log_ticks(axes: Any) -> None:
    """Label only powers of ten, or also 2 and 5 times them if an axis has few; call it after drawing."""
    from matplotlib.ticker import LogLocator, NullFormatter

    for axis, (low, high) in ((axes.xaxis, axes.get_xlim()), (axes.yaxis, axes.get_ylim())):
        axis.set_minor_formatter(NullFormatter())
        if high < _FEW_DECADES * low:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))


def mark_target(axes: Any, target_mb: float, linestyle: str, *, named: bool = True) -> None:
    """Draw a line at the target with its label."""
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
    """Write a PNG or SVG (``kind``) with bytes that do not depend on the time or the file name."""
    import matplotlib as mpl

    metadata = {"png": {"Software": "pokerdata"}, "svg": {"Creator": "pokerdata", "Date": None}}[kind]
    with styled(), mpl.rc_context({"svg.hashsalt": "pokerdata"}):
        figure.savefig(file, format=kind, dpi=150, metadata=metadata)


SUFFIXES = (".png", ".svg", ".html", ".txt")


class Picture(ABC):
    """A picture that you can `save`, show in a notebook, or print. Only PNG and SVG need matplotlib."""

    title: str

    @abstractmethod
    def figure(self, width: float = 9.0) -> Any:
        """Return a matplotlib figure.

        Args:
            width: Width in inches.

        Raises:
            ModuleNotFoundError: If matplotlib is missing.
        """

    @abstractmethod
    def html(self) -> str:
        """Return self-contained HTML, without scripts, fonts or external files."""

    @abstractmethod
    def lines(self, *, colour: bool) -> Text:
        """Return the picture as rich's text, for a terminal with or without colours.

        Args:
            colour: Whether the terminal has colours.
        """

    def text(self, *, colour: bool = False) -> str:
        """Return the picture as a string for a terminal.

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

        The bytes depend only on the picture and the versions of matplotlib. A missing folder is created.

        Args:
            path: Output file; its suffix chooses ``.png``, ``.svg``, ``.html`` or ``.txt``.
            width: Width of a PNG (150 pixels per inch) or SVG, in inches; text grows with it.

        Raises:
            ValueError: If the suffix or width is invalid.
            TableError: If the file cannot be written.
            ModuleNotFoundError: If matplotlib is missing.
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
    """Return ``path``, or raise the exception that `Picture.save` would raise; nothing is drawn.

    A missing folder is created.
    """
    found = Path(path)
    if found.suffix.lower() not in SUFFIXES:
        raise ValueError(
            f"file: expected a name that ends in {', '.join(SUFFIXES)}, got {str(path)!r}; e.g. 'range.png'"
        )
    check_writable(found)
    return found
