"""Ranges: the grammar, its errors, and the conversion back to text."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range, combination_index, parse_cards
from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.ranges import as_range
from pokerdata.cards.ranges.best_first import at_most_one

PUBLISHED = "88-55,A9s-A2s,K9s-K5s,Q7s+,J8s+,T8s+,98s,ATo-A7o,A5o,K9o+,Q9o+,J9o+,T9o"


def classes(text: str) -> set[str]:
    """Return the names of the classes that are held in full, and check that no other hand is held."""
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
        ("AXs", "AKs AQs AJs ATs A9s A8s A7s A6s A5s A4s A3s A2s"),
        ("4xo", "43o 42o"),
        ("3X", "32s 32o"),
        ("A5s\u2013A2s", "A5s A4s A3s A2s"),
        ("98s+", "98s"),
        ("AKs-98s", "AKs KQs QJs JTs T9s 98s"),
        ("AA\nKK,\r\nAKs\n\nT9s-\n87s\n", "AA KK AKs T9s 98s 87s"),
        ("top 0.46%", "AA"),
        ("Top 5 %, 22", "AA KK QQ JJ TT 99 88 77 AKs AQs AJs 22"),
        (
            PUBLISHED,
            "88 77 66 55 A9s A8s A7s A6s A5s A4s A3s A2s K9s K8s K7s K6s K5s QJs QTs Q9s Q8s Q7s JTs J9s J8s T9s T8s "
            "98s ATo A9o A8o A7o A5o KQo KJo KTo K9o QJo QTo Q9o JTo J9o T9o",
        ),
    ],
)
@pytest.mark.filterwarnings("ignore:.*means .* alone")
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
    found = Range("random:.2, AKs : 0.25, AhKh:0, Ac Kc:1e-3").weights
    want = np.full(COMBINATION_COUNT, 0.2)
    want[CLASS_NAMES.index("AKs") == CLASS_OF_COMBINATION] = 0.25
    want[combination_index(parse_cards("Ah Kh"))] = 0
    want[combination_index(parse_cards("Ac Kc"))] = 0.001
    assert np.array_equal(found, want)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("AKs:50%", "AKs:0.5"),
        ("AKs:0.1 %", "AKs:0.001"),
        ("AA:100%", "AA:1e0"),
        ("[50]AKs,AQs:0.2[/50],AA", "AKs:0.5,AQs:0.2,AA"),
        ("QQ\n[12.5] AKs\nAQs [/12.50]\nKK", "QQ,AKs:0.125,AQs:0.125,KK"),
        ("random, top 10%:0.25", "random,[25]top 10%[/25]"),
        ("top 0%", "random:0"),
        ("top 100%", "random"),
        ("AA:0e999999999", "AA:0"),
    ],
)
def test_other_ways_to_write_weights(text: str, same: str) -> None:
    assert Range(text) == Range(same)


@pytest.mark.parametrize(
    ("text", "column", "rule", "found"),
    [
        ("", 1, "expected a rank", "the end"),
        ("QQ+,", 5, "expected a rank", "the end"),
        ("QQ+,,AKs", 5, "expected a rank", "','"),
        ("QQ+,AYs", 6, "expected a rank", "'Ys'"),
        ("QQ+,A", 6, "expected a rank", "the end"),
        ("randy", 1, "expected a rank of 2..9, T, J, Q, K, A, or the word random or top", "'randy'"),
        ("AhK", 4, "expected a suit", "the end"),
        ("KK, AhAh", 5, "expected two different cards", "'AhAh'"),
        ("QQs", 3, "expected a pair without s or o", "'s'"),
        ("AKs QQ", 5, "expected a comma", "'QQ'"),
        ("AKs++", 5, "expected a comma", "'+'"),
        ("QQ:", 4, "expected a weight from 0 to 1, or 0% to 100%", "the end"),
        ("QQ:-1", 4, "expected a weight from 0 to 1", "'-1'"),
        ("AKs:2", 5, "expected a weight from 0 to 1", "'2'"),
        ("QQ, AKs:150%", 9, "expected a weight from 0 to 1", "'150%'"),
        ("QQ:1.0000000000000001", 4, "expected a weight from 0 to 1", "'1.0000000000'"),
        ("[101]AKs[/101]", 2, "expected a weight from 0 to 1", "'101]AKs[/101'"),
        ("KK, AKs:0.5,AKs", 5, "expected each hand once", "'AKs:0.5'"),
        ("AhKh:0,AKs", 1, "expected each hand once", "'AhKh:0'"),
        ("QQ:nan", 4, "expected a weight from 0 to 1", "'nan'"),
        ("QQ:1e999", 4, "expected a weight from 0 to 1", "'1e999'"),
        ("QQ:0.5x", 7, "expected a comma", "'x'"),
        ("AA, AJo-ATs", 5, "expected the ends of a dash", "'AJo-ATs'"),
        ("AJo-K9o", 1, "expected the ends of a dash", "'AJo-K9o'"),
        ("QQ-AKs", 1, "expected the ends of a dash", "'QQ-AKs'"),
        ("AJs-T8s", 1, "expected the ends of a dash", "'AJs-T8s'"),
        ("QQ-99s", 6, "expected a pair without s or o", "'s'"),
        ("top", 4, "expected a percentage of all hands", "the end"),
        ("top 15", 5, "expected a percentage of all hands", "'15'"),
        ("QQ, top 101%", 9, "expected a percentage of all hands", "'101%'"),
        ("2Xs", 2, "expected a rank above 2 before X", "'Xs'"),
        ("AXs+", 4, "expected a comma", "'+'"),
        ("XKs", 1, "expected a rank", "'XKs'"),
        ("[50AKs]", 4, "expected a closing bracket", "'AKs]'"),
        ("[50]AKs", 8, "expected the bracket that closes the weight", "the end"),
        ("[50]AKs[/40]", 8, "expected the bracket that closes the weight", "'[/40]'"),
        ("[50][40]AKs[/40][/50]", 5, "expected a rank", "'[40]AKs[/40]'"),
        ("AA\n\nAYs", 6, "expected a rank", "'Ys'"),
    ],
)
def test_errors_point_at_the_column(text: str, column: int, rule: str, found: str) -> None:
    with pytest.raises(ValueError) as caught:
        Range(text)
    said = str(caught.value)
    assert said.startswith(f"range {text!r}, column {column}: {rule}")
    assert f", got {found}" in said
    assert "; e.g. '" in said


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
        ("AA:0.1,KK:0.1,QQ:1e-30,JJ:.3", "KK+:0.1,QQ:1e-30,JJ:0.3"),
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
    assert np.array_equal(Range(str(there)).weights, at_most_one(weights))
    assert weights.max() > 1 or at_most_one(weights) is weights
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
    [[[1, 2], [3]], np.ones(169), np.full(1326, "a"), np.ones((1, 1326)), ["AA"]],
)
def test_what_are_no_weights(value: object) -> None:
    with pytest.raises(ValueError, match=r"weights: expected 1326 numbers.*; e\.g\. np\.ones"):
        as_range(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [None, 5, 0.5, object()])
def test_what_is_no_range(value: object) -> None:
    with pytest.raises(
        ValueError, match=r"hands: expected a range, .* cards of a hand, got .*; e\.g\. 'QQ\+,AKs'"
    ):
        as_range(value)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"hands: expected a range"):
        assert value in Range("AA")  # type: ignore[operator]


@pytest.mark.parametrize("value", [-0.5, np.nan, np.inf])
def test_bad_weights(value: float) -> None:
    weights = np.ones(COMBINATION_COUNT)
    weights[7] = value
    with pytest.raises(
        ValueError, match=r"weight of combination 7: expected a finite number of at least 0, got"
    ):
        Range.from_weights(weights)


def test_weights_above_1_are_written_in_the_same_ratios() -> None:
    """Scaling by a power of two keeps the ratios of the decimals."""
    given = relative("AA:3,KK:0.1,QQ:2")
    assert str(given) == "AA:0.75,KK:0.025,QQ:0.5"
    assert np.array_equal(Range(str(given)).ratios(), given.ratios())
    assert str(Range("QQ+") * 2) == str(Range("QQ+") * 1024) == "QQ+"
    assert len(Range(str(relative("AA:1e308,KK:1e-300")))) == 12, "no hand is lost"


def test_text_is_asked_for() -> None:
    with pytest.raises(ValueError, match=r"range: expected text, got None; e\.g\. "):
        Range(None)  # type: ignore[arg-type]


def test_means_of_the_largest_weights_are_finite() -> None:
    weights = relative("AKo:1.7e308,AhKd:0").class_weights()
    assert weights.max() == pytest.approx(11 / 12 * 1.7e308)


@pytest.mark.parametrize("text", ["AA:0.{}", "AA:{}.5%", "top 0.{}%", "[0.{}]AA[/0.{}]"])
def test_numbers_of_more_digits_than_python_reads(text: str) -> None:
    with pytest.raises(
        ValueError, match=r"column \d+: expected a (number of at most 1,000 digits|finite weight)"
    ):
        Range(text.replace("{}", "1" * 100_000))
    assert Range("AA:0." + "1" * 900).weights.max() == 1 / 9
