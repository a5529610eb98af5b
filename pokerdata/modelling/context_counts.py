"""Counting what a player does by context, as Poki does, with a memory that fades."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.fading import check_above_0
from pokerdata.modelling.levels import LevelledModel
from pokerdata.play import GameDefinition
from pokerdata.search.models import PLAYOUT, DecisionTriple
from pokerdata.support.text import brief

#: From the coarsest to Poki's own contexts.
BACK_OFF = ("all", "bets", "street", "action", "poki")


class ContextCounts(LevelledModel):
    """How often a player folds, calls and raises in each of Poki's contexts, counted.

    These are the street, the bets to call (0, 1 or more), his last action in the hand, and the bets that he faced then. What
    was seen seldom leans on coarser contexts:

        p(a | context) = (n_a + weight * p(a | coarser context)) / (n + weight)

    Some microseconds an action to learn, half a millisecond for `shares` of limit hold'em.

    Source of the contexts: Görge, Meyer (Poker Challenge 2008, paper 9), where a neural net learns from them; the leaning on
    coarser ones is ours.

    Args:
        game: A limit game for two.
        contexts: Names of `CONTEXTS`, the coarsest first.
        weight: How many actions the coarser context counts as.
        fade: What is left of older actions of a context after a new one.
        prior: What he does as long as nothing was seen.

    Raises:
        ValueError: For another game, unknown contexts, or numbers out of range.
        CapacityError: For a game with too many bettings.
    """

    def __init__(
        self,
        game: GameDefinition,
        *,
        contexts: Sequence[str] = BACK_OFF,
        weight: float = 5.0,
        fade: float = 0.995,
        prior: DecisionTriple = PLAYOUT,
    ) -> None:
        super().__init__(game, prior)
        self.weight = check_above_0(weight, "weight", 5)
        self._count_in(contexts, fade)

    def _found(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.prior.copy()
        shares = self.prior[self.decisions]
        for level in self._levels:
            seen = level.seen[level.groups[self.decisions]]
            shares = (seen + self.weight * shares) / (seen.sum(1, keepdims=True) + self.weight)
        found[self.decisions] = shares
        return found

    def __repr__(self) -> str:
        return brief(self, repr(self.tree.game.name), f"{len(self._levels)} levels of contexts")
