"""What came out of a match of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Outcome:
    """A match between players who each sat in every seat.

    Attributes:
        names: Of the players, each once.
        chips: What each won in all, exactly; the sum is 0.
        hands: How many were played.
        covariance: Of the players' means in chips a hand, over the duplicate units, float64 [players, players]; None
            where fewer than two units were played.
        units: How many duplicate units.
        reach: Chips a hand that the mean of a unit can lie from the mean at most; infinite where that is not known.

    Raises:
        ValueError: Where these do not belong together.
    """

    names: tuple[str, ...]
    chips: tuple[Fraction, ...]
    hands: int
    covariance: NDArray[np.float64] | None
    units: int
    reach: float = inf

    def __post_init__(self) -> None:
        players = len(self.names)
        if players < 2 or len(set(self.names)) < players:
            raise ValueError(
                f"names: expected two players or more, each once, got {self.names}; e.g. ('A', 'B')"
            )
        if len(self.chips) != players or sum(self.chips) != 0:
            raise ValueError(
                f"chips: expected those of {players} players, in all 0, got {', '.join(map(str, self.chips))}"
            )
        if self.hands < 1:
            raise ValueError(f"hands: expected 1 or more, got {self.hands}")
        if self.covariance is not None and self.covariance.shape != (players, players):
            raise ValueError(
                f"covariance: expected an array [{players}, {players}], got {list(self.covariance.shape)}"
            )

    @property
    def means(self) -> tuple[Fraction, ...]:
        """What each won, in chips a hand."""
        return tuple(chips / self.hands for chips in self.chips)
