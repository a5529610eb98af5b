"""Equities follow the definition: every deal of hands and cards, with an independent evaluator."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import prod

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerdata import Range, parse_cards
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.equity import Equity, equity


class Brute:
    """Exact sums over all deals, as fractions."""

    def __init__(self, weights: list[np.ndarray], board: np.ndarray, dead: np.ndarray) -> None:
        players = len(weights)
        self.wins, self.ties, self.losses, self.pots = ([Fraction(0)] * players for _ in range(4))
        self.hand_pots: list[dict[int, Fraction]] = [{} for _ in range(players)]
        self.hand_deals: list[dict[int, Fraction]] = [{} for _ in range(players)]
        known = {*board.tolist(), *dead.tolist()}
        for hands in product(*(np.flatnonzero(w).tolist() for w in weights)):
            cards = [*known, *COMBINATIONS[list(hands)].ravel().tolist()]
            if len(set(cards)) < len(cards):
                continue
            left = sorted(set(range(52)) - set(cards))
            each = [Fraction(float(w[h])) for w, h in zip(weights, hands, strict=True)]
            for rest in combinations(left, 5 - len(board)):
                on_board = [*board.tolist(), *rest]
                ranks = [evaluate_cards(*on_board, *COMBINATIONS[h].tolist()) for h in hands]  # 1 is the best
                self._count(hands, each, [r == min(ranks) for r in ranks])
        self.deals = self.wins[0] + self.ties[0] + self.losses[0]

    def _count(self, hands: tuple[int, ...], each: list[Fraction], won: list[bool]) -> None:
        weight = prod(each)
        for p, hand in enumerate(hands):
            share = Fraction(won[p], sum(won))
            kind = self.losses if not won[p] else self.wins if share == 1 else self.ties
            kind[p] += weight
            self.pots[p] += weight * share
            self.hand_pots[p][hand] = self.hand_pots[p].get(hand, Fraction(0)) + weight * share
            self.hand_deals[p][hand] = self.hand_deals[p].get(hand, Fraction(0)) + weight


def check(found: Equity, want: Brute, rel: float) -> None:
    for name in ("wins", "ties", "losses"):
        assert getattr(found, name).tolist() == pytest.approx(
            [float(x) for x in getattr(want, name)], rel=rel
        )
    assert found.deals == pytest.approx(float(want.deals), rel=rel)
    assert found.equity.tolist() == pytest.approx([float(pot / want.deals) for pot in want.pots], rel=1e-12)
    for p in range(len(found.players)):
        known = np.flatnonzero(~np.isnan(found.per_combination[p]))
        assert known.tolist() == sorted(want.hand_deals[p])
        for c in known.tolist():
            assert found.per_combination[p, c] == pytest.approx(
                float(want.hand_pots[p][c] / want.hand_deals[p][c]), rel=1e-9, abs=1e-12
            )


def some_range(rng: np.random.Generator, hands: int, near: np.ndarray, weighted: bool) -> np.ndarray:
    """Return a few hands, half of them from few cards, so that players often block each other."""
    weights = np.zeros(1326)
    inside = np.flatnonzero(np.isin(COMBINATIONS, near).all(axis=1))
    chosen = [
        *rng.choice(inside, hands // 2, replace=False),
        *rng.choice(1326, hands - hands // 2, replace=False),
    ]
    weights[chosen] = rng.integers(1, 16, hands) / 16 if weighted else 1
    weights[chosen[0]] = 1
    return weights


# players, hands each, cards on the board, dead cards
CASES = [
    (2, 30, 5, 0),
    (2, 8, 4, 3),
    (2, 4, 3, 2),
    (3, 7, 5, 2),
    (3, 5, 4, 1),
    (4, 5, 5, 0),
    (5, 4, 5, 1),
    (6, 4, 5, 0),
]


@pytest.mark.parametrize("weighted", [False, True], ids=["alike", "weighted"])
@pytest.mark.parametrize(("players", "hands", "size", "gone"), CASES)
def test_ranges(players: int, hands: int, size: int, gone: int, weighted: bool) -> None:
    rng = np.random.default_rng([players, hands, size, gone, weighted])
    cards = rng.permutation(52).astype(np.uint8)
    board, dead, near = cards[:size], cards[size : size + gone], cards[size + gone : size + gone + 12]
    ranges = [some_range(rng, hands, near, weighted) for _ in range(players)]
    left = [Range.from_weights(w).without(np.concatenate([board, dead])).weights for w in ranges]
    scaled = [w / w.max() for w in left]  # counts are fractions of the largest weight
    check(equity(ranges, board, dead), Brute(scaled, board, dead), rel=1e-12 if weighted else 0)


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        (["AcKd", "TdTh"], "7s6cAs", ""),
        (["AcKd", "AhKh"], "Ks7h6h", "2h3h4d"),
        (["AcKd", "TdTh", "7h6h"], "Jh5h2c", "8h"),
        (["AcAd", "KcKd", "QcQd", "JcJd"], "2h3h9h9s", ""),
        (["As2s", "Ad2d", "Ac2c", "3h4h"], "KhQhJhTh", "9h"),
        (["8c2c", "8d2d", "8h2h", "3s4s", "5s6s", "7s2s"], "AsKsQsJsTs", ""),
        (["Ac2d", "Ad2h", "Ah2s", "As2c", "KcQd", "KdQh"], "3c4d5hKs", "9c9d"),
    ],
)
def test_hands(hands: list[str], board: str, dead: str) -> None:
    weights = [Range(hand).weights for hand in hands]
    want = Brute(weights, parse_cards(board), parse_cards(dead))
    found = equity(hands, board, dead)
    assert found.wins.dtype == np.int64
    check(found, want, rel=0)


@pytest.mark.parametrize("board", ["7s6cAs", "7s6cAs2s", "7s6cAs2s2c"])
def test_two_whole_ranges_by_boards_and_by_matchups_agree(board: str) -> None:
    """Wide ranges use another algorithm than narrow ones; a whole range is the sum of its hands."""
    hero = "AKs,QQ,7h6h,5s4s,2h2d" if len(board) == 6 else "22+,A2s+,K9o+"
    wide = equity([hero, "random"], board, "9d")
    held, _ = Range(hero).without(parse_cards(board + "9d")).combinations()
    narrow = [equity([COMBINATIONS[c], "random"], board, "9d") for c in held[:: max(1, len(held) // 12)]]
    for one in narrow:
        (c,) = np.flatnonzero(~np.isnan(one.per_combination[0]))
        assert wide.per_combination[0, c] == one.equity[0]
