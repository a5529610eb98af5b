"""How strong a hand becomes: EHS over the next street's cards and HS over the river, and their mean squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import BOARD_SIZES, DECK_SIZE
from pokerdata.cards.board import as_board
from pokerdata.strength.formulas import share, weighted_mean
from pokerdata.strength.hands import as_one_hand
from pokerdata.strength.opponent import Opponent, as_ratios, check_some
from pokerdata.strength.preflop import Folder, check_uniform, preflop_moment, preflop_outcomes
from pokerdata.strength.run_outs import run_outs
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief

#: How far ahead strengths are looked at: after the next street's cards, or on the river.
HORIZONS = ("next", "river")
_FAITHFUL = 1 << 26  # fractions with denominators below this are equal where the nearest floats are
_NARROW = 1 << 56  # weights in all below this are int64, and so are 100 times their sums


@dataclass(frozen=True)
class Distribution:
    """Strengths that a hand or a range may have later, and how often; `distribution` gives them rising, no two equal.

    Each strength is a fraction of whole numbers.

    Attributes:
        numerators: Of the fractions, [n]; int64, or Python's int (dtype object) against weights of many digits.
        denominators: Of the fractions, [n]; of the same type.
        counts: Ways to deal the cards to come that lead there, int64 [n]; against a Range or weights, the weight of the
            opposing hands that are left in these ways: float64, the largest weight taken as 1, unless all weights are 0
            or 1.
    """

    numerators: NDArray[Any]
    denominators: NDArray[Any]
    counts: NDArray[Any]

    @property
    def values(self) -> NDArray[np.float64]:
        """The strengths from 0 to 1, float64 [n]."""
        return np.asarray(self.numerators / self.denominators, np.float64)

    @property
    def mean(self) -> float:
        """Mean strength: EHS."""
        return float(self.moment(1))

    @property
    def mean_square(self) -> float:
        """Mean of the squared strength: E[HS^2]."""
        return float(self.moment(2))

    def moment(self, power: int) -> Fraction | float:
        """Mean of a power of the strength.

        Args:
            power: The power, a whole number of at least 0.

        Returns:
            A Fraction where all strengths have one denominator and counts are whole numbers; else a rounded float, since the
            fraction would have many digits.
        """
        if np.all(self.denominators == self.denominators[0]) and self.counts.dtype.kind in "iO":
            sums = sum(
                c * n**power for c, n in zip(self.counts.tolist(), self.numerators.tolist(), strict=True)
            )
            return Fraction(sums, int(self.counts.sum()) * int(self.denominators[0]) ** power)
        return weighted_mean(self.values**power, self.counts)

    def quantiles(self, percents: Sequence[int]) -> list[float]:
        """For each percentage the least strength that at least so much of all does not exceed.

        Args:
            percents: Whole numbers from 0 to 100.
        """
        values = self.values
        order = np.argsort(values, kind="stable")
        below = np.cumsum(self.counts[order])
        at = [np.searchsorted(100 * below, percent * below[-1]) for percent in percents]
        return [float(values[order[place]]) for place in at]

    def above_half(self) -> Fraction:
        """The part of all with a strength above 1/2."""
        above = self.counts[2 * self.numerators > self.denominators]
        part, whole = (Fraction(np.asarray(counts.sum()).item()) for counts in (above, self.counts))
        return part / whole

    def histogram(self, bins: int) -> NDArray[Any]:
        """Counts in equal intervals of [0, 1].

        Args:
            bins: The number of intervals, 1 to 1,000,000; the upper end of the last belongs to it.

        Returns:
            [bins], of the dtype of ``counts``.

        Raises:
            ValueError: For another number of intervals.
        """
        bins = as_count(bins, "bins", 1, 1_000_000, 20)
        where = np.minimum(bins - 1, bins * self.numerators // self.denominators).astype(np.int64)
        result = np.zeros(bins, self.counts.dtype)
        np.add.at(result, where, self.counts)
        return result

    def __repr__(self) -> str:
        values = self.values
        ends = f"from {values.min():.4g} to {values.max():.4g}"
        return brief(self, f"{len(values):,} strengths {ends}", f"mean {self.mean:.6f}")

    def _repr_html_(self) -> str:
        share = self.histogram(20).astype(np.float64)
        told = {
            "mean": self.mean,
            "mean square": self.mean_square,
            "least": float(self.values.min()),
            "greatest": float(self.values.max()),
            "strengths": len(self.values),
        }
        return html.block(html.facts(told), html.bars(share.tolist(), title="strength, part of all"))


def distribution(
    holes: ArrayLike,
    board: ArrayLike = (),
    opponent: Opponent = None,
    street: str = "river",
    tables: Folder = None,
) -> Distribution:
    """The strengths that one hand may have on the river (HS), or after the next street's cards (EHS there).

    Exact; some 4 ms on the flop, and about a second before the flop, where a table is read.

    Args:
        holes: The two cards of a hand, text or uint8 [2].
        board: Empty, or 3 to 5 cards, text or uint8 [n]; on the river both kinds of strength are the present HS.
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; before the flop None.
        street: Which strengths: "river" or "next".
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `river_strength`, or
            for "next" `flop_strength`, is read from it.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside ours.
        TableError: If the table is needed and not there.
        CapacityError: If an opponent is given before the flop.
    """
    if street not in HORIZONS:
        raise ValueError(f"street: expected one of {', '.join(HORIZONS)}, got {street!r}; e.g. 'river'")
    cards = as_board(board)
    hole = as_one_hand(holes, cards)
    if len(cards) == 0:
        check_uniform(opponent, "the distribution")
        outcomes, denominator = preflop_outcomes(hole, street, tables)
        found, times = np.unique(outcomes, return_counts=True)
        return Distribution(found, np.full(len(found), denominator), times.astype(np.int64))
    ratios = as_ratios(opponent)
    (beside,) = run_outs(hole[None], cards, np.empty(0, np.uint8), ratios)
    check_some(hole[None], beside.now.sum(keepdims=True))
    if street == "next" and len(cards) == BOARD_SIZES["flop"]:
        counts, per_hand = beside.after_next, DECK_SIZE - 4 - BOARD_SIZES["turn"]  # river cards
    else:
        counts, per_hand = beside.on_river, 1
    counts = counts[(counts != 0).any(axis=1)]  # cards that leave the opponent no hand do not come
    strengths, total = share(counts), counts.sum(axis=1)
    weight = np.ones_like(total) if opponent is None else total // per_hand
    return _distinct(strengths.numerator, strengths.denominator, weight, ratios.max())


def mixture(outcomes: Sequence[tuple[NDArray[Any], int]]) -> Distribution:
    """The strengths of several hands together, each given by its counts [n, 3] after each way to deal and its weight.

    As they come, with whole numbers for counts: the weight of the hand times that of the opposing hands that are left.
    """
    totals = [counts.sum(axis=1) for counts, _ in outcomes]
    all_ = sum(weight * int(total.sum()) for total, (_, weight) in zip(totals, outcomes, strict=True))
    kind = np.int64 if all_ < _NARROW else object
    weights = [weight * total.astype(kind) for total, (_, weight) in zip(totals, outcomes, strict=True)]
    strengths = [share(counts) for counts, _ in outcomes]
    numerators = np.concatenate([found.numerator for found in strengths])
    denominators = np.concatenate([found.denominator for found in strengths])
    there = denominators > 0  # cards that leave the opponent no hand do not come
    return Distribution(numerators[there], denominators[there], np.concatenate(weights)[there])


def _distinct(
    numerators: NDArray[Any], denominators: NDArray[Any], weight: NDArray[Any], largest: Any
) -> Distribution:
    """Equal strengths as one; weights of whole numbers become parts of the largest."""
    if denominators.max() < _FAITHFUL:
        strengths = numerators / denominators
    else:
        pairs = zip(numerators.tolist(), denominators.tolist(), strict=True)
        strengths = np.array([Fraction(*pair) for pair in pairs], dtype=object)
    _, first, where = np.unique(strengths, return_index=True, return_inverse=True)
    summed = np.zeros(len(first), weight.dtype)
    np.add.at(summed, where.ravel(), weight)
    counts = summed if largest == 1 else (summed / largest).astype(np.float64)
    return Distribution(numerators[first], denominators[first], counts)


def histogram(
    holes: ArrayLike,
    board: ArrayLike = (),
    opponent: Opponent = None,
    street: str = "river",
    bins: int = 20,
    tables: Folder = None,
) -> NDArray[Any]:
    """`distribution` in equal intervals of [0, 1].

    The cost is that of `distribution`.

    Args:
        holes: The two cards of a hand, text or uint8 [2].
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; before the flop None.
        street: Which strengths: "river" or "next".
        bins: The number of intervals, 1 to 1,000,000; the upper end of the last belongs to it.
        tables: The folder of the tables; by default those of `pokerdata.open_table`. It is read before the flop only.

    Returns:
        [bins], int64 where all weights are 0 or 1, else float64.

    Raises:
        ValueError: As `distribution`, and for another number of intervals.
        TableError: As `distribution`.
        CapacityError: As `distribution`.
    """
    return distribution(holes, board, opponent, street, tables).histogram(bins)


def e_hs2(
    holes: ArrayLike,
    board: ArrayLike = (),
    opponent: Opponent = None,
    kind: str = "river",
    tables: Folder = None,
) -> float:
    """E[HS^2] of one hand.

    The cost is that of `distribution`, but before the flop only a small table is read.

    Args:
        holes: The two cards of a hand, text or uint8 [2].
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; before the flop None.
        kind: "river" for the mean over completions of the squared river HS (Johanson 2007), "next" for the mean over the
            next street's cards of the squared EHS there (Eriksson 2012).
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `preflop_strength` is
            read from it.

    Raises:
        ValueError: As `distribution`.
        TableError: As `distribution`.
        CapacityError: As `distribution`.
    """
    if kind not in HORIZONS:
        raise ValueError(f"kind: expected one of {', '.join(HORIZONS)}, got {kind!r}; e.g. 'river'")
    cards = as_board(board)
    if len(cards) == 0:
        check_uniform(opponent, "E[HS^2]")
        return preflop_moment(as_one_hand(holes, cards), kind, tables)
    return distribution(holes, board, opponent, kind).mean_square
