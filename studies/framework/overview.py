"""Table of all studies with their verdicts, as in the documentation."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata._support.text import seconds_text
from pokerdata.reports.pages.markdown import table
from studies.framework.figure import Verdict
from studies.framework.findings import Findings, read_findings
from studies.framework.study import Study


def overview(studies: Sequence[Study]) -> str:
    """Return the table of all studies in Markdown, followed by all differences and undecided figures with reasons.

    Args:
        studies: Studies in the order of the table.
    """
    rows = [["study", "published in", "verdict", "took"]]
    others: list[str] = []
    for study in studies:
        found = read_findings(study.folder)
        sources = "; ".join(text.partition(",")[0] for text in study.sources.values())
        took = "" if found is None else seconds_text(found.seconds)
        rows.append([_link(study), sources, "not run" if found is None else found.verdict, took])
        if found is not None:
            others += _others(study, found)
    lines = table(rows, left=4)
    if others:
        lines += ["", "What differs or cannot be known, and why:", "", *others]
    return "\n".join(lines) + "\n"


def _link(study: Study) -> str:
    return f"[`{study.name}`](../studies/{study.name}/README.md): {study.title}"


def _others(study: Study, found: Findings) -> list[str]:
    return [
        f"- `{study.name}`, {one.what}: published {one.published}, ours {one.ours}; **{one.verdict}**. {one.why}"
        for one in found.comparisons
        if one.verdict != Verdict.AGREES
    ]
