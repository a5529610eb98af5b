"""The betting of one street on real cards: what hands are worth, from what they are worth where the next one starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import FOLD, SHOWDOWN

Values = NDArray[np.float64]
#: What is made of the values of a decision's actions [actions, 1326]: the value of it, float64 [1326].
Chosen = Callable[[int, Values], Values]


def greatest(_: int, values: Values) -> Values:
    """What the best action is worth."""
    return np.asarray(np.max(values, axis=0))


def apart(reach: Values) -> Values:
    """Reach of all hands that share no card with each one.

    Args:
        reach: Of each hand, float64 [1326].

    Returns:
        float64 [1326].
    """
    low, high = COMBINATIONS[:, 0], COMBINATIONS[:, 1]
    cards = np.bincount(low, reach, 52) + np.bincount(high, reach, 52)
    return np.asarray(reach.sum() - cards[low] - cards[high] + reach)


def root_of(tree: BettingTree, node: int) -> int:
    """The node at which flops are dealt on the way to a later one.

    Args:
        tree: The betting tree.
        node: A node after the flop.
    """
    while tree.street[parent := int(tree.parent[node])] > 0:
        node = parent
    return node


class Betting:
    """The betting of one street against one strategy, for the player who responds.

    Values are in chips over the whole hand, summed over the opponent's hands, each with its reach.

    Args:
        tree: The betting tree.
        player: Who responds, 0 or 1.
        street: From 0.
        opponent: The probabilities of each edge of the street for each combination, [edges, 1326].
        own: The same for the player himself; None for a best response.
        showdown: What the hands of a pair win of each other's chip at a showdown on this street, [1326, 1326]; not needed
            before the last one.
    """

    def __init__(
        self,
        tree: BettingTree,
        player: int,
        street: int,
        opponent: Values,
        own: Values | None = None,
        showdown: Values | None = None,
    ) -> None:
        self._tree, self._player, self._opponent, self._own = tree, player, opponent, own
        self._first, self._showdown = tree.street_edges(street).start, showdown

    def worth(
        self, node: int, reach: Values, at_next: Mapping[int, Values], best: Chosen = greatest
    ) -> Values:
        """What hands are worth at a node of the street, float64 [1326].

        Args:
            node: The node.
            reach: Of the opponent's hands there, float64 [1326].
            at_next: By node where the next street starts: what hands are worth there, float64 [1326].
            best: What is made of the values of the actions at a decision of the player.
        """
        tree = self._tree
        if node in at_next:
            return at_next[node]
        if tree.kind[node] == FOLD:
            return (1 if self._player == 0 else -1) * int(tree.chips[node]) * apart(reach)
        if tree.kind[node] == SHOWDOWN:
            assert self._showdown is not None
            return np.asarray(int(tree.chips[node]) * (self._showdown @ reach))
        edges, children = tree.edges(node), tree.children(node)
        if tree.player[node] != self._player:
            return np.asarray(
                sum(
                    self.worth(child, reach * self._opponent[edge - self._first], at_next, best)
                    for child, edge in zip(children, edges, strict=True)
                )
            )
        values = self.of_actions(node, reach, at_next, best)
        if self._own is None:
            return best(node, values)
        own = self._own[edges.start - self._first : edges.stop - self._first]
        return np.asarray((own * values).sum(axis=0))

    def of_actions(
        self, node: int, reach: Values, at_next: Mapping[int, Values], best: Chosen = greatest
    ) -> Values:
        """What hands are worth after each action at a decision of the player, float64 [actions, 1326].

        Args:
            node: As for `worth`.
            reach: As for `worth`.
            at_next: As for `worth`.
            best: As for `worth`.
        """
        return np.array([self.worth(child, reach, at_next, best) for child in self._tree.children(node)])
