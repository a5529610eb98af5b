"""Bets that the betting tree of a strategy does not have, taken for one of their neighbours there.

Sizes are in pots: the chips of a bet or raise beyond a call, over the pot after the call. Each function gives the
probability that a bet of ``size`` is taken for the smaller neighbour ``low``; 1 up to it, and 0 from ``high`` on.
Where both are as near by a rule without chance (up to 1e-12, for sizes are rounded) it is 1. Raises ValueError for
sizes that are not ``0 < low < high``.

Sources: Ganzfried and Sandholm 2013 (pseudo-harmonic), Schnizlein, Bowling and Szafron 2009 (soft and hard).
"""

import math

from pokerdata._core import agents as _core

#: Names of the rules by which a bet is taken for a neighbour.
TRANSLATIONS = ("pseudo-harmonic", "pseudo-harmonic-split", "soft", "hard", "nearest")


def share_of_lower(translation: str, low: float, high: float, size: float) -> float:
    """The probability of the smaller neighbour by a translation.

    Args:
        translation: One of TRANSLATIONS.
        low: The smaller neighbour, in pots.
        high: The larger neighbour, in pots.
        size: The bet, in pots.

    Raises:
        ValueError: For another translation, or for sizes that are not ``0 < low < high``.
    """
    if not (0 < low < high < math.inf) or math.isnan(size):
        raise ValueError(
            f"sizes: expected 0 < low < high, in pots, got {low}, {high} and {size}; e.g. 0.5, 1 and 0.7"
        )
    return _core.share_of_lower(str(translation), low, high, size)


def check_translation(name: str) -> str:
    """The name of a translation, as it is.

    Raises:
        ValueError: If no translation has it.
    """
    share_of_lower(name, 1, 2, 1)  # whose kernel knows the names
    return name


def pseudo_harmonic(low: float, high: float, size: float) -> float:
    """``(high - size) (1 + low) / ((high - low) (1 + size))``."""
    return share_of_lower("pseudo-harmonic", low, high, size)


def pseudo_harmonic_split(low: float, high: float, size: float) -> float:
    """1 while `pseudo_harmonic` is at least 1/2, which is up to ``(low + high + 2 low high) / (2 + low + high)``."""
    return share_of_lower("pseudo-harmonic-split", low, high, size)


def soft(low: float, high: float, size: float) -> float:
    """By geometric similarities ``low / size`` and ``size / high``, each scaled to be 0 at the other neighbour."""
    return share_of_lower("soft", low, high, size)


def hard(low: float, high: float, size: float) -> float:
    """1 where ``low / size`` is at least ``size / high``, which is up to ``sqrt(low * high)``."""
    return share_of_lower("hard", low, high, size)


def nearest(low: float, high: float, size: float) -> float:
    """1 up to the middle."""
    return share_of_lower("nearest", low, high, size)
