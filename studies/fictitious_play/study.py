"""Fictitious play and CFR on bucketed hold'em, and iterated roll-out of starting hands."""

from __future__ import annotations

from studies import StudyRun

from . import beside_cfr, roll_out


def run(run: StudyRun) -> None:
    """Run the study."""
    beside_cfr.told(run)
    roll_out.told(run)
