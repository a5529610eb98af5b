"""Before the flop: what a player's hands are worth, from what they are worth behind every flop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.isomorphism import combination_maps

Values = NDArray[np.float64]

#: Of each combination the least of those that differ from it in their suits alone, int64 [1326].
LEAST_OF_CLASS: NDArray[np.int64] = combination_maps().min(axis=0).astype(np.int64)


def hands_of(ranks: int) -> NDArray[np.bool_]:
    """Which combinations a deck has whose ranks are those of the bits of `ranks`: bool [1326]."""
    held = (ranks >> (COMBINATIONS.astype(np.int64) // 4)) & 1
    return np.asarray(held.all(axis=1))


def value_of_game(hands: Values, ranks: int) -> float:
    """Chips a game, from the values of all hands, each summed over the opponent's hands.

    Args:
        hands: float64 [1326], 0 for hands that the deck has not.
        ranks: The bits of the deck's ranks.
    """
    deck = 4 * ranks.bit_count()
    return float(hands.sum() / (comb(deck, 2) * comb(deck - 2, 2)))


class Preflop:
    """The betting before the flop against one strategy, for the player who responds.

    Args:
        tree: The betting tree.
        player: Who responds, 0 or 1.
        ranks: The bits of the deck's ranks.
        opponent: The probabilities of each edge of the first street for each combination, [edges, 1326].
        own: The same for the player himself; None for a best response.
    """

    def __init__(
        self, tree: BettingTree, player: int, ranks: int, opponent: Values, own: Values | None = None
    ) -> None:
        self._tree, self._player, self._opponent, self._own = tree, player, opponent, own
        self._hands = hands_of(ranks)

    def values(self, at_flop: Mapping[int, Values]) -> Values:
        """What his hands are worth, float64 [1326], each summed over the opponent's hands.

        Args:
            at_flop: By node where flops are dealt: what his hands are worth there, mean over all flops.
        """
        return self._walk(at_flop, lambda _, values: np.max(values, axis=0))

    def choices(self, at_flop: Mapping[int, Values]) -> dict[int, NDArray[np.int64]]:
        """The best action of each hand at each of his decisions, the first of equals: by node, int64 [1326].

        Args:
            at_flop: As for `values`.
        """
        found = {}

        def best(node: int, values: Values) -> Values:
            found[node] = np.argmax(values, axis=0)
            return np.asarray(np.max(values, axis=0))

        self._walk(at_flop, best)
        return found

    def valued(self, at_flop: Mapping[int, Values], choices: Mapping[int, NDArray[np.int64]]) -> Values:
        """What his hands are worth if he chooses so: float64 [1326], each summed over the opponent's hands.

        Args:
            at_flop: As for `values`.
            choices: As `choices` gives them.
        """
        return self._walk(
            at_flop, lambda node, values: np.take_along_axis(values, choices[node][None], axis=0)[0]
        )

    def _walk(self, at_flop: Mapping[int, Values], best: Callable[[int, Values], Values]) -> Values:
        tree = self._tree

        def walk(node: int, reach: Values) -> Values:
            if node in at_flop:
                return at_flop[node]
            if tree.kind[node] == FOLD:
                return (1 if self._player == 0 else -1) * int(tree.chips[node]) * self._apart(reach)
            assert tree.kind[node] == DECISION
            edges = range(tree.first_edge[node], tree.first_edge[node + 1])
            children = [int(tree.child[edge]) for edge in edges]
            if tree.player[node] != self._player:
                return np.asarray(
                    sum(
                        walk(c, reach * self._opponent[e - tree.first_edge[0]])
                        for c, e in zip(children, edges, strict=True)
                    )
                )
            values = np.array([walk(child, reach) for child in children])
            if self._own is None:
                return best(node, values)
            return np.asarray((self._own[edges.start : edges.stop] * values).sum(axis=0))

        return np.where(self._hands, walk(0, self._hands.astype(np.float64)), 0.0)

    @staticmethod
    def _apart(reach: Values) -> Values:
        """Reach of all hands that share no card with each one."""
        low, high = COMBINATIONS[:, 0], COMBINATIONS[:, 1]
        cards = np.bincount(low, reach, 52) + np.bincount(high, reach, 52)
        return np.asarray(reach.sum() - cards[low] - cards[high] + reach)
