"""Hands shown down: their strength and how they were played, and shares with Wilson (1927) intervals."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf, isnan, nan, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import Estimate, or_none, plus_minus, student
from pokerdata._support.text import brief, counted
from pokerdata.cards import BOARD_SIZES, COMBINATION_COUNT, STREETS
from pokerdata.cards.evaluator import CATEGORIES, category, evaluate
from pokerdata.cards.strength import denominator
from pokerdata.cards.strength.counts import exact_standings
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import find_table, open_table

# Standard deviations on either side of the mean that contain 95 % of a normal distribution.
_NORMAL = student(inf)


class Share(NamedTuple):
    """A share: the number of opportunities, and how many were taken.

    The confidence interval assumes that opportunities are independent.

    Attributes:
        taken: Opportunities that were taken.
        opportunities: All opportunities.
    """

    taken: int
    opportunities: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; NaN without opportunities."""
        return self.taken / self.opportunities if self.opportunities else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the 95 % Wilson (1927) interval; 0 and 1 without opportunities."""
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
        """Return counts, share and interval as JSON values; an unknown share is None."""
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
    """Bets and raises per call: the odds of a `Share` of aggression.

    Attributes:
        share: Bets and raises among bets, raises and calls.
    """

    share: Share

    @property
    def value(self) -> float:
        """The quotient; infinite without calls, NaN without bets, raises and calls."""
        return _odds(self.share.value)

    @property
    def interval(self) -> tuple[float, float]:
        """Both ends of the 95 % confidence interval: the odds of the share's interval."""
        low, high = self.share.interval
        return _odds(low), _odds(high)

    def _repr_html_(self) -> str:
        low, high = self.interval
        value = "not known" if isnan(self.value) else f"{self.value:.2f}"
        return html.facts({"bets and raises a call": value, "95 % interval": f"{low:.2f} to {high:.2f}"})


