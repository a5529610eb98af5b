"""Markdown, its tables and escapes, and pages for a browser from it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt

from pokerdata._support.html import escape
from pokerdata._support.text import one_line
from pokerdata.pipeline.plan import MARK


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Lines of a table, the first row its head; the first `left` columns are set to the left, the others right.

    A bar inside a cell gets a backslash where it has none, so that it does not end the cell.
    """
    columns = len(rows[0])
    rule = [":--"] * left + ["--:"] * (columns - left)
    shown = [[re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in row] for row in rows]
    return [f"| {' | '.join(row)} |" for row in (shown[0], rule, *shown[1:])]


def escaped(text: str) -> str:
    """A text that others wrote, in one line, with a backslash before what Markdown would read as a mark."""
    return re.sub(r"([\\`*\[\]|!<>_#]|&(?=[#A-Za-z]))", r"\\\1", one_line(text))


def code(text: str) -> str:
    """A text that others wrote, such as a player's name, in one line as code, which no character of it can end."""
    return f"`{one_line(text).replace('`', chr(39))}`"


def joined(words: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
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
    """Return the page of a browser; HTML in the Markdown stays text.

    Args:
        markdown: What `pokerdata.reports.pages` write; the first line is the title.
        refresh: After how many seconds the browser is to load it anew; None for never.
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
