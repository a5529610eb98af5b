"""Buckets of each kind follow their definitions; sizes and recall in recipes."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from helpers import bucket_definitions
from pokerdata import CapacityError
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.abstraction.kinds import KINDS as ALL_KINDS
from pokerdata.cards import BOARD_SIZES, COMBINATIONS, STREETS
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.metrics import denominator
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.abstraction import read
from pokerdata.recipes.abstraction import stages as made_by
from pokerdata.recipes.recipe import Recipe
from pokerdata.recipes.table_kinds import TABLE_CLASSES

pytestmark = pytest.mark.slow  # it makes its own tables

DEALS = {"preflop": comb(52, 2), "flop": comb(50, 3), "turn": 47, "river": 46}
KINDS = ("equal_width", "between", "many", "twice", "recalled")
SPLITS = {"preflop": (5, 2), "flop": (3, 4), "turn": (2, 2), "river": (4, 3)}


def expected_buckets(name, street, strength, metric, values, weight, inner):
    """Return the buckets of the given hands by the definition: numerators, weights, and those of ehs."""
    count = open_table(f"{name}_buckets", strength.path.parent, *BUCKET_TABLES).bucket_counts[
        STREETS.index(street)
    ]
    if name == "equal_width":
        return bucket_definitions.equal_width_buckets(values, 0, denominator(street, metric), count)
    if name == "between":
        return bucket_definitions.equal_width_buckets(values, values.min(), values.max(), count)
    if name == "twice":
        outer, inside = SPLITS[street]
        return bucket_definitions.within(
            inner, weight, bucket_definitions.equal_mass_buckets(values, weight, outer), inside
        )[0]
    if count == 169:
        return np.unique(values, return_inverse=True)[1]
    return bucket_definitions.equal_mass_buckets(values, weight, count)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("street", ["preflop", "flop"])
def test_every_hand_has_the_bucket_of_the_definition(kinds, name, street):
    table, strength = (
        open_table(f"{name}_buckets", kinds, *BUCKET_TABLES),
        open_table(f"{street}_strength", kinds, StrengthTable),
    )
    metric = table.attributes["metric"]
    board, combination, weight, values = bucket_definitions.flat(strength, metric)
    inner = bucket_definitions.flat(strength, "ehs")[3]
    expected = expected_buckets(name, street, strength, metric, values, weight, inner)
    some = np.random.default_rng(1).permutation(len(values))[:20_000]
    cards = boards(3).cards[board[some]] if street == "flop" else np.empty((len(some), 0), np.uint8)
    assert np.array_equal(table.buckets(COMBINATIONS[combination[some]], cards)[:, -1], expected[some])
    if not table.perfect_recall:
        mass = table[f"{street}_mass"]  # a bucket may be empty
        assert np.array_equal(mass, np.bincount(expected, weight, len(mass)).astype(np.int64))


@pytest.mark.parametrize("name", ["between", "many", "twice"])
def test_the_turn_follows_the_definition(kinds, name):
    table, strength = (
        open_table(f"{name}_buckets", kinds, *BUCKET_TABLES),
        open_table("turn_strength", kinds, StrengthTable),
    )
    metric = table.attributes["metric"]
    board, combination, weight, values = bucket_definitions.flat(strength, metric)
    inner = bucket_definitions.flat(strength, "ehs")[3] if name == "twice" else None
    some = np.random.default_rng(2).permutation(len(values))[:20_000]
    if name == "between":  # least and greatest hand among the given ones
        some = np.r_[some, values.argmin(), values.argmax()]
        values, weight = values[some], weight[some]
    expected = expected_buckets(name, "turn", strength, metric, values, weight, inner)
    found = table.buckets(COMBINATIONS[combination[some]], boards(4).cards[board[some]])[:, -1]
    assert np.array_equal(found, expected if name == "between" else expected[some])


@pytest.fixture(scope="module")
def deals_of_n(tables):
    """Return the number of raw boards and hands with each n on the river."""
    n = np.asarray(open_table("river_strength", tables, StrengthTable)["n"])
    found = np.zeros(65536)
    for first in range(0, len(n), 10_000):
        weight = np.repeat(boards(5).orbit[first : first + 10_000], 1326)
        found += np.bincount(n[first : first + 10_000].ravel(), weight, minlength=65536)
    return found[:1981].astype(np.int64)


@pytest.mark.parametrize("name", KINDS)
def test_the_river_follows_the_definition(kinds, deals_of_n, name):
    """Hands with equal n are alike, so the river is the 1,981 values of n with their numbers of deals."""
    table, strength = (
        open_table(f"{name}_buckets", kinds, *BUCKET_TABLES),
        open_table("river_strength", kinds, StrengthTable),
    )
    weight = deals_of_n
    values = np.arange(1981) if table.attributes["metric"] == "ehs" else np.arange(1981) ** 2
    expected = expected_buckets(name, "river", strength, table.attributes["metric"], values, weight, values)
    found = (np.arange(1981)[:, None] >= table["river_thresholds"][0]).sum(axis=1)
    assert np.array_equal(found[weight > 0], expected[weight > 0])
    if not table.perfect_recall:
        mass = table["river_mass"]
        assert np.array_equal(mass, 20 * np.bincount(expected, weight, len(mass)).astype(np.int64))


@pytest.mark.parametrize("name", KINDS)
def test_masses_are_all_deals(kinds, name):
    table, total = open_table(f"{name}_buckets", kinds, *BUCKET_TABLES), 1
    for street, before in zip(STREETS, ["", *STREETS], strict=False):
        total *= DEALS[street]
        mass = table[f"{street}_mass"]
        assert mass.sum() == total
        if table.perfect_recall and before:
            sums = mass.reshape(len(table[f"{before}_mass"]), -1).sum(axis=1)
            assert np.array_equal(sums, table[f"{before}_mass"] * np.uint64(DEALS[street]))


def test_masses_of_sequences_are_those_of_their_hands(kinds):
    """On the flop every sequence is summed from its hands."""
    table, strength = (
        open_table("recalled_buckets", kinds, *BUCKET_TABLES),
        open_table("flop_strength", kinds, StrengthTable),
    )
    board, combination, weight, _ = bucket_definitions.flat(strength, "ehs2_river")
    state = table.state(COMBINATIONS[combination], boards(3).cards[board])
    assert np.array_equal(table["flop_mass"], np.bincount(state, weight).astype(np.int64))


def test_percentiles_are_equal_up_to_tie_groups(kinds):
    """Each boundary lies within half a tie group of its ideal position, and no group is split."""
    table, strength = (
        open_table("many_buckets", kinds, *BUCKET_TABLES),
        open_table("flop_strength", kinds, StrengthTable),
    )
    _, _, weight, values = bucket_definitions.flat(strength, "ehs")
    largest = np.bincount(np.unique(values, return_inverse=True)[1], weight).max()
    after = np.cumsum(table["flop_mass"].astype(np.int64))
    even = after[-1] * np.arange(1, 41) / 40
    assert np.all(np.abs(after - even) <= largest / 2 + 1)


def test_recall(kinds):
    """A state is the last bucket alone, or determines the state on the street before."""
    cards = np.array([np.random.default_rng(i).permutation(52)[:7] for i in range(200)], np.uint8)
    holes, board = cards[:, :2], cards[:, 2:]
    for name in ("many", "recalled"):
        table, before = open_table(f"{name}_buckets", kinds, *BUCKET_TABLES), np.zeros(200, int)
        for street, count in zip(STREETS, table.bucket_counts, strict=True):
            so_far = board[:, : BOARD_SIZES[street]]
            state, bucket = table.state(holes, so_far), table.buckets(holes, so_far)[:, -1]
            assert np.array_equal(state, bucket if name == "many" else before * count + bucket)
            before = state.astype(int)


def stages(name, keys):
    """Return the stages of a section [abstraction.NAME]."""
    section = read(f"[abstraction.{name}]", keys)
    return made_by(name, section, Recipe("", {}), {})


def section(**changes):
    return {"kind": "history", "buckets": [5, 5, 5, 5]} | changes


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"kind": "kmedian"}, "no kind 'kmedian'.*Expected one of history, uniform"),
        ({"metric": "ehs3"}, "metric: expected .*got 'ehs3'"),
        ({"recall": "none"}, "recall: expected perfect or imperfect.*got 'none'"),
        ({"recall": "imperfect"}, r"recall: expected 'perfect' for the kind history, .*, got 'imperfect'"),
        ({"buckets": [5, 5, 5]}, "expected four whole numbers from 2 to 1000"),
        ({"buckets": [5, 5, 5, 1001]}, "expected four whole numbers from 2 to 1000"),
        ({"buckets": [170, 5, 5, 5]}, r"preflop \(at most 169"),
        ({"buckets": [5, 5, 5, 1]}, "expected four whole numbers"),
        ({"buckets": [5, 5, 5, True]}, "expected four whole numbers"),
        ({"buckets": [5, 5, 5, "5x2"]}, "expected four whole numbers"),
        ({"buckets": [5, "lossless", 5, 5]}, "expected four whole numbers"),
        ({"kind": "nested"}, "expected four texts like '5x2'"),
        ({"kind": "nested", "buckets": ["5x2"] * 3 + ["5x1"]}, "expected four texts like '5x2'"),
    ],
)
def test_bad_sections_are_named(changes, says):
    with pytest.raises(ValueError, match=rf"(?i)\[abstraction\.mine\]: .*{says}"):
        stages("mine", section(**changes))


def test_sizes():
    assert read("", section(buckets=["lossless", 5, 6, 7])).counts == (169, 5, 6, 7)
    nested = read("", section(kind="nested", buckets=[169, "5x2", "3 x 3", "2x2"]))
    assert nested.counts == (169, 10, 9, 4)


def test_too_many_sequences():
    """Beyond 10,000 sequences only buckets are allowed, and beyond 16 bits nothing is."""
    big = section(buckets=["lossless", 5, 5, 5])
    assert [stage.name for stage in stages("big", big)] == ["big_buckets"]
    assert not read("", big).is_counted
    with pytest.raises(
        CapacityError,
        match=(
            r"\[abstraction\.big\]: expected at most 10,000 bucket sequences on the river, or "
            r"public.*got 21,125, whose joint counts would take 14 GB"
        ),
    ):
        read("", big).check_counted("big")
    imperfect = section(kind="percentile", recall="imperfect", buckets=["lossless", 500, 500, 500])
    assert [stage.name for stage in stages("wide", imperfect)] == ["wide_buckets"]
    with pytest.raises(ValueError, match=r"imperfect recall.*public chance sampling, algorithm = \"pcs\""):
        read("", imperfect).check_counted("wide")
    huge = r"\[abstraction.huge\].*recall = \"imperfect\" \(any kind but history\) and .*\"pcs\", got .* which are 228,488"
    with pytest.raises(CapacityError, match=huge):
        stages("huge", section(buckets=[169, 13, 13, 8]))
    assert len(stages("most", section(buckets=[10, 10, 10, 10]))) == 3
    (counts,) = (s.cost for s in stages("most", section(buckets=[10] * 4)) if s.name == "most_counts")
    assert counts.what_fits is not None
    assert counts.what_fits(counts.memory_bytes) == "10 buckets a street fit"
    assert counts.what_fits(counts.memory_bytes - 1) == "9 buckets a street fit"


def test_every_kind_has_its_table_among_those_that_are_opened():
    assert {kind.TABLE for kind in ALL_KINDS.values()} == set(BUCKET_TABLES)
    assert len({table.KIND for table in TABLE_CLASSES}) == len(TABLE_CLASSES)
    assert set(BUCKET_TABLES) < set(TABLE_CLASSES)


def test_an_abstraction_in_words():
    assert read("", section(metric="ehs")).describe() == "history, ehs, 5-5-5-5"
    clustered = {"kind": "kmeans", "recall": "imperfect", "buckets": ["lossless", 500, 500, 500]}
    assert read("", clustered).describe() == "kmeans, histogram, imperfect recall, lossless-500-500-500"


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (
            {"points": "x"},
            r"^here: the key 'kind' is missing\. Expected one of history, uniform, .*e\.g\. kind = \"history\"$",
        ),
        (
            {"kind": 5},
            r"here: no kind 5\. Expected one of history, .*kmeans",
        ),
        (
            {"kind": "kmean"},
            r"here: no kind 'kmean', did you mean 'kmeans'\? Expected one of history, uniform, "
            r"minmax,.*",
        ),
        (
            {"kind": "kmeans", "points": "potential", "bins": 10, "buckets": [5] * 4},
            r"here: bins: expected none with points = 'potential', got 10",
        ),
        (
            {"kind": "history", "recall": "imperfect", "boards": 500, "buckets": [5] * 4},
            "for the kind history",
        ),
    ],
)
def test_the_true_reason_is_named(keys, says):
    with pytest.raises(ValueError, match=says):
        read("here", keys)
