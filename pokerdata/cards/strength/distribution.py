"""Future of a hand: its run-outs, outs, and the distribution of its later strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import strength as _strength
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.cards import BOARD_SIZES, DECK_SIZE, combinations_with
from pokerdata.cards.deck import as_board, as_dead
from pokerdata.cards.strength.counts import (
    Folder,
    Opponent,
    as_one_hand,
    as_ratios,
    check_some,
    check_uniform,
    exact_standings,
    preflop_moment,
    preflop_outcomes,
)
from pokerdata.cards.strength.metrics import share, weighted_mean

_HANDS = 32  # hands in memory at once, 80 kB each on the flop


@dataclass(frozen=True)
class RunOuts:
    """Opposing hands ahead, tied and behind (last axes) for one hand, in whole-number weights.

    The weights are int64, or Python's int (dtype object).

    now : [3], on the current board
    one : [n, 3, 3], now and after each next card; None on the river
    two : [n, 3, 3], now and on the river, after each pair of cards; only on the flop, else None
    next_cards : uint8 [n], cards of ``one``; pairs : uint8 [n, 2], cards of ``two``
    """

    now: NDArray[Any]
    one: NDArray[Any] | None
    two: NDArray[Any] | None
    next_cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]

    @cached_property
    def on_river(self) -> NDArray[Any]:
        """Counts [n, 3], after each way to complete the board."""
        last = self.one if self.two is None else self.two
        return self.now[None] if last is None else last.sum(axis=1)

    @cached_property
    def after_next(self) -> NDArray[Any]:
        """Counts [n, 3], after each next card and all cards that may follow; on the river the current counts."""
        if self.two is None:
            return self.on_river
        by_card = np.zeros((DECK_SIZE, 3), self.two.dtype)
        for position in range(2):
            np.add.at(by_card, self.pairs[:, position], self.on_river)
        return by_card[self.next_cards]


def run_outs(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    ratios: NDArray[Any],
) -> Iterator[RunOuts]:
    """Yield the run-outs of each hand, uint8 [m, 2], in turn, against an opponent with weights ``ratios`` [1326].

    The weights are whole numbers as from `pokerdata.Range.ratios`. board: 3 to 5 cards. Dead cards are neither dealt nor
    held. A hand takes three milliseconds on the flop, less later; as much again for each further 32 bits of Python's int.
    """
    ratios = np.where(combinations_with(dead), 0, ratios)
    to_come = range(1 + BOARD_SIZES["river"] - len(board))
    for start in range(0, len(holes), _HANDS):
        some = np.ascontiguousarray(holes[start : start + _HANDS])
        counted = [exact_standings(some, board, extra, ratios, each=True) for extra in to_come]
        for k, hole in enumerate(some):
            dealt = [_strength.run_outs(hole, board, extra) for extra in to_come]
            live = [~np.isin(cards, dead).any(axis=1) for cards in dealt]
            now, one, two = (
                counted[extra][k][live[extra]] if extra in to_come else None for extra in range(3)
            )
            assert now is not None
            yield RunOuts(
                now=np.diagonal(now[0]),
                one=one,
                two=two,
                next_cards=dealt[1][live[1], 0] if one is not None else np.zeros(0, np.uint8),
                pairs=dealt[2][live[2]] if two is not None else np.zeros((0, 2), np.uint8),
            )


#: Horizons of strengths: after the next street's cards, or on the river.
HORIZONS = ("next", "river")
_FAITHFUL = 1 << 26  # fractions with denominators below this are equal if their nearest floats are
_NARROW = 1 << 56  # total weights below this, and 100 times their sums, fit into int64


@dataclass(frozen=True)
class Distribution:
    """Possible later strengths of a hand or a range, and their frequencies. `distribution` returns them ascending, distinct.

    Each strength is a fraction of whole numbers.

    Attributes:
        numerators: Numerators of the strengths, [n]; int64, or Python's int (dtype object) for weights of many digits.
        denominators: Denominators, [n]; of the same type.
        counts: Ways to deal the cards to come that lead to the strength, int64 [n]. Against a Range or weights, the weight
            of the opposing hands left in these ways: float64, relative to the largest weight, unless all weights are 0
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
        """Return the mean strength: EHS."""
        return float(self.moment(1))

    @property
    def mean_square(self) -> float:
        """Return the mean of the squared strength: E[HS^2]."""
        return float(self.moment(2))

    def moment(self, power: int) -> Fraction | float:
        """Return the mean of a power of the strength.

        Args:
            power: The power, a whole number of at least 0.

        Returns:
            A Fraction if all strengths have one denominator and counts are whole numbers; else a rounded float, since the
            fraction would have many digits.
        """
        if np.all(self.denominators == self.denominators[0]) and self.counts.dtype.kind in "iO":
            sums = sum(
                c * n**power for c, n in zip(self.counts.tolist(), self.numerators.tolist(), strict=True)
            )
            return Fraction(sums, int(self.counts.sum()) * int(self.denominators[0]) ** power)
        return weighted_mean(self.values**power, self.counts)

    def quantiles(self, percents: Sequence[int]) -> list[float]:
        """Return for each percentage the smallest strength that at least this part of all does not exceed.

        Args:
            percents: Whole numbers from 0 to 100.
        """
        values = self.values
        order = np.argsort(values, kind="stable")
        below = np.cumsum(self.counts[order])
        at = [np.searchsorted(100 * below, percent * below[-1]) for percent in percents]
        return [float(values[order[place]]) for place in at]

    def above_half(self) -> Fraction:
        """Return the part of all with a strength above 1/2."""
        above = self.counts[2 * self.numerators > self.denominators]
        part, whole = (Fraction(np.asarray(counts.sum()).item()) for counts in (above, self.counts))
        return part / whole

    def histogram(self, bins: int) -> NDArray[Any]:
        """Return counts in equal intervals of [0, 1].

        Args:
            bins: Number of intervals, 1 to 1,000,000; the last one includes its upper end.

        Returns:
            [bins], of the dtype of ``counts``.

        Raises:
            ValueError: If the number of intervals is out of range.
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
    """Return the strengths that one hand may have on the river (HS), or after the next street's cards (EHS there).

    It is exact, and takes some 4 ms on the flop, and about a second preflop, where it reads a table.

    Args:
        holes: The two cards of a hand, text or integers [2].
        board: Empty, or 3 to 5 cards, text or integers [n]; on the river both kinds of strength are the current HS.
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; preflop None only.
        street: Which strengths: "river" or "next".
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `river_strength`, or for "next" for `flop_strength`.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against ours.
        TableError: If the table is needed and missing.
        CapacityError: If an opponent is given preflop.
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
    counts = counts[(counts != 0).any(axis=1)]  # cards that leave the opponent no hand cannot be dealt
    strengths, total = share(counts), counts.sum(axis=1)
    weight = np.ones_like(total) if opponent is None else total // per_hand
    return _distinct(strengths.numerator, strengths.denominator, weight, ratios.max())


