"""Which way to an exact equity costs least, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import equity as _equity
from pokerdata._core import support as _support
from pokerdata.equity.contest import Contest
from pokerdata.errors import CapacityError
from pokerdata.pipeline.text import seconds_text
from pokerdata.store import open_table
from pokerdata.store.opening import tables_folder

Tally = NDArray[np.float64]
Progress = Callable[[int, int], None] | None

#: Deals that are enumerated at most where no limit is given: about half a minute on one thread for three players.
LIMIT = 10_000_000_000

_TABLE = "preflop_matchups"
_DEAL_SECONDS = 0.7e-9  # a player's hand in one deal
_BOARD_DEALS = 8_000  # sorting all hands on a board takes as long as so many deals of two hands
_MATCH_UPS = 4_000_000  # held in memory at once: 24 bytes each, twice while they are sorted
_WORTH_A_TABLE = 50_000_000  # deals that take longer than to open it


def exact_tally(contest: Contest, threads: int, limit: int, progress: Progress) -> Tally:
    """The tally of all deals (see cpp/pokerdata/equity/equity.hpp), float64 [k, 1326, k + 1]."""
    # Whole classes of hands take turns through the symmetries, and only one of each turn is counted.
    alike = len(contest.weight_symmetries)
    by_matchups = -(-contest.match_ups // alike) * contest.completions(contest.players)
    by_boards = _BOARD_DEALS * contest.completions(0) // alike
    known = contest.weights, contest.board, contest.dead
    if contest.players == 2:
        if min(by_matchups, by_boards) > _WORTH_A_TABLE and _table_answers(contest):
            return _table_tally(contest.weights)
        if by_boards < by_matchups:
            return _equity.by_boards(*known, contest.weight_symmetries, threads, progress)
    _check_size(contest, by_matchups, threads, limit)
    return _equity.by_matchups(*known, contest.symmetries, threads, progress)


def _check_size(contest: Contest, deals: int, threads: int, limit: int) -> None:
    seconds = deals * contest.players * _DEAL_SECONDS / (threads or _support.hardware_threads())
    advice = "Sample them, e.g. samples=1_000_000 (--samples 1000000)"
    if deals > limit:
        raise CapacityError(
            f"about {deals:,} deals, {seconds_text(seconds)}, are more than the limit of {limit:,}. {advice}, or "
            "raise the limit"
        )
    if contest.match_ups > _MATCH_UPS:
        raise CapacityError(
            f"{contest.match_ups:,} ways to give the players hands are more than the {_MATCH_UPS:,} that are held in "
            f"memory. {advice}, or give fewer hands"
        )


def _table_answers(contest: Contest) -> bool:
    return len(contest.board) == len(contest.dead) == 0 and (tables_folder() / f"{_TABLE}.h5").is_file()


def _table_tally(weights: NDArray[np.float64]) -> Tally:
    table = open_table(_TABLE)
    first, second = (np.flatnonzero(row) for row in weights)
    wins, ties = (np.asarray(table[name])[np.ix_(first, second)] for name in ("wins", "ties"))
    losses = np.asarray(table["wins"])[np.ix_(second, first)].T
    tally = np.zeros((2, weights.shape[1], 3))
    for winners, counts in enumerate((losses, wins, ties)):
        tally[0, first, winners] = (counts * weights[1, second]).sum(axis=1)
    for winners, counts in enumerate((wins, losses, ties)):
        tally[1, second, winners] = np.ascontiguousarray((counts * weights[0, first][:, None]).T).sum(axis=1)
    return tally
