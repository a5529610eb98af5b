"""Sums over pairs of hands that share no card agree with the double sum."""

from typing import Any

import numpy as np
import pytest

from pokerdata.cards import CARD_BITS, COMBINATIONS, combinations_with
from pokerdata.cards.combinations import disjoint, sum_over_pairs, weight_of_pairs

RNG = np.random.default_rng(20261122)
SETS = [frozenset(hand) for hand in COMBINATIONS.tolist()]


def by_pairs(first: Any, second: Any) -> int:
    held = [[(k, int(row[k])) for k in np.flatnonzero(row)] for row in (first, second)]
    return sum(v * w for a, v in held[0] for b, w in held[1] if not SETS[a] & SETS[b])


def drawn(most: int) -> Any:
    numbers = np.zeros(1326, object)
    for place in RNG.choice(1326, 60, replace=False):
        numbers[place] = int(RNG.integers(1, 1000)) * most // 1000 + 1
    return numbers


@pytest.mark.parametrize("most", [2, 10**6, 10**8])
def test_whole_numbers(most: int) -> None:
    """This holds even if sums of products exceed 64 bits."""
    first, second = drawn(most), drawn(most)
    assert int(sum_over_pairs(first.astype(np.int64), second.astype(np.int64))) == by_pairs(first, second)


def test_numbers_of_any_size() -> None:
    first, second = drawn(10**40), drawn(10**40)
    assert int(sum_over_pairs(first, second)) == by_pairs(first, second)
    assert int(sum_over_pairs(first, drawn(2).astype(np.int64) * 0)) == 0


def test_rows_of_floats() -> None:
    first = RNG.integers(0, 5, (4, 1326)).astype(np.float64)
    second = RNG.integers(0, 5, 1326).astype(np.float64)
    assert sum_over_pairs(first, second).tolist() == [by_pairs(row, second) for row in first]


def test_which_are_disjoint() -> None:
    some = RNG.choice(1326, 5, replace=False)
    expected = [[not SETS[a] & SETS[b] for b in range(1326)] for a in some]
    assert disjoint(some).tolist() == expected
    assert [set(np.flatnonzero([bits >> c & 1 for c in range(52)])) for bits in CARD_BITS.tolist()] == SETS
    cards = [3, 50, 17]
    assert combinations_with(cards).tolist() == [bool(hand & {*cards}) for hand in SETS]
    assert not combinations_with(np.zeros(0, np.uint8)).any()


def test_pairs_that_share_no_card_weigh_nothing_but_where_there_are_some() -> None:
    """All hands of both hold the ace of clubs, except one of weight 1e-25; plain subtraction would leave only rounding."""
    random = np.random.default_rng(0)
    holds_ace = (COMBINATIONS == 48).any(axis=1)
    left = 0
    for _ in range(20):
        first, second = random.random((2, 1326)) ** 8 * holds_ace
        left += float(sum_over_pairs(first, second)) != 0
        assert weight_of_pairs(first, second) == 0
        hand = int(np.flatnonzero(~holds_ace)[random.integers(1275)])
        second[hand] = 1e-25
        there = first[disjoint(np.array([hand]))[0]].sum()
        assert weight_of_pairs(first, second) == pytest.approx(1e-25 * there, rel=1e-12)
    assert left > 0
    first, second = random.random((2, 1326))
    assert weight_of_pairs(first, second) == sum_over_pairs(first, second)
    assert weight_of_pairs(first * 0, second) == 0
