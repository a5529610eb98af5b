"""The immediate hand rank of one hand against two opponents, whose ranges may differ."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, combinations_with
from pokerdata.evaluator import evaluate
from pokerdata.preflop.classes import sum_over_pairs


def rank_against_two(
    better: NDArray[np.bool_],
    even: NDArray[np.bool_],
    first: NDArray[np.float64],
    second: NDArray[np.float64],
) -> float:
    """Mean over disjoint hands of the two of our share: 1 where ours is better than both, 0 where one is better than ours,
    1/2 or 1/3 where it is even with one or both and better than the other.

    better, even: of ours against each hand, [1326]. first, second: weights of the opponents' hands, [1326]; 0 for those
    that share a card with ours or the board.
    """
    won, tied = (first * better, second * better), (first * even, second * even)
    shares = (
        sum_over_pairs(won[0], won[1])
        + (sum_over_pairs(won[0], tied[1]) + sum_over_pairs(tied[0], won[1])) / 2
        + sum_over_pairs(tied[0], tied[1]) / 3
    )
    return float(shares / sum_over_pairs(first, second))


def standing_now(
    hole: NDArray[np.uint8], board: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether each combination is behind and whether it is tied with ours on the board, bool [1326] both."""
    free = np.flatnonzero(~combinations_with([*hole, *board]))
    hands = np.vstack([hole, COMBINATIONS[free]])
    codes = evaluate(np.hstack([np.broadcast_to(board, (len(hands), len(board))), hands]))
    better, even = np.zeros((2, len(COMBINATIONS)), bool)
    better[free], even[free] = codes[1:] < codes[0], codes[1:] == codes[0]
    return better, even
