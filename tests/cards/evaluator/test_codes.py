"""The forms of a hand strength: 16-bit code, words, dense class, Brecher's 32 bits."""

import contextlib
from typing import Any

import numpy as np
import pytest

from pokerdata import describe, evaluate, parse_cards
from pokerdata._core import evaluator as _evaluator
from pokerdata.cards.evaluator import CATEGORIES, brecher, category, class_to_code, code_to_class

ALL = np.arange(7462)

# At least one row per category: cards, code, words, Brecher's form.
EXAMPLES = [
    ("7c 5d 4h 3s 2c", 0b000_0000000101111, "high card seven, kickers 5 4 3 2", 0x0000002F),
    ("Ac Kd Qh Js 9c", 0b000_1111010000000, "high card ace, kickers K Q J 9", 0x00001E80),
    ("2c 2d 5h 4s 3c", 0b00100 << 11 | 2 * 169 + 1 * 13 + 0, "pair of twos, kickers 5 4 3", 0x0102000E),
    ("Qc Qd Ah 9s 4c", 0b01110 << 11 | 11 * 169 + 7 * 13 + 2, "pair of queens, kickers A 9 4", 0x010C1084),
    ("Ac Ad Kh Qs Jc", 0b10000 << 11 | 11 * 169 + 10 * 13 + 9, "pair of aces, kickers K Q J", 0x010E0E00),
    ("Ac Ad Kh Ks 2c", 0b1001_1100_1011_0000, "two pair, aces and kings, kicker 2", 0x02ED0001),
    ("6c 6d 6h As 2c", 0b1010_0100_1100_0000, "three of a kind, sixes, kickers A 2", 0x03061001),
    ("Ac 2d 3h 4s 5c", 0b1011_0011_0000_0000, "straight, five high", 0x04050000),
    ("6c 2d 3h 4s 5c", 0b1011_0100_0000_0000, "straight, six high", 0x04060000),
    ("Ac Kd Qh Js Tc", 0b1011_1100_0000_0000, "straight, ace high", 0x040E0000),
    ("7c 5c 4c 3c 2c", 0b110_0000000101111, "flush, seven high, kickers 5 4 3 2", 0x0500002F),
    ("2c 2d 2h As Ac", 0b1111_1101_0000_1100, "full house, twos full of aces", 0x06021000),
    ("Ac Ad Ah 2s 2c", 0b1111_1101_1100_0000, "full house, aces full of twos", 0x060E0001),
    ("2c 2d 2h 2s 3c", 0b1111_1110_0000_0001, "four of a kind, twos, kicker 3", 0x07020002),
    ("As 2s 3s 4s 5s", 0b1111_1111_0011_0000, "straight flush, five high", 0x08050000),
    ("Kd Qd Jd Td 9d", 0b1111_1111_1011_0000, "straight flush, king high", 0x080D0000),
    ("Ah Kh Qh Jh Th", 0b1111_1111_1100_0000, "royal flush", 0x080E0000),
]

# Seven cards that contain more than one hand.
CHOICES = [
    ("As 2s 3s 4s 5s 6d 7d", "straight flush, five high"),  # not the seven-high straight
    ("Ac 2d 3h 4s 5c 6d Ah", "straight, six high"),
    ("Ac 2d 3h 4s 5c 5d 5h", "straight, five high"),  # beats three of a kind
    ("Ac Kc 9c 5c 2c Ad Ah", "flush, ace high, kickers K 9 5 2"),
    ("Kc Kd Kh 9s 9c 9d 2h", "full house, kings full of nines"),
    ("Kc Kd Kh 9s 9c Ad Ah", "full house, kings full of aces"),
    ("Kc Kd 9h 9s 5c 5d 6h", "two pair, kings and nines, kicker 6"),
    ("Kc Kd 9h 9s 5c 5d 2h", "two pair, kings and nines, kicker 5"),
    ("2c 2d 2h 2s Kc Kd Kh", "four of a kind, twos, kicker K"),
    ("9s 8s 7s 6s 5s 4s 3s", "straight flush, nine high"),
    ("As Ks Qs Js 9s 8s 7s", "flush, ace high, kickers K Q J 9"),
    ("Ac Kd 2h 3s 4c 8d 9h", "high card ace, kickers K 9 8 4"),  # no straight wraps around the ace
]


