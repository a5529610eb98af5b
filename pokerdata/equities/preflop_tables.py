"""Equity of two ranges before the flop from the tables of match-ups."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.equities.contest import Contest
from pokerdata.preflop.matchups import MATCHUPS, is_built
from pokerdata.preflop.packaged import class_results
from pokerdata.store import open_table

_FIRST_OF_CLASS = np.unique(CLASS_OF_COMBINATION, return_index=True)[1]


def table_tally(contest: Contest) -> NDArray[np.float64] | None:
    """The tally of all deals, float64 [2, 1326, 3] (see cpp/pokerdata/equity/equity.hpp), or None without a table.

    The packaged table answers where all hands of a class have one weight, ``preflop_matchups`` for any two ranges.
    """
    if contest.players != 2 or len(contest.board) or len(contest.dead):
        return None
    if np.array_equal(contest.weights[:, _FIRST_OF_CLASS][:, CLASS_OF_COMBINATION], contest.weights):
        return _by_classes(contest.weights)
    if is_built():
        return _by_combinations(contest.weights)
    return None


def _by_classes(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    wins, ties, pairs = (counts.astype(np.float64) for counts in class_results())
    of_class = weights[:, _FIRST_OF_CLASS]
    tally = np.zeros((2, CLASS_COUNT, 3))
    for player in range(2):
        for winners, deals in enumerate((HEADS_UP_BOARDS * pairs - wins - ties, wins, ties)):
            # Every hand of a class wins as many deals, so these are whole numbers.
            each = deals / CLASS_SIZES[:, None]
            tally[player, :, winners] = (each * of_class[1 - player]).sum(axis=1)
    return np.where(weights[:, :, None] > 0, tally[:, CLASS_OF_COMBINATION], 0.0)


def _by_combinations(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    table = open_table(MATCHUPS)
    held = [np.flatnonzero(row) for row in weights]
    tally = np.zeros((*weights.shape, 3))
    for player in range(2):
        own, other = held[player], held[1 - player]
        wins, ties = (table[name][np.ix_(own, other)] for name in ("wins", "ties"))
        losses = table["wins"][np.ix_(other, own)].T
        for winners, deals in enumerate((losses, wins, ties)):
            tally[player, own, winners] = (deals * weights[1 - player, other]).sum(axis=1)
    return tally
