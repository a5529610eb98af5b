"""Where the values of a place of a betting tree stand in rows of values, by states of hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import BettingTree


class ValueRows:
    """The order of `Values::assign` of the kernels: for each node its states, then, where it starts a later street, those
    of the street before, whose cards alone are seen.

    Args:
        tree: The betting tree.
        states: The number of states on each street.
    """

    def __init__(self, tree: BettingTree, states: Sequence[int]) -> None:
        of_street = np.asarray(states, np.int64)
        street = tree.street.astype(np.int64)
        self.starting = np.zeros(tree.nodes, np.bool_)  # of each node, whether it starts a later street
        for roots in tree.street_roots[1:]:
            self.starting[roots] = True
        self._own = of_street[street]
        self._before = np.where(self.starting, of_street[street - 1], 0)
        ends = np.cumsum(self._own + self._before)
        self._first = ends - self._own - self._before
        self.size = int(ends[-1])

    def own(self, node: int) -> slice:
        """The values of a node by states of its street.

        Args:
            node: The node.
        """
        first = int(self._first[node])
        return slice(first, first + int(self._own[node]))

    def before(self, node: int) -> slice:
        """The values of a node that starts a later street by states of the street before.

        Args:
            node: The node.
        """
        first = int(self._first[node] + self._own[node])
        return slice(first, first + int(self._before[node]))

    def empty(self) -> NDArray[np.float32]:
        """Values of 0.

        Returns:
            float32 [size].
        """
        return np.zeros(self.size, np.float32)
