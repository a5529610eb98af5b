"""Metrics of a hand before the flop against one opponent, from its equity against each of his hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import combination_index
from pokerdata.equity import Equity
from pokerdata.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.situation.metric import Metric, metric
from pokerdata.situation.money import exact_share

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
        metric("ihr", "IHR, immediate hand rank, 55 % rule", rank, _SHARE, "Zopf 2010, 6.2"),
        metric("schr", "SCHR = EHS, seven-card hand rank", final, _SHARE, "Zopf 2010, 6.3"),
        metric("ehr", "EHR = max(SCHR, IHR)", max(rank, final), _SHARE, "Zopf 2010, 6.4"),
    ]


def compared(found: Equity) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether our hand is stronger than each of the opponent's by the 55 % rule, and whether neither is, bool [1326].

    found: the equity of our hand and the opponent's; both are False for a hand that he cannot have.
    """
    theirs = found.per_combination[1]
    better = 1 - theirs > _STRONGER  # comparisons with NaN are False
    return better, ~better & (theirs <= _STRONGER)
