"""The page of a study, in Markdown."""

from __future__ import annotations

from pokerdata._support.text import bytes_text, seconds_text
from pokerdata.reports.pages.markdown import table
from studies.framework.findings import Findings
from studies.framework.run import StudyRun

COST = "## What it cost"


def page(run: StudyRun, findings: Findings) -> str:
    """Return the whole page. Only the text below the heading `COST`, at the end, differs from run to run.

    Args:
        run: The completed run.
        findings: Its findings.
    """
    study = run.study
    command = f"pokerdata study {study.name}" + (" --quick" if run.is_quick else "")
    several = len(study.sources) > 1
    lines = [f"# {study.title}", "", *study.question.strip().splitlines(), ""]
    lines += [f"- {text}" for text in study.sources.values()]
    lines += ["", f"Written by `{command}`; what was published stands in `study.toml`.", ""]
    if run.is_quick:
        lines += [
            "**The quick scale**: the same code on less, to see that it runs. Figures are not those to quote.",
            "",
        ]
    lines += ["## Published beside ours", "", *_beside(findings, several), "", *run.lines, COST, ""]
    lines += [
        f"{seconds_text(findings.seconds)} and {bytes_text(findings.memory_bytes)} of memory at the peak, on "
        f"{findings.machine}. Told before: {study.quick_cost if run.is_quick else study.cost}."
    ]
    if run.ready:
        lines += [
            "",
            f"Not counted, for they stood there before: {', '.join(f'`{name}`' for name in run.ready)}.",
        ]
    return "\n".join(lines) + "\n"


def _beside(findings: Findings, several: bool) -> list[str]:
    head = ["what", *(["source"] if several else []), "published", "ours", "verdict"]
    rows, why = [head], list[str]()
    for one in findings.comparisons:
        recalled = " (from memory)" if one.mark != "verified" else ""
        source = [one.source.partition(",")[0]] if several else []
        rows.append([one.what, *source, one.published + recalled, one.ours, one.verdict])
        if one.why:
            why.append(f"- **{one.what}**: {one.verdict}. {one.why}")
    return [*table(rows, left=len(head)), *(["", *why] if why else []), "", f"In short: {findings.verdict}."]
