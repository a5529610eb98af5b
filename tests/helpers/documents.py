"""Code out of the documents."""

import re

from helpers.formats import ROOT


def block(document: str, marker: str) -> str:
    """The fenced block after the comment `marker`."""
    text = (ROOT / document).read_text(encoding="utf-8")
    found = re.findall(rf"<!-- {marker} -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert len(found) == 1, f"{document} has {len(found)} blocks marked {marker}"
    return str(found[0])
