"""Exact values of the strength tables, and identities that link the streets."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength import denominator
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.manifest import differences, entries_of, read_all
from pokerdata.pipeline.store.opening import data_path

STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
DEALS = {"preflop": 1, "flop": comb(52, 3), "turn": comb(52, 4), "river": comb(52, 5)}


def weighted_sum(table, metric):
    """Return the sum of a metric's numerators over boards and hands, weighted by orbits: an exact integer."""
    if table.street == "preflop":
        return sum(map(int, table.metric(metric)))
    stored = table["n"] if table.street == "river" else table.metric(metric)
    total = 0
    for first in range(0, len(stored), 4096):  # in blocks, to save memory
        values = stored[first : first + 4096]
        values = np.where(values == np.iinfo(values.dtype).max, 0, values).astype(np.uint64)
        if table.street == "river" and metric != "ehs":
            values = values * values
        orbits = boards(STREETS[table.street]).orbit[first : first + 4096].astype(np.uint64)
        total += int((values.sum(axis=1) * orbits).sum())  # about 5e15, which fits
    return total


@pytest.mark.parametrize("street", STREETS)
def test_mean_ehs_is_exactly_one_half(tables, street):
    table = open_table(f"{street}_strength", tables, StrengthTable)
    hands = comb(52 - STREETS[street], 2)
    mean = Fraction(weighted_sum(table, "ehs"), DEALS[street] * hands * denominator(street, "ehs"))
    assert mean == Fraction(1, 2)


def test_mean_of_squared_river_strength_agrees_on_every_street(tables):
    means = set()
    for street, size in STREETS.items():
        table = open_table(f"{street}_strength", tables, StrengthTable)
        divisor = DEALS[street] * comb(52 - size, 2) * denominator(street, "ehs2_river")
        means.add(Fraction(weighted_sum(table, "ehs2_river"), divisor))
    assert len(means) == 1
    assert float(means.pop()) == pytest.approx(0.336917458205, abs=5e-13)


# Smallest and largest value of each metric (exact enumeration; the "next" column as Eriksson 2012 prints it).
EXTREMES = [
    ("preflop", "ehs", 0.3230322813, 0.8520371330, 5e-11),
    ("preflop", "ehs2_river", 0.1995096995, 0.7372111884, 5e-11),
    ("preflop", "ehs2_next", 0.1431, 0.7289, 6e-5),
    ("flop", "ehs", 0.110735010, 1.0, 5e-10),
    ("flop", "ehs2_river", 0.037794424, 1.0, 5e-10),
    ("flop", "ehs2_next", 0.0200, 1.0, 6e-5),
    ("turn", "ehs", 0.045169082, 1.0, 5e-10),
    ("turn", "ehs2_river", 0.013419970, 1.0, 5e-10),
]


@pytest.mark.parametrize(("street", "metric", "least", "most", "tolerance"), EXTREMES)
def test_extremes(tables, street, metric, least, most, tolerance):
    table = open_table(f"{street}_strength", tables, StrengthTable)
    values = np.asarray(table.metric(metric))
    if street != "preflop":
        values = values[values != np.iinfo(values.dtype).max]
    divisor = denominator(street, metric)
    assert values.min() / divisor == pytest.approx(least, abs=tolerance)
    assert values.max() / divisor == pytest.approx(most, abs=tolerance)


HANDS = [
    ("As Ah", 0.8520371330, 0.7372111884),
    ("3c 2d", 0.3230322813, 0.1995096995),
    ("Ad Kd", 0.6704463231, 0.5111270832),
    ("7h 2s", 0.3458364732, 0.2072924670),
    ("2d 2s", 0.5033401908, 0.3111538518),
]


@pytest.mark.parametrize(("hand", "ehs", "ehs2"), HANDS)
def test_preflop_hands(tables, hand, ehs, ehs2):
    from pokerdata import parse_cards

    table = open_table("preflop_strength", tables, StrengthTable)
    cards = parse_cards(hand)
    assert table.lookup(cards) / table.denominator() == pytest.approx(ehs, abs=5e-11)
    assert table.lookup(cards, metric="ehs2_river") / table.denominator("ehs2_river") == pytest.approx(
        ehs2, abs=5e-11
    )


# Hands, flop, hands behind / tied / ahead of us now, IHR, and EHS (Billings 2002 for the first).
FLOPS = [
    ("AdQc", "3h4cJh", 628, 9, 444, 0.585106, 0.511399),
    ("Ks2s", "7s6cAs", 544, 9, 528, 0.507401, 0.629164),
    ("Qc9s", "Ad4hJd", 492, 9, 580, 0.459297, 0.415356),
]


@pytest.mark.parametrize(("hand", "flop", "ahead", "tied", "behind", "ihr", "ehs"), FLOPS)
def test_present_and_expected_strength_on_flops(tables, hand, flop, ahead, tied, behind, ihr, ehs):
    table = open_table("flop_strength", tables, StrengthTable)
    found_ahead, found_tied = (int(table.lookup(hand, flop, metric=m)) for m in ("ahead", "tied"))
    assert (found_ahead, found_tied, 1081 - found_ahead - found_tied) == (ahead, tied, behind)
    assert (2 * found_ahead + found_tied) / 2162 == pytest.approx(ihr, abs=5e-7)
    assert table.lookup(hand, flop) / table.denominator() == pytest.approx(ehs, abs=5e-7)


def test_published_expected_strength(tables):
    """7h8h on Js 6h 5h: .6517 (Billings et al. 2002 call it HS; it is the mean over all roll-outs)."""
    table = open_table("flop_strength", tables, StrengthTable)
    assert table.lookup("7h8h", "Js6h5h") / table.denominator() == pytest.approx(0.6517, abs=5e-5)


def test_tables_have_the_digests_of_the_manifest(tables):
    manifest = read_all(data_path("tables") / "manifest.toml")[0]
    for name in ("rank_codes", "boards", *(f"{s}_strength" for s in STREETS)):
        table = open_table(name, tables)
        table.verify()
        assert differences(manifest[name], entries_of(table)) == []
