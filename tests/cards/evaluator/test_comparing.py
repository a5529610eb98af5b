"""Percentiles, comparison and sorting of arrays of hands."""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata import compare, describe, evaluate, parse_cards, percentile, winners
from pokerdata._core import evaluator as _evaluator
from pokerdata.cards.evaluator import (
    best,
    category,
    class_counts,
    class_to_code,
    code_to_class,
    count_categories,
    places,
    ranks,
    sort_hands,
)

CODES = class_to_code(np.arange(7462))
codes = st.lists(st.sampled_from(CODES.tolist()), min_size=1, max_size=8)


def all_five() -> np.ndarray:
    return np.array(list(combinations(range(52), 5)), np.uint8)


def test_class_counts_of_five_cards_by_dealing_them_all() -> None:
    dealt = evaluate(all_five())
    np.testing.assert_array_equal(class_counts(5), np.bincount(code_to_class(dealt), minlength=7462))
    assert _evaluator.sum_codes(5, 2) == dealt.sum(dtype=np.int64)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_class_counts_against_enumeration(size: int) -> None:
    counts = class_counts(size)
    assert counts.sum() == comb(52, size)
    by_category = np.bincount(category(CODES), weights=counts)
    assert by_category.astype(int).tolist() == list(count_categories(size).values())
    total = sum(int(count) * int(code) for count, code in zip(counts, CODES, strict=True))
    assert _evaluator.sum_codes(size, 1) == _evaluator.sum_codes(size, 2) == total


def test_hands_with_certain_cards_by_dealing_them() -> None:
    # All hands of 7 cards that contain four given ones, and their classes.
    rest = np.array(list(combinations(range(4, 52), 3)), np.uint8)
    hands = np.concatenate([np.broadcast_to(np.arange(4, dtype=np.uint8), (len(rest), 4)), rest], axis=1)
    counts = np.bincount(code_to_class(evaluate(hands)), minlength=7462)
    quads_of_twos = category(CODES) == 7
    quads_of_twos &= ranks(CODES)[:, 0] == 0
    np.testing.assert_array_equal(counts[quads_of_twos], class_counts(7)[quads_of_twos])


@pytest.mark.parametrize("size", [5, 6, 7])
def test_percentiles(size: int) -> None:
    share = percentile(CODES, size)
    assert share.dtype == np.float64
    counts = class_counts(size)
    assert (share * counts).sum() / comb(52, size) == pytest.approx(0.5, abs=1e-12)
    assert np.all(np.diff(share) >= 0)
    assert percentile(65472, size) == 1 - int(counts[-1]) / comb(52, size) / 2
    assert percentile(CODES[:1], size) == int(counts[0]) / comb(52, size) / 2
    assert percentile(CODES.reshape(2, 7, 533), size).shape == (2, 7, 533)


def test_known_shares() -> None:
    # 4 of 2,598,960 hands are royal flushes; 1,302,540 are high cards.
    assert percentile(0xFFC0, 5) == 1 - 2 / 2_598_960
    pair = evaluate(parse_cards("2c 2d 3c 4d 5h"))
    assert percentile(pair, 5) == (1_302_540 + 384 / 2) / 2_598_960


def test_ranks_and_words_of_arrays() -> None:
    hands = ["As Ks Qs Js Ts", "Ac 2d 3h 4s 5c", "9c 9d 9h 4s 4d", "2c 2d 2h 2s 3c", "Qc Qd Ah 9s 4c 3d 2h"]
    found = np.array([evaluate(hand) for hand in hands])
    expected = [[12, 11, 10, 9, 8], [3, 2, 1, 0, 12], [7, 7, 7, 2, 2], [0, 0, 0, 0, 1], [10, 10, 12, 7, 2]]
    assert ranks(found).tolist() == expected
    assert ranks(found[0]).shape == (5,)
    words = np.asarray(describe(found[:4].reshape(2, 2)))
    assert words.shape == (2, 2)
    assert words.tolist() == [[describe(code) for code in pair] for pair in found[:4].reshape(2, 2)]
    assert np.shape(describe([])) == (0,)


