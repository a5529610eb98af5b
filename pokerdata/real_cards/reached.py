"""The nodes of a betting tree that a strategy reaches with some hand."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import BettingTree


def reached(
    tree: BettingTree, player: int, rows: Sequence[NDArray[np.floating[Any]]] | None, root: int = 0
) -> NDArray[np.uint8]:
    """Whether each node can come up when one player plays a strategy and the other whatever he likes: uint8 [nodes].

    Args:
        tree: The betting tree.
        player: Who plays whatever he likes, 0 or 1.
        rows: For each street the probabilities of the strategy [edges of the street, states]; None for one that may do all.
        root: Only this node and those below it.
    """
    found = np.ones(tree.nodes, bool)
    if rows is not None:
        for street, probabilities in enumerate(rows):
            edges = tree.street_edges(street)
            found[tree.child[edges]] = probabilities.max(axis=1) > 0
        found[tree.child[np.repeat(tree.player == player, np.diff(tree.first_edge))]] = True
    below = np.zeros(tree.nodes, bool)
    below[root] = True
    before = np.maximum(tree.parent, 0)
    while before.any():  # each step doubles how far it looks back
        found &= found[before]
        below |= below[before]
        before = before[before]
    found &= found[0]
    below |= below[0]
    return (found & below).astype(np.uint8)
