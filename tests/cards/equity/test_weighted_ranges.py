"""Equities of weighted ranges without rounding, compared with enumeration in fractions of the written decimals."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range, evaluate, format_cards, parse_cards
from pokerdata._core import equity as kernels
from pokerdata.cards.equity import Equity, equity
from pokerdata.cards.equity.methods import as_contest, exact_tally

SHORT = ["0.1", "0.2", "0.3", "0.7", "1", "2.5"]
LONG = ["0.30000000000000004", "0.1", "0.7391823057291637", "1e-15", "12345678901.25", "0.2"]


def cards(of: list[int]) -> str:
    return format_cards(np.array(of, np.uint8))


def text(weights: dict[tuple[int, int], str]) -> Range:
    return relative(",".join(f"{cards(list(hand))}:{weight}" for hand, weight in weights.items()))


def drawn(seed: int, players: int, decimals: list[str]) -> tuple[list[dict[tuple[int, int], str]], list[int]]:
    """Return ranges of 2 to 6 hands from few cards, and a board of 4 cards."""
    rng = np.random.default_rng([seed, players])
    deck = rng.permutation(52).tolist()
    pairs = list(combinations(deck[4:20], 2))
    ranges = [
        {pairs[k]: str(rng.choice(decimals)) for k in rng.choice(len(pairs), size, replace=False)}
        for size in rng.integers(2, 7, players)
    ]
    return ranges, deck[:4]


def enumerated(ranges: list[dict[tuple[int, int], str]], board: list[int]) -> tuple[Fraction, ...]:
    pots, total = [Fraction(0)] * len(ranges), Fraction(0)
    for hands in product(*ranges):
        taken = {*board}.union(*hands)
        if len(taken) < len(board) + 2 * len(ranges):
            continue
        weight = prod(Fraction(held[hand]) for held, hand in zip(ranges, hands, strict=True))
        for card in set(range(52)) - taken:
            codes = evaluate(np.array([[*board, card, *hand] for hand in hands], np.uint8))
            total += weight
            for p in np.flatnonzero(codes == codes.max()).tolist():
                pots[p] += weight / Fraction(int((codes == codes.max()).sum()))
    return tuple(pot / total for pot in pots) if total else ()


def check(found: Equity, want: tuple[Fraction, ...]) -> None:
    assert found.exact_equity == want
    assert found.equity.tolist() == [float(share) for share in want]


@settings(max_examples=20)
@given(seed=st.integers(0, 10**9), players=st.integers(2, 3))
def test_few_digits(seed: int, players: int) -> None:
    ranges, board = drawn(seed, players, SHORT)
    want = enumerated(ranges, board)
    assume(want)  # at least one deal exists
    check(equity([text(weights) for weights in ranges], cards(board)), want)


@settings(max_examples=20)
@given(seed=st.integers(0, 10**9))
def test_many_digits(seed: int) -> None:
    ranges, board = drawn(seed, 2, LONG)
    want = enumerated(ranges, board)
    assume(want)  # at least one deal exists
    check(equity([text(weights) for weights in ranges], cards(board)), want)


def test_many_digits_of_three_are_rounded() -> None:
    ranges = [
        {(0, 5): "0.7391823057291637", (0, 9): "0.1"},
        {(20, 33): "0.1", (20, 21): "0.30000000000000004"},
        {(40, 44): "0.2", (41, 49): "1e-15"},
    ]
    board = [1, 14, 28, 51]
    want = enumerated(ranges, board)
    found = equity([text(weights) for weights in ranges], cards(board))
    assert found.exact_equity is None
    assert found.equity == pytest.approx([float(share) for share in want], rel=1e-12, abs=1e-15)


def test_one_hand_against_many_digits() -> None:
    ranges: list[dict[tuple[int, int], str]] = [
        {(20, 33): "0.1"},
        {(0, 5): "0.7391823057291637", (0, 9): "0.1", (40, 44): "1e-15", (41, 49): "3e10"},
    ]
    board = [1, 14, 28, 51]
    for both in (ranges, ranges[::-1]):
        check(equity([text(weights) for weights in both], cards(board)), enumerated(both, board))


def test_whole_ranges_digit_by_digit() -> None:
    """The algorithm by boards, for sums too long for its digits, agrees with the sum over single hands."""
    rng = np.random.default_rng(4)
    weights = np.zeros((2, 1326))
    for row in weights:
        row[rng.choice(1326, 300, replace=False)] = rng.random(300)
    board = parse_cards("7s6cAs9h")
    contest = as_contest([Range.from_weights(row) for row in weights], board, "")
    tally, exact = exact_tally(contest, 2, 10**11, None)
    assert exact
    assert tally.dtype == object
    ones = np.stack([contest.weights[0] > 0, np.zeros(1326)]).astype(float)
    for c in np.flatnonzero(contest.weights[1])[:20].tolist():
        ones[1] = 0
        ones[1, c] = 1
        beside = kernels.by_matchups(ones, contest.board, contest.dead, np.zeros(1, np.uint8))
        # Weight with which our hands lose, win and tie.
        mine = contest.ratios[0].astype(object) @ beside[0].astype(np.int64)
        assert tally[1, c].tolist() == [int(mine[1]), int(mine[0]), int(mine[2])]
    assert sum(equity([Range.from_weights(row) for row in weights], board).exact_equity or ()) == 1


def test_counts_are_parts_of_the_largest_weight() -> None:
    found = equity(["AcKd:0.1,QhQd:0.2", "TdTh:0.3"])
    one, other = equity(["AcKd", "TdTh"]), equity(["QhQd", "TdTh"])
    assert found.wins[0] == one.wins[0] / 2 + other.wins[0]
    assert found.deals == 1.5 * 1_712_304
    assert found.exact_equity is not None
    assert one.exact_equity is not None
    assert one.exact_equity[0] == Fraction(2 * 735_071 + 6_691, 2 * 1_712_304)
    assert float(found.exact_equity[0]) == found.equity[0]
    assert equity(["AcKd", "TdTh"], samples=1000, seed=1).exact_equity is None


def test_weights_too_far_apart() -> None:
    far_apart: tuple[list[Range], ...] = (
        [relative("AcKd:1e200,QhQd"), Range("TT")],
        [Range("TT"), Range("random:1e-300,AA")],
    )
    for hands in far_apart:
        with pytest.raises(
            ValueError, match=r"weights in a range: expected the largest at most 10\*\*100 times"
        ):
            equity(hands)
        assert hands[0].weights.max() > 0
