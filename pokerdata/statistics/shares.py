"""Shares of opportunities that were taken, with intervals after Wilson (1927)."""

from __future__ import annotations

from math import inf, isnan, nan, sqrt
from typing import NamedTuple

from pokerdata.support import html
from pokerdata.support.estimates import student

# Standard deviations either side of the mean that hold 95 % of a normal distribution.
_NORMAL = student(inf)


class Share(NamedTuple):
    """How many opportunities were taken, of how many.

    Its interval takes them for independent of each other.

    Attributes:
        taken: Opportunities that were taken.
        opportunities: All.
    """

    taken: int
    opportunities: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; not a number without opportunities."""
        return self.taken / self.opportunities if self.opportunities else nan

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval after Wilson (1927); 0 and 1 without opportunities."""
        return wilson(self.taken, self.opportunities)

    @property
    def low(self) -> float:
        """The lower end of `interval`."""
        return self.interval[0]

    @property
    def high(self) -> float:
        """The upper end of `interval`."""
        return self.interval[1]

    def to_dict(self) -> dict[str, float | None]:
        """Counts, share and interval as values that JSON can hold; a share that is not known is None."""
        low, high = self.interval
        return {
            "taken": self.taken,
            "opportunities": self.opportunities,
            "share": self.value if self.opportunities else None,
            "low": low,
            "high": high,
        }

    def __str__(self) -> str:
        if not self.opportunities:
            return "not known (0 / 0)"
        return f"{percent(self.value)} ({self.taken:,} / {self.opportunities:,})"

    def _repr_html_(self) -> str:
        low, high = self.interval
        share = {"share": percent(self.value), "95 % interval": f"{100 * low:.1f} to {100 * high:.1f} %"}
        return html.facts({"taken": f"{self.taken:,}", "opportunities": f"{self.opportunities:,}", **share})


class Factor(NamedTuple):
    """Bets and raises for each call: the odds of a `Share` of aggression.

    Attributes:
        share: Bets and raises among bets, raises and calls.
    """

    share: Share

    @property
    def value(self) -> float:
        """The quotient; infinite without calls, not a number without any of them."""
        return _odds(self.share.value)

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval: the odds of those of the share."""
        low, high = self.share.interval
        return _odds(low), _odds(high)

    def _repr_html_(self) -> str:
        low, high = self.interval
        value = "not known" if isnan(self.value) else f"{self.value:.2f}"
        return html.facts({"bets and raises a call": value, "95 % interval": f"{low:.2f} to {high:.2f}"})


def wilson(taken: int, opportunities: int, *, deviations: float = _NORMAL) -> tuple[float, float]:
    """The interval of a share after Wilson (1927), which the score test does not refuse.

    It stays within 0 and 1, and holds for few opportunities and for shares near 0 and 1, too.

    Args:
        taken: Opportunities that were taken.
        opportunities: All; 0 gives the interval from 0 to 1.
        deviations: Standard deviations of a normal distribution either side; by default those that hold 95 %.

    Raises:
        ValueError: If fewer than 0 or more than all were taken, or for deviations below 0.
    """
    if not 0 <= taken <= opportunities:
        raise ValueError(f"taken: expected 0 to {max(0, opportunities)} opportunities, got {taken}; e.g. 0")
    if not 0 <= deviations < inf:
        raise ValueError(f"deviations: expected a number of 0 and more, got {deviations!r}; e.g. 1.96")
    if opportunities == 0:
        return 0.0, 1.0
    share, square = taken / opportunities, deviations**2 / opportunities
    middle = (share + square / 2) / (1 + square)
    half = (
        deviations / (1 + square) * sqrt(share * (1 - share) / opportunities + square / (4 * opportunities))
    )
    # Rounding must not leave out 0 and 1, where they belong.
    low = 0.0 if taken == 0 else max(0.0, middle - half)
    high = 1.0 if taken == opportunities else min(1.0, middle + half)
    return low, high


def percent(value: float) -> str:
    """A share in hundredths: '23.4 %', or 'not known'.

    Args:
        value: 0 to 1, or not a number.
    """
    return "not known" if isnan(value) else f"{100 * value:.1f} %"


def _odds(share: float) -> float:
    if isnan(share):
        return nan
    return share / (1 - share) if share < 1 else inf
