"""Lossless buckets before the flop: one for each of the 169 hand classes, and the flop buckets that follow."""

from __future__ import annotations

import numpy as np
import pytest

from helpers import bucket_definitions
from pokerdata.abstraction import card_states
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

pytestmark = pytest.mark.slow  # it makes its own tables


@pytest.mark.parametrize("name", ["classes_buckets", "nested_classes_buckets"])
def test_a_bucket_for_each_class(lossless, name):
    table = open_table(name, lossless, *BUCKET_TABLES)
    bucket = table["preflop_bucket"].astype(int)
    assert np.array_equal(np.unique(bucket), np.arange(169))
    # One bucket per class, and one class per bucket.
    assert len(np.unique(169 * bucket + CLASS_OF_COMBINATION)) == 169
    values = open_table("preflop_strength", lossless, StrengthTable).metric(table.attributes["metric"])
    assert np.all(np.diff(np.asarray(values)[np.argsort(bucket, kind="stable")].astype(object)) >= 0)
    assert np.array_equal(table["preflop_mass"], np.bincount(bucket))
    assert np.array_equal(table.state(COMBINATIONS), bucket)


def on_the_flop(name, folder):
    """Return the state of every hand on every flop by the definition, with its board and combo."""
    table, strength = (
        open_table(name, folder, *BUCKET_TABLES),
        open_table("flop_strength", folder, StrengthTable),
    )
    board, combination, weight, values = bucket_definitions.flat(strength, table.attributes["metric"])
    if name == "classes_buckets":  # equal mass within each class
        before = table["preflop_bucket"][combination].astype(int)
        state, _ = bucket_definitions.within(values, weight, before, 3)
    else:  # the class is forgotten
        outer, inner = (
            bucket_definitions.equal_mass_buckets(values, weight, 2),
            bucket_definitions.flat(strength, "ehs")[3],
        )
        state, _ = bucket_definitions.within(inner, weight, outer, 3)
    return board, combination, weight, state


@pytest.mark.parametrize("name", ["classes_buckets", "nested_classes_buckets"])
def test_the_flop_follows_the_definition(lossless, name):
    board, combination, weight, expected = on_the_flop(name, lossless)
    table, states = open_table(name, lossless, *BUCKET_TABLES), card_states(name, lossless)
    some = np.random.default_rng(1).permutation(len(board))[:20_000]
    cards = boards(3).cards[board[some]]
    assert np.array_equal(table.state(COMBINATIONS[combination[some]], cards), expected[some])
    assert np.array_equal(states.of_hands(combination[some], cards), expected[some])
    assert np.array_equal(table["flop_mass"], np.bincount(expected, weight).astype(np.int64))
