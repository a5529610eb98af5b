"""Positive and negative potential, and effective hand strength by potential (Billings et al. 2002)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.strength.counts import Fractions, exact_potential, fractions
from pokerdata.strength.formulas import negative_potential, positive_potential, strength_by_potential
from pokerdata.strength.opponent import Opponent, as_ratios
from pokerdata.support.arguments import as_count


def ppot(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, cards: int | None = None
) -> Fractions:
    """PPot: chance that a hand which is behind, or half of one that is tied, ends ahead.

    (T(B,A) + T(B,T)/2 + T(T,A)/2) / (T(B,.) + T(T,.)/2) with T the `potential_counts`; 0 where the denominator is 0.
    Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: 3 or 4 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2 more cards; by default all that are to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: As `potential_counts`.
    """
    return _metric(lambda counts: positive_potential(counts).rounded(), holes, board, opponent, cards)


def npot(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, cards: int | None = None
) -> Fractions:
    """NPot: chance that a hand which is ahead, or half of one that is tied, ends behind.

    (T(A,B) + T(A,T)/2 + T(T,B)/2) / (T(A,.) + T(T,.)/2) with T the `potential_counts`; 0 where the denominator is 0.
    Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: 3 or 4 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2 more cards; by default all that are to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: As `potential_counts`.
    """
    return _metric(lambda counts: negative_potential(counts).rounded(), holes, board, opponent, cards)


def ehs_by_potential(
    holes: ArrayLike | None,
    board: ArrayLike,
    opponent: Opponent = None,
    kind: str = "exact",
    opponents: int = 1,
    cards: int | None = None,
) -> Fractions:
    """Effective hand strength by potential.

    With s = HS**opponents, ``kind="exact"`` is s*(1 - NPot) + (1 - s)*PPot and ``kind="optimistic"`` s + (1 - s)*PPot.
    Against one opponent, the exact one over all cards to come is `schr`. Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: 3 or 4 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        kind: "exact" or "optimistic".
        opponents: 1 to 22.
        cards: 1 or 2 more cards; by default all that are to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: As `potential_counts`, and for another kind or number of opponents.
    """
    power = as_count(opponents, "opponents", 1, 22, 2)
    return _metric(lambda counts: strength_by_potential(counts, kind, power), holes, board, opponent, cards)


def _metric(
    formula: Callable[[NDArray[Any]], NDArray[np.float64]],
    holes: ArrayLike | None,
    board: ArrayLike,
    opponent: Opponent,
    cards: int | None,
) -> Fractions:
    counts = exact_potential(holes, board, as_ratios(opponent), cards)
    return fractions(counts, formula(counts))
