"""What an opponent may be given as, and the weights of his hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, format_cards
from pokerdata.ranges import Range, as_range

#: What an opponent may be given as; None is uniform: every hand is as likely.
Opponent = Range | str | ArrayLike | None

_OTHER_HANDS = "expected some other hands too; e.g. 'QQ+,AKs'"


def as_ratios(opponent: Opponent) -> NDArray[Any]:
    """Weight of each combination as a whole number, [1326], int64 or Python's int: see `pokerdata.Range.ratios`.

    The largest is 1 where each hand counts once. Raises ValueError where all are 0.
    """
    if opponent is None:
        return np.ones(COMBINATION_COUNT, np.int64)
    ratios = as_range(opponent).ratios()
    if not (ratios > 0).any():
        raise ValueError(
            "opponent: expected some hand that he may hold, got weights that are all 0; e.g. 'QQ+,AKs'"
        )
    return ratios


def as_weights(opponent: Opponent) -> NDArray[np.float64]:
    """The same as parts of the largest, float64 [1326], rounded: for drawing hands."""
    as_ratios(opponent)
    weights = np.ones(COMBINATION_COUNT) if opponent is None else as_range(opponent).weights
    parts: NDArray[np.float64] = weights / weights.max()
    return parts


def check_some(holes: NDArray[np.uint8], weight: NDArray[Any]) -> None:
    """Raise ValueError where the weight [m] of the opposing hands beside one of our hands, uint8 [m, 2], is 0."""
    if np.any(weight == 0):
        raise ValueError(
            f"opponent: beside {format_cards(holes[np.argmin(weight)])} and the board he can hold none of his hands; "
            f"{_OTHER_HANDS}"
        )


def nobody(hole: NDArray[np.uint8], opponents: int) -> ValueError:
    """What to raise where so many opponents cannot be dealt hands beside ours."""
    return ValueError(
        f"opponent: beside {format_cards(hole)} and the board {opponents} opponents cannot all hold one of his "
        f"hands; {_OTHER_HANDS}"
    )
