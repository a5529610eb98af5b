"""What classes of hands win of each other all-in, as chances of a deal."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT, HEADS_UP_BOARDS, OPPOSING_HANDS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_SIZES
from pokerdata.preflop.packaged import class_results

Floats = NDArray[np.float64]
#: The chance of each class, float64 [169].
DEALT: Floats = CLASS_SIZES / COMBINATION_COUNT


class Met(NamedTuple):
    """For each hand of a player the chance that he holds it, that the other one is in, and how the hand ends for him.

    Attributes:
        won: Float64 [stacks, 169].
        tied: The same.
        lost: The same.
    """

    won: Floats
    tied: Floats
    lost: Floats

    @property
    def dealt(self) -> Floats:
        """The chance that he holds it and the other one is in, whoever wins."""
        return self.won + self.tied + self.lost


def met(weights: Floats) -> Met:
    """What each hand of a player meets in the weights with which the other one is in.

    Args:
        weights: Of the other one's classes, float64 [stacks, 169].
    """
    met = (weights @ _results()).reshape(-1, 3, CLASS_COUNT)
    return Met(met[:, 0], met[:, 1], met[:, 2])


@cache
def _results() -> Floats:
    """The chance of a pair of classes and of how it ends for the second, float64 [169, 3 * 169]."""
    wins, ties, pairs = (array.astype(np.float64) for array in class_results())
    deals = float(COMBINATION_COUNT * OPPOSING_HANDS["preflop"])
    won, tied = wins / HEADS_UP_BOARDS, ties / HEADS_UP_BOARDS
    return np.asarray(np.hstack([won.T, tied.T, pairs - won.T - tied.T]) / deals)
