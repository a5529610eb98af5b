"""HTML pages for a browser."""

import re
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest

from pokerdata.reports.pages import page
from pokerdata.reports.pages.markdown import code, escaped, html_page

PAGE = """# A & B

First line
second line with `code <b>` and **bold `code` words**, a [link](x.md#part) and \\*none\\*.

## Table

| | player | won |
| :-- | :-- | --: |
| 1 | `a_b*c*` | **+1.2 ± 0.3** |
| 2 | a \\| b | |

![What & who](x_y.png)

- one
- two, which
goes on
"""


class Read(HTMLParser):
    """Tags with their relevant attributes, and texts without surrounding line breaks."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("thead", "tbody"):
            kept = [f"{key}={value}" for key, value in sorted(attrs) if key in ("href", "src", "alt")]
            self.found.append(" ".join([f"<{tag}>", *kept]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("thead", "tbody"):
            self.found.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.found.append(text)


def read(html: str) -> list[str]:
    reader = Read()
    reader.feed(html)
    return reader.found


def body(html: str) -> str:
    return html.partition("<body>")[2].partition("</body>")[0]


def test_words_of_others_stay_words() -> None:
    words = "<script>alert(1)</script> | **b** `c` ![p](q) \\ end\nnext"
    made = html_page(f"# x\n\n{escaped(words)}\n")
    assert "<script>" not in made
    assert read(body(made))[3:] == ["<p>", words.replace("\n", " "), "</p>"]


@pytest.mark.parametrize("name", ["`<b>x</b>`", "a`b``c", "bots.py:T\x1b[31m\n# x", "&lt;i&gt;"])
def test_names_of_others_stay_code(name: str) -> None:
    made = html_page(f"# x\n\n{code(name)}\n")
    shown = name.replace("`", "'").replace("\x1b", " ").replace("\n", " ")
    assert read(body(made))[3:] == ["<p>", "<code>", " ".join(shown.split()), "</code>", "</p>"]


def test_the_title_of_the_page_is_the_plain_text_of_its_heading() -> None:
    html = html_page(f"# {escaped('a_b <i> & c')}\n\ntext\n")
    assert "<title>a_b &lt;i&gt; &amp; c</title>" in html


def test_only_a_page_that_asks_for_it_is_loaded_anew() -> None:
    assert '<meta http-equiv="refresh" content="5">' in html_page(PAGE, refresh=5)
    assert "refresh" not in html_page(PAGE)
    assert "<title>A &amp; B</title>" in html_page(PAGE)
    assert "<script" not in html_page(PAGE, refresh=5)


def test_titles_of_strangers_are_words_in_markdown() -> None:
    title = "<script>alert(1)</script> \x1b[2J\u202e [x](y)\n# b"
    empty = SimpleNamespace(title=title, matches={}, series={}, abstractions={}, tables={}, valued=())
    first = next(page._lines(empty, SimpleNamespace()))  # type: ignore[arg-type]
    assert first == r"# \<script\>alert(1)\</script\>  \[2J  \[x\](y) \# b"
    assert not re.search(r"(?<!\\)<|[\x00-\x1f\u202e]", first)
