"""Transition matrices of bucket sequences, from joint counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Ways to deal each street's cards once both hands and the board so far are known.
DEALS = {"flop": 17296, "turn": 45, "river": 44}
#: The same where all streets count deals of the same whole boards.
DEALS_OF_DRAWN = {"flop": 1, "turn": 1, "river": 1}


def ways_to_deal(counted: Mapping[str, Any]) -> dict[str, int]:
    """What a street's joint counts are multiples of, by the attributes (or parameters) of a table NAME_counts."""
    return DEALS_OF_DRAWN if counted.get("boards") else DEALS


def joint_transitions(
    counts: NDArray[np.uint64], before: NDArray[np.uint64], deals: int
) -> NDArray[np.float64]:
    """``T[sc, s'c'] = N_r[sc, s'c'] / (m_r N_{r-1}[s, s'])``: chance that both players' sequences grow so.

    Every cell is one correctly rounded division, so the bits are the same on every machine.

    Args:
        counts: uint64 [S_r, S_r]; S_r is a multiple of S_{r-1}, and the children of s are s * B + c.
        before: uint64 [S_{r-1}, S_{r-1}].
        deals: m_r, the ways to deal the street's cards.

    Returns:
        float64 [S_r, S_r], 0 where ``before`` is 0; the cells of a parent pair sum to 1.
    """
    size = len(before)
    split = counts.reshape(size, len(counts) // size, size, -1)
    result = np.zeros(counts.shape)
    parents = before * np.uint64(deals)
    for s in range(size):  # row by row, to need no second matrix
        np.divide(
            split[s],
            parents[s][:, None],
            out=result.reshape(split.shape)[s],
            where=parents[s][:, None] > 0,
        )
    return result


def player_transitions(
    counts: NDArray[np.uint64], before: NDArray[np.uint64], deals: int
) -> NDArray[np.float64]:
    """``P[s, c] = n_r[sc] / (m_r n_{r-1}[s])``: chance that one player's sequence grows so.

    Args:
        counts: uint64 [S_r, S_r].
        before: uint64 [S_{r-1}, S_{r-1}].
        deals: m_r, the ways to deal the street's cards.

    Returns:
        float64 [S_{r-1}, B_r]; rows sum to 1 (or 0).
    """
    now = counts.sum(axis=1).reshape(len(before), -1)
    parents = before.sum(axis=1)[:, None] * np.uint64(deals)
    result = np.zeros(now.shape)
    np.divide(now, parents, out=result, where=parents > 0)
    return result


def earlier_counts(counts: NDArray[np.uint64], buckets: int, deals: int) -> NDArray[np.uint64]:
    """``N_{r-1}`` from ``N_r``: summed over the children of both players, divided by the deals of street r.

    Exact: every deal of the earlier street comes ``deals`` times.

    Args:
        counts: uint64 [S_r, S_r].
        buckets: Buckets of street r, the children of each sequence before.
        deals: Ways to deal the cards of street r.

    Raises:
        ValueError: If the counts do not divide by the number of deals, so that they are not exact.
    """
    size = len(counts) // buckets
    sums = np.zeros((size, size), np.uint64)
    for b in range(buckets):
        rows = counts[b::buckets].reshape(size, size, buckets)
        sums += rows.sum(axis=2, dtype=np.uint64)
    if np.any(sums % np.uint64(deals)):
        raise ValueError("the joint counts do not divide by the number of deals: they are not exact")
    return sums // np.uint64(deals)
