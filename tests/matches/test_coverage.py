"""Intervals of many small matches hold the exact value as often as they say; of local best response, see
test_local_best_response_exactly.py."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pokerdata.agents import Agent
from pokerdata.games import CardGame, CardRules, LimitRules, NamedGame, named_game
from pokerdata.matches import Estimate, match
from pokerdata.solvers import SavedStrategy, against, simple_strategy

LEDUC, NO_LIMIT = named_game("leduc"), named_game("leduc-nolimit")
TWO_HOLE_CARDS = NamedGame(
    LimitRules(name="two hole cards", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1)),
    CardRules("QKA", copies=2, hole=2, board=(0, 1)),
)


def saved(game: NamedGame, kind: str, seed: int) -> SavedStrategy:
    built = CardGame(game.rules, game.cards)
    rows = simple_strategy(built, kind, seed=seed)
    return SavedStrategy(game.rules, game.cards.values(), None, rows, built.state_names)


def least(repeats: int) -> float:
    """Of a coverage that is 95 %, three standard deviations below."""
    return 0.95 - 3 * sqrt(0.95 * 0.05 / repeats)


def held(found: list[list[Estimate]], exact: list[float]) -> np.ndarray:
    """How often intervals hold the exact values."""
    return np.mean(
        [[abs(e.mean - v) <= e.half_width for e, v in zip(row, exact, strict=True)] for row in found], axis=0
    )


@pytest.mark.parametrize("game", [LEDUC, NO_LIMIT, TWO_HOLE_CARDS], ids=lambda game: game.rules.name)
@pytest.mark.parametrize("deals", [2, 5, 10, 30])
def test_of_matches(game: NamedGame, deals: int) -> None:
    one, two = (saved(game, "random", seed) for seed in (1, 2))
    built = CardGame(game.rules, game.cards)
    first = against(built, one.strategy, two.strategy).expected_value
    second = -against(built, two.strategy, one.strategy).expected_value
    agents, repeats = (Agent.of(one), Agent.of(two)), 1000
    played = [match(*agents, deals=deals, first_deal=k * deals, seed=1, threads=1) for k in range(repeats)]
    rows = [[result.won, *result.by_seat] for result in played]
    assert held(rows, [(first + second) / 2, first, second]).min() >= least(repeats)
