"""Which way to an exact equity costs least, and what it costs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import equity as _equity
from pokerdata._core import support as _support
from pokerdata.equities.contest import Contest
from pokerdata.equities.preflop_tables import table_tally
from pokerdata.errors import CapacityError
from pokerdata.support.progress import Progress
from pokerdata.support.text import seconds_text

Tally = NDArray[Any]

#: Evaluations at most where no limit is given: about a minute on one thread.
LIMIT = 100_000_000_000

_ADVICE = "Sample it, e.g. samples=1_000_000 (--samples 1000000)"
_EVALUATION = 0.7e-9  # seconds for one player's hand in one deal; the unit of the costs below
_BOARD = 17_000  # sorting all hands on a board
_PAIR = (
    3  # a hand against one of the second player, with those of the third summed up; half of them are weaker
)
_MATCH_UPS = 4_000_000  # held in memory at once: 24 bytes each, twice while they are sorted
_EXACT = 1 << 50  # sums below this have no rounding, with room for those that are taken off on the way
_MOMENTS = 5_000_000  # evaluations that take no longer than to look for a better way


def exact_tally(contest: Contest, threads: int, limit: int, progress: Progress | None) -> tuple[Tally, bool]:
    """The tally of all deals (see cpp/pokerdata/equity/equity.hpp), [k, 1326, k + 1], and whether it is without rounding.

    It then has whole numbers, the sums of products of `Contest.ratios`: float64 where one count holds them, else, of two
    players, Python's int (dtype object), counted digit by digit unless one of them has a single hand. Of more players
    whose weights have too many digits it is summed with the rounded `Contest.weights`.
    """

    def count(weights: NDArray[Any], times: int = 1) -> Tally:
        with_weights = replace(contest, weights=weights.astype(np.float64))
        return _counted(with_weights, times, threads, limit, progress)

    ratios, boards = contest.ratios, contest.completions(0)
    sums = [int(row.sum()) for row in ratios]
    if max(math.prod(sums) // own for own in sums) * boards < _EXACT:
        return count(np.stack(ratios)), True
    if contest.players > 2:
        return count(contest.weights), False
    held = contest.weights > 0
    if 1 in held.sum(axis=1):
        return _of_one_hand(contest, count(held)), True
    base = _EXACT // (boards * int(held.sum(axis=1).max()))
    rest, digits = np.stack([row.astype(object) for row in ratios]), []
    while rest.any():
        digits.append(rest % base)
        rest = rest // base
    times = len(digits) + 1
    once = count(held, times)
    tally: NDArray[Any] = np.zeros((), object)
    for place, digit in enumerate(digits):
        # A digit may be 0 where the hand is held, so each is counted with 1 more.
        more = count((digit + 1) * held, times) - once
        tally = tally + base**place * more.astype(np.int64).astype(object)
    return tally, True


def _of_one_hand(contest: Contest, once: Tally) -> Tally:
    """The tally of one hand against a range, from that of each hand counted once: Python's int."""
    tally = once.astype(np.int64).astype(object)
    one = int(np.argmin(np.count_nonzero(contest.weights, axis=1)))
    hand = int(np.argmax(contest.weights[one]))
    tally[one, hand] = contest.ratios[1 - one].astype(object) @ tally[1 - one][:, [1, 0, 2]]
    return tally


def _counted(
    contest: Contest, times: int, threads: int, limit: int, progress: Progress | None
) -> NDArray[np.float64]:
    """The tally with the weights as they are, float64 [k, 1326, k + 1], one of so many that keep to the limit together."""
    known = contest.weights, contest.board, contest.dead
    if contest.match_ups * contest.completions(contest.players) * contest.players * times <= min(
        _MOMENTS, limit
    ):
        return _equity.by_matchups(
            *known, np.zeros(1, np.uint8), threads, progress
        )  # suits are not worth a look
    by_matchups, by_boards = _matchups_cost(contest), _boards_cost(contest)
    least = min(by_matchups, by_boards)
    if (tally := table_tally(contest)) is not None:
        return tally
    check_size(least * times, threads, limit)
    if by_boards < by_matchups:
        return _equity.by_boards(*known, contest.weight_symmetries, threads, progress)
    if contest.match_ups > _MATCH_UPS:
        raise CapacityError(
            f"{contest.match_ups:,} ways to give the players hands are more than the {_MATCH_UPS:,} that are held in "
            f"memory. {_ADVICE}, or give fewer hands"
        )
    return _equity.by_matchups(*known, contest.symmetries, threads, progress)


def _matchups_cost(contest: Contest) -> int:
    # Hands take turns through the symmetries, and only one of each turn is dealt.
    alike = -(-contest.match_ups // len(contest.weight_symmetries))
    return alike * contest.completions(contest.players) * contest.players


def _boards_cost(contest: Contest) -> float:
    boards = contest.completions(0) / len(contest.weight_symmetries)
    if contest.players == 2:
        return boards * _BOARD
    if contest.players == 3:
        held = np.count_nonzero(contest.weights, axis=1)
        pairs = sum(int(held[p]) * int(min(held[p - 1], held[p - 2])) for p in range(3))
        return boards * (_BOARD + _PAIR * pairs)
    return math.inf


def check_size(evaluations: float, threads: int, limit: int) -> None:
    """Raises CapacityError if an exact count costs more than the limit, in evaluations of hands."""
    if evaluations > limit:
        threads = threads or _support.hardware_threads()
        raise CapacityError(
            f"the exact equity takes as long as about {evaluations:,.0f} evaluations of hands "
            f"({seconds_text(evaluations * _EVALUATION / threads)}), more than the limit of {limit:,}. {_ADVICE}, or "
            "raise the limit"
        )
