"""Outcomes of matches that were played in this process."""

from __future__ import annotations

import numpy as np

from pokerdata._core.play import parts_of_chip
from pokerdata.matches.duplicate_result import DuplicateResult
from pokerdata.tournaments.outcome import Outcome


def outcome_of(result: DuplicateResult) -> Outcome:
    """The outcome of a match over duplicate deals.

    Its covariance is that of the means over units; not known where somebody forfeited.

    Args:
        result: What `pokerdata.matches.play_match` returned.
    """
    covariance = None
    if result.deals > 1 and result.forfeit is None:
        means = result.parts.sum(axis=1) / (parts_of_chip() * len(result.orders))
        covariance = np.atleast_2d(np.cov(means, rowvar=False, ddof=1)) / result.deals
    reach = max(won.reach for won in result.won)
    return Outcome(result.players, result.chips, result.hands, covariance, result.deals, reach)
