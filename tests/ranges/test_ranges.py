"""Ranges: the grammar, its errors, and the way back to text."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerdata import Range, combination_index, parse_cards
from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS
from pokerdata.cards.hand_classes import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.ranges import as_range

PUBLISHED = "88-55,A9s-A2s,K9s-K5s,Q7s+,J8s+,T8s+,98s,ATo-A7o,A5o,K9o+,Q9o+,J9o+,T9o"


def classes(text: str) -> set[str]:
    """Names of the classes that are held in full, after a check that no other hand is held."""
    weights = Range(text).weights
    held = {CLASS_NAMES[c] for c in np.unique(CLASS_OF_COMBINATION[weights > 0])}
    assert set(np.unique(weights[np.isin(CLASS_OF_COMBINATION, [CLASS_NAMES.index(n) for n in held])])) == {1}
    return held


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("QQ", "QQ"),
        ("QQ+", "QQ KK AA"),
        ("22+", "22 33 44 55 66 77 88 99 TT JJ QQ KK AA"),
        ("99-66", "99 88 77 66"),
        ("66-99", "99 88 77 66"),
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("kas", "AKs"),
        ("ATs+", "ATs AJs AQs AKs"),
        ("54o+", "54o"),
        ("Q9+", "Q9s Q9o QTs QTo QJs QJo"),
        ("AJo-ATo", "AJo ATo"),
        ("A2s-A5s", "A2s A3s A4s A5s"),
        ("AJ-AT", "AJs AJo ATs ATo"),
        ("T9s-76s", "T9s 98s 87s 76s"),
        ("53o-75o", "53o 64o 75o"),
        (" 1010 - 88 , 109s ", "TT 99 88 T9s"),
        (
            PUBLISHED,
            "88 77 66 55 A9s A8s A7s A6s A5s A4s A3s A2s K9s K8s K7s K6s K5s QJs QTs Q9s Q8s Q7s JTs J9s J8s T9s T8s "
            "98s ATo A9o A8o A7o A5o KQo KJo KTo K9o QJo QTo Q9o JTo J9o T9o",
        ),
    ],
)
def test_what_a_text_holds(text: str, names: str) -> None:
    assert classes(text) == set(names.split())


def test_numbers_of_combinations() -> None:
    assert [len(Range(t)) for t in ("QQ", "AKs", "AKo", "AK", "AhKh", "random", "QQ:0")] == [
        6,
        4,
        12,
        16,
        1,
        1326,
        0,
    ]


@pytest.mark.parametrize("text", ["AhKh", "Ah Kh", "KhAh", "ahkh", " aH  kH "])
def test_one_combination(text: str) -> None:
    held, weights = Range(text).combinations()
    assert held.tolist() == [combination_index(parse_cards("Ah Kh"))]
    assert weights.tolist() == [1.0]
    assert Range("10h9c") == Range("9cTh")


def test_weights_and_what_overlaps() -> None:
    found = Range("random:2, AKs : 0.25, AhKh:0, Ac Kc:1e-3").weights
    want = np.full(COMBINATION_COUNT, 2.0)
    want[CLASS_NAMES.index("AKs") == CLASS_OF_COMBINATION] = 0.25
    want[combination_index(parse_cards("Ah Kh"))] = 0
    want[combination_index(parse_cards("Ac Kc"))] = 0.001
    assert np.array_equal(found, want)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "the end: want a rank"),
        ("QQ+,", 5, "the end: want a rank"),
        ("QQ+,,AKs", 5, "',': want a rank"),
        ("QQ+,AXs", 6, "'Xs': want a rank"),
        ("QQ+,A", 6, "the end: want a rank"),
        ("randy", 1, "'randy': want a rank of 2..9, T, J, Q, K, A, or the word random"),
        ("AhK", 4, "the end: want a suit"),
        ("KK, AhAh", 5, "'AhAh': a hand has two different cards"),
        ("QQs", 3, "'s': a pair is neither suited nor offsuit"),
        ("AKs QQ", 5, "'QQ': want a comma"),
        ("AKs++", 5, "'+': want a comma"),
        ("QQ:", 4, "the end: a weight is a finite number of at least 0"),
        ("QQ:-1", 4, "'-1': a weight is a finite number of at least 0"),
        ("QQ:nan", 4, "'nan': a weight is"),
        ("QQ:1e999", 4, "'1e999': a weight is"),
        ("QQ:0.5x", 7, "'x': want a comma"),
        ("AA, AJo-ATs", 5, "'AJo-ATs': the ends of a dash"),
        ("AJo-K9o", 1, "'AJo-K9o': the ends of a dash"),
        ("QQ-AKs", 1, "'QQ-AKs': the ends of a dash"),
        ("AJs-T8s", 1, "'AJs-T8s': the ends of a dash"),
        ("QQ-99s", 6, "'s': a pair is neither"),
    ],
)
def test_errors_point_at_the_column(text: str, column: int, words: str) -> None:
    with pytest.raises(ValueError) as caught:
        Range(text)
    said = str(caught.value)
    assert f"at column {column}, {words}" in said
    assert "e.g. '" in said


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (PUBLISHED, PUBLISHED),
        ("random", "random"),
        ("random:0.5", "random:0.5"),
        ("AA:0", "random:0"),
        ("AKs,AKo", "AK"),
        ("AQs,AKs,AJs,AKo,AQo,AJo,ATo", "AJs+,ATo+"),
        ("KK,AA,QQ", "QQ+"),
        ("JTs,T9s,98s,76s", "JTs-98s,76s"),
        ("AKs,AhKh:0", "AKs,AhKh:0"),
        ("KhAh", "AhKh"),
        ("AcKc,AhKh", "AhKh,AcKc"),
        ("AA:0.1,KK:0.1,QQ:1e-30,JJ:3", "KK+:0.1,QQ:1e-30,JJ:3"),
    ],
)
def test_short_texts(text: str, short: str) -> None:
    found = Range(text)
    assert Range(str(found)) == found
    assert str(found) == short


_weight = st.sampled_from([0.0, 1.0, 0.5]) | st.floats(0, 1e300)


@given(
    st.lists(_weight, min_size=169, max_size=169), st.dictionaries(st.integers(0, 1325), _weight, max_size=8)
)
def test_the_text_reads_back_to_the_same_weights(by_class: list[float], single: dict[int, float]) -> None:
    weights = np.array(by_class)[CLASS_OF_COMBINATION]
    weights[list(single)] = list(single.values())
    there = Range.from_weights(weights)
    assert np.array_equal(Range(str(there)).weights, weights)
    assert str(Range(str(there))) == str(there)


@settings(max_examples=50)
@given(st.sets(st.sampled_from(CLASS_NAMES), min_size=1))
def test_the_text_of_whole_classes_names_no_combination_and_is_no_longer(names: set[str]) -> None:
    text = ",".join(sorted(names))
    short = str(Range(text))
    assert Range(short) == Range(text)
    assert len(short) <= len(text)


def test_ranges_do_not_change() -> None:
    given_weights = np.ones(COMBINATION_COUNT)
    one = Range.from_weights(given_weights)
    given_weights[0] = 5
    assert one == Range("random")
    with pytest.raises(ValueError, match="read-only"):
        one.weights[0] = 2
    with pytest.raises(AttributeError):
        one.weights = given_weights  # type: ignore[misc]
    assert one.weights.dtype == np.float64


def test_equality_and_copies() -> None:
    one = Range("AA,AKs:0.5")
    for same in (Range("AKs:0.5,AA"), pickle.loads(pickle.dumps(one)), copy.deepcopy(one), eval(repr(one))):
        assert same == one
        assert hash(same) == hash(one)
        assert not same.weights.flags.writeable
    assert one != Range("AA,AKs")
    assert one != "AA,AKs:0.5"
    assert Range.from_weights(-np.zeros(COMBINATION_COUNT)) == Range("AA:0")
    assert hash(Range.from_weights(-np.zeros(COMBINATION_COUNT))) == hash(Range("AA:0"))


@given(st.sets(st.integers(0, 51), max_size=8))
def test_without_cards(cards: set[int]) -> None:
    left = Range("random:0.5").without(np.array(sorted(cards), np.uint8))
    holds = np.array([bool(cards & set(pair)) for pair in COMBINATIONS.tolist()])
    assert np.array_equal(left.weights, np.where(holds, 0, 0.5))
    assert Range("random").without("Ah 2c") == Range("random").without(parse_cards("2c Ah"))


def test_class_weights() -> None:
    weights = np.arange(COMBINATION_COUNT) / 7
    means = Range.from_weights(weights).class_weights()
    assert means.shape == (169,)
    for c in range(169):
        assert means[c] == pytest.approx(weights[c == CLASS_OF_COMBINATION].mean(), rel=1e-12)
    assert set(Range("random:0.1").class_weights()) == {0.1}


def test_as_range() -> None:
    one = Range("AcKd")
    assert as_range(one) is one
    for same in ("AcKd", "Kd Ac", one.weights, one.weights.tolist(), parse_cards("AcKd")):
        assert as_range(same) == one


@pytest.mark.parametrize(
    "value",
    [None, 5, 0.5, [[1, 2], [3]], np.ones(169), np.full(1326, "a"), np.ones((1, 1326)), object(), ["AA"]],
)
def test_what_is_no_range(value: object) -> None:
    with pytest.raises(ValueError, match=r"bad weights of shape .* want 1326 numbers"):
        as_range(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-0.5, np.nan, np.inf])
def test_bad_weights(value: float) -> None:
    weights = np.ones(COMBINATION_COUNT)
    weights[7] = value
    with pytest.raises(
        ValueError, match=r"bad weight .* of combination 7: want a finite number of at least 0"
    ):
        Range.from_weights(weights)


def test_text_is_asked_for() -> None:
    with pytest.raises(ValueError, match=r"bad range None: want text"):
        Range(None)  # type: ignore[arg-type]


def test_means_of_the_largest_weights_are_finite() -> None:
    weights = Range("AKo:1.7e308,AhKd:0").class_weights()
    assert weights.max() == pytest.approx(11 / 12 * 1.7e308)
