"""Errors of `equity` and their messages; the text of a result."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from pokerdata import CapacityError, Range, parse_cards
from pokerdata.cards.equity import equity

TWO = ["AcKd", "TdTh"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"hands": "AcKd TdTh"}, "hands: expected a list of 2 to 6 hands or ranges, got 'AcKd TdTh'"),
        ({"hands": ["AcKd"]}, "hands: expected 2 to 6 hands or ranges, got 'AcKd'"),
        ({"hands": ["random"] * 7}, "hands: expected 2 to 6 hands or ranges, got 'random', "),
        ({"hands": None}, "hands: expected a list of 2 to 6 hands or ranges, got None"),
        ({"hands": 5}, "hands: expected a list of 2 to 6 hands or ranges, got 5"),
        (
            {"hands": ["AcKd", None]},
            "hands: expected a range, text, 1,326 weights or the two cards of a hand, got None",
        ),
        ({"hands": ["AcKd", [1, 2.5]]}, "weights: expected 1326 numbers"),
        ({"hands": ["AcKd", "AYs"]}, "range 'AYs', column 2: expected a rank"),
        (
            {"hands": ["AcKd", "KdTh"]},
            "hands: expected each card once, got AcKd, whose cards lie on the board, are dead or in "
            "another hand",
        ),
        (
            {"hands": ["AcKd", "AcAd,AcAs"]},
            "hands: expected each card once, got AcAd,AcAs, whose cards lie on the board, are dead "
            "or in another hand",
        ),
        (
            {"hands": ["AcKd", "QQ:0"]},
            "range: expected a hand with a weight above 0, got QQ:0, in which every weight is 0",
        ),
        (
            {"hands": ["AhAs,AhAd", "AhKh,AhKs"]},
            "hands: no deal of AhAs,AhAd, AhKh,AhKs gives each player a hand without a common card; "
            "expected ranges that leave room for each other",
        ),
        (
            {"hands": ["AA"] * 3},
            "hands: no deal of AA, AA, AA gives each player a hand without a common card; expected "
            "ranges that leave room for each other",
        ),
        (
            {"board": "AcTs9s"},
            "hands: expected each card once, got AcKd, whose cards lie on the board, are dead or in "
            "another hand",
        ),
        (
            {"dead": "Td"},
            "hands: expected each card once, got TdTh, whose cards lie on the board, are dead or in "
            "another hand",
        ),
        ({"board": "2c3c4c5c6c7c"}, "board: expected 0, 1, 2, 3, 4 or 5 cards, got 6"),
        (
            {"board": "2c3c4c", "dead": "4c"},
            "board and dead cards: expected each card once, got 2c 3c 4c and 4c, which share a card",
        ),
        (
            {"board": "2c2c4c"},
            "board: duplicate card '2c' at position 1: every card may come once, e.g. 'As Ks Qs Js Ts'",
        ),
        ({"board": "2c3"}, "board: card: expected a rank of 23456789TJQKA and a suit of cdhs, got '3'"),
        (
            {"board": [0.5, 1, 2]},
            "board: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype float64",
        ),
        (
            {"board": None},
            "board: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype object",
        ),
        ({"board": [[1, 2], [3]]}, "board: expected"),
        ({"board": [[1, 2, 3]]}, "board: expected a list of cards, got shape (1, 3)"),
        (
            {"board": [1, 1, 2]},
            "board: duplicate card '2d' at position 1: every card may come once, e.g. 'As Ks Qs Js Ts'",
        ),
        ({"dead": np.arange(44, dtype=np.uint8)}, "44 known cards leave 8 in the deck"),
        ({"samples": 1}, "samples: expected a whole number from 2 to 1000000000000000, got 1"),
        ({"samples": 0.5}, "samples: expected a whole number from 2 to 1000000000000000, got 0.5"),
        ({"samples": "many"}, "samples: expected a whole number from 2 to 1000000000000000, got 'many'"),
        ({"samples": 10, "seed": -1}, "seed: expected a whole number from 0 to 18446744073709551615, got -1"),
        (
            {"samples": 10, "seed": 2**64},
            "seed: expected a whole number from 0 to 18446744073709551615, got 18446744073709551616",
        ),
        ({"threads": -1}, "threads: expected a whole number from 0 to 1024, got -1"),
        ({"threads": 1.5}, "threads: expected a whole number from 0 to 1024, got 1.5"),
        ({"limit": 0}, "limit: expected a whole number from 1 to 1000000000000000000, got 0"),
    ],
)
def test_refusals(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as caught:
        equity(**({"hands": TWO} | given))
    assert words in str(caught.value)


def test_what_takes_too_long_is_told_before_any_work() -> None:
    with pytest.raises(
        CapacityError, match=r"as long as about [\d,]+ evaluations of hands \(.* min.*the limit of 100,0"
    ):
        equity(["random"] * 3, threads=1)
    with pytest.raises(
        CapacityError, match=r"about 4,112,262 evaluations .*samples=1_000_000 .*raise the limit"
    ):
        equity(["AcKd", "TdTh", "7s6s"], limit=4_112_261)
    assert equity(["AcKd", "TdTh", "7s6s"], limit=4_112_262).deals == 1_370_754
    with pytest.raises(CapacityError, match="evaluations of hands"):
        equity(["random"] * 6)
    with pytest.raises(CapacityError, match="ways to give the players hands"):
        equity(["random"] * 4, "2c3d4h5s7c", limit=10**15)


def test_hands_may_be_given_in_many_forms() -> None:
    want = equity(TWO, "7s6cAs").equity.tolist()
    for hands in (
        (Range("AcKd"), "Th Td"),
        [parse_cards("AcKd"), Range("TdTh").weights],
        np.stack([Range("AcKd").weights, Range("TdTh").weights]),
    ):
        assert equity(hands, parse_cards("7s6cAs")).equity.tolist() == want  # type: ignore[arg-type]


def test_a_result_reads_well() -> None:
    assert str(equity(TWO)).splitlines() == [
        "       equity     wins   ties   losses",
        "AcKd  .431241  735,071  6,691  970,542",
        "TdTh  .568759  970,542  6,691  735,071",
        "exact: all 1,712,304 deals",
    ]
    sampled = str(equity(TWO, samples=1000, seed=5)).splitlines()
    assert sampled[0].split() == ["equity", "±", "wins", "ties", "losses"]
    assert sampled[-1] == "sampled: 1,000 deals, seed 5; ± is the standard error"
    long = str(equity(["random", "AA:0.1,KK:0.3,QQ:0.7,JJ,TT,99,72o,83o:0.25"], "2c3d4h5s7c"))
    assert all(len(line) < 110 for line in long.splitlines())
    assert long.endswith(" deals by weight")


def test_a_result_becomes_json() -> None:
    for found in (equity(TWO, "7s6cAs"), equity(["AK:0.5,QQ", "random"], "7s6cAs", samples=100, seed=5)):
        said = json.loads(json.dumps(found.to_dict()))
        assert said["equity"] == found.equity.tolist()
        assert said["wins"] == found.wins.tolist()
        assert said["exact"] == found.exact
        assert said["seed"] == found.seed
