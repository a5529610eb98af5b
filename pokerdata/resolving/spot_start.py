"""Where re-solving on real cards starts: a spot, and what the strategy of the whole game plays and loses there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import combinations_with
from pokerdata.resolving.blueprint import Blueprint
from pokerdata.spots.solver import SpotSolver, spot_algorithm
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_strategy import SpotStrategy


@dataclass(frozen=True, eq=False)
class SpotStart:
    """Where a player's strategy is solved anew from, by each method the same.

    Attributes:
        history: The actions from the deal on.
        spot: His range by Bayes, and all hands of the opponent.
        seat: Of the player: 0 out of position, 1 in position.
        opponent: How likely the opponent's hands come, by Bayes, float64 [1326].
    """

    history: str
    spot: Spot
    seat: int
    opponent: NDArray[np.float64]


def spot_start(blueprint: Blueprint, history: str, board: NDArray[np.uint8], player: int) -> SpotStart:
    """Where a strategy is solved anew from, after some betting.

    Args:
        blueprint: The strategy of the whole game.
        history: As for `Blueprint.ranges`.
        board: uint8 [n], as for `Blueprint.ranges`.
        player: Whose strategy is solved anew: 1 or 2 of the game.

    Raises:
        ValueError: As `Blueprint.ranges`, and if the player never plays so.
    """
    ranges = blueprint.ranges(history, board)
    seat = blueprint.seat_of(player, history, board)
    if not ranges[seat].any():
        raise ValueError(
            f"history: expected one that player {player} can play, got {history!r}, which he never does"
        )
    weights: list[NDArray[np.float64]] = [ranges[0], ranges[1]]
    weights[1 - seat] = np.where(combinations_with(board), 0.0, 1.0)
    spot = Spot.of_game(blueprint.game, history, board=board, oop=weights[0], ip=weights[1])
    return SpotStart(history, spot, seat, ranges[1 - seat])


def blueprint_in(
    blueprint: Blueprint, spot: Spot, *, dtype: str = "float32", threads: int = 0
) -> SpotStrategy:
    """What a strategy of a whole game plays in a spot of it.

    Args:
        blueprint: The strategy.
        spot: The spot, without sizes of its own.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: As for `pokerdata.spots.SpotSolver`; they count for the memory alone.

    Raises:
        ValueError: If the spot is not one of its game.
        CapacityError: If memory would not suffice.
    """
    solver = SpotSolver(spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    sums = solver.average()
    blueprint.fill(sums, spot, solver.game)
    return SpotStrategy(spot, solver.game, sums)


def best_before(
    strategy: SpotStrategy, seat: int, *, dtype: str = "float32", threads: int = 0
) -> NDArray[np.float64]:
    """What the opponent's states win, responding best to a strategy, as of `SpotSolver.root_values`.

    Args:
        strategy: The strategy, as `blueprint_in` gives it.
        seat: Whose it is: 0 out of position, 1 in position.
        dtype: As for `pokerdata.spots.SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        CapacityError: If memory would not suffice.
    """
    solver = SpotSolver(strategy.spot, spot_algorithm(None), dtype=dtype, threads=threads, copies=1)
    solver.restore(0, np.zeros_like(strategy.sums), strategy.sums)
    return solver.root_values(1 - seat, best=True)
