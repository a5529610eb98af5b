"""Strength tables agree with direct enumeration on raw boards, and have their symmetries."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from pokerdata._core import strength as kernels
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS
from pokerdata.cards.isomorphism import boards as all_boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

RNG = np.random.default_rng(20261121)


def random_board(size):
    return RNG.permutation(52)[:size].astype(np.uint8)


def hands_beside(board):
    """Return combo indices that share no card with the board."""
    return np.flatnonzero(~np.isin(COMBINATIONS, board).any(axis=1))


def disjoint(hands):
    a, b = COMBINATIONS[hands].T
    same = (a[:, None] == a) | (a[:, None] == b) | (b[:, None] == a) | (b[:, None] == b)
    return ~same


BOARDS = [
    *[random_board(5) for _ in range(3)],
    np.array([51, 47, 43, 39, 35], np.uint8),  # a royal flush on the board: all tie
    np.array([0, 4, 8, 12, 20], np.uint8),  # five clubs
    np.array([0, 1, 2, 3, 51], np.uint8),  # four twos
]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_river_against_an_independent_evaluator(tables, board):
    hands = hands_beside(board)
    # phevaluator ranks 1 (best) to 7462 and numbers cards as we do.
    ranks = np.array([evaluate_cards(*map(int, board), *map(int, COMBINATIONS[h])) for h in hands])
    other = disjoint(hands)
    wins = ((ranks[:, None] < ranks) & other).sum(axis=1)
    ties = ((ranks[:, None] == ranks) & other).sum(axis=1)
    row = open_table("river_strength", tables, StrengthTable).row(board)
    assert np.array_equal(row[hands], 2 * wins + ties)
    assert np.all(row[np.setdiff1d(np.arange(1326), hands)] == 0xFFFF)


@pytest.mark.parametrize("size", [3, 4])
def test_present_strength_against_an_independent_evaluator(tables, size):
    board = random_board(size)
    hands = hands_beside(board)
    ranks = np.array([evaluate_cards(*map(int, board), *map(int, COMBINATIONS[h])) for h in hands])
    other = disjoint(hands)
    table = open_table("flop_strength" if size == 3 else "turn_strength", tables, StrengthTable)
    assert np.array_equal(table.row(board, "ahead")[hands], ((ranks[:, None] < ranks) & other).sum(axis=1))
    assert np.array_equal(table.row(board, "tied")[hands], ((ranks[:, None] == ranks) & other).sum(axis=1))


def completions(holes, board, count):
    rest = np.setdiff1d(np.arange(52, dtype=np.uint8), np.concatenate([holes, board]))
    extra = np.array(list(combinations(rest, count)), np.uint8)
    return np.concatenate([np.broadcast_to(board, (len(extra), len(board))), extra], axis=1)


def test_turn_sums_rivers(tables):
    river, turn = (
        open_table("river_strength", tables, StrengthTable),
        open_table("turn_strength", tables, StrengthTable),
    )
    for _ in range(20):
        cards = random_board(6)
        holes, board = cards[:2], cards[2:]
        n = river.lookup(holes, completions(holes, board, 1)).astype(np.uint64)
        assert len(n) == 46
        assert turn.lookup(holes, board) == n.sum()
        assert turn.lookup(holes, board, "ehs2_river") == (n * n).sum()
        assert turn.lookup(holes, board, "ehs2_next") == (n * n).sum()


def test_flop_sums_completions(tables):
    river, turn, flop = (
        open_table(f"{s}_strength", tables, StrengthTable) for s in ("river", "turn", "flop")
    )
    for _ in range(10):
        cards = random_board(5)
        holes, board = cards[:2], cards[2:]
        n = river.lookup(holes, completions(holes, board, 2)).astype(np.uint64)
        assert len(n) == 1081
        assert flop.lookup(holes, board) == n.sum()
        assert flop.lookup(holes, board, "ehs2_river") == (n * n).sum()
        ehs = turn.lookup(holes, completions(holes, board, 1)).astype(np.uint64)
        assert flop.lookup(holes, board, "ehs2_next") == (ehs * ehs).sum()


@pytest.mark.parametrize("hand", [(51, 50), (44, 48), (0, 5), (20, 1)])
def test_preflop_sums_flops(tables, hand):
    flop, preflop = (
        open_table("flop_strength", tables, StrengthTable),
        open_table("preflop_strength", tables, StrengthTable),
    )
    holes = np.array(hand, np.uint8)
    flops = completions(holes, np.empty(0, np.uint8), 3)
    assert len(flops) == 19600
    ehs = flop.lookup(holes, flops).astype(np.uint64)
    assert preflop.lookup(holes) == ehs.sum()
    assert preflop.lookup(holes, metric="ehs2_river") == flop.lookup(holes, flops, "ehs2_river").sum(
        dtype=np.uint64
    )
    assert preflop.lookup(holes, metric="ehs2_next") == (ehs * ehs).sum()


@settings(max_examples=60)
@given(
    cards=st.permutations(range(52)).map(lambda p: np.array(p[:7], np.uint8)),
    suits=st.sampled_from([tuple(int(s) for s in p) for p in SUIT_PERMUTATIONS]),
    order=st.permutations(range(5)),
)
def test_look_ups_do_not_depend_on_suits_or_order(tables, cards, suits, order):
    moved = (cards & ~np.uint8(3)) | np.array(suits, np.uint8)[cards & 3]
    for street, size in {"preflop": 0, "flop": 3, "turn": 4, "river": 5}.items():
        table = open_table(f"{street}_strength", tables, StrengthTable)
        places = [i for i in order if i < size]
        for metric in ("ehs", "ehs2_river", "ehs2_next"):
            here = table.lookup(cards[:2], cards[2 : 2 + size], metric)
            there = table.lookup(moved[1::-1], moved[2:][places], metric)
            assert here == there
            assert hash(here) == hash(int(there)), "of one hand a number"


def test_row_agrees_with_lookup(tables):
    for street, size in {"flop": 3, "turn": 4, "river": 5}.items():
        table = open_table(f"{street}_strength", tables, StrengthTable)
        board = random_board(size)
        hands = hands_beside(board)
        for metric in ("ehs", "ehs2_river", "ehs2_next"):
            assert np.array_equal(
                table.row(board, metric)[hands], table.lookup(COMBINATIONS[hands], board, metric)
            )


@pytest.mark.slow
def test_the_threads_do_not_change_a_bit(tables):
    river = np.asarray(open_table("river_strength", tables, StrengthTable)["n"])
    turn = open_table("turn_strength", tables, StrengthTable)
    flop = open_table("flop_strength", tables, StrengthTable)
    assert np.array_equal(kernels.river(4), river)
    for threads in (1, 4):
        ehs, ehs2 = kernels.turn(river, threads)
        assert np.array_equal(ehs, turn["ehs"])
        assert np.array_equal(ehs2, turn["ehs2_river"])
        for on_flop, dataset in zip(
            kernels.flop(ehs, ehs2, threads), ("ehs", "ehs2_river", "ehs2_next"), strict=True
        ):
            assert np.array_equal(np.asarray(on_flop), flop[dataset])
        for part, dataset in zip(kernels.present(3, threads), ("ahead", "tied"), strict=True):
            assert np.array_equal(part, flop[dataset])


@pytest.mark.parametrize(
    ("holes", "board", "says"),
    [
        ("As As", "7s 6c Ah", "duplicate card 'As'"),
        (
            "As Ks",
            "7s 6c As",
            "hole cards: expected other cards than the board, got As Ks, which share a card with 7s "
            "6c As (position 0)",
        ),
        (
            "As Ks",
            "7s 6c",
            "boards: expected 3 cards in the last dimension for flop_strength, got shape (2,)",
        ),
        ("As Ks", "7s 7s Ah", "duplicate card '7s'"),
        ("As Kx", "7s 6c Ah", "card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'Kx'"),
        (
            np.array([1.0, 2.0]),
            "7s 6c Ah",
            "holes: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype float64",
        ),
        (np.array([[1, 2, 3]], np.uint8), "7s 6c Ah", "holes: expected shape (..., 2), got (1, 3)"),
        (np.array([1, 52], np.uint8), "7s 6c Ah", "holes: expected cards 4*rank + suit, 0 to 51, got 52"),
    ],
)
def test_bad_arguments_are_named(tables, holes, board, says):
    with pytest.raises(ValueError) as error:
        open_table("flop_strength", tables, StrengthTable).lookup(holes, board)
    assert says in str(error.value)


def test_unknown_metric_is_named(tables):
    with pytest.raises(ValueError, match=r"metric: expected one of ehs, ehs2_river, ehs2_next.*got 'ehs3'"):
        open_table("flop_strength", tables, StrengthTable).lookup("As Ks", "7s 6c Ah", "ehs3")


def test_bad_kernel_arguments():
    with pytest.raises(ValueError, match="expected 3, 4 or 5"):
        all_boards(6)
    with pytest.raises(ValueError, match="threads: expected 1 to 1024, or 0 for all processors, got -1"):
        kernels.present(3, -1)
    with pytest.raises(ValueError, match=r"river: expected shape \(134459, 1326\)"):
        kernels.turn(np.zeros((3, 1326), np.uint16))
