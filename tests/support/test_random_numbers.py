"""Equal seeds of different uses are independent; cpp/tests/test_support.cpp checks the tags of the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata._support.arguments import Use, generator
from pokerdata.cards import parse_cards
from pokerdata.matches import hands
from pokerdata.solving.sampled.solver import board_of


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_a_match_is_not_played_on_the_boards_that_were_sampled(seed: int) -> None:
    """Deal n draws a key, four hole cards and the board from its stream; iteration n five cards of the board."""
    played = hands("always-call", "always-call", deals=200, seed=seed, game="limit-holdem")
    for number, hand in enumerate(hand for k, hand in enumerate(played) if k % 2 == 0):
        dealt = parse_cards(" ".join((*hand.hole, hand.board))).tolist()
        board = board_of(seed, number).tolist()
        assert board not in (dealt[:5], dealt[4:]), "as they come"
        assert board[1:] != dealt[:4], "the key being the first number"


def test_no_two_uses_of_numpy_share_numbers() -> None:
    assert len(Use) == len({use.value for use in Use})
    first = np.array([[generator(use, seed).random(4) for seed in (0, 1)] for use in Use])
    assert len(np.unique(first)) == first.size
