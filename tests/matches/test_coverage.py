"""Confidence intervals of many small matches have their stated coverage.

For local best response, see test_local_best_response_exactly.py.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from pokerdata.games import BettingTree, CardGame, CardRules, Game, LimitRules, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Estimate, match
from pokerdata.players.agents import Agent
from pokerdata.solving.public import against

KUHN, LEDUC, NO_LIMIT = (load_game(name) for name in ("kuhn", "leduc", "leduc-nolimit"))
LEAST = 0.93  # with few outcomes, some of them rare, intervals of few deals have no better coverage
TWO_HOLE_CARDS = Game(
    LimitRules(name="two hole cards", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1)),
    CardRules("QKA", copies=2, hole=2, board=(0, 1)),
)


def saved(game: Game, kind: str, seed: int) -> Strategy:
    built = CardGame(game.rules, game.cards)
    rows = simple_strategy(built, "random" if kind == "pure" else kind, seed=seed)
    if kind == "pure":
        rows = tuple(likeliest(BettingTree(game.rules), street, row) for street, row in enumerate(rows))
    return Strategy(game.rules, game.cards.values(), None, rows, built.state_names)


def likeliest(tree: BettingTree, street: int, rows: np.ndarray) -> np.ndarray:
    """Return the pure strategy with the likeliest action of each state."""
    nodes = tree.decision_nodes(street)
    first = tree.first_edge[nodes[0]]
    found = np.zeros_like(rows)
    for node in nodes:
        edges = slice(tree.first_edge[node] - first, tree.first_edge[node + 1] - first)
        found[edges] = rows[edges] == rows[edges].max(axis=0)
    return found


def least(repeats: int, coverage: float = 0.95) -> float:
    """Return the coverage less three standard deviations."""
    return coverage - 3 * sqrt(coverage * (1 - coverage) / repeats)


def held(found: list[list[Estimate]], exact: list[float]) -> np.ndarray:
    """Return how often intervals contain the exact values."""
    inside = [[abs(e.mean - v) <= e.half_width for e, v in zip(row, exact, strict=True)] for row in found]
    return np.asarray(np.mean(inside, axis=0))


def coverage(game: Game, first: Strategy, second: Strategy, deals: int, repeats: int) -> np.ndarray:
    """Return the coverage in both seats, player 1 and player 2."""
    built = CardGame(game.rules, game.cards)
    as_first = against(built, first.strategy, second.strategy).expected_value
    as_second = -against(built, second.strategy, first.strategy).expected_value
    agents = Agent.of(first), Agent.of(second)
    played = [match(*agents, deals=deals, first_deal=k * deals, seed=1, threads=1) for k in range(repeats)]
    rows = [[result.won[0], *result.by_position[0]] for result in played]
    return held(rows, [(as_first + as_second) / 2, as_first, as_second])


@pytest.mark.parametrize("game", [LEDUC, NO_LIMIT, TWO_HOLE_CARDS], ids=lambda game: game.rules.name)
@pytest.mark.parametrize("deals", [2, 5, 10, 30])
def test_of_matches(game: Game, deals: int) -> None:
    one, two = (saved(game, "random", seed) for seed in (1, 2))
    assert coverage(game, one, two, deals, 1000).min() >= least(1000)


@pytest.mark.parametrize(
    ("game", "first", "second"),
    [
        (KUHN, ("raise", 0), ("random", 6)),
        (KUHN, ("uniform", 0), ("raise", 0)),
        (KUHN, ("fold", 0), ("random", 2)),
        (KUHN, ("random", 6), ("pure", 1)),
        (KUHN, ("raise", 0), ("pure", 2)),
        (LEDUC, ("fold", 0), ("random", 1)),
        (LEDUC, ("raise", 0), ("random", 2)),
        (LEDUC, ("pure", 1), ("pure", 2)),
    ],
)
@pytest.mark.parametrize("deals", [5, 10, 30])
def test_where_few_outcomes_are_possible(
    game: Game, first: tuple[str, int], second: tuple[str, int], deals: int
) -> None:
    """Student's intervals covered the first value 69 % of the time: one deal in nine differs from the others."""
    assert coverage(game, saved(game, *first), saved(game, *second), deals, 600).min() >= least(600, LEAST)
