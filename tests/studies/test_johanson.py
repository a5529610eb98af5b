"""Johanson et al. 2013 on a small game: features of hands, classes, and the measures, by plain enumeration."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau

from helpers import explicit_games
from pokerdata.games.strategies import simple_strategy
from pokerdata.matches.luck.values import state_strengths
from pokerdata.solving.public import against
from studies import study_module

measures = study_module("johanson", "measures")
abstractions = study_module("johanson", "abstractions")
RANKS = "JQKA"


@pytest.fixture(scope="module")
def hands() -> Any:
    return abstractions.Hands(measures.game_of(RANKS))


def deck() -> list[str]:
    return [rank + suit for rank in RANKS for suit in "cdhs"]


def final(hole: str, board: tuple[str, ...], others: str = RANKS) -> float:
    """Return the share of the pot won on the last street from a random hand of some ranks."""
    mine = explicit_games.three_card((hole, *board))
    yours = [
        explicit_games.three_card((card, *board))
        for card in deck()
        if card not in (hole, *board) and card[0] in others
    ]
    return float(np.mean([(mine > one) + (mine == one) / 2 for one in yours])) if yours else 0.5


def names(hands: Any, street: int) -> list[tuple[str, tuple[str, ...]]]:
    found = hands.game.state_names[street]
    return [(hand, tuple(board.split())) for hand, board in zip(found.hands, found.boards, strict=True)]


@pytest.mark.parametrize("street", [0, 1, 2])
def test_what_hands_are_told_by(street: int, hands: Any) -> None:
    for state, (hole, board) in list(enumerate(names(hands, street)))[:: [1, 3, 17][street]]:
        left = [card for card in deck() if card not in (hole, *board)]
        runs = list(permutations(left, 2 - len(board)))
        strengths = np.array([final(hole, (*board, *run)) for run in runs])
        assert hands.mean(street)[state] == pytest.approx(strengths.mean(), abs=1e-8)
        assert hands.mean(street, 2)[state] == pytest.approx((strengths**2).mean(), abs=1e-8)
        cells = np.minimum((strengths * abstractions.BINS + 1e-9).astype(int), abstractions.BINS - 1)
        shares = np.bincount(cells, minlength=abstractions.BINS) / len(runs)
        # A strength on the edge of two cells may fall into either by rounding.
        assert np.abs(np.cumsum(hands.histogram(street)[state] - shares)).sum() < 0.35


def test_strength_against_kinds_of_opponents(hands: Any) -> None:
    """Four ranks are four kinds, from weak to strong; the king is in more straights than the ace."""
    assert len(RANKS) == abstractions.OPPONENTS
    strength = {hole: value for (hole, _), value in zip(names(hands, 0), hands.mean(0), strict=True)}
    ranks = [hole[0] for hole in sorted(strength, key=strength.__getitem__)]
    assert ranks.index("K") > ranks.index("A") > ranks.index("J")
    for state, (hole, board) in list(enumerate(names(hands, 2)))[::11]:
        wanted = [final(hole, board, rank) for rank in ranks]
        assert hands.against[state] == pytest.approx(wanted, abs=1e-8)


def test_mean_strength_is_that_of_the_package(hands: Any) -> None:
    for street, wanted in enumerate(state_strengths(hands.game)):
        np.testing.assert_allclose(hands.mean(street), wanted, atol=1e-8)
        assert hands.deals[street].sum() == pytest.approx(1)
        assert hands.deals[street] @ hands.mean(street) == pytest.approx(0.5)


@pytest.mark.parametrize("kind", abstractions.KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("recall", [True, False])
def test_classes(kind: Any, recall: bool, hands: Any) -> None:
    found = abstractions.abstraction(hands, kind, (3, 2), recall=recall)
    assert found.counts[0] == len(RANKS)
    assert 6 <= found.counts[1] <= 12
    assert 8 <= found.counts[2] <= 24
    for street in (1, 2):
        above = found.streets[street - 1][hands.game.core.state_parents(street)]
        of_class = [set(above[found.streets[street] == one].tolist()) for one in range(found.counts[street])]
        assert all(len(seen) == 1 for seen in of_class) is recall
    again = abstractions.abstraction(hands, kind, (3, 2), recall=recall)
    assert all(np.array_equal(a, b) for a, b in zip(found.streets, again.streets, strict=True))


def test_percentiles_are_intervals(hands: Any) -> None:
    found = abstractions.abstraction(hands, abstractions.HS2, (3, 2), recall=False)
    value = hands.mean(2, 2)
    for low, high in combinations(range(found.counts[2]), 2):
        ends = [
            (value[found.streets[2] == one].min(), value[found.streets[2] == one].max())
            for one in (low, high)
        ]
        assert ends[0][1] < ends[1][0] or ends[1][1] < ends[0][0]


def test_winnings_are_exact_and_even(hands: Any) -> None:
    game = hands.game
    strategies = [simple_strategy(game, "random", seed=seed) for seed in range(3)]
    found = measures.winnings(game, strategies)
    assert found == pytest.approx(-found.T)
    first = against(game, strategies[0], strategies[2]).expected_value
    second = against(game, strategies[2], strategies[0]).expected_value
    assert found[0, 2] == pytest.approx((first - second) / 2, abs=1e-6)


def test_means_of_blocks() -> None:
    values = np.random.default_rng(1).normal(size=(6, 6))
    found = measures.block_means(values, [1, 3, 2])
    assert found[1, 2] == pytest.approx(values[1:4, 4:].mean())
    assert found[0, 1] == pytest.approx(values[0, 1:4].mean())


def test_agreement_is_kendalls_tau() -> None:
    random = np.random.default_rng(2)
    for _ in range(5):
        first, second = random.normal(size=(2, 8))
        assert measures.agreement(first, second) == pytest.approx(kendalltau(first, second).statistic)
