"""Metrics of one situation agree with enumeration, published values and identities between them."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers import enumeration
from pokerdata import Range, parse_cards
from pokerdata.cards import COMBINATIONS, combination_index
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps
from pokerdata.cards.strength import (
    ehr,
    ehs_by_potential,
    hs,
    hs_power,
    ihr,
    npot,
    potential_counts,
    ppot,
    present_counts,
    schr,
    showdown_counts,
)
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

RNG = np.random.default_rng(20261122)
ONES = np.ones(1326)

# Exact enumeration, ties counting half; counts of the first published by Billings et al. 2002.
REFERENCE = [
    ("AdQc", "3h4cJh", (628, 9, 444), 0.585106, 0.511399, 0.208324, 0.273693, 0.108312, 0.145402),
    ("Ks2s", "7s6cAs", (544, 9, 528), 0.507401, 0.629164, 0.432285, 0.179699, 0.258007, 0.113765),
    ("Qc9s", "Ad4hJd", (492, 9, 580), 0.459297, 0.415356, 0.152319, 0.274987, 0.072370, 0.138234),
]


@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: f"{row[0]} on {row[1]}")
def test_reference_values(row):
    hole, board, present, *values = row
    assert present_counts(hole, board).tolist() == list(present)
    found = [
        ihr(hole, board),
        schr(hole, board),
        ppot(hole, board, cards=2),
        npot(hole, board, cards=2),
        ppot(hole, board, cards=1),
        npot(hole, board, cards=1),
    ]
    assert found == pytest.approx(values, abs=5e-7)
    assert ppot(hole, board) == ppot(hole, board, cards=2)
    assert hs(hole, board) == ihr(hole, board)
    assert ehr(hole, board) == max(found[:2])
    assert hs_power(hole, board, opponents=3) == pytest.approx(values[0] ** 3, abs=1e-6)


def test_published_potential_counts():
    counts = potential_counts("AdQc", "3h4cJh")
    assert counts.dtype == np.int64
    assert counts.tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]


def test_published_expected_strength():
    """Billings et al. 2002 print .6517 for the mean over all roll-outs."""
    assert schr("7h8h", "Js6h5h") == pytest.approx(0.6517, abs=5e-5)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize(("size", "extra"), [(3, 1), (4, 1), (5, 0), (3, 2)])
def test_against_enumeration(size, extra, weighted):
    for _ in range(1 if extra == 2 else 4):
        cards = RNG.permutation(52).astype(np.uint8)
        hole, board = cards[:2], cards[2 : 2 + size]
        weights = RNG.random(1326) * (RNG.random(1326) < 0.5) if weighted else ONES
        expected = enumeration.standings(hole, board, extra, weights / weights.max()).sum(axis=0)
        opponent = weights if weighted else None
        now, finally_ = expected.sum(axis=1), expected.sum(axis=0)
        if extra:
            assert potential_counts(hole, board, opponent, extra) == pytest.approx(expected, rel=1e-12)
        if size + extra == 5:
            assert showdown_counts(hole, board, opponent) == pytest.approx(finally_, rel=1e-12)
            share = (finally_[0] + finally_[1] / 2) / finally_.sum()
            assert schr(hole, board, opponent) == pytest.approx(share, rel=1e-12)
        assert ihr(hole, board, opponent) == pytest.approx((now[0] + now[1] / 2) / now.sum(), rel=1e-12)


def exact_strength_by_potential(counts):
    """Return HS(1 - NPot) + (1 - HS)PPot in exact fractions."""
    (aa, at, ab), (ta, tt, tb), (ba, bt, bb) = ([Fraction(int(n)) for n in row] for row in counts)
    half = Fraction(1, 2)
    ahead, tied, behind = aa + at + ab, ta + tt + tb, ba + bt + bb
    hs = (ahead + tied * half) / (ahead + tied + behind)
    ppot_below, npot_below = behind + tied * half, ahead + tied * half
    ppot = (ba + bt * half + ta * half) / ppot_below if ppot_below else 0
    npot = (ab + at * half + tb * half) / npot_below if npot_below else 0
    return hs * (1 - npot) + (1 - hs) * ppot


def test_exact_strength_by_potential_is_strength_by_roll_out():
    for _ in range(10):
        cards = RNG.permutation(52).astype(np.uint8)
        hole, board = cards[:2], cards[2:5]
        counts = potential_counts(hole, board)
        won, tied, lost = (int(n) for n in showdown_counts(hole, board))
        exact = exact_strength_by_potential(counts)
        assert exact == Fraction(2 * won + tied, 2 * (won + tied + lost))
        assert ehs_by_potential(hole, board) == pytest.approx(float(exact), abs=1e-15)
        weights = RNG.random(1326)
        assert ehs_by_potential(hole, board, weights) == pytest.approx(schr(hole, board, weights), abs=1e-12)


def test_optimistic_strength_and_several_opponents():
    strength, up, down = ihr("Ks2s", "7s6cAs"), ppot("Ks2s", "7s6cAs"), npot("Ks2s", "7s6cAs")
    for k in (1, 2, 5):
        s = strength**k
        optimistic = ehs_by_potential("Ks2s", "7s6cAs", kind="optimistic", opponents=k)
        assert optimistic == pytest.approx(s + (1 - s) * up)
        assert ehs_by_potential("Ks2s", "7s6cAs", opponents=k) == pytest.approx(s * (1 - down) + (1 - s) * up)


def test_denominators_of_zero_give_zero():
    assert ppot("As Ks", "Qs Js Ts") == 0  # nobody is ahead or tied
    assert npot("As Ks", "Qs Js Ts") == 0
    assert npot("7c 2d", "Ah Kh Qs", "JcTc") == 0  # ahead of nobody


def test_all_hands_at_once():
    board = parse_cards("Js 6h 5h")
    blocked = np.isin(COMBINATIONS, board).any(axis=1)
    for opponent in (None, "QQ+,AKs,T9s:0.5", "22-99,KQ"):
        counts = potential_counts(None, board, opponent, 1)
        assert counts.shape == (1326, 3, 3)
        assert not counts[blocked].any()
        picked = RNG.choice(np.flatnonzero(~blocked), 40)
        assert np.array_equal(counts[picked], potential_counts(COMBINATIONS[picked], board, opponent, 1))
        for metric in (ihr, partial(ppot, cards=1), partial(ehs_by_potential, cards=1)):
            values = np.asarray(metric(None, board, opponent))
            assert np.array_equal(np.isnan(values), blocked)
            assert np.array_equal(values[picked], metric(COMBINATIONS[picked], board, opponent))
    picked = picked[:4]
    assert np.array_equal(
        potential_counts(None, board)[picked], potential_counts(COMBINATIONS[picked], board)
    )
    assert np.array_equal(np.asarray(schr(None, board))[picked], schr(COMBINATIONS[picked], board))


def test_a_hand_that_leaves_the_opponent_nothing_is_not_a_number():
    values = np.asarray(ihr(None, "Ah 7c 2d", "AsAd"))
    assert np.isnan(values[combination_index(parse_cards("As Ks"))])
    assert values[combination_index(parse_cards("Ks Kd"))] == 0


def test_shapes_and_threads():
    hands = COMBINATIONS[[[3, 700], [900, 1200]]]
    board = parse_cards("2h 7h 9s Jc")
    assert np.shape(ihr(hands, board)) == (2, 2)
    assert potential_counts(hands, board).shape == (2, 2, 3, 3)
    assert isinstance(ihr(hands[0, 0], board), float)
    assert np.shape(ihr(hands[:0], board)) == np.shape(ppot(hands[:0], board)) == (0, 2)
    weights = RNG.random(1326)
    counts = [showdown_counts(None, board, weights, threads=n) for n in (1, 2, 3)]
    assert np.array_equal(counts[0], counts[1])
    assert np.array_equal(counts[0], counts[2])


def test_weights():
    hole, board = parse_cards("Ks 2s"), parse_cards("7s 6c As")
    weights = RNG.random(1326)
    for metric in (ihr, schr, ppot, npot, ehr, ehs_by_potential):
        value = metric(hole, board, weights)
        assert metric(hole, board, 4 * weights) == value
        assert metric(hole, board, 1e-7 * weights) == pytest.approx(value, rel=1e-12)
        assert metric(hole, board, "random") == metric(hole, board, np.full(1326, 0.3)) == metric(hole, board)
        assert metric(hole, board, Range("QQ+,AKs:0.5")) == metric(hole, board, "QQ+,AKs:0.5")
    removed = Range("22+").without("9c")
    assert np.array_equal(
        potential_counts(hole, board, removed), potential_counts(hole, board, "22+,9c9d:0,9c9h:0,9c9s:0")
    )
    assert potential_counts(hole, board, removed).dtype == np.int64
    assert potential_counts(hole, board, weights).dtype == np.float64


@settings(max_examples=25)
@given(
    cards=st.permutations(range(52)).map(lambda p: np.array(p[:7], np.uint8)),
    permutation=st.integers(0, 23),
    size=st.integers(3, 5),
    seed=st.integers(0, 1000),
)
def test_suits_and_order_do_not_matter(cards, permutation, size, seed):
    moved = (cards & ~np.uint8(3)) | SUIT_PERMUTATIONS[permutation][cards & 3]
    weights = np.random.default_rng(seed).integers(0, 4, 1326) / 4.0  # sums of these are exact
    moved_weights = np.empty(1326)
    moved_weights[combination_maps()[permutation]] = weights
    weights[combination_index(cards[5:])] = moved_weights[combination_index(moved[5:])] = 1
    here, there = cards[2 : 2 + size], moved[2 : 2 + size][::-1]
    if size < 5:
        found = potential_counts(cards[:2], here, weights, 1)
        assert np.array_equal(found, potential_counts(moved[1::-1], there, moved_weights, 1))
    found = present_counts(cards[:2], here, weights)
    assert np.array_equal(found, present_counts(moved[1::-1], there, moved_weights))
    assert found.sum() > 0


def test_run_outs_are_listed_in_the_order_of_the_counts():
    from pokerdata._core import strength as kernels

    for size, extra in ((3, 2), (4, 1), (5, 0)):
        cards = RNG.permutation(52).astype(np.uint8)
        hole, board = cards[:2], cards[2 : 2 + size]
        found = kernels.run_outs(hole, board, extra)
        assert found.tolist() == [list(map(int, cards)) for cards in enumeration.run_outs(hole, board, extra)]
    turn = kernels.standings(hole[None], board[:4], 1, ONES, each=True)
    assert np.array_equal(turn[0], enumeration.standings(hole, board[:4], 1, ONES))


def test_agrees_with_the_tables(tables):
    for size, street in {3: "flop", 4: "turn", 5: "river"}.items():
        table = open_table(f"{street}_strength", tables, StrengthTable)
        for _ in range(5):
            cards = RNG.permutation(52).astype(np.uint8)
            hole, board = cards[:2], cards[2 : 2 + size]
            won, tied, _ = showdown_counts(hole, board)
            assert 2 * won + tied == table.lookup(hole, board)
            assert schr(hole, board) == table.lookup(hole, board) / table.denominator()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"holes": "As As"}, "duplicate card 'As'"),
        ({"holes": "As"}, "holes: expected shape (..., 2), got (1,)"),
        (
            {"holes": 1.5},
            "holes: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype float64",
        ),
        (
            {"holes": [[1, 2], [3]]},
            "holes: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype object",
        ),
        (
            {"holes": "7s Ks"},
            "hole cards: expected other cards than the board, got 7s Ks, which share a card with 7s 6c Ah",
        ),
        ({"board": "7s 6c"}, "board: expected 3 or 4 cards, got 2"),
        ({"board": "7s 7s Ah"}, "duplicate card '7s'"),
        (
            {"board": None},
            "board: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype object",
        ),
        ({"board": "7s 6c Ah 2d 3d"}, "board: expected 3 or 4 cards, got 5; e.g. '7s 6c As Td'"),
        ({"opponent": "QY"}, "QY"),
        ({"opponent": np.ones(3)}, "weights: expected 1326 numbers"),
        (
            {"opponent": np.zeros(1326)},
            "opponent: expected some hand that he may hold, got weights that are all 0",
        ),
        ({"opponent": -ONES}, "weight of combination 0: expected a finite number"),
        ({"opponent": "7s6c"}, "he can hold none of his hands"),
        ({"cards": 3}, "cards: expected a whole number from 1 to 2, got 3"),
        ({"cards": 1.0}, "cards: expected a whole number from 1 to 2, got 1.0"),
        ({"cards": True}, "cards: expected a whole number from 1 to 2, got True"),
        ({"threads": -1}, "threads: expected a whole number from 0 to 1024, got -1"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(ValueError) as error:
        potential_counts(**({"holes": "As Kd", "board": "7s 6c Ah"} | arguments))
    assert says in str(error.value)


def test_bad_kinds_are_named():
    with pytest.raises(ValueError, match=r"kind: expected one of exact, optimistic.*got 'rough'"):
        ehs_by_potential("As Kd", "7s 6c Ah", kind="rough")
    with pytest.raises(ValueError, match="opponents: expected a whole number from 1 to 22, got 0"):
        ehs_by_potential("As Kd", "7s 6c Ah", opponents=0)
    with pytest.raises(
        ValueError,
        match=(
            r"opponents: expected 1 or 2, for which hand ranks are exact, got 3; for more use "
            r"ihr_sampled, e\.g\..*"
        ),
    ):
        ihr("As Kd", "7s 6c Ah", opponents=3)
