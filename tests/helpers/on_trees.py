"""Convert arrays of the vector engine to the order of an explicit tree of the same game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import SolvableGame
from pokerdata.solving.explicit import GameTree


def names_of_sets(game: SolvableGame) -> list[list[list[str]]]:
    """Return the tree's information set for each street, decision node and state."""
    found = []
    for r, names in enumerate(game.state_names):
        hands = []
        for name in names:
            hand, _, board = name.partition(" on ")
            hands.append(hand + (f" on {board.replace(' ', '')}" if board else ""))
        nodes = game.tree.decision_nodes(r).tolist()
        found.append([[f"{hand}: {game.tree.history(node)}" for hand in hands] for node in nodes])
    return found


def over_edges(
    tree: GameTree, game: SolvableGame, strategy: Sequence[NDArray[np.floating[Any]]]
) -> NDArray[np.float64]:
    """Convert a strategy, for each street [edges of the street, states], to the edges of the tree."""
    rows = {}
    for r, (street, names) in enumerate(zip(strategy, names_of_sets(game), strict=True)):
        first = game.tree.first_rows(r)
        for node, of_node in enumerate(names):
            for state, name in enumerate(of_node):
                rows[name] = street[first[node] : first[node + 1], state]
    return np.concatenate([rows[str(s.key)] for s in tree.information_sets])


def over_sets(
    tree: GameTree, game: SolvableGame, numbers: Sequence[NDArray[np.floating[Any]]]
) -> NDArray[np.float64]:
    """Convert numbers, for each street [decisions of the street, states], to the information sets of the tree."""
    rows = {
        name: street[node, state]
        for street, names in zip(numbers, names_of_sets(game), strict=True)
        for node, of_node in enumerate(names)
        for state, name in enumerate(of_node)
    }
    return np.array([rows[str(s.key)] for s in tree.information_sets])
