"""All hands of a street up to suits, with the numerators of each metric and the deals they stand for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.cards import BOARD_SIZES
from pokerdata.isomorphism import boards
from pokerdata.strength.strength_table import StrengthTable

# Ways to deal the cards of a board street by street, the flop as a set.
_ORDERS = {"flop": 1, "turn": 4, "river": 20}
_RIVER_VALUES = 1981  # of n = 2 * wins + ties

Values = NDArray[np.uint32] | NDArray[np.uint64]


class StreetHands(NamedTuple):
    """All hands of a street in rows of equal weight.

    Attributes:
        street: Its name.
        weights: uint64 [rows]: raw deals (board in dealt order) that each hand of a row stands for.
        values: Called with a metric: uint32 or uint64 [rows, columns]; the largest value of the dtype is no hand.
    """

    street: str
    weights: NDArray[np.uint64]
    values: Callable[[str], Values]

    def live(self, metric: str) -> NDArray[Any]:
        """The numerators of hands that occur, in one dimension."""
        values: NDArray[Any] = self.values(metric)[self.weights > 0]
        live: NDArray[Any] = values[values != np.iinfo(values.dtype).max]
        return live


def hands_before_river(strength: StrengthTable) -> StreetHands:
    """The hands of preflop, flop or turn: a row for each canonical board, a column for each combination."""
    street = strength.street
    weights = (
        np.ones(1, np.uint64)
        if street == "preflop"
        else boards(BOARD_SIZES[street]).orbit * np.uint64(_ORDERS[street])
    )
    return StreetHands(street, weights, lambda metric: np.atleast_2d(strength.metric(metric)))


def hands_by_n(river: StrengthTable, threads: int = 0) -> StreetHands:
    """The hands of the river: a row for each n = 2*wins + ties, 1981 in all, for every metric is n or its square."""
    weights = boards(5).orbit * np.uint64(_ORDERS["river"])
    mass = _abstraction.masses(river.metric("n"), weights, _RIVER_VALUES, threads)
    n = np.arange(_RIVER_VALUES, dtype=np.uint32)[:, None]
    return StreetHands("river", mass, lambda metric: n if metric == "ehs" else n**2)
