"""Buckets of real hands: properties of their centres, masses and states."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from helpers.formats import check_described
from pokerdata import CapacityError, Situation
from pokerdata.abstraction import card_states
from pokerdata.abstraction.clustered import ClusteredTable
from pokerdata.abstraction.clustering import SCALE, cluster_line, earth_movers_distance
from pokerdata.cards import (
    BOARD_SIZES,
    COMBINATIONS,
    STREETS,
    combination_index,
    combinations_with,
    parse_cards,
)
from pokerdata.cards.combinations import CLASS_OF_COMBINATION
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength import distribution
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.abstraction import read
from pokerdata.recipes.abstraction import stages as made_by
from pokerdata.recipes.recipe import Recipe

pytestmark = pytest.mark.slow  # it makes its own tables

DEALS = {"preflop": comb(52, 2), "flop": comb(50, 3), "turn": 47, "river": 46}


@pytest.fixture(params=["shapes", "shapes_recalled"])
def histograms(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=["shapes", "shapes_recalled", "pairs"])
def table(request):
    return request.getfixturevalue(request.param)


def test_a_hand_is_in_the_bucket_of_its_nearest_centre(histograms):
    """Histograms are enumerated hand by hand here, not read from tables."""
    table, rng = histograms, np.random.default_rng(1)
    for size in (3, 4) * 10:
        cards = rng.permutation(52).astype(np.uint8)
        holes, board = cards[:2], cards[2 : 2 + size]
        street = STREETS[size - 2]
        histogram = distribution(holes, board).histogram(table.attributes["parameters"]["bins"])
        distances = np.abs(table[f"{street}_centres"] - np.cumsum(histogram)[:-1]).sum(axis=1)
        assert distances[table.buckets(holes, board)[-1]] == distances.min()


def test_points_of_strength_and_potential(pairs):
    potential, folder = SCALE * np.ones(2), pairs.path.parent
    rng = np.random.default_rng(2)
    for size in (3, 4) * 10:
        cards = rng.permutation(52).astype(np.uint8)
        holes, board = cards[:2], cards[2 : 2 + size]
        street = STREETS[size - 2]
        situation = Situation(holes, board)
        point = np.rint(
            potential * [situation["schr"].value, situation["ppot2" if size == 3 else "ppot1"].value]
        )
        distances = ((pairs[f"{street}_centres"] - point) ** 2).sum(axis=1)
        assert distances[pairs.buckets(holes, board)[-1]] == distances.min()
    preflop = open_table("preflop_strength", folder, StrengthTable)
    ehs, square = (preflop[m] / preflop.denominator(m) for m in ("ehs", "ehs2_river"))
    points = SCALE * np.stack([ehs, np.sqrt(square - ehs**2)], axis=1)
    distances = ((points[:, None] - pairs["preflop_centres"]) ** 2).sum(axis=2)
    own = np.take_along_axis(distances, pairs["preflop_bucket"][:, None].astype(int), axis=1)[:, 0]
    assert np.all(own <= distances.min(axis=1) + 2 * SCALE)  # points are rounded


def test_before_the_flop_histograms_are_sums_of_those_on_it(shapes_recalled):
    """This compares a sample of all run-outs of a hand with the centre of its bucket and the others."""
    rng, river = (
        np.random.default_rng(4),
        open_table("river_strength", shapes_recalled.path.parent, StrengthTable),
    )
    for text in ("As Ad", "7s 2d", "Js Ts", "4h 4c"):
        hole = parse_cards(text)
        rest = np.setdiff1d(np.arange(52, dtype=np.uint8), hole)
        boards_drawn = np.array([rng.permutation(rest)[:5] for _ in range(20_000)])
        n = river.lookup(hole, boards_drawn).astype(int)
        drawn = np.bincount(np.minimum(9, 10 * n // 1980), minlength=10)
        centres = np.diff(shapes_recalled["preflop_centres"], axis=1, prepend=0, append=19600 * 1081)
        distances = earth_movers_distance(drawn, centres)
        assert distances[shapes_recalled.buckets(hole)[-1]] < distances.min() + 0.01


def test_buckets_are_numbered_by_strength(table):
    for street in STREETS:
        strength = table[f"{street}_strength"]
        assert np.all(np.diff(strength) >= 0)
    flop = open_table("flop_strength", table.path.parent, StrengthTable)
    buckets, ehs = table["flop_buckets"], flop["ehs"]
    weight = np.broadcast_to(boards(3).orbit[:, None], buckets.shape)
    for bucket in (0, 2):
        here = buckets == bucket
        mean = np.average(ehs[here], weights=weight[here]) / flop.denominator()
        assert table["flop_strength"][bucket] == pytest.approx(mean, rel=1e-12)


def test_lossless_before_the_flop(shapes):
    buckets = shapes["preflop_bucket"]
    assert len(np.unique(buckets)) == 169
    assert len(np.unique(np.stack([buckets, CLASS_OF_COMBINATION]), axis=1).T) == 169
    assert buckets[combination_index("As Ad")] == 168
    assert buckets[combination_index("3s 2d")] == 0


def test_masses_are_all_deals(table):
    total = 1
    for street, before in zip(STREETS, ["", *STREETS], strict=False):
        total *= DEALS[street]
        mass = table[f"{street}_mass"]
        assert mass.sum() == total
        if table.perfect_recall and before:
            sums = mass.reshape(len(table[f"{before}_mass"]), -1).sum(axis=1)
            assert np.array_equal(sums, table[f"{before}_mass"] * np.uint64(DEALS[street]))
    if not table.perfect_recall:
        weight = np.broadcast_to(boards(4).orbit[:, None], table["turn_buckets"].shape)
        live = table["turn_buckets"] != 0xFFFF
        assert np.array_equal(table["turn_mass"], 4 * np.bincount(table["turn_buckets"][live], weight[live]))


def test_the_river_is_the_best_division_of_n(shapes):
    n = open_table("river_strength", shapes.path.parent, StrengthTable)["n"]
    deals = np.zeros(65536)
    for first in range(0, len(n), 10_000):
        weight = np.repeat(boards(5).orbit[first : first + 10_000], 1326)
        deals += np.bincount(n[first : first + 10_000].ravel(), weight, minlength=65536)
    best = cluster_line(20 * deals[:1981].astype(np.int64), 8)
    values = np.flatnonzero(deals[:1981])
    bucket = np.searchsorted(shapes["river_thresholds"][0], values, side="right")
    assert np.array_equal(bucket, best.nearest[values])
    assert np.array_equal(shapes["river_mass"], 20 * np.bincount(bucket, deals[values]).astype(np.int64))


def test_suits_may_be_permuted_and_look_ups_agree(table):
    rng = np.random.default_rng(3)
    cards = np.array([rng.permutation(52)[:7] for _ in range(300)], np.uint8)
    suits = np.array([rng.permutation(4) for _ in range(300)], np.uint8)
    permuted = cards & ~np.uint8(3) | np.take_along_axis(suits, cards & 3, axis=1)
    states = card_states(table.name, table.path.parent)
    for size in BOARD_SIZES.values():
        here = table.state(cards[:, :2], cards[:, 2 : 2 + size])
        assert np.array_equal(here, table.state(permuted[:, :2], permuted[:, 2 : 2 + size]))
        hands, board = combination_index(cards[:, :2]), np.ascontiguousarray(cards[:, 2 : 2 + size])
        assert np.array_equal(here, states.of_hands(hands, board))
        row, blocked = states.of_board(board[0]), combinations_with(board[0])
        assert np.array_equal(row[~blocked], table.state(COMBINATIONS[~blocked], board[0]))
        assert np.all(row[blocked] == 0xFFFF)


def test_no_start_was_made_worse(table):
    for street in ("flop", "turn"):
        start, end, iterations, _ = table[f"{street}_runs"].T
        assert np.all(end < start)
        assert np.all(iterations >= 1)


def stages(name, keys):
    """Return the stages of a section [abstraction.NAME]."""
    section = read(f"[abstraction.{name}]", keys)
    return made_by(name, section, Recipe("", {}), {})


def section(**changes):
    return {"kind": "kmeans", "buckets": [5, 5, 5, 5]} | changes


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"points": "ehs"}, "points: expected histogram or potential.*got 'ehs'"),
        ({"buckets": [5, 5, 5]}, "expected four whole numbers"),
        ({"buckets": [5, 5, 5, 1]}, "expected four whole numbers"),
        ({"recall": "some"}, "recall: expected .*got 'some'"),
        ({"bins": 201}, "bins: expected a whole number from 2 to 200.*got 201"),
        ({"restarts": 0}, "restarts: expected .*got 0"),
        ({"iterations": 0}, "iterations: expected .*got 0"),
        ({"seed": -1}, "seed: expected .*got -1"),
    ],
)
def test_bad_sections_are_named(changes, says):
    with pytest.raises(ValueError, match=rf"\[abstraction\.mine\]: .*{says}"):
        stages("mine", section(**changes))


def test_which_stages_there_are():
    assert [s.name for s in stages("mine", section())] == ["mine_buckets", "mine_counts", "mine_transitions"]
    wide = section(recall="imperfect", buckets=["lossless", 500, 500, 500])
    (only,) = stages("wide", wide)
    assert "bins" in only.parameters
    (only,) = stages("wide", wide | {"points": "potential"})
    assert "bins" not in only.parameters
    assert set(only.parents) > {"flop_potential", "turn_potential"}
    with pytest.raises(CapacityError, match=r'sequences.*recall = "imperfect".*and public chance sampling'):
        stages("wide", wide | {"recall": "perfect"})


def test_the_table_is_described(shapes: ClusteredTable) -> None:
    assert shapes.kind in check_described(shapes.path.parent)
