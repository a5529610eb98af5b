"""Hand strength against two or more opponents agrees with enumerating their hands."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from helpers import enumeration
from pokerdata import Range, parse_cards
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.strength import hs_power, ihr, ihr_sampled

RNG = np.random.default_rng(20261123)


def by_enumeration(hole, board, weights, opponents):
    """Return our mean share of the pot over all ordered choices of disjoint hands."""
    held = np.intersect1d(np.flatnonzero(weights), enumeration.free_hands([*hole, *board]))
    mine = enumeration.code_of(hole, board)
    standing = dict(zip(held, enumeration.standing(mine, enumeration.codes_on(board, held)), strict=True))
    won = total = 0.0
    for hands in permutations(held, opponents):
        if len(np.unique(COMBINATIONS[list(hands)])) == 2 * opponents:
            weight = float(np.prod(weights[list(hands)]))
            total += weight
            if all(standing[hand] < 2 for hand in hands):
                won += weight / (1 + sum(standing[hand] == 1 for hand in hands))
    return won / total


@pytest.mark.parametrize(
    ("hole", "board", "opponent"),
    [
        ("AhKd", "As 7c 2d", "AK,AQ:0.5,77"),
        ("AhKd", "As 7c 2d 3s 4s", "AK,65s:0.3,QQ"),
        ("9h8d", "Ts Js Qc Kd Ac", "99+"),
        ("AcTd", "Ts Js Qc Kd", "A9,98s"),
    ],
)
def test_two_and_three_against_enumeration(hole, board, opponent):
    weights = Range(opponent).weights
    hole, board = parse_cards(hole), parse_cards(board)
    expected = by_enumeration(hole, board, weights, 2)
    assert ihr(hole, board, opponent, opponents=2) == pytest.approx(expected, rel=1e-12)
    for opponents in (2, 3):
        sampled = ihr_sampled(hole, board, opponent, opponents=opponents, samples=20_000, seed=5)
        expected = by_enumeration(hole, board, weights, opponents)
        error = 0 if np.isinf(sampled.standard_error) else sampled.standard_error  # all samples may be equal
        assert abs(sampled.value - expected) <= 4.5 * error + 1e-12


def test_two_uniform_opponents():
    """All 1,081 x 1,081 pairs on a flop are counted from the standings alone."""
    hole, board = parse_cards("Ks 2s"), parse_cards("7s 6c As")
    held = enumeration.free_hands([*hole, *board])
    standing = enumeration.standing(enumeration.code_of(hole, board), enumeration.codes_on(board, held))
    shares = np.array([[1, 1 / 2, 0], [1 / 2, 1 / 3, 0], [0, 0, 0]])
    cards = COMBINATIONS[held]
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    expected = shares[standing[:, None], standing][apart].mean()
    assert ihr(hole, board, opponents=2) == pytest.approx(expected, rel=1e-12)
    sampled = ihr_sampled(hole, board, opponents=2, samples=50_000)
    assert abs(sampled.value - expected) < 4.5 * sampled.standard_error
    assert abs(hs_power(hole, board, opponents=2) - expected) < 0.02


def test_all_hands_against_two():
    board = parse_cards("7s 6c As Ad Kd")
    values = np.asarray(ihr(None, board, "QQ+,AK,76s", opponents=2))
    blocked = np.isin(COMBINATIONS, board).any(axis=1)
    assert np.isnan(values[blocked]).all()
    picked = RNG.choice(np.flatnonzero(~blocked), 20)
    found = ihr(COMBINATIONS[picked], board, "QQ+,AK,76s", opponents=2)
    assert np.array_equal(values[picked], found, equal_nan=True)


def test_the_nuts_and_a_shared_board():
    assert ihr("As Ks", "Qs Js Ts", opponents=2) == 1
    assert ihr_sampled("As Ks", "Qs Js Ts", opponents=6, samples=1000).value == 1
    shared = ihr_sampled("2c 3d", "As Ks Qs Js Ts", opponents=4, samples=1000)
    assert shared.value == pytest.approx(1 / 5)
    assert np.isinf(shared.standard_error), "all samples were equal, which says nothing of others"


def test_the_seed_decides_every_bit():
    first = ihr_sampled("As Kd", "7s 6c Ah", opponents=5, samples=5000, seed=11)
    assert ihr_sampled("As Kd", "7s 6c Ah", opponents=5, samples=5000, seed=11) == first
    assert ihr_sampled("As Kd", "7s 6c Ah", opponents=5, samples=5000, seed=12).value != first.value
    assert (first.samples, first.seed) == (5000, 11)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"opponents": 0}, "opponents: expected a whole number from 1 to 22, got 0"),
        ({"opponents": 23}, "opponents: expected a whole number from 1 to 22, got 23"),
        ({"samples": 1}, "samples: expected a whole number from 2 to 1000000000, got 1"),
        ({"seed": -1}, "seed: expected a whole number from 0 to 18446744073709551615, got -1"),
        ({"seed": None}, "seed: expected a whole number from 0 to 18446744073709551615, got None"),
        ({"opponent": "AdAc"}, "3 opponents cannot all hold one of his hands"),
        ({"opponent": "7s6c"}, "3 opponents cannot all hold one of his hands"),
        ({"holes": [[0, 1], [2, 3]]}, "holes: expected one hand, got 2"),
    ],
)
def test_bad_arguments_are_named(arguments, says):
    with pytest.raises(ValueError) as error:
        ihr_sampled(**({"holes": "As Kd", "board": "7s 6c Ah"} | arguments))
    assert says in str(error.value)


def test_two_who_cannot_be():
    with pytest.raises(ValueError, match="2 opponents cannot all hold"):
        ihr("As Kd", "7s 6c Ah", "AdAc", opponents=2)
