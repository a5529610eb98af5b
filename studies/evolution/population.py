"""A population: what its players are, how children come of them, and the hands that they play."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.explicit import GameTree, chance_reach, own_reach, payoff_matrix

Numbers = NDArray[np.float64]

MUTATED = 0.1  # of the information sets of a child
STEP = 1.0  # standard deviation of what is added there
MOST = 6.0  # of a weight, to either side


@dataclass(frozen=True)
class Breed:
    """The players of a game: a weight for each edge, played in proportion to its exponential.

    Attributes:
        name: Of the game.
        tree: The game.
    """

    name: str
    tree: GameTree

    @cached_property
    def chances(self) -> Numbers:
        """Of the ends of the game, by the cards alone."""
        return chance_reach(self.tree)

    def by_chance(self, count: int, random: np.random.Generator) -> Numbers:
        """Players with random weights, [count, edges]."""
        return random.normal(0, 1, (count, self.tree.edges))

    def from_hand(self, strategy: Numbers, count: int, random: np.random.Generator) -> Numbers:
        """Players that mostly do what a strategy does, [count, edges]."""
        return 2 * (2 * strategy - 1) + self.by_chance(count, random)

    def strategies(self, genes: Numbers) -> Numbers:
        """What players do, [players, edges]."""
        powers = np.exp(genes)
        starts = [one.edges.start for one in self.tree.information_sets]
        sums = np.add.reduceat(powers, starts, axis=1)
        return np.asarray(powers / sums[:, self.tree.set_of_edge])

    def children(self, mothers: Numbers, fathers: Numbers, random: np.random.Generator) -> Numbers:
        """A child of each pair: each information set from either of them, some of them changed."""
        shape = (len(mothers), len(self.tree.information_sets))
        from_mother = (random.random(shape) < 0.5)[:, self.tree.set_of_edge]
        changed = (random.random(shape) < MUTATED)[:, self.tree.set_of_edge]
        genes = np.where(from_mother, mothers, fathers)
        genes = genes + changed * random.normal(0, STEP, genes.shape)
        return np.clip(genes, -MOST, MOST)

    def play(self, ones: Numbers, others: Numbers, hands: int, random: np.random.Generator) -> Numbers:
        """What each of some players wins a hand from each of others, [ones, others], in so many hands in each seat.

        Args:
            ones: Strategies [ones, edges].
            others: Strategies [others, edges].
            hands: Of each pair in each seat; 0 for exact means.
            random: For the cards and moves.
        """
        first = self.seated(ones, others, hands, random)
        second = self.seated(others, ones, hands, random)
        return np.asarray((first - second.T) / 2)

    def seated(self, first: Numbers, second: Numbers, hands: int, random: np.random.Generator) -> Numbers:
        """What each of some players, who act first, wins a hand from each of others, [first, second].

        The ends of hands are drawn by their chances; without hands what is won on average is exact.
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
