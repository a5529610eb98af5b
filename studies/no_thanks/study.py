"""No-Thanks by Spitta 2012: a weight learned from wins, compared with exact values."""

from __future__ import annotations

from studies import StudyRun

from . import batches, endgames, everybody, four, sizes, weights
from .experiments import GAME, QUICK_GAME, Table


def run(run: StudyRun) -> None:
    """Run the study."""
    table = Table(QUICK_GAME if run.is_quick else GAME)
    sizes.told(run, table)
    batches.told(run, table)
    best = weights.told(run, table)
    everybody.told(run, table, best)
    four.told(run)
    endgames.told(run)
