"""Sampled equities are close to the exact ones, and reproducible by seed."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata import CapacityError
from pokerdata.cards.equity import Equity, equity

CASES = [
    (["AcKd", "TdTh"], "", ""),
    (["AK,AhKh:0.1", "KK+,AQ:0.3"], "AsKs7d", "2h"),
    (["AA,KK:0.2,AK", "AK,QQ", "AQs+,KK+"], "Ah7c2d", "Kd"),  # players often block each other
    (["99+", "AcKd", "A2s+:0.4,KQs", "98s"], "Qc8d7s6h", ""),
]


def fields(found: Equity) -> list[np.ndarray]:
    return [found.equity, found.wins, found.ties, found.losses, found.standard_error, found.per_combination]


@pytest.mark.parametrize(("hands", "board", "dead"), CASES)
def test_within_five_standard_errors_of_the_exact_one(hands: list[str], board: str, dead: str) -> None:
    exact = equity(hands, board, dead)
    found = equity(hands, board, dead, samples=100_000, seed=7)
    assert np.all(np.abs(found.equity - exact.equity) < 5 * found.standard_error)
    assert not found.exact
    assert found.deals == found.samples == 100_000
    assert set((found.wins + found.ties + found.losses).tolist()) == {100_000}
    # Each hand has its expected frequency and win rate.
    held = exact.per_combination
    assert np.all(np.isnan(found.per_combination[np.isnan(held)]))
    assert np.nanmax(np.abs(found.per_combination - held)) < 0.25


def test_the_standard_error_is_that_of_the_shares() -> None:
    found = equity(["AcKd", "TdTh"], samples=10_000, seed=3)
    shares = np.repeat([1, 0.5, 0], [found.wins[0], found.ties[0], found.losses[0]])
    assert found.standard_error[0] == pytest.approx(shares.std(ddof=1) / 100, rel=1e-12)
    many = np.array([equity(["AcKd", "TdTh"], samples=1000, seed=s).equity[0] for s in range(300)])
    assert many.std() == pytest.approx(found.standard_error[0] * np.sqrt(10), rel=0.2)


def test_the_seed_alone_says_what_comes() -> None:
    hands = ["random", "QQ+", "AKs,T9s:0.5"]
    one = equity(hands, samples=50_000, seed=2**64 - 1, threads=1)
    for threads in (2, 5):
        again = equity(hands, samples=50_000, seed=2**64 - 1, threads=threads)
        assert all(
            np.array_equal(a, b, equal_nan=True) for a, b in zip(fields(one), fields(again), strict=True)
        )
    other = equity(hands, samples=50_000, seed=1)
    assert other.wins.tolist() != one.wins.tolist()


def test_the_seed_is_told() -> None:
    one = equity(["AcKd", "TdTh"], samples=1000)
    assert one.seed == 0
    assert equity(["AcKd", "TdTh"], samples=1000, seed=0).wins.tolist() == one.wins.tolist()
    assert equity(["AcKd", "TdTh"], seed=5).seed is None


def test_hands_come_as_often_as_they_weigh() -> None:
    """With the board dealt, a hand that always wins shows its frequency, including joint card removal."""
    board = "2c2d7h8h9s"
    hands = ["2h2s:0.25,AhKd:0.75,AdKd:0.25", "AhKh:0.5,QcQd", "QcQh,AdKh"]
    exact = equity(hands, board)
    found = equity(hands, board, samples=200_000, seed=11)
    assert np.all(np.abs(found.wins / found.deals - exact.wins / exact.deals) < 5 * 0.5 / np.sqrt(200_000))


def test_hands_that_hardly_fit_together_are_refused() -> None:
    with pytest.raises(CapacityError, match="5000000 deals of hands in a row a card came twice"):
        equity(["AhAs:1e-12,KhKs", "KhKs,AhAs:1e-12,KhKd"], samples=100, seed=1)
