"""A population: its players, how they breed, and the hands that they play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.explicit import GameTree, chance_reach, own_reach, payoff_matrix

Numbers = NDArray[np.float64]

MUTATED = 0.1  # share of a child's information sets that mutate
STEP = 1.0  # standard deviation of a mutation
MOST = 6.0  # largest absolute weight


@dataclass(frozen=True)
class Breed:
    """Players of a game. Each has a weight per edge and acts in proportion to the exponentials of the weights.

    Attributes:
        name: Name of the game.
        tree: The game.
    """

    name: str
    tree: GameTree

    @cached_property
    def chances(self) -> Numbers:
        """Return the probabilities of the terminal nodes from the cards alone."""
        return chance_reach(self.tree)

    def by_chance(self, count: int, random: np.random.Generator) -> Numbers:
        """Return players with random weights, [count, edges]."""
        return random.normal(0, 1, (count, self.tree.edges))

    def from_hand(self, strategy: Numbers, count: int, random: np.random.Generator) -> Numbers:
        """Return players that mostly follow a given strategy, [count, edges]."""
        return 2 * (2 * strategy - 1) + self.by_chance(count, random)

    def strategies(self, genes: Numbers) -> Numbers:
        """Return the players' strategies, [players, edges]."""
        powers = np.exp(genes)
        starts = [one.edges.start for one in self.tree.information_sets]
        sums = np.add.reduceat(powers, starts, axis=1)
        return np.asarray(powers / sums[:, self.tree.set_of_edge])

    def children(self, mothers: Numbers, fathers: Numbers, random: np.random.Generator) -> Numbers:
        """Return a child of each pair: each information set is copied from either parent, and some mutate."""
        shape = (len(mothers), len(self.tree.information_sets))
        from_mother = (random.random(shape) < 0.5)[:, self.tree.set_of_edge]
        changed = (random.random(shape) < MUTATED)[:, self.tree.set_of_edge]
        genes = np.where(from_mother, mothers, fathers)
        genes = genes + changed * random.normal(0, STEP, genes.shape)
        return np.clip(genes, -MOST, MOST)

    def play(self, ones: Numbers, others: Numbers, hands: int, random: np.random.Generator) -> Numbers:
        """Return the winnings per hand of each player from each opponent, [ones, others].

        Args:
            ones: Strategies [ones, edges].
            others: Strategies [others, edges].
            hands: Hands of each pair in each seat; 0 for exact means.
            random: Generator for cards and actions.
        """
        first = self.seated(ones, others, hands, random)
        second = self.seated(others, ones, hands, random)
        return np.asarray((first - second.T) / 2)

    def seated(self, first: Numbers, second: Numbers, hands: int, random: np.random.Generator) -> Numbers:
        """Return the winnings per hand of each first player from each second player, [first, second].

        Terminal nodes are sampled by their probabilities. With `hands` 0, the means are exact.
        """
        if not hands:
            return payoff_matrix(self.tree, first, second)
        ends = own_reach(self.tree, first, 0)[:, None] * (self.chances * own_reach(self.tree, second, 1))
        pairs = len(first) * len(second)
        up_to = np.cumsum(ends.reshape(pairs, -1), axis=1)
        up_to /= up_to[:, -1:]
        rows = np.arange(pairs)[:, None]
        places = np.searchsorted((rows + up_to).ravel(), rows + random.random((pairs, hands)), side="right")
        # Rounding must not lead to the next pair.
        places = np.minimum(places - rows * up_to.shape[1], up_to.shape[1] - 1)
        won: Numbers = self.tree.utilities[places, 0].mean(axis=1).reshape(len(first), len(second))
        return won
