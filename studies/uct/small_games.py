"""Kuhn poker and Leduc hold'em as explicit trees: exact values, search roots, and strategies from passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.explicit import GameTree, explicit_tree
from pokerdata.solving.explicit.tree import CHANCE, TERMINAL

Numbers = NDArray[np.float64]
MB = 1000.0  # thousandths of the ante, which is one chip in both games


@dataclass(frozen=True)
class SmallGame:
    """A game as a tree.

    Attributes:
        name: Description in words.
        tree: The complete tree.
        exploration: C of the searches, in chips: the pot at the start plus what a showdown can still cost a
            player.
    """

    name: str
    tree: GameTree
    exploration: float

    def strategies(self, passes: NDArray[np.int64], *, pure: bool) -> Numbers:
        """Return strategies from passes, float64 [searches, edges].

        Probabilities are in proportion to passes. With `pure`, the action with most passes is always taken;
        of equal ones, the first.
        """
        if not pure:
            return np.stack([self.tree.strategy(row) for row in passes])
        found = np.zeros(passes.shape)
        rows = np.arange(len(passes))
        for one in self.tree.information_sets:
            found[rows, one.edges.start + passes[:, one.edges].argmax(axis=1)] = 1
        return found

    def starts(self, strategy: Numbers | None) -> Numbers:
        """Return the root distribution of a search in each information set, float64 [sets, nodes].

        Nodes are weighted by chance and the opponents' strategies. Sets that the opponents never reach, and
        all sets if there is no strategy, are weighted by chance alone.
        """
        by_chance = reach(self.tree, None)
        weights = by_chance if strategy is None else reach(self.tree, strategy)
        found = np.zeros((len(self.tree.information_sets), self.tree.nodes))
        for number, row in enumerate(found):
            nodes = self.tree.set == number
            row[nodes] = weights[nodes] if weights[nodes].any() else by_chance[nodes]
        return found

    def from_searches(self, passes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Reshape the passes of one search per set, [repeats * sets, edges], to one row per repeat, [repeats, edges]."""
        sets = len(self.tree.information_sets)
        of_sets = passes.reshape(-1, sets, self.tree.edges)
        return of_sets[:, self.tree.set_of_edge, np.arange(self.tree.edges)]

    def open_play(self, starts: Numbers) -> Numbers:
        """Return the limit of root sampling: shares of passes of each edge, float64 [edges].

        This is the limit of infinitely many iterations. Each node is weighted by its sampling probability and counts for
        the best action with open cards. Equally good actions share the weight.
        """
        values = backward(self.tree, self._best)
        found = np.zeros(self.tree.edges)
        for number, one in enumerate(self.tree.information_sets):
            for node in np.flatnonzero(self.tree.set == number).tolist():
                below = slice(self.tree.first_child[node], self.tree.first_child[node + 1])
                own = values[below, one.player]
                best = own >= own.max() - 1e-9
                found[one.edges] += starts[number, node] * best / best.sum()
        return found

    def _best(self, node: int, below: Numbers) -> Numbers:
        return np.asarray(below[below[:, self.tree.player[node]].argmax()])


def kuhn_game() -> SmallGame:
    """Return Kuhn poker."""
    return SmallGame("Kuhn poker", explicit_tree("kuhn"), 3.0)


def leduc_game() -> SmallGame:
    """Return Leduc hold'em."""
    return SmallGame("Leduc hold'em", explicit_tree("leduc"), 14.0)


def backward(tree: GameTree, decided: Callable[[int, Numbers], Numbers]) -> Numbers:
    """Return values of all nodes by backward induction, float64 [nodes, players].

    `decided` gives the values of a decision from those of its children.
    """
    found = np.zeros((tree.nodes, tree.players))
    found[tree.terminals] = tree.utilities
    for node in reversed(range(tree.nodes)):
        if tree.player[node] == TERMINAL:
            continue
        below = slice(tree.first_child[node], tree.first_child[node + 1])
        found[node] = (
            tree.chance[below] @ found[below] if tree.player[node] == CHANCE else decided(node, found[below])
        )
    return found


def values_of(tree: GameTree, strategy: Numbers) -> Numbers:
    """Return the expected winnings of each player from each node, float64 [nodes, players]."""
    sets = tree.information_sets
    return backward(tree, lambda node, below: np.asarray(strategy[sets[tree.set[node]].edges] @ below))


def reach(tree: GameTree, strategy: Numbers | None) -> Numbers:
    """Return the probability that chance and all but the acting player reach each node, float64 [nodes].

    Without a strategy, only chance counts.
    """
    by_player = np.ones(
        (tree.nodes, tree.players)
    )  # contribution of each player, and of chance in the last column
    chance = np.ones(tree.nodes)
    for node in range(1, tree.nodes):
        up = tree.parent[node]
        chance[node] = chance[up] * tree.chance[node]
        by_player[node] = by_player[up]
        if strategy is not None and tree.edge[node] >= 0:
            by_player[node, tree.player[up]] *= strategy[tree.edge[node]]
    found = chance.copy()
    for player in range(tree.players):
        others = tree.player != player
        found *= np.where(others, by_player[:, player], 1.0)
    return found
