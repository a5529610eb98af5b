"""What makes an array a strategy: the one check that loading, playing and evaluating share."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import BettingTree

#: How far the probabilities of a decision may be from 1 in sum; those in float32 are within 1e-6.
TOLERANCE = 1e-5

_CELLS = 1 << 22  # checked at a time, so that the sums of a large strategy take little memory


def check_strategy(
    tree: BettingTree, states: Sequence[int], strategy: Sequence[NDArray[np.floating[Any]]]
) -> None:
    """Check that these are strategies of both players, in one pass.

    Args:
        tree: The betting tree of the game.
        states: The number of private states on each street.
        strategy: For each street probabilities [edges of the street, states of the street], in the order of the tree;
            finite, not negative, and at each decision of each state with the sum 1 within `TOLERANCE`.

    Raises:
        ValueError: If they are not.
    """
    if len(strategy) != len(states) or len(states) != tree.rules.streets:
        raise ValueError(
            f"strategy: expected {tree.rules.streets} street{'s' * (tree.rules.streets != 1)}, as {tree.rules.name} "
            f"has, got {len(strategy)}"
        )
    for street, probabilities in enumerate(strategy):
        nodes = tree.decision_nodes(street)
        first_rows = tree.first_rows(street)
        starts, ends = first_rows[:-1], first_rows[1:]
        shape = (int(ends[-1]), states[street])
        if probabilities.shape != shape or probabilities.dtype not in (np.float32, np.float64):
            raise ValueError(
                f"strategy on street {street + 1}: expected shape {shape} and float32 or float64, a row for each "
                f"action of each decision, got {probabilities.shape} and {probabilities.dtype}"
            )
        step = max(1, _CELLS // max(1, states[street]))  # rows
        first = 0
        while first < len(nodes):
            end = max(first + 1, int(np.searchsorted(ends, starts[first] + step, side="right")))
            rows = probabilities[starts[first] : ends[end - 1]]
            sums = np.add.reduceat(rows, starts[first:end] - starts[first], axis=0, dtype=np.float64)
            least = np.minimum.reduceat(rows, starts[first:end] - starts[first], axis=0)
            wrong = ~((least >= 0) & (np.abs(sums - 1) <= TOLERANCE))  # also where a sum is not a number
            if wrong.any():
                n, state = (int(i[0]) for i in np.nonzero(wrong))
                node = int(nodes[first + n])
                found = probabilities[starts[first + n] : ends[first + n], state].tolist()
                raise ValueError(
                    f"probabilities on street {street + 1} after {tree.history(node)!r} for state {state}: expected "
                    f"numbers of 0 or more that add up to 1 within {TOLERANCE:g}, got "
                    f"{', '.join(f'{p:g}' for p in found[:6])}{', ...' * (len(found) > 6)}; e.g. 0.25, 0.75"
                )
            first = end
