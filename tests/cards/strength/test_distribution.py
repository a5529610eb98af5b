"""Distributions of later strength agree with the tables and with enumeration, and their histograms."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from helpers import enumeration
from pokerdata import parse_cards
from pokerdata.cards.strength import Distribution, denominator, distribution, e_hs2, histogram, ihr, schr
from pokerdata.cards.strength.distribution import mixture
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

RNG = np.random.default_rng(20261124)


def exact_moment(found, power):
    terms = zip(found.counts, found.numerators, found.denominators, strict=True)
    return sum(int(c) * Fraction(int(n), int(d)) ** power for c, n, d in terms) / int(found.counts.sum())


@pytest.mark.parametrize(("street", "size"), [("flop", 3), ("turn", 4), ("river", 5)])
def test_moments_are_those_of_the_tables(tables, street, size):
    table = open_table(f"{street}_strength", tables, StrengthTable)
    for _ in range(5):
        cards = RNG.permutation(52).astype(np.uint8)
        hole, board = cards[:2], cards[2 : 2 + size]
        for kind, metric in (("river", "ehs2_river"), ("next", "ehs2_next")):
            found = distribution(hole, board, street=kind)
            exact = Fraction(int(table.lookup(hole, board, metric)), denominator(street, metric))
            assert exact_moment(found, 2) == exact
            assert found.mean_square == e_hs2(hole, board, kind=kind) == float(exact)
            mean = Fraction(int(table.lookup(hole, board)), table.denominator())
            assert exact_moment(found, 1) == mean
            assert found.mean == schr(hole, board) == float(mean)


def test_johanson_example():
    """Outcomes .4 and .6 have E[HS^2] .26, and .2 and .8 have .34 (Johanson 2007)."""
    ten, one = np.array([10, 10]), np.array([1, 1])
    assert Distribution(np.array([4, 6]), ten, one).mean_square == 0.26
    assert Distribution(np.array([2, 8]), ten, one).mean_square == 0.34


def test_quantiles_and_the_part_above_half():
    """Weights 1, 2, 3, 4 on 4/8, 5/8, 1/8 and 8/8, in no order."""
    some = Distribution(np.array([4, 5, 1, 8]), np.full(4, 8), np.array([1, 2, 3, 4]))
    assert some.quantiles([10, 30, 31, 40, 41, 60, 61, 100]) == [
        1 / 8,
        1 / 8,
        1 / 2,
        1 / 2,
        5 / 8,
        5 / 8,
        1,
        1,
    ]
    assert some.above_half() == Fraction(6, 10)
    assert some.moment(1) == Fraction(4 + 10 + 3 + 32, 80)


def test_a_mixture_of_hands():
    """Each deal counts the hand's weight times that of the opposing hands; weights may have any size."""
    first, second = np.array([[2, 1, 1], [0, 0, 0]]), np.array([[0, 0, 6]])
    for times in (1, 10**30):
        found = mixture([(first, 3 * times), (second, 2 * times)])
        assert [
            Fraction(n, d)
            for n, d in zip(found.numerators.tolist(), found.denominators.tolist(), strict=True)
        ] == [
            Fraction(5, 8),
            0,
        ]
        assert found.counts.tolist() == [12 * times, 12 * times]
        assert found.above_half() == Fraction(1, 2)
        assert found.mean_square == pytest.approx(Fraction(25, 128), rel=1e-15)


