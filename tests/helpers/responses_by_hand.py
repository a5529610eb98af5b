"""Best responses from given nodes of an explicit tree, in plain Python, set by set from the last to the first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from pokerdata.solving.explicit import GameTree


def best_value(tree: GameTree, strategy: Any, player: int, weights: Mapping[int, float]) -> float:
    """Return the value of a best response to a strategy, summed over weighted nodes.

    The weights are the probabilities that chance and the opponent reach the nodes.
    """
    reach: dict[int, float] = {}
    sets: dict[int, list[int]] = defaultdict(list)
    depth: dict[int, int] = {}

    def children(node: int) -> range:
        return range(tree.first_child[node], tree.first_child[node + 1])

    def likely(child: int) -> float:
        return float(strategy[tree.edge[child]] if tree.edge[child] >= 0 else tree.chance[child])

    def walk(node: int, weight: float, deep: int) -> None:
        reach[node] = weight
        own = tree.player[node] == player
        if own:
            sets[tree.set[node]].append(node)
            depth[tree.set[node]] = deep
        for child in children(node):
            walk(child, weight * (1 if own else likely(child)), deep + 1)

    for node, weight in weights.items():
        walk(node, weight, 0)
    chosen: dict[int, int] = {}

    def won(node: int) -> float:
        """Return the value of a node, given the choices in later sets."""
        if tree.player[node] == -2:
            row = int((tree.player[:node] == -2).sum())
            return float(tree.utilities[row, player])
        if tree.player[node] == player:
            return won(tree.first_child[node] + chosen[tree.set[node]])
        return sum(likely(child) * won(child) for child in children(node))

    # With perfect recall all nodes of a set have equally many own actions before them; later sets of the
    # player lie deeper.
    for number in sorted(sets, key=lambda s: depth[s], reverse=True):
        nodes = sets[number]
        worth = [
            sum(reach[n] * won(tree.first_child[n] + a) for n in nodes)
            for a in range(len(children(nodes[0])))
        ]
        chosen[number] = worth.index(max(worth))
    return sum(weight * won(node) for node, weight in weights.items())
