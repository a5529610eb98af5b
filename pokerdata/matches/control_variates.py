"""Means with less luck: over strata, and with control variates."""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray

from pokerdata.support.estimates import Estimate

_ROUNDING = 1e-12  # what differs by this part of the largest value is equal

Values = NDArray[np.float64]


def without_luck(won: Values, luck: Values, strata: int) -> Values:
    """What was won less multiples of the luck: values [deals] with the same expected value and a smaller variance.

    Deal d is in stratum ``d % strata``. The multiples are those of least squares within strata, and those for one half
    of the deals come from the other half (cross-fitting): fitted to the same deals they would bias the mean.

    Args:
        won: [deals].
        luck: [deals, n], of which each has the expected value 0 in every stratum.
        strata: How many there are.
    """
    number = np.arange(len(won))
    half = number // strata % 2
    found = won.copy()
    for this in (0, 1):
        other = half != this
        rows = np.column_stack([won, luck])[other]
        rows -= _means(rows, number[other] % strata, strata)[number[other] % strata]
        products = np.einsum("di,dj->ij", rows, rows)
        multiples = np.linalg.lstsq(products[1:, 1:], products[1:, 0], rcond=None)[0]
        found[~other] -= np.einsum("di,i->d", luck[~other], multiples)
    return found


def stratified(values: Values, shares: Values, most: float = inf) -> Estimate:
    """The mean of values [deals] over strata, and its standard error.

    Deal d is in stratum ``d % strata``, and there are two deals or more in each. The mean is that of the strata's
    means, each times its share, and unbiased; its variance is estimated within strata, without bias, too (Cochran 1977,
    chapter 5). The degrees of freedom are the effective ones of Satterthwaite 1946 (Cochran 1977, 5.16): as strata
    differ in variance, between those of the stratum with the fewest deals and those of all strata together.

    Args:
        values: [deals].
        shares: [strata], of each stratum in the population; the sum is 1.
        most: Values lie between -most and most; infinite where that is not known.
    """
    strata = len(shares)
    stratum = np.arange(len(values)) % strata
    counts = np.bincount(stratum, minlength=strata)
    means = _means(values[:, None], stratum, strata)[:, 0]
    squares = np.bincount(stratum, (values - means[stratum]) ** 2, strata)
    parts = shares**2 * squares / (counts - 1) / counts
    variance, mean = parts.sum(), float((shares * means).sum())
    if np.sqrt(variance) <= _ROUNDING * np.abs(values).max():
        return Estimate(mean, 0.0, len(values) - strata, most + abs(mean))
    freedom = float(variance**2 / (parts**2 / (counts - 1)).sum())
    return Estimate(mean, float(np.sqrt(variance)), freedom, most + abs(mean))


def _means(rows: Values, stratum: NDArray[np.intp], strata: int) -> Values:
    """Of rows [deals, n] in each stratum, [strata, n]; 0 where there is none."""
    counts = np.maximum(np.bincount(stratum, minlength=strata), 1)
    sums = [np.bincount(stratum, column, strata) for column in rows.T]
    return np.stack(sums, axis=1) / counts[:, None]
