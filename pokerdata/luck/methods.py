"""What is taken out of the results of hands."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.games import CardRules, NamedGame
from pokerdata.games.named import TEXAS
from pokerdata.preflop.matchups import all_matchups
from pokerdata.store import find_table, open_table
from pokerdata.strength.strength_table import StrengthTable

#: What is taken out of results: method -> what it does.
METHODS = {
    "all-in": "all-ins count as their mean over the cards to come",
    "mivat": "all-in, and the luck of cards by features fitted to other hands",
    "advantage": "all-in, and the luck of cards by a guess of what they are worth",
    "aivat": "advantage, and the luck of moves and hands of known strategies",
    "divat": "what betting gained on a baseline of both: a biased estimate of skill",
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


def setting_of(game: NamedGame) -> _core.Setting:
    """The game for the kernels, with `first_edges`.

    Args:
        game: Any.
    """
    return _core.Setting(game.rules.core, game.cards.core, first_edges(game.cards))


def strengths_of(cards: CardRules, tables: str | os.PathLike[str] | None = None) -> _core.Strengths:
    """The tables of strength that there are, in hold'em; in other games strengths are counted.

    Args:
        cards: Of the game.
        tables: The only folder to look in for flop_strength, turn_strength and river_strength, as for
            `pokerdata.open_table`.

    Raises:
        TableError: If one of them is damaged.
    """
    found: dict[str, Any] = {}
    if cards == TEXAS:
        for street, dataset in (("flop", "ehs"), ("turn", "ehs"), ("river", "n")):
            name = f"{street}_strength"
            if find_table(name, tables) is not None:
                found[street] = open_table(name, tables, StrengthTable)[dataset]
    return _core.Strengths(**found)


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
