"""UCT: the printed tree, back-up rules, ranges, hidden cards, and a game without hidden cards."""

from __future__ import annotations

from studies import StudyRun

from . import backups, hidden, nothing_hidden, printed_tree, ranges


def run(run: StudyRun) -> None:
    """Run the study."""
    printed_tree.told(run)
    backups.told(run)
    better = ranges.told(run)
    ranges.judged(run, better, hidden.told(run))
    nothing_hidden.told(run)
