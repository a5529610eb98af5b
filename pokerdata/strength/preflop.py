"""Strength before the flop, where a hand meets 2,097,572,400 showdowns: read from tables, never enumerated."""

from __future__ import annotations

import os
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import BOARD_SIZES, DECK_SIZE, HEADS_UP_BOARDS, combination_index
from pokerdata.cards.disjoint import disjoint
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.errors import CapacityError
from pokerdata.preflop.matchups import MATCHUPS
from pokerdata.preflop.packaged import PACKAGED
from pokerdata.store import open_table
from pokerdata.strength.strength_table import StrengthTable

Folder = str | os.PathLike[str] | None


def preflop_showdowns(holes: NDArray[np.uint8], ratios: NDArray[Any], tables: Folder) -> NDArray[Any]:
    """Showdowns won, tied and lost, [m, 3], summed with the opponent's weights, whole numbers [1326], and of their dtype.

    Where hands of a class weigh the same, from the match-ups of classes that come with the package; else from the table
    `preflop_matchups`.
    """
    hands = combination_index(holes)
    by_class = np.empty(CLASS_COUNT, ratios.dtype)
    by_class[CLASS_OF_COMBINATION] = ratios
    if np.array_equal(by_class[CLASS_OF_COMBINATION], ratios):
        # Every hand of a class has as many wins against another class.
        row = CLASS_OF_COMBINATION[hands]
        size = CLASS_SIZES[row].astype(np.int64)
        with open_table(PACKAGED) as table:
            won, tied = (
                (table[name].astype(np.int64) @ by_class)[row] // size
                for name in ("class_wins", "class_ties")
            )
    else:
        with open_table(MATCHUPS, tables) as table:
            return showdowns_of(hands, table["wins"], table["ties"], ratios)
    return _with_lost(won, tied, weight_beside(hands, ratios))


def showdowns_of(
    hands: NDArray[np.integer], wins: NDArray[Any], ties: NDArray[Any], ratios: NDArray[Any]
) -> NDArray[Any]:
    """The same of combinations [m] from the match-ups of all combinations, [1326, 1326]."""
    won, tied = (boards[hands].astype(np.int64) @ ratios for boards in (wins, ties))
    return _with_lost(won, tied, weight_beside(hands, ratios))


def _with_lost(won: NDArray[Any], tied: NDArray[Any], beside: NDArray[Any]) -> NDArray[Any]:
    return np.stack([won, tied, HEADS_UP_BOARDS * beside - won - tied], axis=-1)


def weight_beside(hands: NDArray[np.integer], ratios: NDArray[Any]) -> NDArray[Any]:
    """Weight of the opposing hands that share no card with each combination, [m], of the dtype of the weights."""
    beside: NDArray[Any] = disjoint(hands) @ ratios
    return beside


def preflop_moment(hole: NDArray[np.uint8], kind: str, tables: Folder) -> float:
    """E[HS^2] of one hand against uniformly random cards, from the table `preflop_strength`."""
    with open_table("preflop_strength", tables, StrengthTable) as table:
        metric = f"ehs2_{kind}"
        return int(table.lookup(hole, metric=metric)) / table.denominator(metric)


def preflop_outcomes(hole: NDArray[np.uint8], street: str, tables: Folder) -> tuple[NDArray[np.int64], int]:
    """Numerators of the strength of one hand on every flop (street "next", 19,600) or river board (2,118,760), and their
    denominator, against uniformly random cards; from the table `flop_strength` or `river_strength`."""
    name = "flop" if street == "next" else "river"
    size = BOARD_SIZES[name]
    with open_table(f"{name}_strength", tables, StrengthTable) as table:
        rest = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), hole)
        boards = np.fromiter(combinations(rest, size), np.dtype((np.uint8, size)))
        return table.lookup(hole, boards).astype(np.int64), table.denominator()


def check_uniform(opponent: object, what: str) -> None:
    """Refuse an opponent's weights where only tables of uniformly random cards would answer."""
    if opponent is not None:
        raise CapacityError(
            f"{what} before the flop against a Range or weights would enumerate 2,097,572,400 showdowns, and no "
            "table has it: expected a board of 3 to 5 cards, e.g. '7s 6c As', or no opponent"
        )
