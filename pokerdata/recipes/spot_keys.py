"""What sections of solved spots share: the spot of their keys, and the check of how it is solved."""

from __future__ import annotations

from dataclasses import fields

from pokerdata.solving.algorithm import Algorithm
from pokerdata.solving.limits import MOST_ITERATIONS
from pokerdata.spots.solver import check_algorithm, check_dtype, spot_algorithm
from pokerdata.spots.solving import target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import SpotKeys
from pokerdata.support.arguments import as_count
from pokerdata.support.sections import values_of


def spot_of(section: SpotKeys) -> Spot:
    """The spot alone.

    Args:
        section: The keys of a spot, perhaps among others.

    Raises:
        ValueError: If they make no spot.
        CapacityError: If its betting tree is too large.
    """
    own = {field.name for field in fields(SpotKeys)}
    return Spot(**{name: value for name, value in values_of(section).items() if name in own})


def check_solving(
    spot: Spot, *, algorithm: str | None, target: str, dtype: str, iterations: int | None
) -> Algorithm:
    """Check how a spot is to be solved.

    Args:
        spot: The spot.
        algorithm: As for `spot_algorithm`.
        target: As for `target_chips_of`.
        dtype: As for `SpotSolver`.
        iterations: At most so many, or None.

    Returns:
        The algorithm.

    Raises:
        ValueError: For one of them that cannot be.
    """
    chosen = spot_algorithm(algorithm)
    check_algorithm(chosen)
    target_chips_of(target, spot)
    check_dtype(dtype)
    if iterations is not None:
        as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100)
    return chosen
