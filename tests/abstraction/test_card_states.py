"""Look-ups of whole boards and of single hands agree with the tables."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pokerdata import TableError
from pokerdata.abstraction import card_states
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards import COMBINATIONS, combination_index, combinations_with
from pokerdata.pipeline.store import open_table

pytestmark = pytest.mark.slow  # it makes its own tables

NO_STATE = 0xFFFF
SIZES = (0, 3, 4, 5)


@cache
def looked_up(name, folder):
    return card_states(name, folder)


@pytest.mark.parametrize("name", ["small", "twice", "many", "recalled"])
@pytest.mark.parametrize("size", SIZES)
def test_boards_and_hands_are_those_of_the_table(small, kinds, name, size):
    folder = small if name == "small" else kinds
    states, table = (
        looked_up(f"{name}_buckets", folder),
        open_table(f"{name}_buckets", folder, *BUCKET_TABLES),
    )
    rng = np.random.default_rng(size)
    for _ in range(10):
        board = rng.permutation(52)[:size].astype(np.uint8)
        row, blocked = states.of_board(board), combinations_with(board)
        assert np.array_equal(row == NO_STATE, blocked)
        assert np.array_equal(row[~blocked], table.state(COMBINATIONS[~blocked], board))
        live = np.flatnonzero(~blocked)
        assert np.array_equal(states.of_hands(live, np.tile(board, (len(live), 1))), row[live])
        assert row[live].max() < states.states(max(0, size - 2))


@pytest.mark.parametrize("name", ["small", "twice", "many", "recalled"])
def test_suits_may_be_permuted(small, kinds, name):
    states = looked_up(f"{name}_buckets", small if name == "small" else kinds)
    rng = np.random.default_rng(5)
    cards = np.array([rng.permutation(52)[:7] for _ in range(500)], np.uint8)
    suits = np.array([rng.permutation(4) for _ in range(500)], np.uint8)
    permuted = cards & ~np.uint8(3) | np.take_along_axis(suits, cards & 3, axis=1)
    for size in SIZES:
        here, there = (
            states.of_hands(combination_index(c[:, :2]), np.ascontiguousarray(c[:, 2 : 2 + size]))
            for c in (cards, permuted)
        )
        assert np.array_equal(here, there)


def test_bad_arguments_are_named(small):
    states = card_states("small_buckets", small)
    with pytest.raises(ValueError, match="expected 0, 3, 4 or 5 cards"):
        states.of_board(np.array([1, 2], np.uint8))
    with pytest.raises(ValueError, match="duplicate card"):
        states.of_board(np.array([1, 2, 1], np.uint8))
    with pytest.raises(ValueError, match=r"combination: expected .*got 0"):  # the two lowest cards
        states.of_hands(np.array([0]), np.array([[1, 20, 30]], np.uint8))
    with pytest.raises(
        ValueError,
        match=r"^combination: expected 0 to 1325, without a card of the board, got 1326 \(position 1\)",
    ):
        states.of_hands(np.array([5, 1326]), np.array([[20, 30, 40]] * 2, np.uint8))
    with pytest.raises(TableError, match="of kind strength"):
        card_states("flop_strength", small)