@pytest.mark.parametrize(("cards", "code", "words", "brechers"), EXAMPLES)
def test_every_row_of_the_definition(cards: str, code: int, words: str, brechers: int) -> None:
    found = evaluate(parse_cards(cards))
    assert (found, describe(found), brecher(found)) == (code, words, brechers)


@pytest.mark.parametrize(("cards", "words"), CHOICES)
def test_the_best_five_count(cards: str, words: str) -> None:
    assert describe(evaluate(parse_cards(cards))) == words


def test_round_trips_over_all_classes() -> None:
    codes = class_to_code(ALL)
    assert np.all(np.diff(codes.astype(int)) > 0)
    np.testing.assert_array_equal(code_to_class(codes), ALL)
    words = [describe(code) for code in codes]
    assert len(set(words)) == 7462
    brechers = np.array([brecher(code) for code in codes])
    assert np.all(np.diff(brechers) > 0), "Brecher's form orders hands as the code does"
    np.testing.assert_array_equal(brechers >> 24, category(codes))
    kinds = [CATEGORIES[k] for k in category(codes)]
    start = {"royal flush": "straight flush"}
    for said, kind in zip(words, kinds, strict=True):
        assert start.get(said, said).startswith(kind)


def test_classes_of_each_category() -> None:
    counts = np.bincount(category(class_to_code(ALL)))
    assert counts.tolist() == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]


def test_categories_agree_with_the_kernel() -> None:
    every = np.arange(0x10000)
    assert category(every).tolist() == [_evaluator.category(code) for code in every.tolist()]


def test_distinct_strengths_of_five_six_and_seven_cards() -> None:
    flush = _evaluator.flush_codes()
    bits = np.array([code.bit_count() for code in range(8192)])
    for size, distinct in ((5, 7462), (6, 6075), (7, 4824)):
        # With five suited cards, no straight or low kicker can change a flush.
        suited = flush[(bits >= 5) & (bits <= size)]
        codes = np.union1d(_evaluator.rank_codes(size), suited)
        assert len(codes) == distinct


def test_what_is_no_code() -> None:
    valid = class_to_code(ALL).tolist()
    for function in (describe, brecher):
        accepted = []
        for code in range(0x10000):
            with contextlib.suppress(ValueError):
                function(code)
                accepted.append(code)
        assert accepted == valid
        with pytest.raises(
            ValueError,
            match=(
                r"hand strength code: expected a value that evaluate\(\) returned, got 12, which no "
                r"five cards have"
            ),
        ):
            function(12)
    for code in (-1, 0x10000):
        with pytest.raises(ValueError, match=f"hand strength code: expected .*got {code}"):
            describe(code)
        with pytest.raises(ValueError, match=f"hand strength code: expected .*got {code}"):
            code_to_class([65472, code])
    with pytest.raises(
        ValueError,
        match=r"hand strength code: expected what evaluate\(\) returned, got 12, which no hand has",
    ):
        code_to_class(12)


@pytest.mark.parametrize("number", [-1, 7462])
def test_what_is_no_class(number: int) -> None:
    with pytest.raises(ValueError, match=f"class: expected 0.*got {number}"):
        class_to_code([0, number])


def test_classes_are_whole_numbers() -> None:
    with pytest.raises(ValueError, match=r"classes: expected integers.*got dtype float64"):
        class_to_code([0.5])


def test_classes_of_empty_arrays() -> None:
    assert code_to_class(np.zeros((0, 3), np.uint16)).shape == (0, 3)
    assert class_to_code(np.zeros((0, 3), int)).shape == (0, 3)


@pytest.mark.parametrize("code", [1.5, "royal flush", -1, 65536, None])
def test_what_no_code_can_be_is_named(code: Any) -> None:
    with pytest.raises(ValueError, match="hand strength code: expected"):
        describe(code)
