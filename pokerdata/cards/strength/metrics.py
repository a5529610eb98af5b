"""Metrics of strength: datasets, denominators, and formulas from counts to exact fractions.

Counts are whole numbers, of NumPy's or Python's int: [..., 3] (ahead, tied, behind) or [..., 3, 3] (now in rows, finally in
columns).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import DECK_SIZE, OPPOSING_HANDS, STREETS

#: Names of the metrics for card abstractions.
METRICS = ("ehs", "ehs2_river", "ehs2_next")

_RIVER = 2 * OPPOSING_HANDS["river"]  # 2 * wins + ties, over twice the opposing hands
_FLOPS, _TURNS, _RIVERS = (
    comb(DECK_SIZE - 2, 3),
    DECK_SIZE - 5,
    DECK_SIZE - 6,
)  # left by a hand and the board
_RUN_OUTS = comb(_TURNS, 2)
_DENOMINATORS = {
    "preflop": {
        "ehs": _FLOPS * _RUN_OUTS * _RIVER,
        "ehs2_river": _FLOPS * _RUN_OUTS * _RIVER**2,
        "ehs2_next": _FLOPS * (_RUN_OUTS * _RIVER) ** 2,
    },
    "flop": {
        "ehs": _RUN_OUTS * _RIVER,
        "ehs2_river": _RUN_OUTS * _RIVER**2,
        "ehs2_next": _TURNS * (_RIVERS * _RIVER) ** 2,
    },
    "turn": {
        "ehs": _RIVERS * _RIVER,
        "ehs2_river": _RIVERS * _RIVER**2,
        "ehs2_next": _RIVERS * _RIVER**2,
    },
    "river": {"ehs": _RIVER, "ehs2_river": _RIVER**2, "ehs2_next": _RIVER**2},
}


def check_metric(metric: str) -> str:
    """Return ``metric``, or raise ValueError if it is unknown."""
    if metric not in METRICS:
        raise ValueError(f"metric: expected one of {', '.join(METRICS)}, got {metric!r}; e.g. 'ehs2_river'")
    return metric


def denominator(street: str, metric: str) -> int:
    """Return the denominator that scales the numerators of a metric on a street to 0 to 1.

    Args:
        street: "preflop", "flop", "turn" or "river".
        metric: "ehs", "ehs2_river" or "ehs2_next".

    Raises:
        ValueError: If the street or metric is unknown.
    """
    if street not in STREETS:
        raise ValueError(f"street: expected one of {', '.join(STREETS)}, got {street!r}; e.g. 'flop'")
    return _DENOMINATORS[street][check_metric(metric)]


KINDS = ("exact", "optimistic")


@dataclass(frozen=True)
class Ratio:
    """Fractions of whole numbers, ``numerator`` and ``denominator`` [...] both; 0 if the denominator is 0."""

    numerator: NDArray[Any]
    denominator: NDArray[Any]

    def exact(self) -> Fraction:
        """Return the fraction of a single value."""
        numerator, denominator = int(self.numerator), int(self.denominator)
        return Fraction(numerator, denominator) if denominator else Fraction(0)

    def rounded(self) -> NDArray[np.float64]:
        """Return each fraction rounded once, float64 [...]."""
        numbers = np.asarray(self.numerator)  # a single Python int may be a long one
        divisors = np.asarray(self.denominator)
        quotients = np.asarray(numbers / np.where(divisors == 0, 1, divisors), np.float64)
        found: NDArray[np.float64] = np.where(divisors == 0, 0.0, quotients)[()]
        return found

    def mean(self, weights: NDArray[Any]) -> Fraction:
        """Return the mean over the deals of hands with these weights, [n].

        A hand counts its weight times its denominator, which is a number of deals.
        """
        weights = weights.astype(object)
        return Fraction(int(weights @ self.numerator), int(weights @ self.denominator))


def share(counts: NDArray[Any]) -> Ratio:
    """Return (ahead + tied/2) / all, for [..., 3]: hand strength, or the share of the pot."""
    ahead, tied, behind = _parts(counts)
    return Ratio(2 * ahead + tied, 2 * (ahead + tied + behind))


def positive_potential(counts: NDArray[Any]) -> Ratio:
    """Return PPot (Billings et al. 2002): (B to A + (B to T)/2 + (T to A)/2) / (B + T/2)."""
    _, tied, behind = _rows(counts)
    return Ratio(2 * behind[0] + behind[1] + tied[0], 2 * _total(behind) + _total(tied))


def negative_potential(counts: NDArray[Any]) -> Ratio:
    """Return NPot (Billings et al. 2002): (A to B + (A to T)/2 + (T to B)/2) / (A + T/2)."""
    ahead, tied, _ = _rows(counts)
    return Ratio(2 * ahead[2] + ahead[1] + tied[2], 2 * _total(ahead) + _total(tied))


def against_several(strength: Any, opponents: int) -> Any:
    """Return HS**opponents, Billings' approximation of the strength against several; for a Fraction or floats."""
    return strength**opponents


def by_potential(strength: Any, better: Any, worse: Any = 0) -> Any:
    """Return EHS by potential (Billings et al. 2002), s*(1 - NPot) + (1 - s)*PPot, for Fractions or floats.

    Without NPot it is the optimistic version.
    """
    return strength - strength * worse + (1 - strength) * better


def strength_by_potential(
    counts: NDArray[Any], kind: str = "exact", opponents: int = 1
) -> NDArray[np.float64]:
    """Return EHS by potential with HS**opponents, for [..., 3, 3]: ``exact`` or ``optimistic``, float64 [...]."""
    if kind not in KINDS:
        raise ValueError(f"kind: expected one of {', '.join(KINDS)}, got {kind!r}; e.g. 'exact'")
    strength = against_several(share(counts.sum(axis=-1)).rounded(), opponents)
    worse = negative_potential(counts).rounded() if kind == "exact" else 0.0
    result: NDArray[np.float64] = by_potential(strength, positive_potential(counts).rounded(), worse)
    return result


def weighted_mean(values: NDArray[np.float64], weights: NDArray[Any]) -> float:
    """Return the mean of numbers of at most 2**20, float64 [n], by weights [n] of any size.

    If the sum of the weights is beyond 2**1000, they lose their lowest bits. Weights of ranges differ by at most a factor of
    10**100, so hundreds of bits of the smallest remain.
    """
    if weights.dtype == object:
        weights = weights >> max(0, int(weights.sum()).bit_length() - 1000)
    parts = weights.astype(np.float64)
    return fsum(values * parts) / fsum(parts)


def _parts(counts: NDArray[Any]) -> list[NDArray[Any]]:
    # Twice a table's counts may overflow; Python's int does not.
    wide = counts if counts.dtype == object else counts.astype(np.int64)
    return [wide[..., k] for k in range(3)]


def _rows(counts: NDArray[Any]) -> list[list[NDArray[Any]]]:
    return [_parts(counts[..., k, :]) for k in range(3)]


def _total(parts: list[NDArray[Any]]) -> NDArray[Any]:
    total: NDArray[Any] = parts[0] + parts[1] + parts[2]
    return total
