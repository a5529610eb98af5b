"""The evaluator compared with two others: plain brute force in this file, and phevaluator."""

from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import phevaluator
import pytest

from pokerdata import evaluate
from pokerdata.cards.evaluator import CATEGORIES, category, class_to_code, code_to_class, count_categories

Strength = tuple[int, ...]


def strength_of_five(cards: tuple[int, ...]) -> Strength:
    """Return the category, then the ranks by importance; comparing two results compares the hands."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    order = tuple(rank for _, rank in groups)
    flush = len({card % 4 for card in cards}) == 1
    if shape == [1] * 5:
        wheel = ranks == [12, 3, 2, 1, 0]
        if wheel or ranks[0] - ranks[4] == 4:
            return (8 if flush else 4, 3 if wheel else ranks[0])
        return (5 if flush else 0, *order)
    return ([[2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [], [], [3, 2], [4, 1]].index(shape) + 1, *order)


def strength(cards: tuple[int, ...]) -> Strength:
    return max(strength_of_five(five) for five in combinations(cards, 5))


def code_of(strength: Strength) -> int:
    """Return the 16-bit code by its definition."""
    kind, first, *rest = strength
    if kind in (0, 5):
        return (0xC000 if kind else 0) | sum(1 << rank for rank in (first, *rest))
    if kind == 1:
        a, b, c = (rank - (rank > first) for rank in rest)
        return (4 + first) << 11 | a * 169 + b * 13 + c
    if kind in (2, 3):
        return (0x9000 if kind == 2 else 0xA000) | first << 8 | rest[0] << 4 | rest[1]
    if kind in (4, 8):
        return 0xB000 | first << 8 if kind == 4 else 0xFF00 | first << 4
    return (0xFD00 if kind == 6 else 0xFE00) | first << 4 | rest[0]


def random_hands(count: int, size: int) -> np.ndarray:
    deck = np.random.default_rng(7).random((count, 52))
    return np.argpartition(deck, size, axis=1)[:, :size].astype(np.uint8)


def every_class() -> np.ndarray:
    """Return a hand of each of the 7,462 classes: all multisets of ranks in mixed suits, all sets in one suit."""
    hands = []
    for ranks in combinations_with_replacement(range(13), 5):
        suits = (0, 1, 2, 3, 0)  # equal ranks are adjacent, so their suits differ
        if ranks[0] != ranks[4]:
            hands.append([4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)])
        if len(set(ranks)) == 5:
            hands.append([4 * rank for rank in ranks])
    return np.array(hands, np.uint8)


def test_every_class_by_brute_force() -> None:
    hands = every_class()
    codes = evaluate(hands)
    assert codes.tolist() == [code_of(strength_of_five(tuple(hand))) for hand in hands.tolist()]
    assert len(hands) == len(set(codes.tolist())) == 7462
    strengths = sorted(strength_of_five(tuple(hand)) for hand in hands.tolist())
    assert [code_of(s) for s in strengths] == class_to_code(np.arange(7462)).tolist()


@pytest.mark.parametrize(("size", "count"), [(5, 5000), (6, 3000), (7, 2000)])
def test_random_hands_by_brute_force(size: int, count: int) -> None:
    hands = random_hands(count, size)
    assert evaluate(hands).tolist() == [code_of(strength(tuple(hand))) for hand in hands.tolist()]


@pytest.mark.parametrize("size", [6, 7])
def test_hands_rich_in_flushes_and_groups_by_brute_force(size: int) -> None:
    # Few ranks or few suits give hands that random cards seldom give.
    rng = np.random.default_rng(11)
    low = np.argsort(rng.random((1000, 16)), axis=1)[:, :size]
    suited = np.argsort(rng.random((1000, 26)), axis=1)[:, :size]
    hands = np.concatenate([low, suited // 2 * 4 + suited % 2]).astype(np.uint8)
    assert evaluate(hands).tolist() == [code_of(strength(tuple(hand))) for hand in hands.tolist()]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_agrees(size: int) -> None:
    hands = random_hands(20_000, size)
    classes = code_to_class(evaluate(hands))
    theirs = np.array([phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])  # 1 is the best
    np.testing.assert_array_equal(classes, 7462 - theirs)
    bounds = np.cumsum([1277, 2860, 858, 858, 10, 1277, 156, 156])  # classes of each category
    np.testing.assert_array_equal(category(evaluate(hands)), np.searchsorted(bounds, 7462 - theirs, "right"))


SEVEN = (23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 41584)
SIX = (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1844)
FIVE = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)


@pytest.mark.parametrize(("size", "counts"), [(5, FIVE), (6, SIX), (7, SEVEN)])
@pytest.mark.parametrize("threads", [1, 2])
def test_categories_of_all_hands(size: int, counts: tuple[int, ...], threads: int) -> None:
    found = count_categories(size, threads=threads)
    assert tuple(found) == CATEGORIES
    assert tuple(found.values()) == counts
    assert sum(counts) == comb(52, size)


def test_categories_of_a_bad_number_of_cards() -> None:
    with pytest.raises(ValueError, match=r"cards: expected 5, 6 or 7.*got 8"):
        count_categories(8)
