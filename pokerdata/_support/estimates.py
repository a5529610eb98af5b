"""Means of samples with their standard errors and confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import atan, cos, exp, inf, isfinite, lgamma, log, pi, sqrt, tan

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html

CONFIDENCE = 0.95
NOT_KNOWN = "not known"
#: Text for an undefined number, such as a share of nothing.
UNDEFINED = "-"
# Standard deviations on either side of the mean that contain 95 % of a normal distribution.
_NORMAL = 1.959963984540054
# Degrees of freedom from which Student's distribution is a series around the normal one.
_MANY = 200
#: With this many samples Student's distribution holds despite rare outcomes. With fewer, rare outcomes that no sample shows
#: count, too.
ENOUGH = 200


@dataclass(frozen=True)
class Estimate:
    """A mean of independent samples, in their unit; for matches, chips a hand.

    Attributes:
        mean: The mean.
        standard_error: Standard error of the mean; infinite for a single sample, 0 if all were equal.
        freedom: Degrees of freedom of the standard error: the samples less one, or fewer if there are strata.
        reach: Largest possible distance of a sample from the mean, in chips; infinite if unknown.
    """

    mean: float
    standard_error: float
    freedom: float
    reach: float = inf

    @property
    def half_width(self) -> float:
        """Half-width of the 95 % confidence interval; infinite if unknown.

        It is that of Student's t, which is right if means of n = freedom + 1 samples are about normal. For n < 200, and for
        any n if all samples were equal, it is at least the possible effect of outcomes that no sample showed. A share of
        1 - 0.025^(1/n) of all outcomes may be of this kind: a larger share would stay unseen less than once in forty times.
        Each is within `reach`. If `reach` is unknown, the half-width is Student's, or unknown if all samples were equal.
        """
        seen = student(self.freedom) * self.standard_error if self.standard_error != 0 else 0.0
        if seen > 0 and (self.reach == inf or self.freedom + 1 >= ENOUGH):
            return seen
        share = 1 - ((1 - CONFIDENCE) / 2) ** (1 / (self.freedom + 1))
        return max(seen, float(share * self.reach))

    def times(self, factor: float) -> Estimate:
        """Return the same estimate in another unit.

        Args:
            factor: The size of the old unit in the new one.
        """
        size = abs(factor)
        return Estimate(self.mean * factor, self.standard_error * size, self.freedom, self.reach * size)

    def _repr_html_(self) -> str:
        half = {"half width of the 95 % interval": self.half_width}
        return html.facts({"mean": self.mean, "standard error": self.standard_error, **half})


def estimate_of(values: NDArray[np.floating | np.integer | np.bool_]) -> Estimate:
    """Return the mean of samples with unknown range.

    Args:
        values: Numbers, or whether an event occurred, [samples].
    """
    count = len(values)
    mean = float(values.mean())
    if count < 2:
        return Estimate(mean, inf, 0)
    spread = float(values.std(ddof=1))
    # A rounding error of equal samples counts as no spread.
    if spread <= 1e-12 * float(np.abs(values).max()):
        spread = 0.0
    return Estimate(mean, spread / sqrt(count), count - 1)


def error_text(error: float, digits: int) -> str:
    """Format an error: '0.3', or 'not known' if it is infinite."""
    return f"{error:.{digits}f}" if isfinite(error) else NOT_KNOWN


def plus_minus(error: float, digits: int) -> str:
    """Format an error with its sign: '± 0.3', or '± not known' if it is infinite."""
    return f"± {error_text(error, digits)}"


def fixed(value: float, digits: int = 2, *, commas: bool = False) -> str:
    """Format a number: '1.20', '-0.30'; '0.00' if it rounds to that, '-' if it is undefined."""
    if not isfinite(value):
        return UNDEFINED
    shown = f"{value:,.{digits}f}" if commas else f"{value:.{digits}f}"
    return shown.removeprefix("-") if not shown.strip("-0.") else shown


def percent(part: float, digits: int = 1) -> str:
    """Format a percentage: '46.1 %' for .461; '-' if it is undefined."""
    return f"{fixed(100 * part, digits)} %" if isfinite(part) else UNDEFINED


def signed(value: float, digits: int = 1, *, commas: bool = False) -> str:
    """Format a number with its sign: '+1.2', '-0.3', '0.0'; '-' if it is undefined."""
    shown = fixed(value, digits, commas=commas)
    return f"+{shown}" if value > 0 and shown.strip("-0.") else shown


def with_interval(value: float, half_width: float, digits: int = 1) -> str:
    """Format a value with its 95 % half-width: '+1.2 ± 0.3'; '+1.2 ± not known' if that is infinite."""
    return f"{signed(value, digits)} {plus_minus(half_width, digits)}"


def or_none(value: float) -> float | None:
    """Return None for an infinite number, which JSON does not support."""
    return value if isfinite(value) else None


@lru_cache(maxsize=4096)
def student(freedom: float) -> float:
    """Return the standard errors on either side that contain 95 % of Student's distribution.

    Accurate to 11 digits. Infinite for fewer than one degree of freedom.
    """
    if not freedom >= 1:
        return inf
    if freedom >= _MANY:
        return _series(freedom)
    # With t = sqrt(freedom) tan(angle) the density is cos(angle)^(freedom - 1): concave from 0 on, so that Newton's
    # method rises to the root.
    log_scale = lgamma((freedom + 1) / 2) - lgamma(freedom / 2) - log(pi) / 2
    angle = atan(_NORMAL / sqrt(freedom))
    nodes, weights = _GAUSS
    for _ in range(100):
        points = np.cos(angle / 2 * (nodes + 1)) ** (freedom - 1)
        held = 2 * exp(log_scale) * float(weights @ points) * angle / 2
        step = (CONFIDENCE - held) / (2 * exp(log_scale) * cos(angle) ** (freedom - 1))
        angle += step
        if abs(step) < 1e-14 * angle:
            break
    return sqrt(freedom) * tan(angle)


_GAUSS = np.polynomial.legendre.leggauss(40)


def _series(freedom: float) -> float:
    """Return the series of Abramowitz and Stegun 1964, 26.7.5."""
    z, v = _NORMAL, freedom
    return z + sum(
        term / v**power
        for power, term in enumerate(
            (
                (z**3 + z) / 4,
                (5 * z**5 + 16 * z**3 + 3 * z) / 96,
                (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
                (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
            ),
            start=1,
        )
    )
