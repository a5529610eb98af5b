"""Contests of three to six hands agree with plain enumeration by another project's evaluator."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from phevaluator import evaluate_cards

from pokerdata import format_cards
from pokerdata.cards.equity import equity


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("size", [3, 4])
def test_random_contests(players: int, size: int) -> None:
    rng = np.random.default_rng(10 * players + size)
    for _ in range(1 if size == 3 else 6):
        deck = rng.permutation(52).astype(np.uint8)
        hands = deck[: 2 * players].reshape(-1, 2)
        board, dead, rest = np.split(deck[2 * players :], [size, size + 3])
        run_outs = (
            [[a] for a in rest] if size == 4 else [[a, b] for i, a in enumerate(rest) for b in rest[:i]]
        )
        shares = [Fraction(0)] * players
        wins, ties = [0] * players, [0] * players
        for cards in run_outs:
            table = format_cards([*board.tolist(), *map(int, cards)]).split()
            scores = [
                evaluate_cards(*table, *format_cards(hand).split()) for hand in hands
            ]  # lower is better
            best = [p for p in range(players) if scores[p] == min(scores)]
            for p in best:
                shares[p] += Fraction(1, len(best))
                wins[p] += len(best) == 1
                ties[p] += len(best) > 1
        found = equity(list(hands), board, dead)
        assert found.exact
        assert found.deals == len(run_outs)
        assert found.wins.tolist() == wins
        assert found.ties.tolist() == ties
        assert found.equity.tolist() == pytest.approx([float(s / len(run_outs)) for s in shares], rel=1e-15)
        assert sum(shares) == len(run_outs)
        assert found.equity.sum() == pytest.approx(1, rel=1e-15)
