"""Metrics before the flop against one opponent."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import HEADS_UP_BOARDS, combination_index
from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.evaluator.pot_share import pot_parts, pot_share
from pokerdata.preflop.ihr import compared
from pokerdata.preflop.matchups import all_matchups
from pokerdata.situation.metric import Metric, Number, metric
from pokerdata.strength.formulas import Ratio, share
from pokerdata.strength.preflop import showdowns_of

_SHARE = "share of the pot"


def hand_metrics(
    hole: NDArray[np.uint8],
    ratios: NDArray[Any],
    final: Number,
    better: NDArray[np.bool_],
    even: NDArray[np.bool_],
) -> list[Metric]:
    """Class, IHR, SCHR and EHR of one hand. ratios: weights of the opponent's hands, whole numbers [1326], 0 for those that
    he cannot have; final: the equity of the hand against them; better, even: of the hand against each, by the 55 % rule."""
    name = CLASS_NAMES[CLASS_OF_COMBINATION[int(combination_index(hole))]]
    rank = pot_share(better, even, ratios)
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
    wins, ties = all_matchups()
    finals = share(showdowns_of(held, wins, ties, opposing))
    halves = pot_parts(*compared(wins[held], ties[held]), opposing)
    ranks = Ratio(HEADS_UP_BOARDS * halves, finals.denominator)
    greater = Ratio(np.maximum(ranks.numerator, finals.numerator), finals.denominator)
    rank, final, effective = (found.mean(hands[held]) for found in (ranks, finals, greater))
    return [_rank(rank), final_rank(final), _effective(effective)]


def _rank(value: Fraction) -> Metric:
    return metric("ihr", "IHR, immediate hand rank, 55 % rule", value, _SHARE, "Zopf 2010, 6.2")


def final_rank(value: Number) -> Metric:
    """SCHR."""
    return metric("schr", "SCHR = EHS, seven-card hand rank", value, _SHARE, "Zopf 2010, 6.3")


def _effective(value: Number) -> Metric:
    return metric("ehr", "EHR = max(SCHR, IHR)", value, _SHARE, "Zopf 2010, 6.4")
