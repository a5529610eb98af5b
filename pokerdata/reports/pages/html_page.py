"""Pages for a browser, from the Markdown of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pokerdata.pipeline.live import MARK
from pokerdata.support.html import escape

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid rgba(128,128,128,0.35); white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
img { max-width: 100%; background: #fff; }
code { font-size: 0.95em; }
"""
# A backslash takes the meaning of the character behind it; code, pictures, links and bold words have theirs.
_INLINE = re.compile(
    r"\\(?P<plain>[\\`*\[\]|!<>_#])|`(?P<code>[^`]+)`|!\[(?P<alt>[^\]]*)\]\((?P<picture>[^)]*)\)"
    r"|\[(?P<text>[^\]]*)\]\((?P<link>[^)]*)\)|\*\*(?P<bold>.+?)\*\*"
)
_CELL = re.compile(r"(?<!\\)\|")


def html_page(markdown: str, *, refresh: int | None = None) -> str:
    """A page: headings, paragraphs, lists, tables, pictures, links, code and bold words; no scripts.

    Args:
        markdown: What `pokerdata.reports.pages` write; the first line is the title.
        refresh: After how many seconds the browser is to load it anew; None for never.
    """
    title = markdown.partition("\n")[0].lstrip("# ")
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
            *_body(markdown),
            "</body>",
            "</html>",
            "",
        ]
    )


def _body(markdown: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", markdown.strip("\n")):
        lines = block.splitlines()
        if not lines:
            continue
        if heading := re.fullmatch(r"(#{1,6}) (.*)", lines[0]):
            size = len(heading[1])
            yield f"<h{size}>{_inline(heading[2])}</h{size}>"
            lines = lines[1:]
        if not lines:
            continue
        if lines[0].startswith("|"):
            yield from _table(lines)
        elif lines[0].startswith("- "):
            items = re.split(r"(?:^|\n)- ", "\n".join(lines))[1:]
            yield from ("<ul>", *(f"<li>{_inline(item)}</li>" for item in items), "</ul>")
        else:
            yield f"<p>{_inline(' '.join(lines))}</p>"


def _table(lines: Sequence[str]) -> Iterator[str]:
    head, rule, *rows = ([cell.strip() for cell in _CELL.split(line.strip())[1:-1]] for line in lines)
    sides = ["right" if cell.endswith(":") else "left" for cell in rule]
    yield "<table>"
    for kind, row in [("th", head), *(("td", row) for row in rows)]:
        cells = (
            f'<{kind} style="text-align:{side}">{_inline(cell)}</{kind}>'
            for side, cell in zip(sides, row, strict=False)
        )
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</table>"


def _inline(text: str) -> str:
    found, at = [], 0
    for match in _INLINE.finditer(text):
        found += [escape(text[at : match.start()]), _marked(match)]
        at = match.end()
    return "".join([*found, escape(text[at:])])


def _marked(match: re.Match[str]) -> str:
    if match["plain"] is not None:
        return escape(match["plain"])
    if match["code"] is not None:
        return f"<code>{escape(match['code'])}</code>"
    if match["picture"] is not None:
        return f'<img src="{escape(match["picture"])}" alt="{escape(match["alt"])}">'
    if match["link"] is not None:
        return f'<a href="{escape(match["link"])}">{_inline(match["text"])}</a>'
    return f"<strong>{_inline(match['bold'])}</strong>"
