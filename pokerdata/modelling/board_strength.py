"""How strong every hand is on a board, in a few milliseconds: what weights are drawn up by."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS, combinations_with
from pokerdata.cards.hand_classes import CLASS_OF_COMBINATION
from pokerdata.evaluator import evaluate_boards
from pokerdata.preflop import exact_heads_up_rates, income_rates
from pokerdata.strength import ehs_by_potential

_BOARDS = 4096  # that are remembered, 43 MB
_DEALS = 100_000  # for each class; standard errors of rates below 20 thousandths of a bet


@lru_cache(maxsize=_BOARDS)
def board_strength(board: tuple[int, ...]) -> NDArray[np.float64]:
    """EHS = HS + (1 - HS) PPot of every hand against any hand, with one card to come; on the river HS.

    3 ms on a quiet core; boards are remembered.

    Args:
        board: 3 to 5 cards.

    Returns:
        Read-only float64 [1326]; 0 for hands that the board blocks.
    """
    cards = np.array(board, dtype=np.uint8)
    if len(board) < 5:
        found: NDArray[np.float64] = np.nan_to_num(
            np.asarray(ehs_by_potential(None, cards, kind="optimistic", cards=1))
        )
    else:
        found = _on_river(cards)
    found.setflags(write=False)
    return found


def _on_river(board: NDArray[np.uint8]) -> NDArray[np.float64]:
    free = np.flatnonzero(~combinations_with(board))
    codes = evaluate_boards(board[None])[0][free].astype(np.int64)
    ahead, tied = np.searchsorted(np.sort(codes), codes), np.searchsorted(np.sort(codes), codes, "right")
    points = ahead + tied  # twice the share of all hands, those included that share a card with ours
    held = COMBINATIONS[free]
    for card in range(52):
        mine = np.flatnonzero((held == card).any(axis=1))
        if len(mine):
            beside = np.sort(codes[mine])
            points[mine] -= np.searchsorted(beside, codes[mine]) + np.searchsorted(
                beside, codes[mine], "right"
            )
    points += 1  # the hand itself, tied, was taken away twice
    found = np.zeros(COMBINATION_COUNT)
    found[free] = points / (2 * 990)
    return found


@lru_cache(maxsize=9)
def income_of_hands(players: int) -> NDArray[np.float64]:
    """Income rate of every hand at a table of so many, thousandths of a bet.

    Exact for two players; for more sampled with seed 0, standard errors below 20; a second when first asked for.

    Args:
        players: 2 to 10.

    Returns:
        Read-only float64 [1326].
    """
    rates = exact_heads_up_rates() if players == 2 else income_rates(players, _DEALS, threads=1).rates
    found = np.asarray(rates[CLASS_OF_COMBINATION], np.float64)
    found.setflags(write=False)
    return found
