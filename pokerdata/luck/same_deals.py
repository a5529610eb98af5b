"""Which hands of a log are the same deal, played again with the players in other seats."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import comb, lgamma, log

import numpy as np
from numpy.typing import NDArray

# Hands that have nothing to do with each other are dealt the same cards now and then, of a small deck often. The cards of
# one seating are taken for those of another only where chance deals them so less often than this.
_CHANCE = 1e-6


def same_deals(
    seats: Sequence[tuple[str, ...]],
    holes: Sequence[tuple[Hashable, ...]],
    boards: Sequence[Sequence[Hashable]],
    numbers: Sequence[int],
    deck: int,
    hole: int,
) -> NDArray[np.int64] | None:
    """The hands of each deal, where every deal of a log was played once in each seating that there is.

    The hole cards of all positions tell a deal. Of deals with the same ones, hands of one number belong together where
    the log gives all seatings the same numbers, else the n-th of each seating do. Boards must agree, as far as they were
    turned up.

    Args:
        seats: Of each hand, the players by position.
        holes: Of each hand, the hole cards by position.
        boards: Of each hand, the cards of the board that turned up.
        numbers: Of each hand, its number in the log.
        deck: Cards of the deck.
        hole: Hole cards of a player.

    Returns:
        Places in the log [deals, seatings], sorted; None where there is one seating alone, where some hand has no partner,
        and where hands that have nothing to do with each other would be dealt the same cards with a probability above one
        in a million.
    """
    seatings = {players: number for number, players in enumerate(dict.fromkeys(seats))}
    if len(seatings) < 2 or len(seats) % len(seatings):
        return None
    of_cards: dict[tuple[Hashable, ...], dict[int, list[int]]] = {}
    for place, cards in enumerate(holes):
        of_cards.setdefault(cards, {}).setdefault(seatings[seats[place]], []).append(place)
    if any(len(of_seating) < len(seatings) for of_seating in of_cards.values()):
        return None
    groups = [[of_seating[seating] for seating in range(len(seatings))] for of_seating in of_cards.values()]
    if any(len(places) != len(group[0]) for group in groups for places in group):
        return None
    # The multinomial probability that a second seating has these cards, each as often as the first one had them.
    deals = len(seats) // len(seatings)
    ways = 1
    for player in range(len(holes[0])):
        ways *= comb(deck - player * hole, hole)
    chance = lgamma(deals + 1) - sum(lgamma(len(group[0]) + 1) for group in groups) - deals * log(ways)
    if chance > log(_CHANCE):
        return None
    found = []
    for group in groups:
        called = [sorted(numbers[place] for place in places) for places in group]
        if all(some == called[0] for some in called):
            group = [sorted(places, key=lambda place: numbers[place]) for places in group]
        found += list(zip(*group, strict=True))
    for deal in found:
        longest = max((boards[place] for place in deal), key=len)
        if any(list(boards[place]) != list(longest[: len(boards[place])]) for place in deal):
            return None
    return np.array(sorted(found), np.int64)
