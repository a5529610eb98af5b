"""Code out of the documents."""

import re
from pathlib import Path

from helpers.formats import ROOT

DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "tables" / "README.md",
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/internals/*.md")),
]
NOTEBOOKS = sorted(ROOT.glob("docs/notebooks/*.md"))


def block(document: str, marker: str) -> str:
    """The fenced block after the comment `marker`."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(rf"<!-- {marker} -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert len(found) == 1, f"{document} has {len(found)} blocks marked {marker}"
    return str(found[0])


def cells(notebook: Path) -> list[str]:
    """The code cells of a notebook that is text, in order."""
    text = notebook.read_text(encoding="utf-8")
    return re.findall(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text: str) -> list[str]:
    """The commands of lines such as "pokerdata A  # or: pokerdata B", both of them."""
    return [part.strip() for line in text.splitlines() for part in re.findall(r"pokerdata [^#]*", line)]
