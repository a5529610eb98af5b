"""Metrics before the flop against one opponent: of a hand from its equity against each of his, of a range from match-ups."""

from __future__ import annotations

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

_STRONGER = 0.55  # Zopf's equity from which a hand counts as the stronger one
_SHARE = "share of the pot"


def preflop_metrics(hole: NDArray[np.uint8], weights: NDArray[np.float64], found: Equity) -> list[Metric]:
    """Class, IHR, SCHR and EHR of one hand. weights: of the opponent's hands; found: the equity of the hand and them."""
    name = CLASS_NAMES[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    better, even = compared(found)
    there = ~np.isnan(found.per_combination[1])
    rank = float((better + even / 2)[there] @ weights[there] / weights[there].sum())
    final = exact_share(found)
    return [
        metric("class", "class of starting hands", name, "one of 169", "hand_classes"),
        _rank(rank),
        _final(final),
        _effective(max(rank, final)),
    ]


def range_metrics(
    hands: NDArray[np.float64], opposing: NDArray[np.float64], found: Equity, dead: bool
) -> list[Metric]:
    """IHR, SCHR and EHR of a range, as means over the deals: a hand counts its weight times that of the opposing hands
    beside it. With dead cards SCHR alone: the match-ups know none.

    hands, opposing: weights [1326] of ours and the opponent's. found: the equity of the two.
    """
    final = _final(exact_share(found))
    if dead:
        return [final]
    weight_beside = disjoint() @ opposing
    held = np.flatnonzero((hands > 0) & (weight_beside > 0))
    beside = weight_beside[held]
    wins, ties = (cells[held] for cells in _matchups())
    better, even = ihr.compared(wins, ties)
    ranks = (better + even / 2) @ opposing / beside
    finals = (wins + ties / 2) @ opposing / (BOARDS * beside)
    deals = hands[held] * beside

    def mean(values: NDArray[np.float64]) -> float:
        return float(values @ deals / deals.sum())

    return [_rank(mean(ranks)), final, _effective(mean(np.maximum(ranks, finals)))]


@cache
def _matchups() -> tuple[NDArray[Any], NDArray[Any]]:
    """Boards that each combination wins and ties against each, [1326, 1326]: from the table if it is there, else counted in
    some seconds."""
    name = "preflop_matchups"
    if not (tables_folder() / f"{name}.h5").is_file():
        return _preflop.matchups()
    with open_table(name) as table:
        return np.array(table["wins"]), np.array(table["ties"])


def _rank(value: float) -> Metric:
    return metric("ihr", "IHR, immediate hand rank, 55 % rule", value, _SHARE, "Zopf 2010, 6.2")


def _final(value: Number) -> Metric:
    return metric("schr", "SCHR = EHS, seven-card hand rank", value, _SHARE, "Zopf 2010, 6.3")


def _effective(value: Number) -> Metric:
    return metric("ehr", "EHR = max(SCHR, IHR)", value, _SHARE, "Zopf 2010, 6.4")


def compared(found: Equity) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether our hand is stronger than each of the opponent's by the 55 % rule, and whether neither is, bool [1326].

    found: the equity of our hand and the opponent's; both are False for a hand that he cannot have.
    """
    theirs = found.per_combination[1]
    better = 1 - theirs > _STRONGER  # comparisons with NaN are False
    return better, ~better & (theirs <= _STRONGER)
