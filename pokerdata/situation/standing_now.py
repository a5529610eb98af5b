"""How every hand stands against ours on a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, combinations_with
from pokerdata.evaluator import evaluate


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
