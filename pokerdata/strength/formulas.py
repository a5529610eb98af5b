"""The formulas of hand strength and potential, from counts to fractions; 0 wherever a denominator is 0.

Counts are [..., 3] (ahead, tied, behind) or [..., 3, 3] (the same now in rows, finally in columns), of integers (Python's
int too) or floats; results are float64 [...].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

KINDS = ("exact", "optimistic")


def share(counts: NDArray[Any]) -> NDArray[np.float64]:
    """(ahead + tied/2) / all, of [..., 3]: hand strength, or the share of the pot."""
    ahead, tied, behind = _parts(counts)
    return _ratio(2 * ahead + tied, 2 * _total([ahead, tied, behind]))


def positive_potential(counts: NDArray[Any]) -> NDArray[np.float64]:
    """PPot (Billings et al. 2002): (B to A + (B to T)/2 + (T to A)/2) / (B + T/2)."""
    _, tied, behind = _rows(counts)
    return _ratio(2 * behind[0] + behind[1] + tied[0], 2 * _total(behind) + _total(tied))


def negative_potential(counts: NDArray[Any]) -> NDArray[np.float64]:
    """NPot (Billings et al. 2002): (A to B + (A to T)/2 + (T to B)/2) / (A + T/2)."""
    ahead, tied, _ = _rows(counts)
    return _ratio(2 * ahead[2] + ahead[1] + tied[2], 2 * _total(ahead) + _total(tied))


def strength_by_potential(
    counts: NDArray[Any], kind: str = "exact", opponents: int = 1
) -> NDArray[np.float64]:
    """EHS by potential (Billings et al. 2002), with s = HS**opponents: ``exact`` s*(1 - NPot) + (1 - s)*PPot, ``optimistic``
    s + (1 - s)*PPot."""
    if kind not in KINDS:
        raise ValueError(f"bad kind {kind!r}: want one of {', '.join(KINDS)}, e.g. kind='exact'")
    strength = share(counts.sum(axis=-1)) ** opponents
    lost = strength * negative_potential(counts) if kind == "exact" else 0.0
    result: NDArray[np.float64] = strength - lost + (1 - strength) * positive_potential(counts)
    return result


def _parts(counts: NDArray[Any]) -> list[NDArray[Any]]:
    # Twice a table's counts may not fit; Python's int and floats do.
    wide = counts if counts.dtype.kind in "fO" else counts.astype(np.int64)
    return [wide[..., k] for k in range(3)]


def _rows(counts: NDArray[Any]) -> list[list[NDArray[Any]]]:
    return [_parts(counts[..., k, :]) for k in range(3)]


def _total(parts: list[NDArray[Any]]) -> NDArray[Any]:
    total: NDArray[Any] = parts[0] + parts[1] + parts[2]
    return total


def _ratio(numerator: NDArray[Any], denominator: NDArray[Any]) -> NDArray[np.float64]:
    numbers, divisors = (
        np.asarray(numerator),
        np.asarray(denominator),
    )  # a single Python int may be a long one
    quotients = np.asarray(numbers / np.where(divisors == 0, 1, divisors), np.float64)
    return np.where(divisors == 0, 0.0, quotients)
