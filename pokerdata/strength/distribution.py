"""How strong a hand becomes: EHS over the next street's cards and HS over the river, and their mean squares."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.arguments import as_board
from pokerdata.strength.arguments import Opponent, as_hands, as_ratios
from pokerdata.strength.counts import each_run_out
from pokerdata.strength.preflop import Folder, check_uniform, preflop_moment, preflop_outcomes
from pokerdata.support.arguments import as_count

STREETS = ("next", "river")
_FAITHFUL = 1 << 26  # fractions with denominators below this are equal where the nearest floats are


@dataclass(frozen=True)
class Distribution:
    """Strengths that a hand may have later, and how often.

    Attributes
    ----------
    numerators, denominators : [n], each strength as a fraction of whole numbers, rising, no two equal; int64, or Python's
        int (dtype object) against weights of many digits
    counts : [n], ways to deal the cards to come that lead there, int64; against a Range or weights, the weight of the
        opposing hands that are left in these ways: float64, the largest weight taken as 1, unless all weights are 0 or 1
    """

    numerators: NDArray[Any]
    denominators: NDArray[Any]
    counts: NDArray[Any]

    @property
    def values(self) -> NDArray[np.float64]:
        """The strengths from 0 to 1, rising, float64 [n]."""
        return np.asarray(self.numerators / self.denominators, np.float64)

    @property
    def mean(self) -> float:
        """Mean strength: EHS."""
        return self._moment(1)

    @property
    def mean_square(self) -> float:
        """Mean of the squared strength: E[HS^2]."""
        return self._moment(2)

    def histogram(self, bins: int) -> NDArray[Any]:
        """Counts in ``bins`` equal intervals of [0, 1], [bins]; the upper end of the last belongs to it."""
        bins = as_count(bins, "bins", 1, 1_000_000, 20)
        where = np.minimum(bins - 1, bins * self.numerators // self.denominators).astype(np.int64)
        result = np.zeros(bins, self.counts.dtype)
        np.add.at(result, where, self.counts)
        return result

    def _moment(self, power: int) -> float:
        if np.all(self.denominators == self.denominators[0]) and self.counts.dtype.kind == "i":
            sums: int = sum(
                int(c) * int(n) ** power for c, n in zip(self.counts, self.numerators, strict=True)
            )
            denominator: int = int(self.denominators[0]) ** power
            return sums / (int(self.counts.sum()) * denominator)
        return fsum(self.counts * self.values**power) / fsum(self.counts)


def distribution(
    holes: ArrayLike,
    board: ArrayLike = (),
    opponent: Opponent = None,
    street: str = "river",
    tables: Folder = None,
) -> Distribution:
    """The strengths that one hand may have on the river (HS), or after the next street's cards (EHS there).

    holes: text or uint8 [2]. board: 3 to 5 cards; on the river both are the present HS. opponent: None (every hand as
    likely), a Range, its text, or weights [1326]. Raises ValueError for bad arguments. Exact; some 4 ms on the flop.
    Before the flop, `flop_strength` or `river_strength` in ``tables`` is read (a second), and the opponent must be None:
    TableError and CapacityError otherwise.
    """
    if street not in STREETS:
        raise ValueError(f"bad street {street!r}: want one of {', '.join(STREETS)}, e.g. street='river'")
    cards = as_board(board, (0, 3, 4, 5))
    hole = _one_hand(holes, cards)
    if len(cards) == 0:
        check_uniform(opponent, "the distribution")
        outcomes, denominator = preflop_outcomes(hole, street, tables)
        found, times = np.unique(outcomes, return_counts=True)
        return Distribution(found, np.full(len(found), denominator), times.astype(np.int64))
    ratios = as_ratios(opponent)
    run_outs, counts = each_run_out(hole, cards, ratios)
    if street == "next" and len(cards) == 3:
        by_card = np.zeros((52, 3), counts.dtype)
        for position in range(2):
            np.add.at(by_card, run_outs[:, position], counts)
        counts = np.delete(by_card, [*hole, *cards], axis=0)
        per_hand = 44  # river cards that the turn leaves to each opposing hand
    else:
        per_hand = 1
    counts = counts[(counts != 0).any(axis=1)]  # cards that leave the opponent no hand do not come
    total = counts.sum(axis=1)
    weight = np.ones_like(total) if opponent is None else total // per_hand
    return _distinct(2 * counts[:, 0] + counts[:, 1], 2 * total, weight, ratios.max())


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
    """`distribution` in ``bins`` equal intervals of [0, 1]: [bins], int64 where all weights are 0 or 1, else float64."""
    return distribution(holes, board, opponent, street, tables).histogram(bins)


def e_hs2(
    holes: ArrayLike,
    board: ArrayLike = (),
    opponent: Opponent = None,
    kind: str = "river",
    tables: Folder = None,
) -> float:
    """E[HS^2] of one hand: ``river`` the mean over completions of the squared river HS (Johanson 2007), ``next`` the
    mean over the next street's cards of the squared EHS there (Eriksson 2012).

    Arguments and cost as of `distribution`; before the flop only `preflop_strength` in ``tables`` is read.
    """
    if kind not in STREETS:
        raise ValueError(f"bad kind {kind!r}: want one of {', '.join(STREETS)}, e.g. kind='river'")
    cards = as_board(board, (0, 3, 4, 5))
    if len(cards) == 0:
        check_uniform(opponent, "E[HS^2]")
        return preflop_moment(_one_hand(holes, cards), kind, tables)
    return distribution(holes, board, opponent, kind).mean_square


def _one_hand(holes: ArrayLike, board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows = as_hands(holes, board).rows
    if len(rows) != 1:
        raise ValueError(f"bad holes: want one hand, not {len(rows)}, e.g. 'As Kd'")
    hole: NDArray[np.uint8] = rows[0]
    return hole
