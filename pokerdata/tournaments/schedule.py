"""Who meets whom, with which cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

MOST_SEED = 2**32 - 1


def groups(players: Sequence[str], table: int) -> list[tuple[str, ...]]:
    """The matches of a round: every group of as many players as sit at a table.

    Args:
        players: Names.
        table: How many sit at a table.
    """
    return list(combinations(players, table))


def match_seeds(seed: int, first: int, count: int, name: str = "") -> list[int]:
    """Seeds of the cards of matches: no two of a tournament are the same, so that no two share a sequence of cards.

    Args:
        seed: Of the tournament, 0 or more.
        name: Of the tournament, so that those of other names have other cards.
        first: Number of the first match.
        count: How many matches.

    Returns:
        Whole numbers from 0 to 2**32 - 1.
    """
    drawn: dict[int, None] = {}
    source = np.random.Generator(
        np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(2017, *name.encode())))
    )
    while len(drawn) < first + count:
        drawn[int(source.integers(MOST_SEED + 1))] = None
    return list(drawn)[first:]
