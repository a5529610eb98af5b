"""Outs: known draws, plain enumeration, and errors."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerdata import Range, Situation, evaluate, format_cards, parse_cards
from pokerdata.cards import COMBINATIONS, strength
from pokerdata.cards.odds import hit_probability
from pokerdata.cards.situation import outs


def test_known_draws() -> None:
    # A flush draw with two cards above a pair: nine hearts, and three aces and kings.
    assert format_cards(outs("AhKh", "Qh7h2c", "QsJd")).split() == (
        ["As", "Ad", "Ac", "Ks", "Kd", "Kc", "Jh", "Th", "9h", "8h", "6h", "5h", "4h", "3h", "2h"]
    )
    # Open-ended against a set: eight cards, except the one that pairs the board for a full house.
    assert format_cards(outs("JhTh", "9s8d2c", "2s2h")).split() == [
        "Qs",
        "Qh",
        "Qd",
        "Qc",
        "7s",
        "7h",
        "7d",
        "7c",
    ]
    # A pair against a higher one.
    assert format_cards(outs("8c8d", "Ks7h2s3d", "QcQd")).split() == ["8s", "8h"]
    # Already ahead: no card is an out. Against any hand, ahead means a share above 1/2.
    assert outs("QcQd", "Ks7h2s3d", "8c8d").size == 0
    assert outs("Ks2s", "7s6cAs").size == 0


@pytest.mark.parametrize("opponent", ["random", "QQ+,AK,76s", "QcQd"])
def test_by_enumeration(opponent: str) -> None:
    hole, board = "JhTh", "9s8d2cKd"
    now = strength.ihr(hole, board, opponent)
    assert now <= 0.5
    known = {*parse_cards(hole), *parse_cards(board)}
    held = set(parse_cards(opponent)) if opponent == "QcQd" else set()
    expected = [
        card
        for card in range(51, -1, -1)
        if card not in known | held
        and strength.ihr(hole, np.append(parse_cards(board), np.uint8(card)), opponent) > 0.5
    ]
    found = outs(hole, board, opponent)
    assert found.tolist() == expected
    situation = Situation(hole, board, opponent)
    assert situation["outs"].value == len(expected)
    # A card's weight is that of the opposing hands that do not hold it.
    hands = COMBINATIONS[Range(opponent).without([*known]).weights > 0].tolist()
    left = [card for card in range(52) if card not in known for hand in hands if card not in hand]
    hit = Fraction(sum(card in expected for card in left), len(left))
    found_hit = situation["hit_next"]
    assert found_hit.numerator is not None
    assert found_hit.denominator is not None
    assert Fraction(found_hit.numerator, found_hit.denominator) == hit


@pytest.mark.parametrize("opponent", ["AA", "AsAd", "AA:0.3"])
def test_chances_leave_out_the_cards_of_the_opponent(opponent: str) -> None:
    situation = Situation("AhKh", "QhJh2c", opponent)
    assert situation["outs"].value == 12  # among 45 cards beside each pair of aces
    wanted = {"hit_next": Fraction(12, 45), "hit_two": 1 - Fraction(33 * 32, 45 * 44)}
    wanted["odds_against_next"] = Fraction(33, 12)
    for key, want in wanted.items():
        assert (situation[key].numerator, situation[key].denominator) == want.as_integer_ratio()


def test_against_any_hand_chances_are_those_of_unseen_cards() -> None:
    situation = Situation("QsJs", "Ts9s2d")
    outs_ = int(situation["outs"].value)
    assert outs_ > 12
    for key, dealt in (("hit_next", 1), ("hit_two", 2)):
        want = hit_probability(outs_, cards=dealt)
        assert (situation[key].numerator, situation[key].denominator) == want.as_integer_ratio()


def test_a_tied_hand_has_outs() -> None:
    hole, board, opponent = "AhKh", "Ad7h2hKs", "AcKc"
    mine, theirs = (evaluate(parse_cards(hand + board)) for hand in (hole, opponent))
    assert mine == theirs
    assert format_cards(outs(hole, board, opponent)).split() == [
        "Qh",
        "Jh",
        "Th",
        "9h",
        "8h",
        "6h",
        "5h",
        "4h",
        "3h",
    ]


def test_dead_cards_are_no_outs() -> None:
    assert format_cards(outs("8c8d", "Ks7h2s3d", "QcQd", dead="8s")) == "8h"
    situation = Situation("8c8d", "Ks7h2s3d", "QcQd", dead="8s")
    assert (situation["hit_next"].numerator, situation["hit_next"].denominator) == (1, 43)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("8c8d", "Ks7h2s3d4d"), r"board: expected 3 or 4 cards, got 5"),
        (("8c8d", "8c7h2s3d"), "share a card"),
        (("8c8d9d", "Ks7h2s3d"), r"holes: expected shape \(\.\.\., 2\), got \(3,\)"),
        (("8c8d", "Ks7h2s3d", "KsKh"), "he can hold none of his hands"),
        (("8c8d", "Ks7h2s3d", "KK", "8s8s"), "8s"),
        ((None, "Ks7h2s3d"), "hole: expected"),
    ],
)
def test_refusals(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        outs(*arguments)
