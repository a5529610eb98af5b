"""Which hands of a log are the same deal, played twice with the players swapped."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, lgamma, log

import numpy as np
from numpy.typing import NDArray

from pokerdata.matches import Hand

# Hands that have nothing to do with each other are dealt the same cards now and then, of a small deck often. The cards of
# one seating are taken for those of the other only where chance deals them so less often than this.
_CHANCE = 1e-6


def played_twice(
    told: Sequence[Hand], numbers: Sequence[int], deck: int, hole: int
) -> NDArray[np.int64] | None:
    """The two hands of each deal, where every deal of a log was played twice, with the players swapped.

    The hole cards of both positions tell a deal. Of deals with the same ones, hands of one number belong together where
    the log gives both the same numbers, else the n-th of each seating do. Boards must agree, as far as both were turned up.

    Args:
        told: The hands of the log.
        numbers: Their numbers in it.
        deck: Cards of the deck.
        hole: Hole cards of a player.

    Returns:
        Places in the log [deals, 2], sorted; None where some hand has no partner, and where hands that have nothing to do
        with each other would be dealt the same cards with a probability above one in a million.
    """
    of_cards: dict[tuple[str, str], tuple[list[int], list[int]]] = {}
    for place, hand in enumerate(told):
        of_cards.setdefault(hand.hole, ([], []))[hand.players != told[0].players].append(place)
    groups = list(of_cards.values())
    if any(len(one) != len(two) for one, two in groups):
        return None
    # The multinomial probability that the second seating has these cards, each as often as the first one had them.
    deals = len(told) // 2
    ways = comb(deck, hole) * comb(deck - hole, hole)
    chance = lgamma(deals + 1) - sum(lgamma(len(one) + 1) for one, _ in groups) - deals * log(ways)
    if chance > log(_CHANCE):
        return None
    found = []
    for one, two in groups:
        if sorted(numbers[place] for place in one) == sorted(numbers[place] for place in two):
            one, two = (sorted(places, key=lambda place: numbers[place]) for places in (one, two))
        found += list(zip(one, two, strict=True))
    boards = [(told[one].board.split(), told[two].board.split()) for one, two in found]
    if any(one[: len(two)] != two[: len(one)] for one, two in boards):
        return None
    return np.array(sorted(found), np.int64)
