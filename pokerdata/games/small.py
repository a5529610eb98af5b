"""Kuhn poker and Leduc hold'em."""

from itertools import permutations

import numpy as np

from pokerdata.games.game import JointCountGame
from pokerdata.games.rules import KUHN, LEDUC

RANKS = "JQK"


def kuhn() -> JointCountGame:
    """Kuhn poker: one card each of J, Q, K, an ante of 1 and one bet of 1. Player 1 loses 1/18 a game."""
    deals = 1 - np.eye(3, dtype=np.int64)
    wins = np.tril(np.ones((3, 3), dtype=np.int64), -1)
    return JointCountGame(KUHN, [deals], wins, [], state_names=[list(RANKS)])


def leduc() -> JointCountGame:
    """Leduc hold'em: six cards (two each of J, Q, K), one board card on street 2, bets of 2 and 4.

    The states of street 2 are (own rank, board rank); a pair with the board wins, then the higher rank.
    """
    deals = [np.zeros((3, 3), dtype=np.int64), np.zeros((9, 9), dtype=np.int64)]
    wins = np.zeros((9, 9), dtype=np.int64)
    for a, b in permutations(range(6), 2):
        deals[0][a // 2, b // 2] += 1
    for cards in permutations(range(6), 3):
        first, second, board = (card // 2 for card in cards)
        row, column = 3 * first + board, 3 * second + board
        deals[1][row, column] += 1
        wins[row, column] += (first == board, first) > (second == board, second)
    parents = [np.arange(9) // 3]
    names = [list(RANKS), [f"{own} on {board}" for own in RANKS for board in RANKS]]
    return JointCountGame(LEDUC, deals, wins, parents, state_names=names)
