"""All-in equity: what part of the pot each player's hand or range wins when all are shown down.

>>> from pokerdata.equities import equity
>>> print(equity(["AcKd", "TdTh"]))
       equity     wins   ties   losses
AcKd  .431241  735,071  6,691  970,542
TdTh  .568759  970,542  6,691  735,071
exact: all 1,712,304 deals
"""

from __future__ import annotations

from collections.abc import Sequence

from numpy.typing import ArrayLike

from pokerdata._core import equity as _equity
from pokerdata.equities.contest import as_contest
from pokerdata.equities.methods import LIMIT, exact_tally
from pokerdata.equities.result import Equity, exact_result, sampled_result
from pokerdata.ranges import Range
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

__all__ = ["Equity", "equity"]


def equity(
    hands: Sequence[Range | ArrayLike],
    board: ArrayLike = "",
    dead: ArrayLike = "",
    *,
    limit: int | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> Equity:
    """All-in equity of 2 to 6 players.

    hands: for each player a hand or a range: text, Range, weights [1326] or two cards. A deal is as likely as the product
    of its hands' weights; deals in which a card comes twice do not exist. board: 0 to 5 cards, dead: cards that cannot
    be dealt, both as text or uint8 [n]. threads: 0 for all processors; the result does not depend on them.

    Without ``samples`` all deals are counted, with weights as `Range.ratios` has them. Two ranges of several hands whose
    weights have so many digits that sums of them pass 2**50 are counted digit by digit: three to five times for floats drawn
    at random. Two hands before the flop take about 3 ms, ranges of whole classes no longer (from the packaged table of
    match-ups); other ranges at most half a minute a count (moments where the table ``preflop_matchups`` is built). Three
    ranges on a flop take a few seconds. What takes longer than ``limit`` evaluations of hands (100_000_000_000, about a
    minute on one thread) is refused with CapacityError before any work.
    With ``samples`` so many deals are drawn at random, about 0.1 microseconds each, and the standard error is told. The
    same ``seed`` (0 to 2**64 - 1) gives the same result; an exact count uses none.

    Raises ValueError for hands, cards or numbers that are none, for a card that comes twice, for an empty range, for one
    whose weights are more than a factor of 10**100 apart, and for ranges that cannot be dealt together.
    """
    contest = as_contest(hands, board, dead)
    threads = as_count(threads, "threads", 0, 1024, 2)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    limit = LIMIT if limit is None else as_count(limit, "limit", 1, 10**18, "10**11")
    if samples is None:
        return exact_result(contest, *exact_tally(contest, threads, limit, progress))
    samples = as_count(samples, "samples", 2, 10**15, "1_000_000")
    tally = _equity.by_samples(contest.weights, contest.board, contest.dead, samples, seed, threads, progress)
    return sampled_result(contest, tally, samples, seed)
