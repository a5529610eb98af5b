"""Helpers for Markdown: tables, escapes, and conversion to browser pages."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt

from pokerdata._support.html import escape
from pokerdata._support.text import one_line
from pokerdata.pipeline.plan import MARK


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Return the lines of a table with the first row as its head.

    The first `left` columns are left-aligned, the others right-aligned. An unescaped bar inside a cell gets a backslash, so
    that it does not end the cell.
    """
    columns = len(rows[0])
    rule = [":--"] * left + ["--:"] * (columns - left)
    shown = [[re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (shown[0], rule, *shown[1:])]


def escaped(text: str) -> str:
    """Return a text from outside as one line, with a backslash before each Markdown mark."""
    return re.sub(r"([\\`*\[\]|!<>_#]|&(?=[#A-Za-z]))", r"\\\1", one_line(text))


def code(text: str) -> str:
    """Return a text from outside, such as a player's name, as one line of code that no character in it can end."""
    return f"`{one_line(text).replace('`', chr(39))}`"


def joined(words: Sequence[str]) -> str:
    """Join words as in 'a', 'a and b', 'a, b and c'."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid rgba(128,128,128,0.35); white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
img { max-width: 100%; background: #fff; }
code { font-size: 0.95em; }
"""
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def html_page(markdown: str, *, refresh: int | None = None) -> str:
    """Return a page for a browser; HTML in the Markdown is shown as text.

    Args:
        markdown: Markdown from `pokerdata.reports.pages`; the first line is the title.
        refresh: Seconds after which the browser reloads the page; `None` for never.
    """
    _, heading, *_ = _MARKDOWN.parse(markdown.partition("\n")[0])
    title = "".join(part.content for part in heading.children or ())
    head = ['<meta charset="utf-8">', MARK]
    if refresh is not None:
        head.append(f'<meta http-equiv="refresh" content="{refresh}">')
    head += ['<meta name="viewport" content="width=device-width">', f"<title>{escape(title)}</title>"]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            *head,
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            _MARKDOWN.render(markdown).rstrip("\n"),
            "</body>",
            "</html>",
            "",
        ]
    )
