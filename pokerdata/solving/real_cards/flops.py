"""All or sampled flops up to suit isomorphism, files of finished ones, and values of hands before and after the flop."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import fingerprints
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata.cards import COMBINATIONS
from pokerdata.cards.isomorphism import boards, combination_maps
from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import FOLD, SHOWDOWN
from pokerdata.pipeline.store.sharded import KeptParts

_MOST_FLOPS = 100_000


def as_flops(value: object, what: str) -> int:
    """Return a validated number of flops to sample: an even number, two from each stratum.

    Args:
        value: The number.
        what: Name of the number in errors.

    Raises:
        ValueError: If the number is odd or out of range.
    """
    flops = as_count(value, what, 4, _MOST_FLOPS, 100)
    if flops % 2:
        raise ValueError(f"{what}: expected an even number, got {flops}; e.g. {flops + 1}")
    return flops


@dataclass(frozen=True)
class Flops:
    """Canonical flops of a deck.

    Attributes:
        numbers: Their numbers among all canonical boards of three cards, rising: int64 [flops].
        orbits: How many flops each represents, int64 [flops].
    """

    numbers: NDArray[np.int64]
    orbits: NDArray[np.int64]

    @staticmethod
    def of(ranks: int) -> Flops:
        """Return the flops of a deck with these ranks.

        Args:
            ranks: Ranks as bits: bit 0 for twos, bit 12 for aces.
        """
        all_flops = boards(3)
        held = ((ranks >> (all_flops.cards.astype(np.int64) // 4)) & 1).all(axis=1)
        return Flops(np.flatnonzero(held), all_flops.orbit[held].astype(np.int64))

    def drawn(self, count: int, seed: int) -> NDArray[np.int64]:
        """Sample two flops from each of `count` strata: places in `numbers`, int64 [count, 2].

        Each stratum has the same number of flops of the deck. The strata are stretches of a list sorted by the number of
        suits, then by pairs or three of a rank, and then by high ranks.

        Args:
            count: Number of strata.
            seed: Seed of the random numbers.
        """
        cards = boards(3).cards[self.numbers].astype(np.int64)
        suits = np.array([len(set(row)) for row in (cards % 4).tolist()])
        ranks = np.array([len(set(row)) for row in (cards // 4).tolist()])
        order = np.lexsort((*(cards // 4).T, ranks, suits))
        ends = np.cumsum(self.orbits[order])
        random = generator(Use.DRAWN_FLOPS, seed)
        at = (np.arange(count)[:, None] + random.random((count, 2))) * (ends[-1] / count)
        return np.asarray(order[np.minimum(np.searchsorted(ends, at, side="right"), len(order) - 1)])


def error_of_pairs(apart: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return standard errors of means of two draws from each stratum, and their degrees of freedom.

    A few strata may have most of the variance. Therefore the degrees of freedom are Satterthwaite's for strata with one
    degree each. Fourth powers count a third, because with one degree of freedom they are three times too large on average.
    The result is the number of strata if these are alike, and less if they are not.

    Args:
        apart: The difference of both draws, float64 [strata, ...].

    Returns:
        Both float64 [...], the degrees of freedom from 1 to the number of strata.
    """
    strata = len(apart)
    squares, fourths = (apart**2).sum(axis=0), (apart**4).sum(axis=0)
    alike = np.full(squares.shape, float(strata))
    freedom = 3 * np.divide(squares**2, fourths, out=alike, where=fourths > 0) - 2
    return np.sqrt(squares / 4) / strata, np.clip(freedom, 1, strata)


