"""Opposing hands by their standing now and after each way to deal the cards to come, beside one hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata.cards import DECK_SIZE, combinations_with
from pokerdata.strength.standings import exact_standings

#: A fraction, or a float where it would be none of few digits, or is none.
Number = Fraction | float
_HANDS = 32  # whose counts are in memory at once, 80 kB each on the flop


@dataclass(frozen=True)
class Standings:
    """Counts beside one hand, ahead, tied and behind in the last axes, with weights that are whole numbers: int64, or
    Python's int (dtype object).

    now : [3], on the present board
    one : [n, 3, 3], now and after each next card; None on the river
    two : [n, 3, 3], now and on the river, after each pair of cards; None but on the flop
    next_cards : uint8 [n], of ``one``; pairs : uint8 [n, 2], of ``two``
    """

    now: NDArray[Any]
    one: NDArray[Any] | None
    two: NDArray[Any] | None
    next_cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]

    @property
    def finally_(self) -> NDArray[Any]:
        """[n, 3], after each way to complete the board."""
        last = self.one if self.two is None else self.two
        return self.now[None] if last is None else last.sum(axis=1)

    @property
    def after_next(self) -> NDArray[Any]:
        """[n, 3], after each next card and all that may follow; on the river as it is now."""
        if self.two is None:
            return self.finally_
        by_card = np.zeros((DECK_SIZE, 3), self.two.dtype)
        for position in range(2):
            np.add.at(by_card, self.pairs[:, position], self.finally_)
        return by_card[self.next_cards]

    def share(self, counts: NDArray[Any]) -> Fraction:
        """(ahead + tied/2) / all, of [3]."""
        ahead, tied, behind = counts.tolist()
        return ratio(2 * ahead + tied, 2 * (ahead + tied + behind))

    def potential(self, counts: NDArray[Any]) -> tuple[Fraction, Fraction]:
        """PPot and NPot, of [n, 3, 3]."""
        ahead, tied, behind = counts.sum(axis=0).tolist()
        positive = ratio(2 * behind[0] + behind[1] + tied[0], 2 * sum(behind) + sum(tied))
        negative = ratio(2 * ahead[2] + ahead[1] + tied[2], 2 * sum(ahead) + sum(tied))
        return positive, negative

    def mean_square(self, counts: NDArray[Any]) -> Number:
        """Mean of the squared strengths of [n, 3], each as likely as its opposing hands weigh; a float where they weigh
        differently after different cards, which would make a fraction of many digits."""
        weight = counts.sum(axis=1)
        points = 2 * counts[:, 0] + counts[:, 1]
        if np.all(weight == weight[0]):
            return Fraction(sum(n**2 for n in points.tolist()), 4 * len(points) * int(weight[0]) ** 2)
        there = weight > 0
        squares = np.asarray(points[there] / (2 * weight[there]), np.float64) ** 2
        beyond = excess_bits(int(weight.sum()))
        return float(squares @ (weight[there] >> beyond).astype(np.float64) / float(weight.sum() >> beyond))


def ratio(numerator: int, denominator: int) -> Fraction:
    """The fraction; 0 where the denominator is 0."""
    return Fraction(numerator, denominator) if denominator else Fraction(0)


def excess_bits(total: int) -> int:
    """How many of the lowest bits weights with this sum must lose so that floats hold the sum of their products with numbers
    of at most 2**20: none below 2**1000. Ranges are at most 10**100 apart, so hundreds of bits are left of the smallest.
    """
    return max(0, total.bit_length() - 1000)


def standings(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    ratios: NDArray[Any],
) -> Iterator[Standings]:
    """Those of each hand, uint8 [m, 2], in turn, against the hands that the opponent holds as ``ratios`` [1326] says: whole
    numbers as `pokerdata.Range.ratios` gives them.

    Cards that are dead are neither dealt nor held. Three milliseconds a hand on the flop, less later; as much again for
    each further 32 bits of Python's int.
    """
    ratios = np.where(combinations_with(dead), 0, ratios)
    for start in range(0, len(holes), _HANDS):
        some = np.ascontiguousarray(holes[start : start + _HANDS])
        counted = [exact_standings(some, board, extra, ratios, each=True) for extra in range(6 - len(board))]
        for k, hole in enumerate(some):
            dealt = [_strength.run_outs(hole, board, extra) for extra in range(6 - len(board))]
            live = [~np.isin(cards, dead).any(axis=1) for cards in dealt]
            now, one, two = (
                counted[extra][k][live[extra]] if extra < len(counted) else None for extra in range(3)
            )
            assert now is not None
            yield Standings(
                now=np.diagonal(now[0]),
                one=one,
                two=two,
                next_cards=dealt[1][live[1], 0] if one is not None else np.zeros(0, np.uint8),
                pairs=dealt[2][live[2]] if two is not None else np.zeros((0, 2), np.uint8),
            )
