"""Exact values of given strategies."""

from __future__ import annotations

import os

import numpy as np

from pokerdata.games import Game
from pokerdata.solvers.solver import Solver
from pokerdata.solving.algorithm import algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.simple import Probabilities, pair
from pokerdata.strategies.strategy_file import Solved, Strategy, load_strategy


def evaluate(game: Game, strategy: Probabilities, *, threads: int = 0) -> Evaluation:
    """Exact values of a given strategy.

    About the time of two iterations.

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states], float32 or
            float64.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Raises:
        ValueError: If it is no strategy (`check_strategy` of `pokerdata.strategies.checks`).
        CapacityError: If memory would not suffice.
    """
    return _averaged(game, strategy, threads).evaluate()


def _averaged(game: Game, strategy: Probabilities, threads: int) -> Solver:
    """A solver whose average is the strategy."""
    strategy = [np.asarray(street) for street in strategy]
    check_strategy(game.tree, game.states, strategy)
    dtype = "float32" if all(part.dtype == np.float32 for part in strategy) else "float64"
    solver = Solver(game, algorithm("cfr"), dtype=dtype, threads=threads)
    for r, probabilities in enumerate(strategy):
        solver.take_average(r, probabilities)
    return solver


def exploitability(
    solved: Solved | Strategy | str | os.PathLike[str],
    *,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Evaluation:
    """Exact values of a strategy: its exploitability, best responses and expected value, in chips a game.

    They are those inside the strategy's own game: where that is an abstraction, a strategy that is hard to exploit there
    may be easy to exploit with real cards. About the time of two iterations.

    Args:
        solved: What `solve` returned or `load_strategy` read, or the file or table for it to read.
        threads: 0 for all processors, or up to 1024; the number never changes a bit of the result.
        tables: The folder of the table of joint counts of a strategy over buckets; that of its file by default.

    Raises:
        TableError: If a table is missing or of other buckets, or the states forget earlier buckets.
        ValueError: If `solved` is no strategy.
    """
    if isinstance(solved, str | os.PathLike):
        solved = load_strategy(solved, tables=tables)
    strategy = Strategy.of(solved)
    game = strategy.game(tables) if isinstance(solved, Strategy) else solved.game
    return evaluate(game, strategy.strategy, threads=threads)


def against(game: Game, first: Probabilities, second: Probabilities, *, threads: int = 0) -> Evaluation:
    """Exact values when player 1 plays one strategy and player 2 another.

    Args:
        game: The game of both strategies.
        first: What player 1 plays: for each street probabilities [edges of the street, states].
        second: What player 2 plays, in the same form.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        An `Evaluation`. Its `expected_value` is what player 1 wins; `best_response[0]` is the most that anyone could win
        against `second` as player 1, and `best_response[1]` the most against `first` as player 2.

    Raises:
        ValueError: If one of them is no strategy of the game.
        CapacityError: If memory would not suffice.
    """
    return evaluate(game, pair(game, first, second), threads=threads)


def expected_value(game: Game, first: Probabilities, second: Probabilities, *, threads: int = 0) -> float:
    """Chips a game that player 1 wins when he plays one strategy and player 2 another.

    A third of the time of `against`.

    Args:
        game: The game of both strategies.
        first: What player 1 plays: for each street probabilities [edges of the street, states].
        second: What player 2 plays, in the same form.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Raises:
        ValueError: If one of them is no strategy of the game.
        CapacityError: If memory would not suffice.
    """
    return _averaged(game, pair(game, first, second), threads).expected_value(1)
