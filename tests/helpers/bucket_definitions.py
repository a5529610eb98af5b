"""Buckets computed directly from their definitions, by sorting and in arbitrary-precision integers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import BOARD_SIZES
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable

Numbers = NDArray[Any]


def tie_groups(values: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    """Return the index of every value among the distinct values, and the mass of each."""
    distinct, group = np.unique(values, return_inverse=True)
    mass = np.zeros(len(distinct), np.int64)
    np.add.at(mass, group, weights.astype(np.int64))
    return group, mass


def midpoint_buckets(group: Numbers, mass: Numbers, count: int) -> Numbers:
    """Return buckets by the definition: floor(B * (before + after) / (2 * total)) of the tie group."""
    after = np.cumsum(mass)
    return np.asarray((count * (2 * after - mass) // (2 * after[-1]))[group])


def equal_mass_buckets(values: Numbers, weights: Numbers, count: int) -> Numbers:
    """Return buckets of equal mass; tied values share a bucket."""
    group, mass = tie_groups(values, weights)
    return midpoint_buckets(group, mass, count)


def within(values: Numbers, weights: Numbers, before: Numbers, count: int) -> tuple[Numbers, Numbers]:
    """Return buckets of equal mass within each group `before`, numbered before * count + bucket.

    Also return the mass of the largest tie group in each.
    """
    result, largest = np.empty(len(values), np.int64), []
    for s in np.unique(before):
        here = before == s
        group, mass = tie_groups(values[here], weights[here])
        result[here] = s * count + midpoint_buckets(group, mass, count)
        largest.append(mass.max())
    return result, np.array(largest)


def check_equal_mass(mass: Numbers, count: int, largest: Numbers) -> None:
    """Check that the buckets of each sequence differ from equal mass by at most its largest tie group."""
    siblings = mass.astype(np.int64).reshape(-1, count)
    assert np.all(np.abs(count * siblings - siblings.sum(axis=1, keepdims=True)) <= count * largest[:, None])


def equal_width_buckets(values: Numbers, low: int, high: int, count: int) -> Numbers:
    """Return min(B - 1, floor(B * (v - low) / (high - low))), in Python's integers."""
    exact = values.astype(object)
    return np.asarray(np.minimum(count - 1, count * (exact - int(low)) // (int(high) - int(low))), np.int64)


def flat(table: StrengthTable, metric: str) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return (board, combination, orbit weight, numerator) of every live entry of a street's strength table."""
    values = np.atleast_2d(np.asarray(table.metric(metric)))
    board, combination = np.nonzero(values != np.iinfo(values.dtype).max)
    size = BOARD_SIZES[table.street]
    weight = boards(size).orbit[board] if size else np.ones(len(board), np.uint8)
    return board, combination, weight, values[board, combination]
