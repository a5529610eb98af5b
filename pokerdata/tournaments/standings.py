"""Sums over matches with what chance makes of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

import numpy as np
from numpy.typing import NDArray

from pokerdata.support.estimates import Estimate
from pokerdata.tournaments.outcome import Outcome


@dataclass(frozen=True)
class Standings:
    """What each player won over all his matches, in chips a hand.

    Attributes:
        names: Of the players.
        sums: Of each the sum of his means over his matches.
        matches: How many matches each played.
        covariance: Of these sums, float64 [players, players]; NaN for players of a match whose variance is not known,
            because somebody forfeited it or it has fewer than two units.
        units: The fewest of a match.
        reach: As that of `Outcome`, the largest of a match.
    """

    names: tuple[str, ...]
    sums: tuple[Fraction, ...]
    matches: tuple[int, ...]
    covariance: NDArray[np.float64]
    units: int
    reach: float

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Standings:
        """The standings after some matches.

        Args:
            outcomes: Of the matches, whose cards have nothing in common.

        Raises:
            ValueError: For no match.
        """
        if not outcomes:
            raise ValueError("outcomes: expected those of a match or more, got none")
        names = tuple(dict.fromkeys(name for outcome in outcomes for name in outcome.names))
        place = {name: number for number, name in enumerate(names)}
        sums = [Fraction(0)] * len(names)
        matches = [0] * len(names)
        covariance = np.zeros((len(names), len(names)))
        for outcome in outcomes:
            at = [place[name] for name in outcome.names]
            for number, mean in zip(at, outcome.means, strict=True):
                sums[number] += mean
                matches[number] += 1
            covariance[np.ix_(at, at)] += np.nan if outcome.covariance is None else outcome.covariance
        units = min(outcome.units for outcome in outcomes)
        reach = max(outcome.reach for outcome in outcomes)
        return cls(names, tuple(sums), tuple(matches), covariance, units, reach)

    @property
    def means(self) -> tuple[float, ...]:
        """What each won a hand, as the mean over his matches."""
        return tuple(float(total) / count for total, count in zip(self.sums, self.matches, strict=True))

    @property
    def won(self) -> tuple[Estimate, ...]:
        """What each won a hand, as the mean over his matches, with its standard error."""
        errors = np.sqrt(np.diag(self.covariance)).tolist()
        return tuple(
            Estimate(mean, inf, 0)
            if math.isnan(error)
            else Estimate(mean, error / count, self.units - 1, self.reach)
            for mean, error, count in zip(self.means, errors, self.matches, strict=True)
        )

    def ahead(self, row: str, column: str) -> float | None:
        """How likely one player would have more chips than another if it were played for ever.

        By a normal distribution of the difference of their sums; None where its variance is not known. Players who have met
        each other share the luck of that match, which is counted.

        Args:
            row: One of `names`.
            column: Another.

        Raises:
            ValueError: For other names.
        """
        for name in (row, column):
            if name not in self.names:
                raise ValueError(f"player: expected one of {', '.join(self.names)}, got {name!r}")
        a, b = self.names.index(row), self.names.index(column)
        difference = float(self.sums[a] - self.sums[b])
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        if math.isnan(variance):
            return None
        if variance <= 0:
            return 0.5 if difference == 0 else float(difference > 0)
        return 0.5 * math.erfc(-difference / math.sqrt(2 * variance))
