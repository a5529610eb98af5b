"""Documentation of all studies: their table in docs/studies.md, and a page of the site for each.

    python tools/study_pages.py          the table, as docs/studies.md shows it
    python tools/study_pages.py --write  writes it there, and docs/studies/NAME.md for each study

It runs no study. It reads the findings.json of each, which `pokerdata study NAME` writes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from studies import find_study, overview, study_names  # noqa: E402

GUIDE = ROOT / "docs" / "studies.md"
MARKS = "<!-- studies -->\n", "<!-- /studies -->"
_STUB = """```{{include}} ../../studies/{name}/README.md
:relative-images:
```
"""


def table() -> str:
    """Return the up-to-date table of all studies."""
    return overview([find_study(name) for name in study_names()])


def shown() -> str:
    """Return the table in the document."""
    return _around()[1]


def stubs() -> dict[Path, str]:
    """Return the pages of the site, by file; each includes the page of a study."""
    return {ROOT / "docs" / "studies" / f"{name}.md": _STUB.format(name=name) for name in study_names()}


def _around() -> tuple[str, str, str]:
    """Return the document before, in and after the table."""
    begin, end = MARKS
    before, rest = GUIDE.read_text(encoding="utf-8").split(begin)
    found, after = rest.split(end)
    return before + begin, found, end + after


def main(arguments: list[str]) -> None:
    """Print or write the table, as the module's docstring states."""
    if "--write" not in arguments:
        print(table(), end="")
        return
    before, _, after = _around()
    GUIDE.write_text(f"{before}{table()}{after}", encoding="utf-8")
    for path, text in stubs().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
