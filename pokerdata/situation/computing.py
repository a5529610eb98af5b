"""Which metrics a situation has, and computing them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import as_cards
from pokerdata.equity import Equity, equity
from pokerdata.equity.contest import as_contest
from pokerdata.equity.methods import LIMIT, exact_tally
from pokerdata.equity.result import exact_result
from pokerdata.errors import CapacityError
from pokerdata.preflop.ihr import rank_against_two
from pokerdata.ranges import Range
from pokerdata.situation.metric import Metric, metric
from pokerdata.situation.money import equity_metrics, exact_share
from pokerdata.situation.preflop import compared, final_rank, preflop_metrics, range_metrics
from pokerdata.situation.situation import Situation
from pokerdata.situation.standing_now import standing_now
from pokerdata.situation.standings import Number
from pokerdata.situation.strengths import strength_metrics
from pokerdata.strength import ihr_sampled

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
    if not situation.is_hand and not situation.dead:
        return range_metrics(situation.hands.ratios(), situation.field_ratios)
    if not situation.is_hand:
        return [_with_dead(situation, all_in)]
    one = all_in if len(opponents) == 1 else _against_field(situation)
    hole = situation.held[0][0]
    strengths = preflop_metrics(hole, situation.field_ratios, one)
    if len(opponents) != 2:
        return strengths
    return _with_rank(strengths, situation, *compared(one))  # the field has the hands of both


def _against_field(situation: Situation) -> Equity:
    """The equity of our hand against the field, with its weights as they are, not rounded to those of a Range."""
    contest = as_contest([situation.hands, situation.field], "", situation.dead)
    contest = replace(contest, ratios=(contest.ratios[0], situation.field_ratios))
    return exact_result(contest, *exact_tally(contest, 0, LIMIT, None))


def _with_dead(situation: Situation, all_in: Equity) -> Metric:
    """SCHR of a range of ours: the match-ups of the other ranks know no dead cards. Rounded where the weights of the field
    are."""
    if len(situation.opponents) == 1:
        return final_rank(exact_share(all_in))
    one = _equity(situation, (situation.field,))
    return final_rank(exact_share(one) if len(set(situation.opponents)) == 1 else float(one.equity[0]))


def _on_board(situation: Situation) -> tuple[list[Metric], Histograms]:
    holes, _ = situation.held
    ours = situation.hands.without(situation.known).ratios()
    board, dead = as_cards(situation.board, "board"), as_cards(situation.dead, "dead")
    opponents, opposing = len(situation.opponents), situation.field_ratios
    strengths, histograms = strength_metrics(holes, ours[ours > 0], board, dead, opposing, opponents)
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
    first, second = (hands.without(taken).ratios() for hands in situation.opponents)
    rank = rank_against_two(better, even, first, second)
    assert rank is not None  # the equity of the three was found
    return _behind_rank(strengths, 2, rank)


def _behind_rank(strengths: list[Metric], opponents: int, value: Number, **sampled: Any) -> list[Metric]:
    """With the hand rank against all opponents behind that against one."""
    name = f"IHR against all {opponents} opponents"
    rank = metric("ihr_all", name, value, "share of the pot", "Zopf 2010, 6.2", **sampled)
    at = 1 + [found.key for found in strengths].index("ihr")
    return [*strengths[:at], rank, *strengths[at:]]
