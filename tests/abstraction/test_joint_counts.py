"""Joint counts: compared with pair-by-pair enumeration, their identities, and their bits."""

from __future__ import annotations

import subprocess
from functools import partial
from math import comb
from typing import Any

import numpy as np
import pytest

from helpers import environment, program
from helpers.joint_counts import ALL, SAMPLE, counted, restored
from pokerdata import CapacityError, evaluate
from pokerdata._core import abstraction as kernels
from pokerdata._core import support
from pokerdata.abstraction.abstraction import DEALS, earlier_counts, joint_transitions, player_transitions
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

METRIC = "ehs2_next"
TOTALS = {
    "preflop": 1_624_350,
    "flop": 28_094_757_600,
    "turn": 1_264_264_092_000,
    "river": 55_627_620_048_000,
}
STREETS = ("preflop", "flop", "turn", "river")


def by_enumeration(folder, board, size, name="small_buckets"):
    """Return N and W of one canonical river board from every dealt order and every pair of hands, without symmetry."""
    cards, orbit = boards(5).cards[board], int(boards(5).orbit[board])
    hands = np.flatnonzero(~np.isin(COMBINATIONS, cards).any(axis=1))
    holes = COMBINATIONS[hands]
    codes = evaluate(np.concatenate([holes, np.broadcast_to(cards, (len(hands), 5))], axis=1))
    disjoint = (holes[:, None, :, None] != holes[None, :, None, :]).all(axis=(2, 3))
    better = (codes[:, None] > codes) & disjoint
    table = open_table(name, folder, *BUCKET_TABLES)
    counts, wins = np.zeros((size, size), np.int64), np.zeros((size, size), np.int64)
    for river in range(5):
        for turn in range(5):
            if turn == river:
                continue
            flop = [i for i in range(5) if i not in (turn, river)]
            sequence = table.state(holes, cards[[*flop, turn, river]]).astype(int)
            cell = sequence[:, None] * size + sequence
            counts += orbit * np.bincount(cell[disjoint], minlength=size**2).reshape(size, size)
            wins += orbit * np.bincount(cell[better], minlength=size**2).reshape(size, size)
    return counts, wins


def special_boards():
    """Return difficult canonical boards, by description."""
    cards, orbit = boards(5).cards, boards(5).orbit
    suits, ranks = cards & 3, cards >> 2
    one_suit = np.flatnonzero((suits == 0).all(axis=1))
    quads = np.flatnonzero((ranks[:, :4] == ranks[:, :1]).all(axis=1))
    symmetric = np.flatnonzero(orbit == orbit.min())
    return sorted({*one_suit[[0, -1]], quads[0], symmetric[0], symmetric[-1], 12345, 99999, 134458})


@pytest.mark.slow
@pytest.mark.parametrize("board", special_boards())
def test_one_board_against_enumeration(small, board):
    found = restored(small)
    counts, wins = counted(found, [(int(board), int(board) + 1)])
    expected_counts, expected_wins = by_enumeration(small, board, found.sequences(3))
    assert np.array_equal(counts, expected_counts)
    assert np.array_equal(wins, expected_wins)


def test_buckets_that_forget_against_enumeration(kinds):
    """Percentile buckets do not depend on the buckets of earlier streets."""
    found, board = restored(kinds, "recalled_buckets"), 54_321
    counts, wins = counted(found, [(board, board + 1)])
    expected_counts, expected_wins = by_enumeration(kinds, board, found.sequences(3), "recalled_buckets")
    assert np.array_equal(counts, expected_counts)
    assert np.array_equal(wins, expected_wins)


def test_the_threads_do_not_change_a_bit(small):
    found = restored(small)
    once = counted(found, SAMPLE)
    for threads in (2, 4):
        for one, other in zip(once, counted(found, SAMPLE, threads), strict=True):
            assert np.array_equal(one, other)


