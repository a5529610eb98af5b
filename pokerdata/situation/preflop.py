"""Metrics before the flop against one opponent: of a hand from its equity against each of his, of a range from match-ups."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import preflop as _preflop
from pokerdata.cards import combination_index
from pokerdata.equity import Equity
from pokerdata.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.preflop import ihr
from pokerdata.preflop.classes import BOARDS, disjoint
from pokerdata.situation.metric import Metric, metric
from pokerdata.situation.money import exact_share
from pokerdata.situation.standings import Number
from pokerdata.store import open_table
from pokerdata.store.opening import tables_folder

_SHARE = "share of the pot"


def preflop_metrics(hole: NDArray[np.uint8], ratios: NDArray[Any], found: Equity) -> list[Metric]:
    """Class, IHR, SCHR and EHR of one hand. ratios: weights of the opponent's hands, whole numbers [1326], 0 for those that
    he cannot have; found: the equity of the hand and them."""
    name = CLASS_NAMES[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    better, even = compared(found)
    rank, final = ihr.rank_against_one(better, even, ratios), exact_share(found)
    assert rank is not None  # the equity was found
    return [
        metric("class", "class of starting hands", name, "one of 169", "hand_classes"),
        _rank(rank),
        final_rank(final),
        _effective(max(rank, final)),
    ]


def range_metrics(hands: NDArray[Any], opposing: NDArray[Any]) -> list[Metric]:
    """IHR, SCHR and EHR of a range, as means over the deals: a hand counts its weight times that of the opposing hands
    beside it.

    hands, opposing: weights of ours and the opponent's, whole numbers [1326].
    """
    held = np.flatnonzero(hands > 0)
    weights = hands[held].astype(object)
    wins, ties = (cells[held].astype(np.int64) for cells in _matchups())
    better, even = ihr.compared(wins, ties)
    deals = int(weights @ (disjoint(held) @ opposing))
    # Of each hand, in half-boards.
    ranks = (2 * better.astype(np.int64) + even) @ opposing * BOARDS
    finals = (2 * wins + ties) @ opposing

    def mean(halves: NDArray[Any]) -> Fraction:
        return Fraction(int(weights @ halves), 2 * BOARDS * deals)

    return [_rank(mean(ranks)), final_rank(mean(finals)), _effective(mean(np.maximum(ranks, finals)))]


@cache
def _matchups() -> tuple[NDArray[Any], NDArray[Any]]:
    """Boards that each combination wins and ties against each, [1326, 1326]: from the table if it is there, else counted in
    some seconds."""
    name = "preflop_matchups"
    if not (tables_folder() / f"{name}.h5").is_file():
        return _preflop.matchups()
    with open_table(name) as table:
        return np.array(table["wins"]), np.array(table["ties"])


def _rank(value: Fraction) -> Metric:
    return metric("ihr", "IHR, immediate hand rank, 55 % rule", value, _SHARE, "Zopf 2010, 6.2")


def final_rank(value: Number) -> Metric:
    """SCHR."""
    return metric("schr", "SCHR = EHS, seven-card hand rank", value, _SHARE, "Zopf 2010, 6.3")


def _effective(value: Number) -> Metric:
    return metric("ehr", "EHR = max(SCHR, IHR)", value, _SHARE, "Zopf 2010, 6.4")


def compared(found: Equity) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether our hand is stronger than each of the opponent's by the 55 % rule, and whether neither is, bool [1326].

    found: the equity of our hand and the opponent's; both are False for a hand that he cannot have.
    """
    # Equities and bounds are the nearest floats of fractions with small denominators, so they compare as these do.
    theirs = found.per_combination[1]
    better = theirs < 0.45  # comparisons with NaN are False
    return better, (theirs >= 0.45) & (theirs <= 0.55)
