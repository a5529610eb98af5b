"""How a hand stands against all who are still in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import search as _core
from pokerdata.play import State
from pokerdata.ranges import as_range
from pokerdata.support.arguments import as_count


class Chances(NamedTuple):
    """Shares of the pot that the player who acts wins at a showdown against all who did not fold, sampled.

    Attributes:
        now: If the present board were the last (against several, the immediate hand rank); before the flop the same as
            ``in_end``.
        in_end: With the whole board, if all stay in (the all-in equity).
    """

    now: float
    in_end: float


def chances(
    state: State, *, ranges: Mapping[int, Any] | None = None, samples: int = 1000, seed: int = 0
) -> Chances:
    """How the hand of the player who acts stands against all who did not fold.

    Some 0.3 microseconds a sample and opponent; the standard error is at most 0.5 / sqrt(samples).

    Args:
        state: Somebody acts, and his hole cards are known; a hand of at least three cards on the board, or none.
        ranges: What others may hold, by position: text, `Range` or weights [1326]; any hand by default.
        samples: Deals to draw.
        seed: Of the random numbers, 0 or more.

    Raises:
        ValueError: Where nobody acts or his cards are not known, or ranges leave each other no hands.
    """
    position = state.position
    if position is None or not state.holes[position]:
        raise ValueError(
            "state: expected one in which a player acts whose hole cards are known, got "
            + ("nobody who acts" if position is None else f"none of position {position}")
        )
    if 0 < len(state.board) < 3 and state.game.cards.ranking == "five-card":
        raise ValueError(f"state: expected no card on the board or three and more, got {len(state.board)}")
    samples = as_count(samples, "samples", 1, 10**9, 1000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    given = ranges or {}
    held: list[NDArray[np.float64]] = []
    for other in range(state.players):
        if other == position or state.folded[other]:
            continue
        weights = np.zeros(0)
        if other in given:
            weights = np.asarray(as_range(given[other]).weights, dtype=np.float64)
        held.append(weights)
    found = _core.sampled_chances(
        state.game.core, list(state.holes[position]), list(state.board), held, samples, seed
    )
    return Chances(*found)
