"""The share of the pot against one opponent or two, from the hands that ours beats and those that it ties with."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.disjoint import sum_over_pairs


def pot_share(better: NDArray[np.bool_], even: NDArray[np.bool_], *ratios: NDArray[Any]) -> Fraction | None:
    """Our mean share of the pot over the hands of one opponent, or the disjoint hands of two; None where there are none.

    A hand of ours that is better than all takes the pot, and shares it with those that are even with it: 1/2 or 1/3 each.

    better, even: of ours against each hand, bool [1326]. ratios: for each opponent the weights of his hands, whole numbers
    as `pokerdata.Range.ratios` gives them, [1326]; 0 for those that he cannot have.
    """
    total = 2 * int(ratios[0].sum()) if len(ratios) == 1 else 6 * int(sum_over_pairs(*ratios))
    return Fraction(int(pot_parts(better, even, *ratios)), total) if total else None


def pot_parts(better: NDArray[np.bool_], even: NDArray[np.bool_], *weights: NDArray[Any]) -> Any:
    """The sums of our shares: against one opponent in halves of the pot, against two in sixths; of [..., 1326] as [...].

    Exact of whole numbers, and of float64 that are small integers.
    """
    if len(weights) == 1:
        return (2 * better + even) @ weights[0]
    first, second = weights
    won, tied = (first * better, second * better), (first * even, second * even)
    of_one_more = sum_over_pairs(won[0], tied[1]) + sum_over_pairs(tied[0], won[1])
    return 6 * sum_over_pairs(*won) + 3 * of_one_more + 2 * sum_over_pairs(*tied)
