"""Immediate hand rank preflop (Zopf 2010, 6.2): how many opposing hands are beaten or even.

One hand is *stronger* than another if its equity against it is above 55 %; *even* if neither is stronger.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import (
    COMBINATION_COUNT,
    DECK_SIZE,
    HEADS_UP_BOARDS,
    OPPOSING_HANDS,
    as_cards,
    combination_index,
    combinations_with,
    format_cards,
)
from pokerdata.cards.evaluator.evaluation import pot_parts, pot_share
from pokerdata.cards.preflop.matchups import MATCHUPS
from pokerdata.cards.ranges import Range, as_range
from pokerdata.pipeline.store import Table, open_table

#: The value of every hand is an integer over these denominators: twice the number of opposing hands; six times the
#: number of unordered pairs of opposing hands that share no card.
DENOMINATORS = {
    1: 2 * OPPOSING_HANDS["preflop"],
    2: 6 * OPPOSING_HANDS["preflop"] * comb(DECK_SIZE - 4, 2) // 2,
}


def preflop_ihr(
    hand: ArrayLike,
    opponents: int = 1,
    ranges: Range | ArrayLike | Sequence[Any] | None = None,
    tables: str | os.PathLike[str] | None = None,
) -> float:
    """Return the immediate hand rank of a hand against one or two opponents, 0 to 1.

    Against one opponent it is the mean over its hands: 1 if ours is stronger, 0 if the opponent's is, else 1/2. Against two
    it is the mean over pairs of hands that share no card: 1 if ours is stronger than both, 0 if one is stronger than ours,
    else the share of the pot. That share is 1/2 if one is even with ours, 1/3 if both are.

    Args:
        hand: Two cards, integers [2] or text.
        opponents: 1 or 2.
        ranges: The opponents' ranges: a Range, text or weights [1326] for all of them, or a list with one for each; None is
            any hand. Hands that share a card with ours or with each other do not count.
        tables: The folder to search for `preflop_matchups`; by default as for `pokerdata.open_table`.

    Raises:
        ValueError: If the cards are invalid, the ranges leave no hand, or the number of opponents is wrong.
        TableError: If the table is missing.
    """
    cards = as_cards(hand, "hand")
    if cards.shape != (2,):
        raise ValueError(f"hand: expected two cards, got shape {cards.shape}; e.g. 'As Kd'")
    index = int(combination_index(cards))
    free = ~combinations_with(cards)
    held = [ratios * free for ratios in _ratios(opponents, ranges)]
    with open_table(MATCHUPS, tables) as table:
        won, even = compared(table["wins"][index], table["ties"][index])
    rank = pot_share(won, even, *held)
    if rank is None:
        raise ValueError(
            f"the ranges leave the opponents no hands beside {format_cards(cards)}: expected wider ones; e.g. "
            "'random'"
        )
    return float(rank)


def all_hands(table: Table, opponents: int) -> NDArray[np.uint32]:
    """Return numerators of every combo against 1 or 2 opponents with any hands, uint32 [1326]; see DENOMINATORS."""
    ones = [np.ones(COMBINATION_COUNT)] * opponents
    parts = pot_parts(*compared(table["wins"], table["ties"]), *ones)
    return np.asarray(parts / opponents).astype(np.uint32)  # the pairs counted each order of opposing hands


def compared(
    wins: NDArray[Any], ties: NDArray[Any], boards: NDArray[Any] | int = HEADS_UP_BOARDS
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where our hands are stronger, and where even, against each of [..., 1326] opposing hands.

    They are computed from the boards that our hands win and tie, of all ``boards``. Equity above 55 % is
    20 * (2*wins + ties) > 11 * 2 * boards; pairs that share a card are neither.
    """
    points = 20 * (2 * wins.astype(np.int64) + ties)
    least = 11 * 2 * boards
    most = 20 * 2 * boards - least
    won = points > least
    return won, (points >= most) & (points > 0) & ~won


def _ratios(opponents: int, ranges: Any) -> list[NDArray[Any]]:
    if not isinstance(opponents, int | np.integer) or opponents not in DENOMINATORS:
        raise ValueError(f"opponents: expected 1 or 2, got {opponents!r}; e.g. 2")
    if isinstance(ranges, list | tuple) and len(ranges) != COMBINATION_COUNT:
        if len(ranges) != opponents:
            raise ValueError(
                f"ranges: expected one for each of {opponents} opponents, or a single one for all, got "
                f"{len(ranges)}; e.g. 'QQ+,AKs'"
            )
        given = [as_range(one) for one in ranges]
    else:
        given = [as_range("random" if ranges is None else ranges)] * opponents
    return [one.ratios() for one in given]
