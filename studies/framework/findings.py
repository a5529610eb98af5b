"""Findings of a run: every published figure with ours and a verdict, and the cost of the run."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pokerdata._support.text import text_of
from studies.framework.figure import Verdict

FILE = "findings.json"


@dataclass(frozen=True)
class Comparison:
    """A published figure and ours.

    Attributes:
        figure: Name of the figure in ``study.toml``.
        what: Description in words.
        published: As printed, with its unit.
        source: The publication.
        mark: ``"verified"`` or ``"from memory"``.
        ours: Our result, in words or as a number with its unit.
        verdict: Whether both agree.
        why: Why they differ, or why the comparison cannot be decided.
    """

    figure: str
    what: str
    published: str
    source: str
    mark: str
    ours: str
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True)
class Findings:
    """Findings of a run.

    Attributes:
        study: Name of the study.
        is_quick: Whether it ran at the quick scale.
        comparisons: One for each published figure, in the order of the run.
        seconds: Duration of the run.
        memory_bytes: Peak resident memory of the process.
        machine: Description of the machine.
    """

    study: str
    is_quick: bool
    comparisons: tuple[Comparison, ...]
    seconds: float
    memory_bytes: int
    machine: str

    @property
    def verdict(self) -> str:
        """Return 'agrees', or '3 of 5 agree, 1 differs, 1 cannot be known'."""
        counts = Counter(one.verdict for one in self.comparisons)
        agree, differ, unknown = (counts[verdict] for verdict in Verdict)
        if len(counts) == 1:
            return str(next(iter(counts)))
        parts = [f"{agree} of {counts.total()} agree{'s' * (agree == 1)}"]
        parts += [f"{differ} differ{'s' * (differ == 1)}"] if differ else []
        parts += [f"{unknown} cannot be known"] if unknown else []
        return ", ".join(parts)

    def to_json(self) -> str:
        """Return the findings as JSON, as they are stored."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False) + "\n"


def read_findings(path: Path) -> Findings | None:
    """Return the findings of the last run in a folder, or None if there are none.

    Args:
        path: Folder of the study, or another folder that a run wrote to.

    Raises:
        ValueError: If the file has another format than a run writes.
    """
    path = path / FILE
    if not path.is_file():
        return None
    try:
        content: dict[str, Any] = json.loads(text_of(path, "the findings"))
        rows = content.pop("comparisons")
        made = tuple(Comparison(**{**row, "verdict": Verdict(row["verdict"])}) for row in rows)
        return Findings(comparisons=made, **content)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ValueError(
            f"{path}: expected what `pokerdata study` writes, got something else; run the study again"
        ) from None
