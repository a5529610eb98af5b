"""Potential tables agree with enumeration and with the strength tables on every board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerdata import parse_cards
from pokerdata._core import strength as kernels
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, boards, combination_maps
from pokerdata.cards.strength import ehs_by_potential, npot, potential_counts, ppot
from pokerdata.cards.strength.potential import PotentialTable
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.manifest import differences, entries_of, read_all
from pokerdata.pipeline.store.opening import data_path

RNG = np.random.default_rng(20261125)


@pytest.fixture(scope="module")
def one_card() -> PotentialTable:
    """The flop's table over one card, in memory (1 s)."""
    attributes = {"name": "flop_potential", "kind": "potential", "street": "flop"}
    return PotentialTable(Path(), attributes, {"one_card": kernels.potential_one_card(3)}, {}, {}, None)


def by_board(counts, step=500):
    """Yield blocks of a table as int64, 0 where a combo shares a card with the board, with their first row."""
    absent = np.iinfo(counts.dtype).max
    for first in range(0, len(counts), step):
        block = counts[first : first + step]
        yield first, np.where(block == absent, 0, block).astype(np.int64)


def check_present(counts, strength, opponents, run_outs):
    """Check that rows add up to the opponents ahead and tied now, times the run-outs."""
    for first, block in by_board(counts):
        ahead, tied = (np.asarray(strength[n][first : first + len(block)]) for n in ("ahead", "tied"))
        free = ahead != 0xFFFF
        now = block.sum(axis=-1)
        assert np.array_equal(now[..., 0], np.where(free, ahead, 0).astype(np.int64) * run_outs)
        assert np.array_equal(now[..., 1], np.where(free, tied, 0).astype(np.int64) * run_outs)
        assert np.array_equal(now.sum(axis=-1), np.where(free, opponents * run_outs, 0))


def check_finally(counts, ehs):
    """Check that columns add up to EHS: 2*ahead + tied finally is its numerator."""
    absent = np.iinfo(ehs.dtype).max
    for first, block in by_board(counts):
        finally_ = block.sum(axis=-2)
        expected = np.asarray(ehs[first : first + len(block)])
        expected = np.where(expected == absent, 0, expected).astype(np.int64)
        assert np.array_equal(2 * finally_[..., 0] + finally_[..., 1], expected)


@pytest.mark.slow
def test_one_card_on_every_flop(tables, one_card):
    counts = one_card["one_card"]
    check_present(counts, open_table("flop_strength", tables, StrengthTable), 1081, 45)
    # Finally ahead and tied are the sums of the current ones over the turns.
    turn = open_table("turn_strength", tables, StrengthTable)
    everything = boards(3)
    assert everything.next is not None
    assert everything.next_permutation is not None
    for flop in RNG.choice(1755, 100, replace=False):
        finally_ = one_card["one_card"][flop].astype(np.int64).sum(axis=-2)
        free = ~np.isin(COMBINATIONS, everything.cards[flop]).any(axis=1)
        for column, name in enumerate(("ahead", "tied")):
            expected = np.zeros(1326, np.int64)
            for card in np.setdiff1d(np.arange(52), everything.cards[flop]):
                where = combination_maps()[everything.next_permutation[flop, card]]
                values = turn[name][everything.next[flop, card]][where].astype(np.int64)
                expected += np.where(values == 0xFFFF, 0, values)
            assert np.array_equal(finally_[free, column], expected[free])


def test_look_ups_and_rows(one_card):
    for _ in range(20):
        cards = RNG.permutation(52).astype(np.uint8)
        hole, board = cards[:2], cards[2:5]
        counts = one_card.lookup(hole, board, cards=1)
        assert np.array_equal(counts, potential_counts(hole, board, cards=1))
        assert one_card.ppot(hole, board, 1) == ppot(hole, board, cards=1)
        assert one_card.npot(hole, board, 1) == npot(hole, board, cards=1)
        assert one_card.ehs_by_potential(hole, board, cards=1) == ehs_by_potential(hole, board, cards=1)
        row = one_card.row(board, cards=1)
        blocked = np.isin(COMBINATIONS, board).any(axis=1)
        assert np.all(row[blocked] == 0xFFFF)
        assert np.array_equal(row[~blocked], one_card.lookup(COMBINATIONS[~blocked], board, cards=1))
    assert one_card.lookup("AdQc", "3h4cJh", 1).tolist() == [[24126, 0, 4134], [0, 396, 9], [2186, 0, 17794]]