def wilson(taken: int, opportunities: int, *, deviations: float = _NORMAL) -> tuple[float, float]:
    """Return the Wilson (1927) interval of a share, which inverts the score test.

    It stays within 0 and 1, and is accurate for few opportunities and for shares near 0 and 1, too.

    Args:
        taken: Opportunities that were taken.
        opportunities: All opportunities; 0 gives the interval from 0 to 1.
        deviations: Standard deviations of a normal distribution on either side; the default gives 95 %.

    Raises:
        ValueError: If fewer than 0 or more than all were taken, or `deviations` is below 0.
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
    # Rounding must not exclude 0 and 1 if they belong to the interval.
    low = 0.0 if taken == 0 else max(0.0, middle - half)
    high = 1.0 if taken == opportunities else min(1.0, middle + half)
    return low, high


def percent(value: float) -> str:
    """Format a share in percent: '23.4 %', or 'not known'.

    Args:
        value: 0 to 1, or NaN.
    """
    return "not known" if isnan(value) else f"{100 * value:.1f} %"


def _odds(share: float) -> float:
    if isnan(share):
        return nan
    return share / (1 - share) if share < 1 else inf


#: Streets with a board, for which there are strengths.
BOARD_STREETS = STREETS[1:]
#: A hand is strong if its mean share of the pot at showdown against a random hand, E[HS], is this or more.
STRONG = 0.8
#: How a hand was played on a street: it bet or raised, or only checked and called.
WAYS = ("raised", "called")


@dataclass(frozen=True)
class Sum:
    """Number of hands with the sums of their strengths, as whole numbers over one denominator.

    Attributes:
        hands: Number of hands.
        total: Sum of the numerators.
        squares: Sum of their squares.
    """

    hands: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.hands + other.hands, self.total + other.total, self.squares + other.squares)

    @staticmethod
    def of(numerators: NDArray[np.int64]) -> Sum:
        """Return the sum of some hands.

        Args:
            numerators: int64 [hands], each below 2**22.
        """
        blocks = range(0, len(numerators), 1 << 16)  # of a size for which sums of squares fit
        squares = sum(int((numerators[at : at + (1 << 16)] ** 2).sum()) for at in blocks)
        return Sum(len(numerators), int(numerators.sum()), squares)

    def mean(self, street: str) -> Estimate:
        """Return the mean strength, 0 to 1, with the standard error over hands.

        Args:
            street: Street that sets the denominator.
        """
        below = denominator(street, "ehs")
        if not self.hands:
            return Estimate(float("nan"), inf, 0)
        mean = self.total / self.hands / below
        if self.hands < 2:
            return Estimate(mean, inf, 0)
        spread = self.hands * self.squares - self.total**2  # exact, as integers
        return Estimate(
            mean, sqrt(spread / (self.hands - 1)) / self.hands / below, self.hands - 1, max(mean, 1 - mean)
        )


@dataclass(frozen=True, eq=False)
class ShownHands:
    """Hands that a player showed down in hold'em: categories, strengths, and how they were played.

    Strength is E[HS], the hand's mean share of the pot against a random hand. It is exact: over all opposing hands and all
    cards to come. Hands that were not shown down are unknown, so all statistics here cover shown hands only.

    Attributes:
        categories: How often each of `pokerdata.cards.evaluator.CATEGORIES` was shown, made with the board.
        of_categories: Sums of their strengths on the river, in the same order.
        played: Sums of strengths on each of `BOARD_STREETS` of hands that acted there, for each of `WAYS`: [street][way].
        slow: For each of these streets, of hands that were strong there and could bet or raise, how many only checked and
            called.
        strong: Strength from which a hand is strong.
    """

    categories: tuple[int, ...] = (0,) * len(CATEGORIES)
    of_categories: tuple[Sum, ...] = (Sum(),) * len(CATEGORIES)
    played: tuple[tuple[Sum, Sum], ...] = ((Sum(), Sum()),) * len(BOARD_STREETS)
    slow: tuple[Share, ...] = (Share(0, 0),) * len(BOARD_STREETS)
    strong: float = field(default=STRONG)

    @property
    def hands(self) -> int:
        """Number of hands shown down."""
        return sum(self.categories)

    @property
    def strength(self) -> Estimate:
        """Mean strength of the shown hands on the river, 0 to 1, with the standard error over hands."""
        return sum(self.of_categories, Sum()).mean("river")

    def category(self, name: str) -> Share:
        """Return how often a made hand was shown, among all shown hands.

        Args:
            name: One of `pokerdata.cards.evaluator.CATEGORIES`.

        Raises:
            ValueError: If the name is unknown.
        """
        if name not in CATEGORIES:
            raise ValueError(f"category: expected one of {', '.join(CATEGORIES)}, got {name!r}; e.g. 'pair'")
        return Share(self.categories[CATEGORIES.index(name)], self.hands)

    def __add__(self, other: ShownHands) -> ShownHands:
        if not isinstance(other, ShownHands):
            return NotImplemented
        if self.strong != other.strong:
            raise ValueError(
                f"strong: expected one border of strong hands, got {self.strong} and {other.strong}; e.g. 0.8 in both"
            )
        return ShownHands(
            tuple(a + b for a, b in zip(self.categories, other.categories, strict=True)),
            tuple(a + b for a, b in zip(self.of_categories, other.of_categories, strict=True)),
            tuple(
                (one[0] + two[0], one[1] + two[1]) for one, two in zip(self.played, other.played, strict=True)
            ),
            tuple(
                Share(a.taken + b.taken, a.opportunities + b.opportunities)
                for a, b in zip(self.slow, other.slow, strict=True)
            ),
            self.strong,
        )

    def shares(self) -> Iterable[tuple[str, str, Share]]:
        """Yield (statistic, street, share) for all shares; the street is empty for made hands."""
        for name in CATEGORIES:
            yield f"shown_{name.replace(' ', '_')}", "", self.category(name)
        for street, share in zip(BOARD_STREETS, self.slow, strict=True):
            yield "slow_play", street, share

    def means(self) -> Iterable[tuple[str, str, str, Sum]]:
        """Yield (label, street, way, sum) for all mean strengths; the way is empty for all shown hands, on the river."""
        yield "shown down", "river", "", sum(self.of_categories, Sum())
        for street, sums in zip(BOARD_STREETS, self.played, strict=True):
            for way, one in zip(WAYS, sums, strict=True):
                yield f"{way} on the {street}", street, way, one

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values. None means unknown."""

        def mean_told(of: Sum, street: str) -> dict[str, Any]:
            value = of.mean(street)
            return {
                "hands": of.hands,
                "mean": value.mean if of.hands else None,
                "half_width_95": or_none(value.half_width),
            }

        return {
            "hands": self.hands,
            "strong_from": self.strong,
            "strength": mean_told(sum(self.of_categories, Sum()), "river"),
            "categories": {
                name: {**self.category(name).to_dict(), "strength": mean_told(of, "river")}
                for name, of in zip(CATEGORIES, self.of_categories, strict=True)
            },
            "played": {
                street: {way: mean_told(of, street) for way, of in zip(WAYS, sums, strict=True)}
                for street, sums in zip(BOARD_STREETS, self.played, strict=True)
            },
            "slow_play": {
                street: share.to_dict() for street, share in zip(BOARD_STREETS, self.slow, strict=True)
            },
        }

    def table(self) -> list[tuple[str, str, str, str]]:
        """Return rows of text under a head: made hands with their shares, then strengths, then slow-played strong hands."""
        rows = [("shown down", "share", "95 % interval", "taken / opportunities")]
        shares = [(name, self.category(name)) for name in CATEGORIES if self.category(name).taken]
        shares += [
            (f"strong on the {street}, not raised", share)
            for street, share in zip(BOARD_STREETS, self.slow, strict=True)
            if share.opportunities
        ]
        rows += [(name, *_cells(share)) for name, share in shares]
        rows.append(("strength (E[HS])", "mean", "95 %", "hands"))
        for label, street, _, of in self.means():
            if of.hands:
                value = of.mean(street)
                rows.append((label, f"{value.mean:.3f}", plus_minus(value.half_width, 3), f"{of.hands:,}"))
        return rows

    def __repr__(self) -> str:
        return brief(self, counted(self.hands, "hand"), _strength_text(self.strength))

    def _repr_html_(self) -> str:
        head, *rows = self.table()
        return html.table(rows, head=head, notes=[f"strong: E[HS] of {self.strong:g} or more"])


