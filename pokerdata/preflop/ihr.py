"""Immediate hand rank before the flop (Zopf 2010, 6.2): how many opposing hands are beaten or even.

One hand is *stronger* than another if its equity against it is above 55 %; *even* if neither is stronger.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, as_cards, combination_index, combinations_with, format_cards
from pokerdata.preflop.classes import BOARDS, disjoint, exact_sum_over_pairs, sum_over_pairs
from pokerdata.ranges import Range, as_range
from pokerdata.store import Table, open_table

#: The value of every hand is an integer of these many parts: twice the opposing hands; six times the
#: unordered pairs of opposing hands that share no card.
DENOMINATORS = {1: 2 * 1225, 2: 6 * 1225 * 1128 // 2}


def preflop_ihr(
    hand: ArrayLike,
    opponents: int = 1,
    ranges: Range | ArrayLike | Sequence[Any] | None = None,
    tables: str | os.PathLike[str] | None = None,
) -> float:
    """Immediate hand rank of a hand against one or two opponents, 0 to 1.

    Against one opponent: the mean over his hands of 1 where ours is stronger, 0 where his is, else 1/2. Against two:
    the mean over pairs of hands that share no card of 1 where ours is stronger than both, 0 where one is stronger than
    ours, else the share of the pot: 1/2 if one is even with ours, 1/3 if both are.

    Parameters
    ----------
    hand : two cards, uint8 [2] or text
    opponents : 1 or 2
    ranges : what they hold: a Range, text or weights [1326] for each of them, or a list of one for each; None is any
        hand. Hands that share a card with ours or with each other do not count.
    tables : folder of the tables; `preflop_matchups` is read

    Raises ValueError for bad cards, another number of opponents, or ranges that leave no hand; TableError where the
    table is missing.
    """
    cards = as_cards(hand, "hand")
    if cards.shape != (2,):
        raise ValueError(f"bad shape {cards.shape} of hand: want two cards, e.g. 'As Kd'")
    index = int(combination_index(cards))
    free = ~combinations_with(cards)
    held = [ratios * free for ratios in _ratios(opponents, ranges)]
    with open_table("preflop_matchups", tables) as table:
        won, even = compared(table["wins"][index], table["ties"][index])
    rank = rank_against_one(won, even, *held) if opponents == 1 else rank_against_two(won, even, *held)
    if rank is None:
        raise ValueError(
            f"the ranges leave the opponents no hands beside {format_cards(cards)}: want wider ones, e.g. 'random'"
        )
    return float(rank)


def rank_against_one(
    better: NDArray[np.bool_], even: NDArray[np.bool_], ratios: NDArray[Any]
) -> Fraction | None:
    """The mean against one opponent (see `preflop_ihr`); None where he can hold no hand.

    better, even: of ours against each hand, [1326]. ratios: weights of his hands, whole numbers as `pokerdata.Range.ratios`
    gives them, [1326]; 0 for those that he cannot have.
    """
    total = int(ratios.sum())
    return Fraction(int((ratios * (2 * better + even)).sum()), 2 * total) if total else None


def rank_against_two(
    better: NDArray[np.bool_], even: NDArray[np.bool_], first: NDArray[Any], second: NDArray[Any]
) -> Fraction | None:
    """The same over pairs of disjoint hands of two opponents; None where they can hold none together."""
    total = exact_sum_over_pairs(first, second)
    won, tied = (first * better, second * better), (first * even, second * even)
    sixths = (
        6 * exact_sum_over_pairs(won[0], won[1])
        + 3 * (exact_sum_over_pairs(won[0], tied[1]) + exact_sum_over_pairs(tied[0], won[1]))
        + 2 * exact_sum_over_pairs(tied[0], tied[1])
    )
    return Fraction(sixths, 6 * total) if total else None


def all_hands(table: Table, opponents: int) -> NDArray[np.uint32]:
    """Numerators of every combination against 1 or 2 opponents with any hands, uint32 [1326]; see DENOMINATORS."""
    ones = [np.ones(COMBINATION_COUNT)] * opponents
    parts, _ = _parts(*compared(table["wins"], table["ties"]), disjoint(), *ones)
    return (parts / opponents).astype(np.uint32)  # pairs of opposing hands came in either order


def compared(wins: NDArray[Any], ties: NDArray[Any]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where the hands are stronger, and where even, from integer wins and ties of [..., 1326] opposing hands.

    Equity above 55 % is 20 * (2*wins + ties) > 11 * 2 * 1,712,304; pairs that share a card have neither.
    """
    points = 20 * (2 * wins.astype(np.int64) + ties)
    least = 11 * 2 * BOARDS
    most = 20 * 2 * BOARDS - least
    won = points > least
    return won, (points >= most) & ~won


def _ratios(opponents: int, ranges: Any) -> list[NDArray[Any]]:
    if not isinstance(opponents, int | np.integer) or opponents not in DENOMINATORS:
        raise ValueError(f"bad opponents {opponents!r}: want 1 or 2, e.g. opponents=2")
    if isinstance(ranges, list | tuple) and len(ranges) != COMBINATION_COUNT:
        if len(ranges) != opponents:
            raise ValueError(
                f"{len(ranges)} ranges for {opponents} opponents: want one for each, or a single one for all, "
                "e.g. 'QQ+,AKs'"
            )
        given = [as_range(one) for one in ranges]
    else:
        given = [as_range("random" if ranges is None else ranges)] * opponents
    return [one.ratios() for one in given]


def _parts(
    won: NDArray[np.bool_], even: NDArray[np.bool_], free: NDArray[np.bool_], *weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums over the opponents' hands of the value and of 1, both times the same integer; [..., 1326] to [...].

    Exact where the weights are small integers.
    """
    if len(weights) == 1:
        (of_one,) = weights
        return 2 * (won @ of_one) + even @ of_one, 2 * (free @ of_one)
    first, second = weights
    won_pairs = sum_over_pairs(first * won, second * won)
    mixed_pairs = sum_over_pairs(first * won, second * even) + sum_over_pairs(first * even, second * won)
    even_pairs = sum_over_pairs(first * even, second * even)
    return 6 * won_pairs + 3 * mixed_pairs + 2 * even_pairs, 6 * sum_over_pairs(first * free, second * free)
