"""In which orders players sit down to play one deal again and again."""

from __future__ import annotations

from itertools import permutations

_ALL_ORDERS = 3  # players: with more, all orders would be too many


def seat_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """The orders of a unit of duplicate deals: for each its players by seat.

    All orders of two (2) and of three players (6); of more, those in which everybody moves on by so many seats (as many as
    there are players). In each of them every player has every position of a deal equally often.

    Args:
        players: How many, 2 or more.
    """
    if players <= _ALL_ORDERS:
        return tuple(permutations(range(players)))
    return tuple(tuple((seat + step) % players for seat in range(players)) for step in range(players))


def by_position(order: tuple[int, ...], hand: int) -> tuple[int, ...]:
    """The players of a hand by position: seat s has the position s - hand, modulo the players.

    Args:
        order: The players by seat.
        hand: Its number.
    """
    return tuple(order[(position + hand) % len(order)] for position in range(len(order)))
