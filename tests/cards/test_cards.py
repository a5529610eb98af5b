"""Cards, combinations and their text."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata import combination_index, format_cards, parse_cards
from pokerdata.cards import COMBINATIONS, RANKS, SUITS, as_cards

hands = st.lists(st.integers(0, 51), unique=True, max_size=52)


def test_every_card() -> None:
    text = " ".join(rank + suit for rank in RANKS for suit in SUITS)
    np.testing.assert_array_equal(parse_cards(text), np.arange(52))
    assert format_cards(np.arange(52, dtype=np.uint8)) == text


@given(hands, st.sampled_from(["", " ", "\t", "  \n"]), st.sampled_from([str.upper, str.lower, str.title]))
def test_round_trip(cards: list[int], blank: str, case: object) -> None:
    text = format_cards(cards)
    for written in (text, text.replace("T", "10")):
        parsed = parse_cards(case(written.replace(" ", blank)))  # type: ignore[operator]
        assert parsed.dtype == np.uint8
        assert parsed.tolist() == cards
    assert format_cards(text) == text, "text is parsed"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Xx", "card: expected a rank of 23456789TJQKA and a suit of cdhs.*got 'Xx'; e.g. 'As'"),
        ("As K", "card: expected .*got 'K'"),
        ("1s", "card: expected .*got '1s'"),
        ("10x", "card: expected .*got '10x'"),
        ("10", "card: expected .*got '10'"),
        ("A s", "card: expected .*got 'A'"),
        ("As,Ks", "card: expected .*got ',K'"),
        ("A♠", r"card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'A♠'"),
        ("é", r"card: expected a rank of 23456789TJQKA and a suit of cdhs, got 'é'"),
        ("As Kd aS", "duplicate card 'As' at position 2"),
        ("Th 10h", "duplicate card 'Th' at position 1"),
    ],
)
def test_bad_text(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_cards(text)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (np.array([52], np.uint8), r"cards: expected cards 4\*rank \+ suit, 0 to 51, got 52"),
        (np.array([1.0]), r"cards: expected cards as text or integers .*got dtype float64"),
        (np.array([True]), "cards: expected cards as text or integers .*got dtype bool"),
        ([b"As"], r"cards: expected cards as text or integers .*got dtype \|S2"),
        ([300], r"cards: expected cards 4\*rank \+ suit, 0 to 51, got 300"),
        ([-1], r"cards: expected cards 4\*rank \+ suit, 0 to 51, got -1"),
        (np.array([1, -1], np.int8), r"cards: expected cards 4\*rank \+ suit, 0 to 51, got -1"),
        ([2**63], r"cards: expected cards 4\*rank \+ suit, 0 to 51, got 9223372036854775808"),
        ([[5, 6], [7]], "cards: expected cards as text or integers .*got dtype object"),
        (["As Kd", "Qh"], "cards: expected texts of equally many cards, got some of 1 and some of 2"),
        ([60], r"cards: expected cards 4\*rank \+ suit, 0 to 51, got 60"),
        ([5, 5], "duplicate card '3d' at position 1"),
    ],
)
def test_bad_arrays(cards: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        format_cards(cards)  # type: ignore[arg-type]


def test_as_cards_gives_contiguous_arrays() -> None:
    strided = np.arange(52, dtype=np.uint8).reshape(4, 13).T
    made = as_cards(strided, "cards")
    assert made.flags.c_contiguous
    np.testing.assert_array_equal(made, strided)
    assert as_cards([], "cards").shape == (0,)


#: One or two hands in each accepted form, and the position of the integers.
SAME_CARDS: tuple[tuple[Any, list[Any]], ...] = (
    ("As Kd", [51, 45]),
    (["As", "Kd"], [51, 45]),
    (np.array(["As", "Kd"]), [51, 45]),
    ((51, 45), [51, 45]),
    ([np.int64(51), np.uint8(45)], [51, 45]),
    *((np.array([51, 45], kind), [51, 45]) for kind in "bBhHiIqQ"),
    (["AsKd", "2c 10c"], [[51, 45], [0, 32]]),
    ([["As", "Kd"], ["2c", "Tc"]], [[51, 45], [0, 32]]),
    ([[51, 45], (0, 32)], [[51, 45], [0, 32]]),
)


@pytest.mark.parametrize(("given", "meant"), SAME_CARDS)
def test_cards_are_integers_of_any_type_lists_and_texts(given: Any, meant: list[Any]) -> None:
    found = as_cards(given, "cards")
    assert found.dtype == np.uint8
    assert found.tolist() == meant
    index = combination_index(given)
    assert index.tolist() == (1320 if meant == [51, 45] else [1320, 496])


def test_combinations_are_numbered_without_gaps() -> None:
    assert COMBINATIONS.shape == (1326, 2)
    assert not COMBINATIONS.flags.writeable
    assert np.all(COMBINATIONS[:, 0] < COMBINATIONS[:, 1])
    np.testing.assert_array_equal(combination_index(COMBINATIONS), np.arange(1326))
    np.testing.assert_array_equal(combination_index(COMBINATIONS[:, ::-1]), np.arange(1326))
    assert combination_index("2d 2c") == 0
    assert combination_index("As Ah") == 1325
    assert combination_index(np.zeros((3, 0, 2), np.uint8)).shape == (3, 0)


@pytest.mark.parametrize(
    ("holes", "words"),
    [
        ("As Ks Qs", r"holes: expected shape \(..., 2\).*got \(3,\)"),
        (np.uint8(3), r"holes: expected shape .*got \(\)"),
        (np.array([[1, 2], [7, 7]], np.uint8), "duplicate card '3s' in holes"),
        (np.array([[1, 77]], np.uint8), r"holes: expected cards 4\*rank \+ suit, 0 to 51, got 77"),
    ],
)
def test_bad_holes(holes: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        combination_index(holes)  # type: ignore[arg-type]


def test_no_cards() -> None:
    """An empty list means no cards, e.g. the board before the flop."""
    nothings: tuple[Any, ...] = ([], (), "", np.zeros(0, np.uint8))
    for nothing in nothings:
        assert as_cards(nothing, "cards").shape == (0,)
        assert format_cards(nothing) == ""
