"""Simulated tournaments."""

from __future__ import annotations

import numpy as np

from pokerdata._support.estimates import estimate_of
from pokerdata.solving.jam_or_fold import JamFold, JamFoldStrategy, play_jam_fold
from studies import StudyRun

STARTS = (1200, 4000, 6200)
COUNT, QUICK_COUNT = 1_000_000, 5_000


def told(run: StudyRun, found: JamFold) -> None:
    """Compare win rates with win probabilities."""
    run.heading("Tournaments played out")
    count = QUICK_COUNT if run.is_quick else COUNT
    ours = found.strategy
    ones = np.ones_like(ours.jam)
    blind = JamFoldStrategy(found.tournament, ones, ones)
    rows: list[list[object]] = [["first player", "his stack", "exact", f"of {count:,} tournaments", "apart"]]
    seed = 0
    for name, first in (("as found", ours), ("always all-in", blind)):
        for stack in STARTS:
            run.say(f"{count:,} tournaments, {name}, {stack:,}")
            exact = first.against(ours).small[found.tournament.row(stack)]
            won = play_jam_fold(first, ours, stack, count, seed=seed)
            rate = estimate_of(won)
            apart = (rate.mean - exact) / rate.standard_error
            rows.append(
                [
                    name,
                    f"{stack:,}",
                    f"{exact:.5f}",
                    f"{rate.mean:.5f} ± {rate.standard_error:.5f}",
                    f"{apart:+.1f}",
                ]
            )
            seed += 1
    run.table(rows, left=1)
    run.text(
        "The first player has the small blind in the first hand, the second plays as found. Cards are dealt until one of "
        "them has all chips, with the seeds 0, 1, ...; ± is one standard error, and the last column counts these. Nothing "
        "that is dealt or compared here is used in solving."
    )