def _cells(share: Share) -> tuple[str, str, str]:
    low, high = share.interval
    return (
        f"{100 * share.value:.1f} %",
        f"{100 * low:.1f} to {100 * high:.1f} %",
        f"{share.taken:,} / {share.opportunities:,}",
    )


def _strength_text(value: Estimate) -> str:
    if value.mean != value.mean:
        return "strength not known"
    return f"strength {value.mean:.3f} {plus_minus(value.half_width, 3)}"


_ANYTHING = np.ones(COMBINATION_COUNT, np.int64)


class Strengths:
    """Counts shown hands by player name. It takes strengths from tables if they exist, else it computes them.

    Args:
        strong: Strength from which a hand is strong, above 0 and below 1.
        tables: The only folder to search for flop_strength, turn_strength and river_strength.

    Raises:
        ValueError: If `strong` is out of range.
        TableError: If a table is damaged.
    """

    def __init__(self, strong: float = STRONG, tables: str | os.PathLike[str] | None = None) -> None:
        if not 0 < strong < 1:
            raise ValueError(f"strong: expected a share above 0 and below 1, got {strong!r}; e.g. 0.8")
        self.strong = float(strong)
        self.tables = tables
        #: Shown hands by player name.
        self.found: dict[str, ShownHands] = {}
        self._open: dict[str, StrengthTable | None] = {}

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_open": {}}

    def numerators(self, street: str, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return E[HS] of hands, as whole numbers over ``denominator(street, "ehs")``.

        A lookup takes a microsecond. Without tables a hand takes some 3 ms on the flop, 0.1 ms on the turn and 10
        microseconds on the river.

        Args:
            street: 'flop', 'turn' or 'river'.
            cards: uint8 [hands, 7], hole cards and board.
        """
        size = BOARD_SIZES[street]
        holes, boards = cards[:, :2], cards[:, 2 : 2 + size]
        if street not in self._open:
            name = f"{street}_strength"
            there = find_table(name, self.tables) is not None
            self._open[street] = open_table(name, self.tables, StrengthTable) if there else None
        table = self._open[street]
        if table is not None:
            return table.lookup(holes, boards).astype(np.int64)
        found = np.zeros(len(cards), np.int64)
        boards = np.sort(boards, axis=1)
        unique, which = np.unique(boards, axis=0, return_inverse=True)
        order = np.argsort(which, kind="stable")
        ends = np.searchsorted(which[order], np.arange(len(unique) + 1))
        for board, start, end in zip(unique, ends[:-1], ends[1:], strict=True):
            hands = order[start:end]
            extra = BOARD_SIZES["river"] - size
            counts = exact_standings(np.ascontiguousarray(holes[hands]), board, extra, _ANYTHING)
            ahead, tied, _ = counts.sum(axis=1).T  # now in the axis that is summed
            found[hands] = 2 * ahead + tied
        return found

    def add(
        self,
        names: list[str],
        players: NDArray[np.int32],
        cards: NDArray[np.uint8],
        played: NDArray[np.uint8],
    ) -> None:
        """Count hands at showdown.

        Args:
            names: Names of the players.
            players: int32 [hands], each hand's player as an index into the names.
            cards: uint8 [hands, 7], hole cards, then the board as it was dealt.
            played: uint8 [hands, 3], bits of the streets on which the player acted, could bet or raise, and did.
        """
        if not len(players):
            return
        made = category(evaluate(cards))
        of_streets = {street: self.numerators(street, cards) for street in BOARD_STREETS}
        for player in np.unique(players):
            mine = players == player
            now = self._counted(made[mine], {s: n[mine] for s, n in of_streets.items()}, played[mine])
            name = names[player]
            self.found[name] = self.found[name] + now if name in self.found else now

    def _counted(
        self,
        made: NDArray[np.uint8],
        of_streets: dict[str, NDArray[np.int64]],
        played: NDArray[np.uint8],
    ) -> ShownHands:
        ways, slow = [], []
        for number, street in enumerate(BOARD_STREETS, start=1):
            acted, able, raised = ((played >> number) & 1).astype(bool).T
            numerators = of_streets[street]
            ways.append((Sum.of(numerators[acted & raised]), Sum.of(numerators[acted & ~raised])))
            strong = able & (numerators >= self.strong * denominator(street, "ehs"))
            slow.append(Share(int((strong & ~raised).sum()), int(strong.sum())))
        kinds = range(len(CATEGORIES))
        return ShownHands(
            tuple(int((made == kind).sum()) for kind in kinds),
            tuple(Sum.of(of_streets["river"][made == kind]) for kind in kinds),
            tuple(ways),
            tuple(slow),
            self.strong,
        )
