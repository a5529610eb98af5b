"""What is taken out of the results of hands."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.games import CardRules
from pokerdata.games.named import TEXAS
from pokerdata.preflop.matchups import all_matchups

#: What is taken out of results: method -> what it does.
METHODS = {
    "all-in": "all-ins count as their mean over the cards to come",
    "advantage": "that, and the luck of all cards by a guess of what they are worth",
    "aivat": "that, and the luck of moves and hands of players whose strategy is known",
}


def check_method(method: str) -> None:
    """Nothing for a method that there is.

    Args:
        method: One of `METHODS`.

    Raises:
        ValueError: For any other.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}; e.g. aivat")


def first_edges(cards: CardRules) -> NDArray[np.float64] | None:
    """Before the flop of hold'em, what each hand wins from each for each chip at stake, over all boards.

    Takes a second or two, once.

    Args:
        cards: Of the game.

    Returns:
        float64 [1326, 1326], 0 for hands that share a card; None in other games.
    """
    return _texas_edges() if cards == TEXAS else None


@cache
def _texas_edges() -> NDArray[np.float64]:
    wins, _ = all_matchups()
    return np.asarray((wins - wins.T.astype(np.float64)) / HEADS_UP_BOARDS)
