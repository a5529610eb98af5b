"""Cutting hands into classes by their strength, street by street."""

import numpy as np
from numpy.typing import NDArray


def cut_by_strength(
    above: NDArray[np.integer], strength: NDArray[np.float64], weight: NDArray[np.float64], parts: int
) -> NDArray[np.int64]:
    """Classes of hands that tell the class of the street before: each of those is cut into parts of about equal weight.

    Equally strong hands of a class stay together, so a part may be larger than others, and some may be missing.

    Args:
        above: Of each hand its class on the street before, from 0.
        strength: Of each hand.
        weight: Of each hand, more than 0.
        parts: Into how many each class is cut at the most.

    Returns:
        The class of each hand, from the weakest in class 0 above, numbered without gaps.
    """
    order = np.lexsort((strength, above))
    sorted_above, sorted_strength, sorted_weight = above[order], strength[order], weight[order]
    new = np.ones(len(order), bool)  # whether a hand is the first of its class and strength
    new[1:] = (np.diff(sorted_above) != 0) | (np.diff(sorted_strength) != 0)
    group = np.cumsum(new) - 1
    first = np.flatnonzero(new)
    mass = np.add.reduceat(sorted_weight, first)
    of_class = sorted_above[first]
    whole = np.bincount(of_class, mass)
    begins = np.concatenate([[0.0], np.cumsum(mass)[:-1]])
    start = np.zeros(len(whole))
    start[of_class[::-1]] = begins[::-1]  # where the first group of each class begins
    middle = (begins - start[of_class] + mass / 2) / whole[of_class]
    part = np.minimum((middle * parts).astype(np.int64), parts - 1)
    found = np.empty(len(order), np.int64)
    found[order] = (of_class * parts + part)[group]
    return np.unique(found, return_inverse=True)[1].astype(np.int64)