@pytest.mark.slow
def test_the_instruction_set_does_not_change_a_bit(small):
    isas = ["portable", "avx2", "avx512"]
    isas = isas[: isas.index(support.active_isa()) + 1]
    digests = set()
    for isa in isas:
        done = subprocess.run(
            program("joint_counts", small),
            env=environment(POKERDATA_ISA=isa),
            capture_output=True,
            text=True,
            check=True,
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def check_whole(counts, wins, buckets):
    """Check what holds for the counts of all boards, for any abstraction."""
    assert np.array_equal(counts, counts.T)
    assert np.all(wins + wins.T <= counts)
    assert np.all(np.diag(wins) * 2 <= np.diag(counts))
    earlier = {"river": counts}
    for street, before, count in (
        ("river", "turn", buckets[3]),
        ("turn", "flop", buckets[2]),
        ("flop", "preflop", buckets[1]),
    ):
        earlier[before] = earlier_counts(earlier[street], count, DEALS[street])
    for street, total in TOTALS.items():
        assert earlier[street].sum() == total
    return earlier


def check_preflop_and_flop(folder, name, earlier):
    """Check N of the first two streets by direct enumeration: all pairs of hands on all canonical flops."""
    table = open_table(f"{name}_buckets", folder, *BUCKET_TABLES)
    holes = COMBINATIONS
    disjoint = (holes[:, None, :, None] != holes[None, :, None, :]).all(axis=(2, 3)).astype(np.float32)
    preflop = np.eye(table.bucket_counts[0], dtype=np.float32)[table["preflop_bucket"]]
    assert np.array_equal(preflop.T @ disjoint @ preflop, earlier["preflop"])
    found = restored(folder, f"{name}_buckets")
    size = found.sequences(1)
    total = np.zeros((size, size), np.int64)
    for flop, orbit in enumerate(boards(3).orbit):
        live = found.flop[flop] != 0xFFFF
        of = np.eye(size, dtype=np.float32)[found.flop[flop][live]]
        total += int(orbit) * (of.T @ (disjoint[np.ix_(live, live)] @ of)).astype(
            np.int64
        )  # below 2**24: exact
    assert np.array_equal(total, earlier["flop"])


@pytest.mark.slow
def test_all_boards_of_a_small_abstraction(small):
    found = restored(small)
    counts, wins = counted(found, [(0, 134_459)], threads=2)
    earlier = check_whole(counts, wins, found.buckets)
    check_preflop_and_flop(small, "small", earlier)
    # Both players' sequences have the masses of the thresholds, times the number of opposing hands.
    mass = open_table("small_buckets", small, *BUCKET_TABLES)["river_mass"]
    assert np.array_equal(counts.sum(axis=1), mass * np.uint64(comb(45, 2)))
    for street, before in (("flop", "preflop"), ("turn", "flop"), ("river", "turn")):
        joint = joint_transitions(earlier[street], earlier[before], DEALS[street])
        size = len(earlier[before])
        sums = joint.reshape(size, -1, size, len(joint) // size).sum(axis=(1, 3))
        np.testing.assert_allclose(sums, earlier[before] > 0, atol=1e-12)
        player = player_transitions(earlier[street], earlier[before], DEALS[street])
        np.testing.assert_allclose(player.sum(axis=1), 1, atol=1e-12)


def test_transitions_of_a_small_example():
    before = np.array([[2, 0], [0, 2]], np.uint64)
    counts = np.array([[3, 1, 0, 0], [1, 5, 0, 0], [0, 0, 4, 2], [0, 0, 2, 2]], np.uint64)
    joint = joint_transitions(counts, before, 5)
    assert np.array_equal(joint, counts / 10)
    assert np.array_equal(player_transitions(counts, before, 5), [[0.4, 0.6], [0.6, 0.4]])
    assert np.array_equal(earlier_counts(counts, 2, 5), before)
    with pytest.raises(ValueError, match="do not divide"):
        earlier_counts(counts + np.uint64(1), 2, 5)


def test_bad_arguments_are_named(small):
    found = restored(small)
    cells = np.zeros((24, 24, 2), np.uint64)
    with pytest.raises(ValueError, match=r"boards: expected 0 <= first <= last <= 134459, got 5 to 200000"):
        kernels.add_joint_counts(found, ALL, 5, 200_000, cells)
    with pytest.raises(ValueError, match=r"cells: expected .* of them"):
        kernels.add_joint_counts(found, ALL, 0, 1, np.zeros((2, 2, 2), np.uint64))
    with pytest.raises(ValueError, match=r"times: expected 134459 of them, got 3"):
        kernels.add_joint_counts(found, ALL[:3], 0, 1, cells)
    often = ALL.copy()
    often[7] = 154
    with pytest.raises(ValueError, match=r"times of board 7: expected at most 153, got 154"):
        kernels.add_joint_counts(found, often, 0, 10, cells)
    assert not cells.any()
    strength: Any = [
        np.asarray(open_table(f"{s}_strength", small, StrengthTable).metric(METRIC))
        for s in ("preflop", "flop", "turn")
    ]
    river_n: Any = open_table("river_strength", small, StrengthTable).metric("n")
    with pytest.raises(
        ValueError,
        match=r"^buckets: expected 2 to 1000 for each of the four streets, got 1; e\.g\. \[5, 5, 5, 5\]$",
    ):
        kernels.HistoryBuckets.find([5, 5, 5, 1], *(*strength, river_n))
    flop = np.zeros((1755, 1326), np.uint16)
    large = kernels.BucketSequences.by_buckets(
        [2, 2, 60, 60], flop[0], flop, np.zeros((16432, 1326), np.uint16), range(59)
    )
    with pytest.raises(
        CapacityError,
        match=r"river sequences: expected at most 10000 for joint counts, or public chance sampling.*, got 14400",
    ):
        kernels.add_joint_counts(large, ALL, 0, 1, np.zeros((14400, 14400, 2), np.uint64))
    with pytest.raises(ValueError, match="do not fit"):
        kernels.BucketSequences.by_thresholds([np.zeros((1, 1), np.uint64)] * 4, *strength)
    refusing: list[Any] = [large.river_mass, partial(kernels.HistoryBuckets.find, [5, 5, 5, 5], *strength)]
    for refused in refusing:
        with pytest.raises(ValueError, match=r"n on the river: expected shape \(134459, 1326\)"):
            refused(np.zeros((3, 1326), np.uint16))
    with pytest.raises(ValueError, match="expected river thresholds that are the same for all sequences"):
        found.river_mass(river_n)
