"""All-in equity: the share of the pot that each player's hand or range wins on average at showdown.

>>> from pokerdata.cards.equity import equity
>>> print(equity(["AcKd", "TdTh"]))
       equity     wins   ties   losses
AcKd  .431241  735,071  6,691  970,542
TdTh  .568759  970,542  6,691  735,071
exact: all 1,712,304 deals
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import equity as _equity
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata.cards import DECK_SIZE
from pokerdata.cards.equity.many import MOMENTS, Equities, equities_of_hands
from pokerdata.cards.equity.methods import LIMIT, as_contest, exact_tally
from pokerdata.cards.equity.result import Equity, exact_result, hands_result, sampled_result
from pokerdata.cards.ranges import Range

__all__ = ["Equities", "Equity", "equities_of_hands", "equity"]


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
    """Return the all-in equity of 2 to 6 players.

    The probability of a deal is proportional to the product of its hands' weights; deals that repeat a card do not exist.

    Without ``samples`` all deals are counted, with weights as in `Range.ratios`. Two ranges of several hands with weights of
    so many digits that sums exceed 2**50 are counted digit by digit, which takes three to five times as long for random
    floats. Two hands preflop take about 3 ms, and so do ranges of whole hand classes (from the packaged table of
    match-ups). Other ranges take at most half a minute per count, or moments if the table ``preflop_matchups`` is built.
    Three ranges on a flop take a few seconds.

    Two or three hands on a board of 3 cards or more cost 12 to 20 microseconds a call; many contests cost less with
    `equities_of_hands`.

    With ``samples``, this many deals are sampled, 20 to 50 nanoseconds each, and the result has a standard error.

    Args:
        hands: For each player a hand or a range: a text, Range, weights [1326] or two cards (integers [2]).
        board: 0 to 5 cards, text or integers [n].
        dead: Cards that cannot be dealt, text or integers [n].
        limit: Largest cost of an exact count, in hand evaluations, 1 to 10**18; by default 100_000_000_000,
            about a minute on one thread.
        samples: Number of deals to sample, 2 to 10**15; None counts all deals.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result. Exact counts ignore it.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the work done and the total, which is 0 if unknown.

    Raises:
        ValueError: If hands, cards or numbers are invalid, a card is repeated, a range is empty or has weights that differ
            by more than a factor of 10**100, or the ranges cannot be dealt together.
        CapacityError: If an exact count would cost more than ``limit``; raised before any work.
    """
    plain = _equity.plain_hands(hands, board, dead) if isinstance(hands, list | tuple) else None
    contest = as_contest(hands, board, dead) if plain is None else None
    threads = as_count(threads, "threads", 0, 1024, 2)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    limit = LIMIT if limit is None else as_count(limit, "limit", 1, 10**18, "10**11")
    if samples is not None:
        samples = as_count(samples, "samples", 2, 10**15, "1_000_000")
    if plain is not None and (
        found := _of_plain_hands(hands, plain, limit, samples, seed, threads, progress)
    ):
        return found
    if contest is None:
        contest = as_contest(hands, board, dead)
    if samples is None:
        return exact_result(contest, *exact_tally(contest, threads, limit, progress))
    tally = _equity.by_samples(contest.weights, contest.board, contest.dead, samples, seed, threads, progress)
    return sampled_result(contest, tally, samples, seed)


def _of_plain_hands(
    hands: Sequence[Range | ArrayLike],
    plain: tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]],
    limit: int,
    samples: int | None,
    seed: int,
    threads: int,
    progress: Progress | None,
) -> Equity | None:
    """Return the result for hands without ranges; None if there are so many deals that other methods may be faster."""
    (cards,), (board,), (dead,) = plain
    players, known = len(cards), len(board) + len(dead)
    if samples is not None:
        moments = samples * players <= MOMENTS
        totals = _equity.sample_known_hands(*plain, samples, seed, moments, threads, progress)
    else:
        deals = comb(DECK_SIZE - known - 2 * players, 5 - len(board))
        if deals * players > min(MOMENTS, limit) or progress is not None:
            return None
        totals = _equity.count_known_hands(*plain, True)
    return hands_result(hands, cards, totals[0], samples, seed if samples is not None else None)