@pytest.mark.parametrize("opponent", [None, "QQ+,AKs,T9s:0.5,76", "random,AA:0.25"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_against_enumeration(size, opponent):
    from pokerdata import Range

    cards = RNG.permutation(52).astype(np.uint8)
    hole, board = cards[:2], cards[2 : 2 + size]
    weights = np.ones(1326) if opponent is None else Range(opponent).weights
    finally_ = enumeration.standings(hole, board, 5 - size, weights).sum(axis=1)
    run_outs = enumeration.run_outs(hole, board, 5 - size)
    check(distribution(hole, board, opponent), finally_, opponent)
    if size == 3:
        turns = np.setdiff1d(np.arange(52), cards[:5])
        by_turn = [sum(c for c, r in zip(finally_, run_outs, strict=True) if t in r) for t in turns]
        check(distribution(hole, board, opponent, "next"), np.array(by_turn) / 44, opponent)
    else:
        check(distribution(hole, board, opponent, "next"), finally_, opponent)


def check(found, counts, opponent):
    """Check a distribution; `counts` has the weight won, tied and lost of each outcome."""
    counts = counts[counts.any(axis=1)]
    total = counts.sum(axis=1)
    strength = (counts[:, 0] + counts[:, 1] / 2) / total
    weight = np.ones_like(total) if opponent is None else total
    assert found.counts.sum() == pytest.approx(weight.sum(), rel=1e-12)
    assert found.mean == pytest.approx((weight * strength).sum() / weight.sum(), rel=1e-12)
    assert found.mean_square == pytest.approx((weight * strength**2).sum() / weight.sum(), rel=1e-12)
    assert np.all(np.diff(found.values) > 0)
    order = np.argsort(strength)
    below = np.searchsorted(strength[order], 0.5 - 1e-9)
    expected = weight[order][:below].sum()
    assert found.counts[found.values < 0.5 - 1e-9].sum() == pytest.approx(expected, rel=1e-12)


def test_counts_are_completions():
    for board, river, after in (("7s6cAs", 1081, 47), ("7s6cAs2d", 46, 46), ("7s6cAs2d2h", 1, 1)):
        for street, total in (("river", river), ("next", after)):
            counts = histogram("KsQs", board, street=street, bins=7)
            assert counts.dtype == np.int64
            assert counts.shape == (7,)
            assert counts.sum() == total


def test_on_the_river_it_is_the_present_strength():
    found = distribution("Ks2s", "7s 6c As 2d 2h")
    assert found.values.tolist() == [ihr("Ks2s", "7s 6c As 2d 2h")] == [found.mean]


def test_intervals_are_exact():
    hundredths = Distribution(np.arange(101), np.full(101, 100), np.arange(101))
    # 0.29 * 100 is below 29 in floating point; 1 belongs to the last interval.
    assert hundredths.histogram(100).tolist() == [*range(99), 99 + 100]
    assert hundredths.histogram(1).tolist() == [5050]
    assert hundredths.histogram(2).tolist() == [1225, 3825]


def test_a_river_card_that_leaves_the_opponent_no_hand_does_not_come():
    found = distribution("Ks2s", "7s 6c As 2d", "AhAd")
    assert found.counts.sum() == 44
    assert found.mean == schr("Ks2s", "7s 6c As 2d", "AhAd")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"street": "turn"}, "street: expected one of next, river, got 'turn'"),
        ({"bins": 0}, "bins: expected a whole number from 1 to 1000000, got 0"),
        ({"bins": 2.5}, "bins: expected a whole number from 1 to 1000000, got 2.5"),
        ({"holes": [[0, 1], [2, 3]]}, "holes: expected one hand, got 2"),
        ({"opponent": "7s6c"}, "he can hold none of his hands"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(ValueError) as error:
        histogram(**({"holes": "As Kd", "board": "7s 6c Ah"} | arguments))
    assert says in str(error.value)


def test_bad_kind_is_named():
    with pytest.raises(ValueError, match=r"kind: expected one of next, river.*got 'turn'"):
        e_hs2(parse_cards("As Kd"), "7s 6c Ah", kind="turn")


def test_strengths_that_are_equal_by_their_decimals_are_one():
    """0.7 + 0.1 against 0.7 + 0.1 is a half, despite float rounding; so is 0.3 against 0.1 + 0.2."""
    found = distribution("Ks2s", "7s6cAsTd", "4hKc:0.7,3hQh:0.7,4c4h:0.1,5sJs:0.1")
    fractions = [Fraction(int(n), int(d)) for n, d in zip(found.numerators, found.denominators, strict=True)]
    assert len(set(fractions)) == len(fractions)
    assert fractions == sorted(fractions)
    above = found.counts[2 * found.numerators > found.denominators].sum()
    assert above / found.counts.sum() == pytest.approx(303 / 352, rel=1e-12)
    # On this river a weight of 0.3 is behind the hand, and 0.1 + 0.2 ahead of it.
    board = "AsKd9h5c2d"
    weights = "QcJd:0.3,AhQs:0.1,AcJs:0.2"
    assert distribution("KhQh", board, weights).values.tolist() == [0.5]
    assert (histogram("KhQh", board, weights, bins=2) > 0).tolist() == [False, True]
    # A straight with tiny weight is ahead, too.
    assert distribution("KhQh", board, weights + ",3h4h:1e-30").values.tolist() == [0.5]
    assert (histogram("KhQh", board, weights + ",3h4h:1e-30", bins=2) > 0).tolist() == [True, False]


def test_strengths_that_floats_cannot_tell_apart_stay_different():
    """On the turn, one hand of weight 1e-20 is possible with only a few rivers."""
    found = distribution("KhQh", "AsKd9h5c", "QcJd:0.3,AhQs:0.3,7s6s:1e-20")
    fractions = [Fraction(int(n), int(d)) for n, d in zip(found.numerators, found.denominators, strict=True)]
    assert fractions == sorted(set(fractions))
    assert Fraction(1, 2) < max(f for f in fractions if float(f) == 0.5)
    assert found.histogram(2).sum() == pytest.approx(found.counts.sum())
