"""Income rates agree with exact values, published ones, and deals played one by one in NumPy."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pokerdata import evaluate
from pokerdata.cards import combination_index
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.preflop import exact_heads_up_rates, income_rates
from pokerdata.cards.preflop.income import _deals_in_all

# IR-10 in thousandths of a bet: Billings, Davidson, Schaeffer, Szafron 2002, The challenge of poker (simulated there too).
PUBLISHED = """
    AA 2112, KK 1615, QQ 1224, JJ 935, AKs 1071,
    TT 714, AQs 915, AJs 813, KQs 858, AKo 718,
    99 553, JTs 657, QJs 720, KJs 767, ATs 736, AQo 555,
    T9s 481, KQo 515, 88 450, QTs 655, 98s 338, J9s 449, AJo 430, KTs 694,
    77 364, 87s 270, Q9s 452, T8s 353, KJo 391, QJo 359, JTo 305, 76s 222, 97s 245, A9s 538, A8s 469, A7s 427, A6s 386,
    A5s 448, A4s 422, A3s 392, A2s 356, 65s 191,
    66 304, ATo 335, 55 238, 86s 185, KTo 306, QTo 287, 54s 167, K9s 485, J8s 327,
    44 214, J9o 92, 43s 41, 75s 141, T9o 127, 33 199, 98o -15, 64s 106, 22 196, K8s 356, K7s 309, K6s 278, K5s 245, K4s 227,
    K3s 211, K2s 192, Q8s 317,
    87o -75, 53s 87, A9o 119, Q9o 65, 76o -129, 42s -42, 32s -83, 96s 144, 85s 85, J8o -51, J7s 206, 65o -158, 54o -181,
    74s 41, K9o 85, T8o -10
"""
RATES = {hand: int(rate) for hand, rate in re.findall(r"(\w+) (-?\d+)", PUBLISHED)}


def test_heads_up_rates_agree_with_the_exact_ones() -> None:
    found = income_rates(2, deals=400_000, seed=5, threads=2)
    errors = (found.rates - exact_heads_up_rates()) / found.standard_errors
    assert np.abs(errors).max() < 5
    assert np.mean(errors**2) < 4  # correlated, because all use the same deals


@pytest.mark.slow
def test_standard_errors_are_those_of_repeated_samples() -> None:
    exact = exact_heads_up_rates()
    samples = [income_rates(2, deals=3_000, seed=seed, threads=2) for seed in range(300)]
    rates = np.array([s.rates for s in samples])
    stated = np.mean([s.standard_errors for s in samples], axis=0)
    np.testing.assert_allclose(rates.std(axis=0), stated, rtol=0.25)  # five standard errors of a deviation
    assert np.abs((rates.mean(axis=0) - exact) / stated).max() * np.sqrt(300) < 5


@pytest.mark.parametrize("players", [3, 10, 23])
def test_deals_played_one_by_one(players: int) -> None:
    """Hands dealt around a table give the same mean, within five standard errors of both."""
    random = np.random.default_rng(players)
    deals = 40_000
    cards = np.argsort(random.random((deals, 52)), axis=1)[:, : 5 + 2 * players].astype(np.uint8)
    holes = cards[:, 5:].reshape(deals, players, 2)
    board = np.broadcast_to(cards[:, None, :5], (deals, players, 5))
    codes = evaluate(np.concatenate([board, holes], axis=2))
    winners = codes == codes.max(axis=1, keepdims=True)
    shares = (winners / winners.sum(axis=1, keepdims=True)).ravel()
    classes = CLASS_OF_COMBINATION[combination_index(holes)].ravel()
    hands = np.bincount(classes, minlength=CLASS_COUNT)
    means = np.bincount(classes, shares, CLASS_COUNT) / hands
    variances = np.bincount(classes, shares**2, CLASS_COUNT) / hands - means**2
    # Shares at one table are negatively correlated, so these standard errors are at worst too wide.
    errors = 1000 * players * np.sqrt(variances / hands)
    found = income_rates(players, deals=20_000, seed=3, threads=2)
    apart = found.rates - 1000 * (players * means - 1)
    assert np.all(np.abs(apart) < 5 * np.hypot(errors, found.standard_errors) + 1e-9)
    # A table wins exactly its pot, so the mean rate of a random hand is 0.
    share = np.bincount(CLASS_OF_COMBINATION, minlength=CLASS_COUNT) / 1326
    assert abs(share @ found.rates) < 5 * (share @ found.standard_errors)


def test_published_rates() -> None:
    assert len(RATES) == 84
    found = income_rates(10, deals=1_000_000, seed=1, threads=2)
    for hand, rate in RATES.items():
        sampled, error = found.of(hand)
        assert abs(sampled - rate) <= 9 + 4 * error, hand
    assert found.of("72o")[0] == pytest.approx(-520, abs=10)


@pytest.mark.slow
def test_published_rates_in_a_better_sample() -> None:
    found = income_rates(10, deals=30_000_000, seed=2, threads=2)
    for hand, rate in RATES.items():
        sampled, error = found.of(hand)
        assert error < 1
        assert abs(sampled - rate) <= 9 + error, hand


@pytest.mark.parametrize("players", [2, 10, 23])
def test_every_class_is_served_as_often_as_asked(players: int) -> None:
    found = income_rates(players, deals=2_000, seed=players, threads=2)
    assert found.deals.min() >= 2_000
    assert found.deals.max() <= found.dealt
    assert found.deals.min() < 2_500, "no more than needed"
    suited = CLASS_NAMES.index("AKs"), CLASS_NAMES.index("AA")
    assert min(found.deals[list(suited)]) < 2_700, "the classes that are served least"


def test_the_same_bits_from_any_number_of_threads() -> None:
    one, three = (income_rates(6, deals=50_000, seed=9, threads=threads) for threads in (1, 3))
    for name in ("rates", "standard_errors", "deals"):
        np.testing.assert_array_equal(getattr(one, name), getattr(three, name))
    other = income_rates(6, deals=50_000, seed=10, threads=2)
    assert not np.array_equal(one.rates, other.rates)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": 1}, r"players: expected a whole number from 2 to 23, got 1; e\.g\. 10"),
        ({"players": 24}, "players: expected .*got 24"),
        ({"players": True}, "players: expected .*got True"),
        ({"players": 6.0}, "players: expected .*got 6.0"),
        ({"deals": 0}, "deals: expected a whole number from 1 to 10000000000.*got 0"),
        ({"deals": None}, "deals: expected .*got None"),
        ({"seed": -1}, "seed: expected .*got -1"),
        ({"seed": 2**64}, "seed: expected .*got 18446744073709551616"),
        ({"threads": -1}, "threads"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        income_rates(**arguments)


def test_how_many_deals_serve_every_class() -> None:
    """A simulation gives the probability that a class has a hand among the remaining cards."""
    random = np.random.default_rng(1)
    for players in (2, 10, 16):
        left = np.argsort(random.random((20_000, 52)), axis=1)[:, : 47 - 2 * (players - 1)]
        there = np.zeros((20_000, 52), dtype=bool)
        np.put_along_axis(there, left, True, axis=1)
        pair = there[:, 48:].sum(axis=1) >= 2
        suited = (there[:, 48:] & there[:, 44:48]).any(axis=1)
        needed = 1e12 / min(pair.mean(), suited.mean())
        assert _deals_in_all(players, 10**12) == pytest.approx(needed, rel=0.05)
