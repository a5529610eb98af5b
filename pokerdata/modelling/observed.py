"""What a player was seen to do, as a strategy, and how often he was seen."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Game
from pokerdata.support import html
from pokerdata.support.text import brief, counted

#: Observations from which on a model of an information set is trusted as far as it ever is (Johanson & Bowling 2009).
FULL = 10


@dataclass(frozen=True, eq=False)
class ObservedModel:
    """What a player was seen to do in each information set of a game. Made by `model_of`.

    As it has a game and a strategy, it is a model for `pokerdata.solvers.restricted_response`: with p = 1 for a
    frequentist best response (Johanson 2007), with ``p=model.trust(0.9)`` for a data-biased one.

    Attributes:
        game: The game.
        strategy: For each street float64 [edges of the street, states]: how often each action was taken among all; where
            nothing was seen, what the default does.
        observations: For each street int64 [decisions of the street, states]: how many actions were seen.
        hands: How many hands he was seen in.
    """

    game: Game
    strategy: tuple[NDArray[np.float64], ...]
    observations: tuple[NDArray[np.int64], ...]
    hands: int

    @property
    def actions(self) -> int:
        """How many actions were seen."""
        return sum(int(street.sum()) for street in self.observations)

    @property
    def seen_sets(self) -> int:
        """Information sets in which he was seen."""
        return sum(int(np.count_nonzero(street)) for street in self.observations)

    def trust(
        self, most: float, *, full: float = FULL, half: float | None = None
    ) -> tuple[NDArray[np.float64], ...]:
        """How far the model is trusted in each information set, by the number n of observations there.

        Args:
            most: The most that it is trusted, from 0 to 1.
            full: It is trusted ``most * min(1, n / full)``, so the most from this number on.
            half: Instead ``most * n / (half + n)``: half as far as ever at this number.

        Returns:
            For each street float64 [decisions of the street, states], as `restricted_response` takes p.

        Raises:
            ValueError: For a trust outside 0 to 1, and numbers that are not above 0.
        """
        if isinstance(most, bool) or not isinstance(most, int | float) or not 0 <= most <= 1:
            raise ValueError(f"trust: expected a number from 0 to 1, got {most!r}; e.g. 0.9")
        for name, number in (("full", full), ("half", half)):
            if number is not None and not (
                isinstance(number, int | float) and 0 < number < math.inf and not isinstance(number, bool)
            ):
                raise ValueError(
                    f"{name}: expected a number of observations above 0, got {number!r}; e.g. 10"
                )
        if half is None:
            return tuple(most * np.minimum(1.0, n / full) for n in self.observations)
        return tuple(most * n / (half + n) for n in self.observations)

    def __repr__(self) -> str:
        return brief(
            self,
            repr(self.game.label),
            counted(self.hands, "hand"),
            f"{self.seen_sets:,} information sets seen",
        )

    def _repr_html_(self) -> str:
        told = {"hands": self.hands, "actions": self.actions, "information sets": self.game.information_sets}
        return html.facts({**told, "of them seen": self.seen_sets}, caption=self.game.label)
