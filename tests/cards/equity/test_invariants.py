"""Changes that must not affect an equity, and changes with a known effect."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerdata._core import equity as kernels
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.equity import Equity, equity, methods
from pokerdata.cards.equity.methods import as_contest
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps


def same(one: Equity, other: Equity) -> bool:
    """Require equal bits."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name), equal_nan=True)
        for name in ("equity", "wins", "ties", "losses", "standard_error", "per_combination")
    )


@st.composite
def contests(draw: st.DrawFn) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Return two or three weighted ranges on a turn or river, with dead cards; every player has a possible hand."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    players, size, gone = draw(st.integers(2, 3)), draw(st.integers(4, 5)), draw(st.integers(0, 3))
    cards = rng.permutation(52).astype(np.uint8)
    ranges = []
    for p in range(players):
        weights = np.where(rng.random(1326) < 0.01, rng.random(1326), 0.0)
        low, high = sorted(cards[10 + 2 * p : 12 + 2 * p].tolist())
        weights[high * (high - 1) // 2 + low] = 0.5
        ranges.append(weights)
    return ranges, cards[:size], cards[size : size + gone]


@settings(max_examples=20)
@given(contests(), st.integers(0, 23))
def test_suits_may_be_renamed(contest: tuple[list[np.ndarray], np.ndarray, np.ndarray], p: int) -> None:
    ranges, board, dead = contest
    to = combination_maps()[p]
    moved = []
    for weights in ranges:
        row = np.empty(1326)
        row[to] = weights
        moved.append(row)
    board2, dead2 = (cards & 0xFC | SUIT_PERMUTATIONS[p][cards & 3] for cards in (board, dead))
    one, other = equity(ranges, board, dead), equity(moved, board2, dead2)
    np.testing.assert_allclose(one.equity, other.equity, rtol=1e-12)
    np.testing.assert_allclose(one.per_combination, other.per_combination[:, to], rtol=1e-9, atol=1e-12)


@settings(max_examples=20)
@given(contests(), st.randoms())
def test_players_may_change_seats(
    contest: tuple[list[np.ndarray], np.ndarray, np.ndarray], random: object
) -> None:
    ranges, board, dead = contest
    seats = list(range(len(ranges)))
    random.shuffle(seats)  # type: ignore[attr-defined]
    one, other = equity(ranges, board, dead), equity([ranges[s] for s in seats], board, dead)
    np.testing.assert_allclose(one.equity[seats], other.equity, rtol=1e-12)
    np.testing.assert_allclose(one.per_combination[seats], other.per_combination, rtol=1e-9, atol=1e-12)


@settings(max_examples=20)
@given(contests(), st.sampled_from([2.0**-1000, 0.25, 3.0, 2.0**900]))
def test_scaling_weights_changes_nothing(
    contest: tuple[list[np.ndarray], np.ndarray, np.ndarray], factor: float
) -> None:
    ranges, board, dead = contest
    one, other = equity(ranges, board, dead), equity([ranges[0] * factor, *ranges[1:]], board, dead)
    np.testing.assert_allclose(one.equity, other.equity, rtol=1e-12)
    assert one.equity.sum() == pytest.approx(1, abs=1e-15)
    assert np.all(one.equity >= 0)


@settings(max_examples=20)
@given(contests())
def test_a_weight_of_zero_is_absent_and_blocked_hands_do_not_matter(
    contest: tuple[list[np.ndarray], np.ndarray, np.ndarray],
) -> None:
    ranges, board, dead = contest
    blocked = np.isin(COMBINATIONS, np.concatenate([board, dead])).any(axis=1)
    one = equity(ranges, board, dead)
    assert same(one, equity([np.where(blocked, w.max(), w) for w in ranges], board, dead))
    for weights, each in zip(ranges, one.per_combination, strict=True):
        assert np.all(np.isnan(each[(weights == 0) | blocked]))


@settings(max_examples=10)
@given(contests(), st.sampled_from([2, 3, 7]))
def test_threads_change_no_bit(
    contest: tuple[list[np.ndarray], np.ndarray, np.ndarray], threads: int
) -> None:
    assert same(equity(*contest, threads=1), equity(*contest, threads=threads))


@pytest.mark.parametrize("players", [2, 3])
def test_threads_change_no_bit_of_wide_ranges_on_a_flop(players: int) -> None:
    rng = np.random.default_rng(1)
    ranges = [rng.random(1326) * (rng.random(1326) < 0.2) for _ in range(players)]
    assert same(equity(ranges, "7s6cAs", threads=1), equity(ranges, "7s6cAs", threads=3))


@pytest.mark.parametrize(
    "hands", [["AcKd", "TdTh"], ["AcKd", "TdTh", "7s6s"], ["2c2d", "3c3d", "4c4d", "5c5d", "6c6d", "7c7d"]]
)
@pytest.mark.parametrize("dead", ["", "Ah", "AhTc2s"])
def test_numbers_of_deals(hands: list[str], dead: str) -> None:
    left = 52 - len(dead) // 2 - 2 * len(hands)
    found = equity(hands, dead=dead)
    assert found.deals == comb(left, 5)
    assert set((found.wins + found.ties + found.losses).tolist()) == {comb(left, 5)}
    assert found.wins.sum() + found.ties.max() <= found.deals


def test_symmetric_hands_have_equal_shares() -> None:
    assert equity(["AcAd", "AhAs"]).equity.tolist() == [0.5, 0.5]
    assert equity(["AcKd", "AdKc"]).equity.tolist() == [0.5, 0.5]
    four = equity(["2c3c", "2d3d", "2h3h", "2s3s"], "AcAdAhAs5c")
    assert four.equity.tolist() == [0.25] * 4
    assert four.ties.tolist() == [1] * 4


@settings(max_examples=20)
@given(contests(), st.booleans())
def test_both_ways_to_count_agree(
    contest: tuple[list[np.ndarray], np.ndarray, np.ndarray], whole: bool
) -> None:
    ranges, board, dead = contest
    checked = as_contest([(w > 0).astype(float) for w in ranges] if whole else ranges, board, dead)
    known = checked.weights, checked.board, checked.dead
    by_boards = kernels.by_boards(*known, checked.weight_symmetries)
    by_matchups = kernels.by_matchups(*known, checked.symmetries)
    assert by_matchups.sum() > 0
    if whole:
        np.testing.assert_array_equal(by_boards, by_matchups)
    np.testing.assert_allclose(by_boards, by_matchups, rtol=1e-9, atol=1e-12 * by_matchups.max())
    assert np.array_equal(by_boards.sum(axis=2) > 0, by_matchups.sum(axis=2) > 0)


@pytest.mark.parametrize(
    "hands", [["QQ+,AK", "JJ+,AQ:0.25", "AJ+,TT+"], ["22+", "A2s+:0.5,AhKd:0.125", "K9+,QTs"]]
)
def test_both_ways_to_count_three_ranges_agree(hands: list[str]) -> None:
    contest = as_contest(hands, "7s6cAs9h", "2h")
    known = contest.weights, contest.board, contest.dead
    by_boards = kernels.by_boards(*known, contest.weight_symmetries)
    np.testing.assert_array_equal(by_boards, kernels.by_matchups(*known, contest.symmetries))
    assert len(as_contest(hands, "7s6c6s9s", "").weight_symmetries) == (1 if "Ah" in hands[1] else 2)


def test_ways_before_the_flop_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ways are match-ups and both tables of match-ups, one of them limited to the requested hands."""
    contest = as_contest(["AA,KQs:0.5", "AKs,22:0.125"], "", "")
    known = contest.weights, contest.board, contest.dead, contest.symmetries
    wins, ties = np.zeros((2, 1326, 1326), np.uint32)
    for a in np.flatnonzero(contest.weights[0]):
        for b in np.flatnonzero(contest.weights[1]):
            if not set(COMBINATIONS[a].tolist()) & set(COMBINATIONS[b].tolist()):
                found = equity([COMBINATIONS[a], COMBINATIONS[b]])
                wins[a, b], wins[b, a], ties[a, b] = *found.wins, found.ties[0]
                ties[b, a] = ties[a, b]
    by_classes = methods.table_tally(contest)
    monkeypatch.setattr(methods, "open_table", lambda _: {"wins": wins, "ties": ties})
    by_matchups = kernels.by_matchups(*known)
    assert by_matchups.sum() > 1e6
    # Weights are eighths, so all sums are exact.
    np.testing.assert_array_equal(methods._by_combinations(contest.weights), by_matchups)
    np.testing.assert_array_equal(by_classes, by_matchups)


def test_the_table_of_classes_answers_only_what_it_knows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("POKERDATA_TABLES", str(tmp_path))
    for hands, board, dead in (
        (["AKs", "AhKh:0.5,QQ"], "", ""),
        (["AKs", "QQ"], "", "2c"),
        (["AKs", "QQ"], "2c3c4c", ""),
        (["AKs", "QQ", "TT"], "", ""),
    ):
        assert methods.table_tally(as_contest(hands, board, dead)) is None
