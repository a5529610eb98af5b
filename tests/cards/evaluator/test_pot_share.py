"""Pot shares on a board against one and two opponents agree with dealing every hand in fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from pokerdata import evaluate, parse_cards
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator.evaluation import behind_and_tied, pot_parts, pot_share

RNG = np.random.default_rng(20261122)


def drawn(digits: int) -> Any:
    """Return integer weights of 40 hands from few cards, so that many block each other."""
    numbers = np.zeros(1326, np.int64 if digits < 9 else object)
    low = np.flatnonzero((COMBINATIONS < 20).all(axis=1))
    for place in RNG.choice(low, 40, replace=False):
        numbers[place] = int("".join(map(str, RNG.integers(1, 10, digits))))
    return numbers


def by_dealing(hole: Any, board: Any, *weights: Any) -> Fraction:
    def hands(row: Any) -> list[tuple[set[int], int, int]]:
        cards = [({*COMBINATIONS[k].tolist()}, k, int(row[k])) for k in np.flatnonzero(row)]
        return [
            (held, int(evaluate(np.array([*board, *COMBINATIONS[k]], np.uint8))), w) for held, k, w in cards
        ]

    mine, known = int(evaluate(np.array([*board, *hole], np.uint8))), {*hole.tolist(), *board.tolist()}
    deals: list[tuple[set[int], list[int], int]] = [(known, [], 1)]
    for row in weights:
        deals = [
            (gone | held, [*codes, code], weight * w)
            for gone, codes, weight in deals
            for held, code, w in hands(row)
            if not gone & held
        ]
    won = sum(Fraction(weight, 1 + codes.count(mine)) for _, codes, weight in deals if max(codes) <= mine)
    return Fraction(won) / sum(weight for *_, weight in deals)


@pytest.mark.parametrize("digits", [1, 4, 30])
@pytest.mark.parametrize(
    ("hole", "board"), [("9s 2c", "9c 5d 3h"), ("5c 4c", "Ts Js Qc Kd Ac"), ("7h 3s", "6c 4d 2s 5h")]
)
def test_one_and_two_opponents(hole: str, board: str, digits: int) -> None:
    ours, cards = parse_cards(hole), parse_cards(board)
    free = ~np.isin(COMBINATIONS, [*ours, *cards]).any(axis=1)
    first, second = (drawn(digits) * free for _ in range(2))
    standing = behind_and_tied(ours, cards)
    assert not any(flags[~free].any() for flags in standing)
    assert pot_share(*standing, first) == by_dealing(ours, cards, first)
    assert pot_share(*standing, first, second) == by_dealing(ours, cards, first, second)


def test_nobody_can_hold_a_hand() -> None:
    none, two_aces = np.zeros(1326, np.int64), np.zeros(1326, np.int64)
    two_aces[-1] = 1
    standing = behind_and_tied(parse_cards("2c 3d"), parse_cards("7s 6c As"))
    assert pot_share(*standing, none) is None
    assert pot_share(*standing, two_aces, two_aces) is None


def test_many_rows_at_once() -> None:
    better, even = RNG.random((2, 3, 1326)) < 0.4
    even &= ~better
    weights = RNG.integers(0, 4, (2, 1326)).astype(np.float64)
    for opponents in (1, 2):
        rows = pot_parts(better, even, *weights[:opponents])
        one_by_one = [
            pot_parts(b, e, *weights[:opponents].astype(np.int64)) for b, e in zip(better, even, strict=True)
        ]
        assert rows.tolist() == one_by_one
