"""Counting what a player does in the same and in like situations, as Vexbot does."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.fading import blended
from pokerdata.modelling.levels import LevelledModel
from pokerdata.play import GameDefinition
from pokerdata.search.models import PLAYOUT, DecisionTriple
from pokerdata.support.text import brief

#: From the likest: the same betting; the same numbers of bets and raises of both on each street; the same numbers of them in
#: the hand and bets to call; the same street and bets to call.
LEVELS = ("same", "raises", "totals", "street")


class LikenessModel(LevelledModel):
    """What a player did in the same situation, and as long as there is little of that, in like ones.

    Level k, with n_k observations, takes ``1 - base^n_k`` of the weight that those before left; what all leave is the
    prior's. Old actions of a situation fade.

    Some microseconds an action to learn, two milliseconds for `shares` of limit hold'em.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9); the third and fourth level are ours, as it says
    "coarser" alone.

    Args:
        game: A limit game for two.
        base: From 0 to 1, without the ends.
        fade: What is left of older actions of a situation after a new one.
        prior: What he does as long as nothing was seen.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many bettings.
    """

    def __init__(
        self,
        game: GameDefinition,
        *,
        base: float = 0.95,
        fade: float = 0.95,
        prior: DecisionTriple = PLAYOUT,
    ) -> None:
        super().__init__(game, prior)
        self.base = check_base(base)
        self._count_in(LEVELS, fade)

    def _found(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.prior.copy()
        found[self.decisions] = blended(self._levels, self.decisions, self.prior[self.decisions], self.base)
        return found

    def __repr__(self) -> str:
        return brief(self, repr(self.tree.game.name), f"base {self.base:g}")


def check_base(base: float) -> float:
    """A number between 0 and 1.

    Args:
        base: Of the weights of levels of likeness.

    Raises:
        ValueError: For anything else.
    """
    if isinstance(base, bool) or not isinstance(base, int | float) or not 0 < base < 1:
        raise ValueError(f"base: expected a number between 0 and 1, got {base!r}; e.g. 0.95")
    return float(base)
