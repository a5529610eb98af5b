"""MIVAT: a value function of features, fitted to some hands so that it takes the most luck from others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Hands of a fit for each feature that it may use.
HANDS_A_FEATURE = 20


def fit_features(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """The multiples of luck terms whose subtraction leaves the least variance, theta of White and Bowling 2009.

    theta = [sum (A - mean A)(A - mean A)']^-1 sum (A - mean A)(u - mean u), of columns scaled to one size, and without
    those that others make up. Only the first terms count where there are fewer than `HANDS_A_FEATURE` hands for each.

    Args:
        found: float64 [hands, 1 + terms]: u, what was won, and A, the luck terms of a hand, the most telling first.

    Returns:
        float64 [terms]; 0 for those that are not used.
    """
    theta = np.zeros(found.shape[1] - 1)
    used = min(len(theta), len(found) // HANDS_A_FEATURE)
    if used == 0:
        return theta
    centred = found - found.mean(axis=0)
    luck = centred[:, 1 : 1 + used]
    size = np.sqrt((luck**2).mean(axis=0))
    size[size == 0] = 1.0
    scaled = luck / size
    products, targets = scaled.T @ scaled, scaled.T @ centred[:, 0]
    theta[:used] = np.linalg.lstsq(products, targets, rcond=1e-10)[0] / size
    return theta


def without_luck(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """What was won less the fitted luck: each half of the hands by what was fitted to the other (cross-fitting).

    So nothing is biased: given the other half, multiples are fixed, and each term has the mean 0. Halves are the first and
    the last hands, as neighbours in a log may have the same cards.

    Args:
        found: As for `fit_features`.

    Returns:
        float64 [hands].
    """
    half = len(found) // 2
    parts = found[:half], found[half:]
    return np.concatenate(
        [
            this[:, 0] - this[:, 1:] @ fit_features(other)
            for this, other in ((parts[0], parts[1]), (parts[1], parts[0]))
        ]
    )
