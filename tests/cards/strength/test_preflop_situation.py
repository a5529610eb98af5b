"""Metrics of one situation before the flop are the same with each table and without tables."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata import CapacityError, Range, TableError
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.preflop import preflop_ihr
from pokerdata.cards.preflop.matchups import MatchupTable
from pokerdata.cards.strength import (
    distribution,
    e_hs2,
    ehr,
    histogram,
    ihr,
    schr,
    showdown_counts,
)
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

RNG = np.random.default_rng(20261126)


def test_uniform_showdowns_are_those_of_the_table(tables):
    table = open_table("preflop_strength", tables, StrengthTable)
    counts = showdown_counts(None)
    assert counts.dtype == np.int64
    assert np.array_equal(counts.sum(axis=1), np.full(1326, 1225 * 1_712_304))
    # The table counts flops and completions, this test boards; each board has ten flops.
    assert np.array_equal(10 * (2 * counts[:, 0] + counts[:, 1]), table.lookup(COMBINATIONS))
    values = schr(None)
    assert np.array_equal(values, table.lookup(COMBINATIONS) / table.denominator())


def test_weights_need_no_table_where_classes_are_whole(preflop_tables):
    opponent = "QQ+,AK,T9s:0.5,72o"
    weights = Range(opponent).weights
    matchups = open_table("preflop_matchups", preflop_tables, MatchupTable)
    for hole in COMBINATIONS[RNG.choice(1326, 20)]:
        held = np.flatnonzero((weights > 0) & ~np.isin(COMBINATIONS, hole).any(axis=1))
        wins, ties = matchups.lookup(hole, COMBINATIONS[held])
        expected = ((wins + ties / 2) @ weights[held]) / (1_712_304 * weights[held].sum())
        assert schr(hole, "", opponent) == pytest.approx(expected, rel=1e-12)
        split = f"{opponent},AcAd:0.25"
        held_too = Range(split).weights
        held = np.flatnonzero((held_too > 0) & ~np.isin(COMBINATIONS, hole).any(axis=1))
        wins, ties = matchups.lookup(hole, COMBINATIONS[held])
        expected = ((wins + ties / 2) @ held_too[held]) / (1_712_304 * held_too[held].sum())
        assert schr(hole, "", split, tables=preflop_tables) == pytest.approx(expected, rel=1e-12)


def test_published_match_up(preflop_tables):
    counts = showdown_counts("AcKd", "", "TdTh", tables=preflop_tables)
    assert counts.tolist() == [735_071, 6_691, 970_542]


def test_immediate_and_effective_hand_rank(preflop_tables):
    for opponents in (1, 2):
        for opponent in (None, "22+,AcKd"):
            expected = preflop_ihr("QhJh", opponents, opponent, preflop_tables)
            assert ihr("QhJh", "", opponent, opponents, preflop_tables) == expected
    values = ihr(COMBINATIONS[[5, 900]], (), tables=preflop_tables)
    assert np.asarray(values).tolist() == [
        preflop_ihr(COMBINATIONS[c], tables=preflop_tables) for c in (5, 900)
    ]
    for hand in ("3c2d", "AsAh"):
        better = max(ihr(hand, tables=preflop_tables), schr(hand))
        assert ehr(hand, tables=preflop_tables) == better


@pytest.mark.parametrize("hand", ["AdKd", "7h2s"])
def test_distributions_before_the_flop(tables, hand):
    flops = distribution(hand, street="next", tables=tables)
    assert flops.counts.sum() == histogram(hand, street="next", tables=tables).sum() == 19_600
    assert flops.mean == schr(hand)
    assert flops.mean_square == e_hs2(hand, kind="next", tables=tables)


def test_rivers_before_the_flop(tables):
    rivers = distribution("AdKd", tables=tables)
    assert rivers.counts.sum() == 2_118_760
    assert rivers.mean == schr("AdKd")
    assert rivers.mean_square == e_hs2("AdKd", tables=tables) == pytest.approx(0.5111270832, abs=5e-11)


def test_what_is_missing_is_named(tmp_path):
    with pytest.raises(TableError, match="pokerdata make preflop_matchups"):
        schr("AsKs", "", "AdKd", tables=tmp_path)
    with pytest.raises(TableError, match="pokerdata make preflop_matchups"):
        ihr("AsKs", tables=tmp_path)
    with pytest.raises(TableError, match="pokerdata make preflop_strength"):
        e_hs2("AsKs", tables=tmp_path)
    with pytest.raises(TableError, match="pokerdata make flop_strength"):
        distribution("AsKs", street="next", tables=tmp_path)
    for metric in (e_hs2, distribution, histogram):
        with pytest.raises(CapacityError, match="2,097,572,400 showdowns"):
            metric("AsKs", "", "QQ+", tables=tmp_path)
    with pytest.raises(ValueError, match="he can hold none of his hands"):
        schr("AsKs", "", "AsKs", tables=tmp_path)