@settings(max_examples=40)
@given(
    cards=st.permutations(range(52)).map(lambda p: np.array(p[:5], np.uint8)),
    permutation=st.integers(0, 23),
)
def test_suits_and_order_do_not_matter(one_card, cards, permutation):
    moved = (cards & ~np.uint8(3)) | SUIT_PERMUTATIONS[permutation][cards & 3]
    here = one_card.lookup(cards[:2], cards[2:], 1)
    assert np.array_equal(here, one_card.lookup(moved[1::-1], moved[:1:-1], 1))


def test_all_hands_of_a_flop_and_suits():
    """On raw boards, a permutation of suits permutes the hands."""
    board = parse_cards("3h 4c Jh")
    here = kernels.potential(board, 2)
    assert here[~np.isin(COMBINATIONS, board).any(axis=1)].sum(axis=(1, 2)).tolist() == [1081 * 990] * 1176
    for permutation in (7, 18):
        moved = (board & ~np.uint8(3)) | SUIT_PERMUTATIONS[permutation][board & 3]
        assert np.array_equal(kernels.potential(moved, 2)[combination_maps()[permutation]], here)


@pytest.mark.parametrize(
    ("holes", "board", "cards", "says"),
    [
        (
            "As Ks",
            "7s 6c As",
            1,
            "hole cards: expected other cards than the board, got As Ks, which share a card with 7s "
            "6c As (position 0)",
        ),
        (
            "As Ks",
            "7s 6c",
            1,
            "boards: expected 3 cards in the last dimension for flop_potential, got shape (2,)",
        ),
        ("As Kx", "7s 6c Ah", 1, "card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'Kx'"),
        ("As Ks", "7s 6c Ah", 3, "cards: expected a whole number from 1 to 2, got 3"),
    ],
)
def test_bad_arguments_are_named(one_card, holes, board, cards, says):
    with pytest.raises(ValueError) as error:
        one_card.lookup(holes, board, cards)
    assert says in str(error.value)


def test_bad_kernel_arguments():
    with pytest.raises(ValueError, match="board: expected"):
        kernels.potential(parse_cards("7s 6c Ah Ad"), 2)
    with pytest.raises(ValueError, match="board: expected"):
        kernels.standings(parse_cards("As Ks")[None], parse_cards("7s 6c"), 1, np.ones(1326))
    with pytest.raises(ValueError, match="duplicate"):
        kernels.standings(parse_cards("As Ks")[None], parse_cards("7s 6c As"), 1, np.ones(1326))
    with pytest.raises(ValueError, match=r"weights: expected shape \(1326,\)"):
        kernels.standings(parse_cards("As Ks")[None], parse_cards("7s 6c Ad"), 1, np.ones(5))
    with pytest.raises(ValueError, match="threads: expected 1 to 1024, or 0 for all processors, got -1"):
        kernels.potential_two_cards(-1)
    with pytest.raises(ValueError, match="expected 3 or 4"):
        kernels.potential_one_card(5)


@pytest.mark.slow
def test_every_board(tables, potential_tables):
    flop, turn = (
        open_table(f"{street}_potential", potential_tables, PotentialTable) for street in ("flop", "turn")
    )
    flop_strength, turn_strength = (
        open_table(f"{s}_strength", tables, StrengthTable) for s in ("flop", "turn")
    )
    check_present(flop["two_cards"], flop_strength, 1081, 990)
    check_present(flop["one_card"], flop_strength, 1081, 45)
    check_present(turn["one_card"], turn_strength, 1035, 44)
    check_finally(flop["two_cards"], flop_strength["ehs"])
    check_finally(turn["one_card"], turn_strength["ehs"])
    counts = flop.lookup("AdQc", "3h4cJh")
    assert counts.tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    for size, table in ((3, flop), (4, turn)):
        for _ in range(20):
            cards = RNG.permutation(52).astype(np.uint8)
            hole, board = cards[:2], cards[2 : 2 + size]
            for more in range(1, 6 - size):
                assert np.array_equal(
                    table.lookup(hole, board, more), potential_counts(hole, board, cards=more)
                )


@pytest.mark.slow
def test_the_manifest_and_one_thread(potential_tables):
    manifest = read_all(data_path("tables") / "manifest.toml")[0]
    for name in ("flop_potential", "turn_potential"):
        table = open_table(name, potential_tables)
        table.verify()
        assert differences(manifest[name], entries_of(table)) == []
    assert np.array_equal(
        kernels.potential_two_cards(1),
        open_table("flop_potential", potential_tables, PotentialTable)["two_cards"],
    )
    assert np.array_equal(
        kernels.potential_one_card(4, 1),
        open_table("turn_potential", potential_tables, PotentialTable)["one_card"],
    )