def mixture(outcomes: Sequence[tuple[NDArray[Any], int]]) -> Distribution:
    """Return the strengths of several hands together, each with its weight and its counts [n, 3] after each way to deal.

    They are not sorted. Counts are whole numbers: the weight of the hand times the weight of the opposing hands left.
    """
    totals = [counts.sum(axis=1) for counts, _ in outcomes]
    all_ = sum(weight * int(total.sum()) for total, (_, weight) in zip(totals, outcomes, strict=True))
    kind = np.int64 if all_ < _NARROW else object
    weights = [weight * total.astype(kind) for total, (_, weight) in zip(totals, outcomes, strict=True)]
    strengths = [share(counts) for counts, _ in outcomes]
    numerators = np.concatenate([found.numerator for found in strengths])
    denominators = np.concatenate([found.denominator for found in strengths])
    there = denominators > 0  # cards that leave the opponent no hand cannot be dealt
    return Distribution(numerators[there], denominators[there], np.concatenate(weights)[there])


def _distinct(
    numerators: NDArray[Any], denominators: NDArray[Any], weight: NDArray[Any], largest: Any
) -> Distribution:
    """Merge equal strengths; weights of whole numbers become parts of the largest."""
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
    """Return `distribution` in equal intervals of [0, 1].

    It costs as much as `distribution`.

    Args:
        holes: The two cards of a hand, text or integers [2].
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; preflop None only.
        street: Which strengths: "river" or "next".
        bins: Number of intervals, 1 to 1,000,000; the last one includes its upper end.
        tables: The folder of the tables; by default as for `pokerdata.open_table`. It is used preflop only.

    Returns:
        [bins], int64 if all weights are 0 or 1, else float64.

    Raises:
        ValueError: As `distribution`; also if the number of intervals is out of range.
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
    """Return E[HS^2] of one hand.

    It costs as much as `distribution`, but preflop it only reads a small table.

    Args:
        holes: The two cards of a hand, text or integers [2].
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326]; preflop None only.
        kind: "river" for the mean over completions of the squared river HS (Johanson 2007), "next" for the mean over the
            next street's cards of the squared EHS there (Eriksson 2012).
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `preflop_strength`.

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


def outs(
    hole: ArrayLike, board: ArrayLike, opponent: Opponent = None, dead: ArrayLike = ""
) -> NDArray[np.uint8]:
    """Return the outs of a hand: the next cards after which it is ahead, if it is not ahead now.

    Ahead means HS above 1/2. Against one known hand, outs are the cards that turn a hand that is behind or tied into the
    better one. Against a range or any hand, they are the cards after which more opposing hands are behind than ahead. A hand
    that is ahead has no outs. HS is on the board with the card, not after later cards. It takes 4 ms.

    Args:
        hole: The two cards of a hand, text or integers [2].
        board: 3 or 4 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        dead: Cards that cannot be dealt, text or integers [n].

    Returns:
        uint8 [n], descending.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against ours.
    """
    cards = as_board(board, (3, 4))
    ours = as_one_hand(hole, cards, "hole")
    (found,) = run_outs(ours[None], cards, as_dead(dead, cards), as_ratios(opponent))
    if found.now.sum() == 0:
        raise ValueError(
            "opponent: he can hold none of his hands; expected some other hands too; e.g. 'QQ+,AKs'"
        )
    return outs_of(found)


def outs_of(found: RunOuts) -> NDArray[np.uint8]:
    """Return the outs of the hand in ``found``; none on the river."""
    ahead, _, behind = found.now
    if found.one is None or ahead > behind:
        return np.zeros(0, np.uint8)
    ahead_then, _, behind_then = found.one.sum(axis=1).T
    cards: NDArray[np.uint8] = found.next_cards[ahead_then > behind_then][::-1]
    return cards


def chances_of(found: RunOuts, cards: NDArray[np.uint8]) -> tuple[Fraction, Fraction | None]:
    """Return the probability that the next card is one of these, and that one of the next two is.

    The second is None except on the flop. Each is the part of the deals of opposing hands and cards to come. So a card
    counts the weight of the hands that it leaves the opponent.
    """
    assert found.one is not None
    of_one = found.one.sum(axis=(1, 2))
    one = Fraction(int(of_one[np.isin(found.next_cards, cards)].sum()), int(of_one.sum()))
    if found.two is None:
        return one, None
    of_two = found.two.sum(axis=(1, 2))
    hit = np.isin(found.pairs, cards).any(axis=1)
    return one, Fraction(int(of_two[hit].sum()), int(of_two.sum()))
