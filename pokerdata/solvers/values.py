"""Exact values of given strategies."""

import numpy as np

from pokerdata.games import Game
from pokerdata.solvers.solver import Solver
from pokerdata.solving.algorithm import algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.simple import Strategy, pair


def evaluate(game: Game, strategy: Strategy, *, threads: int = 0) -> Evaluation:
    """Exact values of a given strategy, for each street probabilities [edges of the street, states].

    Raises ValueError for what is no strategy (`check_strategy` of `pokerdata.strategies.checks`).
    """
    strategy = [np.asarray(street) for street in strategy]
    check_strategy(game.tree, game.states, strategy)
    dtype = "float32" if all(part.dtype == np.float32 for part in strategy) else "float64"
    solver = Solver(game, algorithm("cfr"), dtype=dtype, threads=threads)
    for r, probabilities in enumerate(strategy):
        solver.take_average(r, probabilities)
    return solver.evaluate()


def against(game: Game, first: Strategy, second: Strategy, *, threads: int = 0) -> Evaluation:
    """Exact values when player 1 plays one strategy and player 2 another.

    `expected_value` is what player 1 wins; `best_response[0]` is the most that anyone could win against `second`
    as player 1, and `best_response[1]` the most against `first` as player 2.
    """
    return evaluate(game, pair(game, first, second), threads=threads)
