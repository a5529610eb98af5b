"""What each player has done on the way to a node: sequences of his own actions, named by the last edge."""

import numpy as np
from numpy.typing import NDArray

from pokerdata.trees.tree import GameTree


def player_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """The edges of a player's information sets."""
    owner = np.repeat(
        [s.player for s in tree.information_sets], [len(s.actions) for s in tree.information_sets]
    )
    return np.flatnonzero(owner == player)


def last_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """Of each node: the last edge that the player took on the way to it, or -1."""
    own = np.isin(tree.edge, player_edges(tree, player))
    last = np.full(tree.nodes, -1)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        last[first:end] = np.where(own[first:end], tree.edge[first:end], last[tree.parent[first:end]])
    return last


def chance_reach(tree: GameTree) -> NDArray[np.float64]:
    """Of each node: the product of the probabilities of the chance events on the way to it."""
    reach = np.array(tree.chance)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        reach[first:end] *= reach[tree.parent[first:end]]
    return reach


def need_zero_sum(tree: GameTree, what: str) -> None:
    """Raise ValueError unless the tree has two players, zero sum and perfect recall."""
    if tree.players != 2 or not tree.zero_sum or not tree.perfect_recall:
        raise ValueError(
            f"bad game for {what}: it has {tree.players} players, {'a' if tree.zero_sum else 'no'} zero sum and "
            f"{'' if tree.perfect_recall else 'no '}perfect recall; want two players, zero sum and perfect recall, "
            "e.g. Kuhn poker"
        )
