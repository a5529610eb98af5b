"""Outs: known draws, plain enumeration, and refusals."""

from typing import Any

import numpy as np
import pytest

from pokerdata import Situation, evaluate, format_cards, parse_cards, strength
from pokerdata.situation import outs


def test_known_draws() -> None:
    # A flush draw with two cards above a pair: nine hearts, and three aces and kings.
    assert format_cards(outs("AhKh", "Qh7h2c", "QsJd")).split() == (
        ["As", "Ad", "Ac", "Ks", "Kd", "Kc", "Jh", "Th", "9h", "8h", "6h", "5h", "4h", "3h", "2h"]
    )
    # Open-ended against a set: eight cards, but the one that pairs the board gives a full house.
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
    # Ahead already: no card is an out. Against any hand, ahead is a share above 1/2.
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
    unseen = 44 if held else 46
    assert situation["hit_next"].value == pytest.approx(len(expected) / unseen)


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
        (("8c8d", "Ks7h2s3d4d"), "bad number of cards 5 on the board"),
        (("8c8d", "8c7h2s3d"), "share a card"),
        (("8c8d9d", "Ks7h2s3d"), "bad"),
        (("8c8d", "Ks7h2s3d", "KsKh"), "he can hold none of his hands"),
        (("8c8d", "Ks7h2s3d", "KK", "8s8s"), "8s"),
        ((None, "Ks7h2s3d"), "bad hole"),
    ],
)
def test_refusals(arguments: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        outs(*arguments)