class KeptFlops(KeptParts):
    """Finished flops of one evaluation in a folder, which `remove` deletes.

    Args:
        folder: The folder; made when the first flops are saved.
        origin: What the values depend on besides kernels and instruction set: digests of strategies and buckets. Kernels
            and instruction set are always part of the key.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: Mapping[str, object]) -> None:
        super().__init__(folder, [origin, fingerprints()["real_cards"]])


Values = NDArray[np.float64]
#: Function that turns the values of a decision's actions [actions, 1326] into the decision's value, float64 [1326].
Chosen = Callable[[int, Values], Values]


def greatest(_: int, values: Values) -> Values:
    """Return the value of the best action."""
    return np.asarray(np.max(values, axis=0))


def apart(reach: Values) -> Values:
    """Return for each hand the total reach of all hands that share no card with it.

    Args:
        reach: Reach of each hand, float64 [1326].

    Returns:
        float64 [1326].
    """
    low, high = COMBINATIONS[:, 0], COMBINATIONS[:, 1]
    cards = np.bincount(low, reach, 52) + np.bincount(high, reach, 52)
    return np.asarray(reach.sum() - cards[low] - cards[high] + reach)


def root_of(tree: BettingTree, node: int) -> int:
    """Return the node at which the flop is dealt on the path to a later node.

    Args:
        tree: The betting tree.
        node: A node after the flop.
    """
    while tree.street[parent := int(tree.parent[node])] > 0:
        node = parent
    return node


class Betting:
    """The betting of one street against one strategy, from the view of the responding player.

    Values are in chips over the whole hand, summed over the opponent's hands, each weighted by its reach.

    Args:
        tree: The betting tree.
        player: The responding player, 0 or 1.
        street: The street, from 0.
        opponent: The opponent's probabilities of each edge of the street for each combo, [edges, 1326].
        own: The responding player's own probabilities in the same form; None for a best response.
        showdown: What a hand wins per chip against another at a showdown on this street, [1326, 1326]; not needed before
            the last street.
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
        """Return the values of hands at a node of the street, float64 [1326].

        Args:
            node: The node.
            reach: Reach of the opponent's hands there, float64 [1326].
            at_next: Values of hands at each node where the next street starts, float64 [1326].
            best: Function that turns the values of the actions at the player's decision into its value.
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
        """Return the values of hands after each action at a decision of the player, float64 [actions, 1326].

        Args:
            node: As for `worth`.
            reach: As for `worth`.
            at_next: As for `worth`.
            best: As for `worth`.
        """
        return np.array([self.worth(child, reach, at_next, best) for child in self._tree.children(node)])


#: The least combo that equals each combo up to its suits, int64 [1326].
LEAST_OF_CLASS: NDArray[np.int64] = combination_maps().min(axis=0).astype(np.int64)


def hands_of(ranks: int) -> NDArray[np.bool_]:
    """Return which combos a deck has, given the bits of its `ranks`: bool [1326]."""
    held = (ranks >> (COMBINATIONS.astype(np.int64) // 4)) & 1
    return np.asarray(held.all(axis=1))


def value_of_game(hands: Values, ranks: int) -> float:
    """Return chips per game from the values of all hands, each summed over the opponent's hands.

    Args:
        hands: float64 [1326], 0 for hands that the deck lacks.
        ranks: Bits of the deck's ranks.
    """
    deck = 4 * ranks.bit_count()
    return float(hands.sum() / (comb(deck, 2) * comb(deck - 2, 2)))


class Preflop:
    """The betting before the flop against one strategy, from the view of the responding player.

    Args:
        tree: The betting tree.
        player: The responding player, 0 or 1.
        ranks: Bits of the deck's ranks.
        opponent: The opponent's probabilities of each edge of the first street for each combo, [edges, 1326].
        own: The responding player's own probabilities in the same form; None for a best response.
    """

    def __init__(
        self, tree: BettingTree, player: int, ranks: int, opponent: Values, own: Values | None = None
    ) -> None:
        self._betting = Betting(tree, player, 0, opponent, own)
        self._hands = hands_of(ranks)

    def values(self, at_flop: Mapping[int, Values]) -> Values:
        """Return the values of the player's hands, float64 [1326], each summed over the opponent's hands.

        Args:
            at_flop: Values of hands at each node where flops are dealt, averaged over all flops.
        """
        return self._walk(at_flop, greatest)

    def choices(self, at_flop: Mapping[int, Values]) -> dict[int, NDArray[np.int64]]:
        """Return the best action of each hand at each decision, the first of equals: by node, int64 [1326].

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
        """Return the values of hands with given decisions: float64 [1326], each summed over the opponent's hands.

        Args:
            at_flop: As for `values`.
            choices: Decisions in the form that `choices` returns.
        """
        return self._walk(
            at_flop, lambda node, values: np.take_along_axis(values, choices[node][None], axis=0)[0]
        )

    def _walk(self, at_flop: Mapping[int, Values], best: Chosen) -> Values:
        values = self._betting.worth(0, self._hands.astype(np.float64), at_flop, best)
        return np.where(self._hands, values, 0.0)
