"""Before the flop: what a player's hands are worth, from what they are worth behind every flop."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.games import BettingTree
from pokerdata.isomorphism import combination_maps
from pokerdata.real_cards.betting import Betting, Chosen, Values, greatest

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
        self._betting = Betting(tree, player, 0, opponent, own)
        self._hands = hands_of(ranks)

    def values(self, at_flop: Mapping[int, Values]) -> Values:
        """What his hands are worth, float64 [1326], each summed over the opponent's hands.

        Args:
            at_flop: By node where flops are dealt: what his hands are worth there, mean over all flops.
        """
        return self._walk(at_flop, greatest)

    def choices(self, at_flop: Mapping[int, Values]) -> dict[int, NDArray[np.int64]]:
        """The best action of each hand at each of his decisions, the first of equals: by node, int64 [1326].

        Args:
            at_flop: As for `values`.
        """
        found = {}

        def best(node: int, values: Values) -> Values:
            found[node] = np.argmax(values, axis=0)
            return greatest(node, values)

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

    def _walk(self, at_flop: Mapping[int, Values], best: Chosen) -> Values:
        values = self._betting.worth(0, self._hands.astype(np.float64), at_flop, best)
        return np.where(self._hands, values, 0.0)
