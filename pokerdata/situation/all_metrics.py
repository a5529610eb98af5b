"""Which metrics a situation has."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import as_cards
from pokerdata.equities import Equity, equity
from pokerdata.equities.contest import Contest, as_contest
from pokerdata.equities.methods import LIMIT, Tally, exact_tally
from pokerdata.equities.result import against_each, exact_result
from pokerdata.errors import CapacityError
from pokerdata.evaluator.comparing import behind_and_tied
from pokerdata.evaluator.pot_share import pot_share
from pokerdata.preflop.ihr import compared
from pokerdata.ranges import Range
from pokerdata.situation.before_flop import final_rank, hand_metrics, range_metrics
from pokerdata.situation.metric import Metric, Number, metric
from pokerdata.situation.money import Money, equity_metrics, exact_share
from pokerdata.situation.on_board import strength_metrics
from pokerdata.situation.spot import Spot
from pokerdata.strength import ihr_sampled

_COUNTED = 50_000_000  # deals of three players and more that are counted: a second

Histograms = dict[str, NDArray[np.float64]]


def all_metrics(spot: Spot, money: Money, samples: int, seed: int) -> tuple[list[Metric], Histograms]:
    """All metrics of a situation, in order, and its histograms. samples, seed: of what is too much to count."""
    if not spot.board and spot.is_hand:
        found, all_in = _hand_before_flop(spot, samples, seed)
        return found + equity_metrics(all_in, money), {}
    all_in = _equity(spot, spot.opponents, samples, seed)
    if spot.board:
        found, histograms = _on_board(spot, samples, seed)
        return found + equity_metrics(all_in, money), histograms
    if spot.dead:
        found = [_final_with_dead(spot, all_in, samples, seed)]
    else:
        found = range_metrics(spot.hands.ratios(), spot.field_ratios)
    return found + equity_metrics(all_in, money), {}


def _equity(spot: Spot, opponents: tuple[Range, ...], samples: int, seed: int) -> Equity:
    hands = [spot.hands, *opponents]
    limit = _COUNTED if len(opponents) > 1 else None
    try:
        return equity(hands, spot.board, spot.dead, limit=limit)
    except CapacityError:
        return equity(hands, spot.board, spot.dead, samples=samples, seed=seed)


def _hand_before_flop(spot: Spot, samples: int, seed: int) -> tuple[list[Metric], Equity]:
    """Of one hand, with its all-in equity against all."""
    if len(spot.opponents) == 1:
        all_in, tally = _counted(as_contest([spot.hands, *spot.opponents], "", spot.dead))
        one = all_in
    else:
        all_in = _equity(spot, spot.opponents, samples, seed)
        contest = as_contest([spot.hands, spot.field], "", spot.dead)
        # The weights of the field as they are, not rounded to those of a Range.
        one, tally = _counted(replace(contest, ratios=(contest.ratios[0], spot.field_ratios)))
    better, even = compared(*against_each(tally))
    found = hand_metrics(spot.held[0][0], spot.field_ratios, exact_share(one), better, even)
    if len(spot.opponents) == 2:
        found = _with_rank(found, spot, better, even)  # the field has the hands of both
    return found, all_in


def _counted(contest: Contest) -> tuple[Equity, Tally]:
    tally, exact = exact_tally(contest, 0, LIMIT, None)
    return exact_result(contest, tally, exact), tally


def _final_with_dead(spot: Spot, all_in: Equity, samples: int, seed: int) -> Metric:
    """SCHR of a range of ours: the match-ups of the other ranks know no dead cards. Rounded where the weights of the field
    are."""
    if len(spot.opponents) == 1:
        return final_rank(exact_share(all_in))
    one = _equity(spot, (spot.field,), samples, seed)
    return final_rank(exact_share(one) if len(set(spot.opponents)) == 1 else float(one.equity[0]))


def _on_board(spot: Spot, samples: int, seed: int) -> tuple[list[Metric], Histograms]:
    holes, _ = spot.held
    ours = spot.hands.without(spot.known).ratios()
    board, dead = as_cards(spot.board, "board"), as_cards(spot.dead, "dead")
    opponents, opposing = len(spot.opponents), spot.field_ratios
    found, histograms = strength_metrics(holes, ours[ours > 0], board, dead, opposing, opponents)
    if spot.is_hand and opponents == 2:
        found = _with_rank(found, spot, *behind_and_tied(holes[0], board))
    if spot.is_hand and opponents > 2 and len(set(spot.opponents)) == 1:
        rank = ihr_sampled(holes[0], board, spot.field, opponents, samples=samples, seed=seed)
        sampled = {"standard_error": rank.standard_error, "samples": rank.samples, "seed": rank.seed}
        found = _behind_rank(found, opponents, rank.value, **sampled)
    return found, histograms


def _with_rank(
    found: list[Metric], spot: Spot, better: NDArray[np.bool_], even: NDArray[np.bool_]
) -> list[Metric]:
    """With the hand rank of a hand against two opponents."""
    taken = np.concatenate([spot.known, spot.held[0][0]])
    rank = pot_share(better, even, *(hands.without(taken).ratios() for hands in spot.opponents))
    assert rank is not None  # the equity of the three was found
    return _behind_rank(found, 2, rank)


def _behind_rank(found: list[Metric], opponents: int, value: Number, **sampled: Any) -> list[Metric]:
    """With the hand rank against all opponents behind that against one."""
    name = f"IHR against all {opponents} opponents"
    rank = metric("ihr_all", name, value, "share of the pot", "Zopf 2010, 6.2", **sampled)
    at = 1 + [one.key for one in found].index("ihr")
    return [*found[:at], rank, *found[at:]]
