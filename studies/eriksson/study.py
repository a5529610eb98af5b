"""Eriksson 2012: exact extremes of hands, betting sequences, and the five agents with fewer buckets."""

from __future__ import annotations

from studies import StudyRun

from . import hands, matches, sequences


def run(run: StudyRun) -> None:
    """Run the study."""
    hands.told(run)
    sequences.told(run)
    matches.told(run)
