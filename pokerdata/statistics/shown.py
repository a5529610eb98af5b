"""What a player showed down: how often which made hand, how strong, and how it had been played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import STREETS
from pokerdata.evaluator import CATEGORIES
from pokerdata.statistics.shares import Share
from pokerdata.strength import denominator
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, or_none, plus_minus
from pokerdata.support.text import brief, counted

#: Streets with a board, on which strengths are told.
BOARD_STREETS = STREETS[1:]
#: A hand is strong where it wins this share of the pot or more against a random hand, all shown down: E[HS].
STRONG = 0.8
#: How a hand was played on a street: it bet or raised, or it only checked and called.
WAYS = ("raised", "called")


@dataclass(frozen=True)
class Sum:
    """A number of hands with the sums of their strengths, as whole numbers over one denominator.

    Attributes:
        hands: How many.
        total: The sum of the numerators.
        squares: The sum of their squares.
    """

    hands: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.hands + other.hands, self.total + other.total, self.squares + other.squares)

    @staticmethod
    def of(numerators: NDArray[np.int64]) -> Sum:
        """That of some hands.

        Args:
            numerators: int64 [hands], each below 2**22.
        """
        blocks = range(0, len(numerators), 1 << 16)  # whose sums of squares fit
        squares = sum(int((numerators[at : at + (1 << 16)] ** 2).sum()) for at in blocks)
        return Sum(len(numerators), int(numerators.sum()), squares)

    def mean(self, street: str) -> Estimate:
        """The mean strength, 0 to 1, with the standard error over hands.

        Args:
            street: Whose denominator the numerators have.
        """
        below = denominator(street, "ehs")
        if not self.hands:
            return Estimate(float("nan"), inf, 0)
        mean = self.total / self.hands / below
        if self.hands < 2:
            return Estimate(mean, inf, 0)
        spread = self.hands * self.squares - self.total**2  # exact
        return Estimate(
            mean, sqrt(spread / (self.hands - 1)) / self.hands / below, self.hands - 1, max(mean, 1 - mean)
        )


@dataclass(frozen=True, eq=False)
class ShownHands:
    """The hands that a player showed down in hold'em: what they were, how strong, and how he had played them.

    Strength is E[HS], the share of the pot that the hand wins on average against a random one, exact: over all opposing
    hands and all cards to come. Hands that were not shown down are not known, so what is told here is of those that were.

    Attributes:
        categories: How often each of `pokerdata.evaluator.CATEGORIES` was shown, the board counted.
        of_categories: Sums of their strengths on the river, in the same order.
        played: Sums of strengths on each of `BOARD_STREETS` of hands that acted there, for each of `WAYS`: [street][way].
        slow: On each of these streets, of hands that were strong there and could bet or raise: how many only checked and
            called.
        strong: From which strength on a hand is strong.
    """

    categories: tuple[int, ...] = (0,) * len(CATEGORIES)
    of_categories: tuple[Sum, ...] = (Sum(),) * len(CATEGORIES)
    played: tuple[tuple[Sum, Sum], ...] = ((Sum(), Sum()),) * len(BOARD_STREETS)
    slow: tuple[Share, ...] = (Share(0, 0),) * len(BOARD_STREETS)
    strong: float = field(default=STRONG)

    @property
    def hands(self) -> int:
        """How many were shown down."""
        return sum(self.categories)

    @property
    def strength(self) -> Estimate:
        """Mean strength of the shown hands on the river, 0 to 1, with the standard error over hands."""
        return sum(self.of_categories, Sum()).mean("river")

    def category(self, name: str) -> Share:
        """How often a made hand was shown, among all that were.

        Args:
            name: One of `pokerdata.evaluator.CATEGORIES`.

        Raises:
            ValueError: For another name.
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
        """(statistic, street, share) of all that is a share; no street for made hands."""
        for name in CATEGORIES:
            yield f"shown_{name.replace(' ', '_')}", "", self.category(name)
        for street, share in zip(BOARD_STREETS, self.slow, strict=True):
            yield "slow_play", street, share

    def means(self) -> Iterable[tuple[str, str, str, Sum]]:
        """(label, street, way, sum) of all that is a mean strength; no way for all shown hands, on the river."""
        yield "shown down", "river", "", sum(self.of_categories, Sum())
        for street, sums in zip(BOARD_STREETS, self.played, strict=True):
            for way, one in zip(WAYS, sums, strict=True):
                yield f"{way} on the {street}", street, way, one

    def to_dict(self) -> dict[str, Any]:
        """All of it as values that JSON can hold. None: not known."""

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
        """Rows of text under a head: made hands with their shares, then strengths, then strong hands played slowly."""
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
