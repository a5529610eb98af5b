"""Values on real cards compared with values inside the abstraction, with joint counts of all boards of a small deck."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers.made_up import random_strategy
from helpers.short_decks import SmallGame
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator import evaluate as codes_of
from pokerdata.games import JointCountGame, bucketed_game
from pokerdata.solving.public import evaluate, solve
from pokerdata.solving.real_cards.seats import Played, Seats

BUCKETS = (2, 3, 2, 2)
STATES = (2, 6, 12, 24)


class BySequences:
    """Bucket sequences: a pair or not, the number of cards that the flop pairs, and whether turn and river pair one."""

    def states(self, street: int) -> int:
        return STATES[street]

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks, on_board = COMBINATIONS // 4, board // 4
        found = (ranks[:, 0] == ranks[:, 1]).astype(int)
        if len(board):
            found = 3 * found + np.isin(ranks, on_board[:3]).sum(axis=1)
        for card in on_board[3:]:
            found = 2 * found + (ranks == card).any(axis=1)
        return np.asarray(found, np.uint16)


def counted(small: SmallGame) -> JointCountGame:
    """Return the game over these sequences, counting every deal of its deck one by one."""
    deck = [card for card in range(52) if small.ranks >> card // 4 & 1]
    rows = [k for k, cards in enumerate(COMBINATIONS.tolist()) if set(cards) <= set(deck)]
    hands = COMBINATIONS[rows]
    apart = np.asarray((hands[:, None, :, None] != hands[None, :, None, :]).all(axis=(2, 3)))
    deals = [np.zeros((n, n), np.uint64) for n in STATES]
    wins = np.zeros((STATES[-1], STATES[-1]), np.uint64)
    states = BySequences()

    def add(street: int, board: tuple[int, ...]) -> None:
        cards = np.array(board, np.uint8)
        left = np.asarray(~np.isin(hands, cards).any(axis=1))
        pairs = apart & left[:, None] & left
        own = states.of_board(cards)[rows].astype(np.int64)
        first, second = (np.broadcast_to(of, pairs.shape)[pairs] for of in (own[:, None], own[None]))
        np.add.at(deals[street], (first, second), np.uint64(1))
        if street == 3:
            codes = np.zeros(len(hands), np.int64)
            dealt = np.hstack([hands[left], np.tile(cards, (left.sum(), 1))])
            codes[left] = codes_of(np.ascontiguousarray(dealt))
            won = pairs & (codes[:, None] > codes)
            first, second = (np.broadcast_to(of, won.shape)[won] for of in (own[:, None], own[None]))
            np.add.at(wins, (first, second), np.uint64(1))

    add(0, ())
    for flop in combinations(deck, 3):
        add(1, flop)
        for turn in set(deck) - set(flop):
            add(2, (*flop, turn))
            for river in set(deck) - set(flop) - {turn}:
                add(3, (*flop, turn, river))
    return bucketed_game(small.rules, BUCKETS, deals, wins, abstraction="sequences")


@pytest.mark.slow
def test_what_holds_inside_holds_on_real_cards(small: SmallGame) -> None:
    """Two strategies win the same from each other either way; a best response that sees its cards never wins less."""
    game = counted(small)
    for name, rows in (
        ("random", random_strategy(small.rules, STATES, 1)),
        (
            "solved",
            [np.asarray(row, np.float32) for row in solve(game, iterations=200, dtype="float32").strategy],
        ),
    ):
        inside = evaluate(game, rows)
        played = Played(rows, BySequences())
        for player, sign in ((0, 1), (1, -1)):
            own = Seats(small.rules, small.ranks, [player], played, played)
            best = Seats(small.rules, small.ranks, [player], played)
            values = []
            for seats in (own, best):
                [behind] = seats.behind(range(len(seats.flops.numbers)), threads=2)
                values.append(seats.each[0].value(behind))
            stake = float(np.abs(game.tree.chips).max())
            assert values[0] == pytest.approx(sign * inside.expected_value, abs=3e-6 * stake), name
            assert values[1] >= inside.best_response[player] - 3e-6 * stake, name
            assert values[1] > inside.best_response[player] + 0.01 * small.rules.unit, "it sees more"
