"""How many deals lead to each bucket, or bucket sequence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction.abstraction import Work
from pokerdata.cards import STREETS
from pokerdata.strength.strength_table import StrengthTable

Masses = list[NDArray[np.uint64]]

# Deals of each street's cards to one player's hand and the board so far.
_DEALS = {"flop": 19_600, "turn": 47, "river": 46}


def sequence_masses(
    work: Work,
    counts: Sequence[int],
    buckets: Sequence[NDArray[np.uint16]],
    river_thresholds: NDArray[np.uint64],
) -> Masses:
    """Raw deals with each bucket sequence, of four streets, from the buckets of preflop, flop and turn.

    Every deal of a street comes as often on the next as there are ways to deal that.
    """
    preflop, flop, turn = buckets
    sequences = _abstraction.BucketSequences.by_buckets(
        counts, preflop, flop, turn, [int(n) for n in river_thresholds], work.threads
    )
    river_n = work.table("river_strength", StrengthTable).metric("n")
    masses = [sequences.river_mass(river_n, work.threads, work.progress)]
    for street, count in zip(STREETS[:0:-1], counts[:0:-1], strict=True):
        sums = masses[0].reshape(-1, count).sum(axis=1)
        masses.insert(0, sums // np.uint64(_DEALS[street]))
    return masses


def bucket_masses(
    work: Work,
    counts: Sequence[int],
    buckets: Sequence[NDArray[np.uint16]],
    weights: Sequence[NDArray[np.uint64]],
) -> Masses:
    """Raw deals with each bucket, of four streets.

    Args:
        work: The work of the stage.
        counts: Numbers of buckets of the streets.
        buckets: The buckets of the hands of each street, uint16 [rows, columns].
        weights: Deals that a hand of each row of buckets stands for, uint64 [rows].
    """
    return [
        _abstraction.masses(of_street, weight, count, work.threads)
        for of_street, weight, count in zip(buckets, weights, counts, strict=True)
    ]
