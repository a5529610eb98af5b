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

#: A fraction where all weights are 0 or 1, else a float.
Number = Fraction | float
_HANDS = 32  # whose counts are in memory at once, 80 kB each on the flop


@dataclass(frozen=True)
class Standings:
    """Counts beside one hand, ahead, tied and behind in the last axes; integers as float64 where ``whole``.

    now : [3], on the present board
    one : [n, 3, 3], now and after each next card; None on the river
    two : [n, 3, 3], now and on the river, after each pair of cards; None but on the flop
    next_cards : uint8 [n], of ``one``; pairs : uint8 [n, 2], of ``two``
    """

    now: NDArray[np.float64]
    one: NDArray[np.float64] | None
    two: NDArray[np.float64] | None
    next_cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]
    whole: bool

    @property
    def finally_(self) -> NDArray[np.float64]:
        """[n, 3], after each way to complete the board."""
        last = self.one if self.two is None else self.two
        return self.now[None] if last is None else last.sum(axis=1)

    @property
    def after_next(self) -> NDArray[np.float64]:
        """[n, 3], after each next card and all that may follow; on the river as it is now."""
        if self.two is None:
            return self.finally_
        by_card = np.zeros((DECK_SIZE, 3))
        for position in range(2):
            np.add.at(by_card, self.pairs[:, position], self.finally_)
        return by_card[self.next_cards]

    def share(self, counts: NDArray[np.float64]) -> Number:
        """(ahead + tied/2) / all, of [3]."""
        ahead, tied, behind = self.numbers(counts)
        return ratio(2 * ahead + tied, 2 * (ahead + tied + behind))

    def potential(self, counts: NDArray[np.float64]) -> tuple[Number, Number]:
        """PPot and NPot, of [n, 3, 3]."""
        ahead, tied, behind = (self.numbers(row) for row in counts.sum(axis=0))
        positive = ratio(2 * behind[0] + behind[1] + tied[0], 2 * sum(behind) + sum(tied))
        negative = ratio(2 * ahead[2] + ahead[1] + tied[2], 2 * sum(ahead) + sum(tied))
        return positive, negative

    def mean_square(self, counts: NDArray[np.float64]) -> Number:
        """Mean of the squared strengths of [n, 3], each as likely as its opposing hands weigh."""
        weight = counts.sum(axis=1)
        points = 2 * counts[:, 0] + counts[:, 1]
        if self.whole and np.all(weight == weight[0]):
            return Fraction(sum(int(n) ** 2 for n in points), 4 * len(points) * int(weight[0]) ** 2)
        there = weight > 0
        squares = (points[there] / (2 * weight[there])) ** 2
        return float(squares @ weight[there] / weight.sum())

    def numbers(self, counts: NDArray[np.float64]) -> list[Any]:
        """The counts as Python's int, which does not overflow, or float."""
        return [int(count) if self.whole else float(count) for count in counts]


def ratio(numerator: Any, denominator: Any) -> Number:
    """A fraction of integers, or a float; 0 where the denominator is 0."""
    if denominator == 0:
        return Fraction(0)
    return Fraction(numerator, denominator) if isinstance(numerator, int) else float(numerator / denominator)


def standings(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    weights: NDArray[np.float64],
) -> Iterator[Standings]:
    """Those of each hand, uint8 [m, 2], in turn; m hands of which the opponent holds one each as ``weights`` [1326] say.

    Cards that are dead are neither dealt nor held. Three milliseconds a hand on the flop, less later.
    """
    weights = np.where(combinations_with(dead), 0.0, weights)
    whole = bool(np.isin(weights, (0, 1)).all())
    for start in range(0, len(holes), _HANDS):
        some = np.ascontiguousarray(holes[start : start + _HANDS])
        counted = [
            _strength.standings(some, board, extra, weights, each=True) for extra in range(6 - len(board))
        ]
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
                whole=whole,
            )
