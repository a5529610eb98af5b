"""The rule of UCB1: whom to try next, by what each earned so far and how often he was tried."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.support.arguments import as_count


def ucb1(sums: ArrayLike, plays: ArrayLike, rounds: int, exploration: ArrayLike) -> NDArray[np.int64]:
    """Who is next by UCB1 (Auer, Cesa-Bianchi & Fischer 2002): the largest ``mean + C * sqrt(ln(n) / n_i)``.

    Of equal ones the first. Microseconds, for many teams at once as for one.

    Args:
        sums: float [..., members], what each earned in all.
        plays: [..., members], how often each was played, 1 at least.
        rounds: n, how often all of them were, 1 at least.
        exploration: C, in the unit of `sums`; with an axis of 1 for the members where teams differ.

    Returns:
        int64 [...], from 0.

    Raises:
        ValueError: For rounds below 1, a member that was never played, or one number of sums and another of plays.
    """
    rounds = as_count(rounds, "rounds", 1, 2**53, 100)
    earned, tries = np.asarray(sums, np.float64), np.asarray(plays, np.float64)
    if earned.shape != tries.shape or not earned.size:
        raise ValueError(
            f"plays: expected one for each of the sums, got {tries.shape} for {earned.shape}; e.g. [3, 5] for [0.5, -1]"
        )
    if not (tries >= 1).all():
        raise ValueError(
            f"plays: expected 1 or more of each member, got {tries.min():g}; e.g. play each once before"
        )
    found: NDArray[np.int64] = np.argmax(
        earned / tries + np.asarray(exploration) * np.sqrt(math.log(rounds) / tries), axis=-1
    )
    return found
