"""Games over random joint counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from pokerdata import games


def random_counts(states: int, seed: int, *, parents: list[Any]) -> tuple[list[Any], Any]:
    """Return random joint counts of the last street with wins, and their sums for earlier streets."""
    random = np.random.default_rng(seed)
    last = random.integers(0, 20, (states, states))
    last += last.T
    won = random.integers(0, 1000, (states, states)) * last // 2000
    deals = [last]
    for up in reversed(parents):
        indicator = np.eye(int(up.max()) + 1, dtype=np.int64)[up]
        deals.insert(0, indicator.T @ deals[0] @ indicator)
    return deals, won


def limit_game() -> games.JointCountGame:
    """Return limit hold'em with random cards in two buckets per street."""
    parents = [np.arange(2 ** (r + 1)) // 2 for r in range(1, 4)]
    deals, wins = random_counts(16, 7, parents=parents)
    return games.limit_holdem([2, 2, 2, 2], deals, wins, abstraction="random")


def no_limit_game() -> games.JointCountGame:
    """Return no-limit hold'em with six big blinds and the same cards."""
    parents = [np.arange(2 ** (r + 1)) // 2 for r in range(1, 4)]
    deals, wins = random_counts(16, 7, parents=parents)
    rules = games.varied(games.load_game("nolimit-holdem"), ["stacks=60,60", "blinds=5,10"]).rules
    return games.bucketed_game(rules, [2, 2, 2, 2], deals, wins, abstraction="random")


def uneven_game() -> tuple[games.JointCountGame, tuple[Any, ...]]:
    """Return a game of three streets with irregular children: unequal numbers, in no order, some never dealt."""
    parents = [np.array([2, 0, 1, 2, 0]), np.array([4, 1, 0, 3, 2, 4, 4, 1])]
    deals, wins = random_counts(8, 3, parents=parents)
    deals[2][5, :] = deals[2][:, 5] = 0
    wins[5, :] = wins[:, 5] = 0
    for r in (1, 0):
        indicator = np.eye(len(deals[r]), dtype=np.int64)[parents[r]]
        deals[r] = indicator.T @ deals[r + 1] @ indicator
    rules = games.LimitRules(name="uneven", ante=2, bets=(1, 3, 4), caps=(2, 1, 2), first_to_act=(1, 1, 1))
    game = games.JointCountGame(rules, deals, wins, parents)
    return game, (2, (1, 3, 4), (2, 1, 2), deals[2], wins, parents)
