"""Which metrics a situation has, and computing them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import as_cards
from pokerdata.equity import Equity, equity
from pokerdata.errors import CapacityError
from pokerdata.ranges import Range
from pokerdata.situation.metric import Metric, metric
from pokerdata.situation.money import equity_metrics
from pokerdata.situation.preflop import compared, preflop_metrics, range_metrics
from pokerdata.situation.situation import Situation
from pokerdata.situation.strengths import strength_metrics
from pokerdata.situation.two_opponents import rank_against_two, standing_now
from pokerdata.strength import ihr_sampled
from pokerdata.strength.arguments import as_weights

_COUNTED = 50_000_000  # deals of three players and more that are counted: a second


Histograms = dict[str, NDArray[np.float64]]


def compute(situation: Situation) -> tuple[list[Metric], Histograms]:
    """All metrics of a situation, in order, and its histograms."""
    all_in = _equity(situation, situation.opponents)
    strengths, histograms = _on_board(situation) if situation.board else (_preflop(situation, all_in), {})
    return strengths + equity_metrics(all_in, situation.money), histograms


def _equity(situation: Situation, opponents: tuple[Range, ...]) -> Equity:
    hands = [situation.hands, *opponents]
    limit = _COUNTED if len(opponents) > 1 else None
    try:
        return equity(hands, situation.board, situation.dead, limit=limit)
    except CapacityError:
        return equity(hands, situation.board, situation.dead, samples=situation.samples, seed=situation.seed)


def _preflop(situation: Situation, all_in: Equity) -> list[Metric]:
    opponents = situation.opponents
    one = all_in if len(opponents) == 1 else _equity(situation, (situation.field,))
    if not situation.is_hand:
        return range_metrics(situation.hands.weights, situation.field.weights, one, bool(situation.dead))
    hole = situation.held[0][0]
    strengths = preflop_metrics(hole, situation.field.weights, one)
    if len(opponents) != 2:
        return strengths
    return _with_rank(strengths, situation, *compared(one))  # the field has the hands of both


def _on_board(situation: Situation) -> tuple[list[Metric], Histograms]:
    holes, weights = situation.held
    board, dead = as_cards(situation.board, "board"), as_cards(situation.dead, "dead")
    opposing = as_weights(situation.field)[0]
    strengths, histograms = strength_metrics(holes, weights, board, dead, opposing, len(situation.opponents))
    return _against_all(situation, strengths, board), histograms


def _against_all(situation: Situation, strengths: list[Metric], board: NDArray[np.uint8]) -> list[Metric]:
    """With the hand rank of a hand against all opponents, if there are several."""
    opponents, (holes, _) = situation.opponents, situation.held
    if situation.is_hand and len(opponents) == 2:
        return _with_rank(strengths, situation, *standing_now(holes[0], board))
    if situation.is_hand and len(opponents) > 2 and len(set(opponents)) == 1:
        found = ihr_sampled(
            holes[0], board, situation.field, len(opponents), situation.samples, situation.seed
        )
        sampled = {"standard_error": found.standard_error, "samples": found.samples, "seed": found.seed}
        return _behind_rank(strengths, len(opponents), found.value, **sampled)
    return strengths


def _with_rank(
    strengths: list[Metric], situation: Situation, better: NDArray[np.bool_], even: NDArray[np.bool_]
) -> list[Metric]:
    taken = np.concatenate([situation.known, situation.held[0][0]])
    first, second = (hands.without(taken).weights for hands in situation.opponents)
    return _behind_rank(strengths, 2, rank_against_two(better, even, first, second))


def _behind_rank(strengths: list[Metric], opponents: int, value: float, **sampled: Any) -> list[Metric]:
    """With the hand rank against all opponents behind that against one."""
    name = f"IHR against all {opponents} opponents"
    rank = metric("ihr_all", name, value, "share of the pot", "Zopf 2010, 6.2", **sampled)
    at = 1 + [found.key for found in strengths].index("ihr")
    return [*strengths[:at], rank, *strengths[at:]]
