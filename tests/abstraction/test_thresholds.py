"""History buckets compared with an independent computation, and look-ups of real hands."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from helpers import bucket_definitions
from pokerdata.abstraction.thresholds import HistoryTable
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

pytestmark = pytest.mark.slow  # it makes its own tables

BUCKETS = [3, 2, 2, 2]
METRIC = "ehs2_next"


@pytest.fixture(scope="module")
def by_definition(small):
    """Return bucket sequences before and on the flop, computed from the definition alone."""
    preflop_values = np.asarray(open_table("preflop_strength", small, StrengthTable).metric(METRIC))
    preflop, _ = bucket_definitions.within(preflop_values, np.ones(1326), np.zeros(1326, int), BUCKETS[0])
    board, combination, weight, values = bucket_definitions.flat(
        open_table("flop_strength", small, StrengthTable), METRIC
    )
    flop, largest = bucket_definitions.within(values, weight, preflop[combination], BUCKETS[1])
    return preflop, board, combination, weight, flop, largest


def test_preflop_and_flop_buckets_follow_the_definition(small, by_definition):
    preflop, board, combination, _, flop, _ = by_definition
    table = open_table("small_buckets", small, HistoryTable)
    assert np.array_equal(table["preflop_bucket"], preflop)
    values = np.asarray(open_table("flop_strength", small, StrengthTable).metric(METRIC))[board, combination]
    thresholds = table["flop_thresholds"][preflop[combination]]
    bucket = (values[:, None].astype(np.uint64) >= thresholds).sum(axis=1)
    assert np.array_equal(preflop[combination] * BUCKETS[1] + bucket, flop)


def test_masses_are_the_deals_of_each_sequence(small, by_definition):
    preflop, _, _, weight, flop, _ = by_definition
    table = open_table("small_buckets", small, HistoryTable)
    assert np.array_equal(table["preflop_mass"], np.bincount(preflop))
    assert np.array_equal(table["flop_mass"], np.bincount(flop, weight).astype(np.int64))
    total = comb(52, 2)
    previous = ""
    for street, deals in (("preflop", 1), ("flop", comb(50, 3)), ("turn", 47), ("river", 46)):
        total *= deals
        mass = table[f"{street}_mass"]
        assert mass.sum() == total
        if street != "preflop":  # a sequence keeps its mass, times the ways to deal the next street
            before, now = table[f"{previous}_mass"], mass.reshape(len(table[f"{previous}_mass"]), -1)
            assert np.array_equal(now.sum(axis=1), before * np.uint64(deals))
        previous = street


def test_masses_of_a_sequence_are_equal_up_to_a_tie_group(small, by_definition):
    """This covers the flop; the turn follows below."""
    bucket_definitions.check_equal_mass(
        open_table("small_buckets", small, HistoryTable)["flop_mass"], BUCKETS[1], by_definition[-1]
    )


@pytest.mark.parametrize("sequences", [(1, 4), (0, 2, 3, 5)], ids=["two", "the others"])
def test_turn_buckets_follow_the_definition(small, by_definition, sequences):
    """Each flop sequence is checked by itself."""
    _, flop_board, flop_combination, _, flop, _ = by_definition
    from pokerdata.cards.isomorphism import canonicalize, combination_maps

    of_flop = np.full((1755, 1326), -1)
    of_flop[flop_board, flop_combination] = flop
    board, combination, weight, values = bucket_definitions.flat(
        open_table("turn_strength", small, StrengthTable), METRIC
    )
    cards = boards(4).cards
    everything, weights, befores = [], [], []
    for turn in range(4):  # each card of the board is once the turn card
        number, permutation = canonicalize(np.delete(cards, turn, axis=1))
        before = of_flop[number[board], combination_maps()[permutation[board], combination]]
        chosen = np.isin(before, sequences)
        befores.append(before[chosen])
        everything.append(values[chosen])
        weights.append(weight[chosen])
    values, weight, before = (np.concatenate(of) for of in (everything, weights, befores))
    found, largest = bucket_definitions.within(values, weight, before, BUCKETS[2])
    table = open_table("small_buckets", small, HistoryTable)
    bucket = (values[:, None].astype(np.uint64) >= table["turn_thresholds"][before]).sum(axis=1)
    assert np.array_equal(before * BUCKETS[2] + bucket, found)
    mass = np.reshape(table["turn_mass"], (-1, BUCKETS[2]))[list(sequences)].ravel()
    counted = np.bincount(found, weight, minlength=len(table["turn_mass"])).astype(np.int64)
    assert np.array_equal(mass, counted.reshape(-1, BUCKETS[2])[list(sequences)].ravel())
    bucket_definitions.check_equal_mass(mass, BUCKETS[2], largest)


def test_lookup_of_real_hands(small):
    """Every street's bucket follows from the thresholds of the sequence before."""
    table = open_table("small_buckets", small, HistoryTable)
    rng = np.random.default_rng(7)
    cards = np.array([rng.permutation(52)[:7] for _ in range(200)], np.uint8)
    found = table.buckets(cards[:, :2], cards[:, 2:])
    assert found.shape == (200, 4)
    sequence = np.zeros(200, int)
    for street, (name, size) in enumerate({"preflop": 0, "flop": 3, "turn": 4, "river": 5}.items()):
        strength = open_table(f"{name}_strength", small, StrengthTable)
        metric = "n" if name == "river" else METRIC
        for i in range(200):
            value = strength.lookup(cards[i, :2], cards[i, 2 : 2 + size], metric)
            bucket = np.searchsorted(table[f"{name}_thresholds"][sequence[i]], int(value), side="right")
            assert bucket == found[i, street]
            sequence[i] = sequence[i] * BUCKETS[street] + bucket
        assert np.array_equal(table.sequence(cards[:, :2], cards[:, 2 : 2 + size]), sequence)
        assert np.array_equal(table.buckets(cards[:, :2], cards[:, 2 : 2 + size]), found[:, : street + 1])


def test_lookup_keeps_the_order_of_the_streets(small):
    """Swapping flop cards changes nothing; swapping turn and river may change the result."""
    table = open_table("small_buckets", small, HistoryTable)
    rng = np.random.default_rng(8)
    cards = np.array([rng.permutation(52)[:7] for _ in range(300)], np.uint8)
    holes, board = cards[:, :2], cards[:, 2:]
    here = table.buckets(holes, board)
    assert np.array_equal(here, table.buckets(holes[:, ::-1], board[:, [2, 0, 1, 3, 4]]))
    assert np.any(here != table.buckets(holes, board[:, [0, 1, 2, 4, 3]]))


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("7s 6c", "expected 0, 3, 4 or 5 cards"),
        (
            "7s 6c As",
            r"hole cards: expected other cards than the board, got As Ks, which share a card with "
            r"7s 6c As.*",
        ),
    ],
)
def test_bad_boards_are_named(small, board, says):
    with pytest.raises(ValueError, match=says):
        open_table("small_buckets", small, HistoryTable).buckets("As Ks", board)