def test_the_ranks_make_the_code() -> None:
    # Five cards of the ranks, in one suit or in mixed ones, give the same hand.
    suited = np.isin(category(CODES), [5, 8])
    suits = np.where(suited[:, None], 0, [0, 1, 2, 3, 0])
    cards = np.sort(ranks(CODES), axis=1) * 4
    np.testing.assert_array_equal(evaluate((cards + suits).astype(np.uint8)), CODES)


@given(codes, codes)
def test_compare(a: list[int], b: list[int]) -> None:
    signs = compare(np.array(a)[:, None], np.array(b, np.uint16))
    assert signs.dtype == np.int8
    assert signs.tolist() == [[(x > y) - (x < y) for y in b] for x in a]


@given(codes)
def test_winners_places_and_the_best(hand_codes: list[int]) -> None:
    top = max(hand_codes)
    assert best(hand_codes) == top
    assert winners(hand_codes).tolist() == [code == top for code in hand_codes]
    assert places(hand_codes).tolist() == [1 + sum(c > code for c in hand_codes) for code in hand_codes]


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -3])
def test_along_any_axis(axis: int) -> None:
    array = np.random.default_rng(5).choice(CODES[:9], (3, 4, 5))
    np.testing.assert_array_equal(best(array, axis), array.max(axis=axis))
    np.testing.assert_array_equal(winners(array, axis), array == array.max(axis=axis, keepdims=True))
    np.testing.assert_array_equal(places(array, axis), np.apply_along_axis(places, axis, array))


def test_sorted_hands() -> None:
    hands = np.array(
        [parse_cards(text) for text in ("2c 3d 4h 5s 7c", "AcAdAhAsKc", "2d3c4s5h7d", "AsKsQsJsTs")]
    )
    assert sort_hands(hands).tolist() == hands[[3, 1, 0, 2]].tolist()
    random = np.argsort(np.random.default_rng(8).random((500, 52)), axis=1)[:, :7].astype(np.uint8)
    strengths = evaluate(sort_hands(random)).astype(int)
    assert np.all(np.diff(strengths) <= 0)
    assert sort_hands(hands[:0]).shape == (0, 5)


@pytest.mark.parametrize("bad", [None, 1.5, "royal flush", [[1, 2], [3]], [0.5]])
def test_what_no_codes_are(bad: Any) -> None:
    functions: tuple[Callable[[Any], Any], ...] = (
        best,
        winners,
        places,
        ranks,
        percentile,
        lambda c: compare(c, 12),
        lambda c: compare(12, c),
    )
    for function in functions:
        with pytest.raises(ValueError, match=r"^(codes|a|b|a and b|hand strength code)[^:]*: expected "):
            function(bad)


def test_bad_arguments() -> None:
    with pytest.raises(ValueError, match=r"cards: expected 5, 6 or 7.*got 8"):
        percentile(65472, 8)
    with pytest.raises(
        ValueError,
        match=r"hand strength code: expected what evaluate\(\) returned, got 12, which no hand has",
    ):
        percentile([65472, 12])
    with pytest.raises(
        ValueError, match=r"a and b: expected equal shapes, or one that repeats, got \(2,\) and \(3,\)"
    ):
        compare([1, 2], [1, 2, 3])
    with pytest.raises(ValueError, match=r"axis: expected -2 to 1 for codes of shape \(1, 2\), got 2"):
        winners([[1, 2]], axis=2)
    with pytest.raises(
        ValueError, match=r"codes: expected an array, got a single code, which has no axis to compare.*"
    ):
        best(65472)
    with pytest.raises(ValueError, match="expected at least one"):
        best(np.zeros((3, 0), np.uint16))
    with pytest.raises(
        ValueError,
        match=r"^cards: expected shape \(hands, 5\), \(hands, 6\) or \(hands, 7\), got \(2, 2, 5\)$",
    ):
        sort_hands(np.tile(np.arange(5, dtype=np.uint8), (2, 2, 1)))
