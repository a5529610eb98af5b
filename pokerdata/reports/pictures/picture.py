"""What every picture can do: become a file, an HTML cell or text."""

from __future__ import annotations

import html
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerdata.reports.pictures.figure import save
from pokerdata.store.atomic import check_writable, write_bytes
from pokerdata.support.text import brief

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.text import Text

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
    check_writable(found.parent)
    return found
