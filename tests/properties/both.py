"""A game of cards in the engine for poker games and by the book."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
from hypothesis import reject

from pokerdata import games

MOST_NODES = 15_000


class Both:
    """A game in the engine and by the book."""

    def __init__(self, reference: ModuleType, game: games.NamedGame) -> None:
        self.rules, self.cards = game.rules, game.cards
        self.book = reference.Poker(
            reference.Betting(self.rules.values()), reference.Cards(self.cards.values())
        )
        if not self.book.betting.lines(1000) or games.sizes(self.rules, self.cards).nodes > MOST_NODES:
            reject()
        self.engine = games.CardGame(self.rules, self.cards)
        self.walk = reference.Walk(self.book)

    def keys(self, street: int) -> list[tuple[slice, int, tuple[str, str]]]:
        """For each decision node and private state the rows and the column of a strategy, and what the player knows."""
        tree, names = self.engine.tree, self.engine.state_names[street]
        first = tree.first_edge[tree.decision_nodes(street)[0]]
        found = []
        known = [self.known(name) for name in names]
        for node in tree.decision_nodes(street):
            rows = slice(tree.first_edge[node] - first, tree.first_edge[node + 1] - first)
            found += [(rows, s, (tree.history(node), name)) for s, name in enumerate(known)]
        return found

    def known(self, name: str) -> str:
        """The name of a private state by the book."""
        hand, _, board = name.partition(" on ")
        return self.book.cards.name(self.split(hand), tuple(map(self.split, board.split())))

    def split(self, cards: str) -> tuple[str, ...]:
        size = 1 if self.cards.copies else 2
        return tuple(cards[i : i + size] for i in range(0, len(cards), size))

    def random(self, seed: int) -> tuple[list[np.ndarray], dict[Any, list[float]]]:
        """A random strategy, with some probabilities of 0, for the engine and by the book."""
        rng, strategy = np.random.default_rng(seed), []
        tree = self.engine.tree
        for r, states in enumerate(self.engine.states):
            nodes = tree.decision_nodes(r)
            edges = tree.first_edge[nodes[-1] + 1] - tree.first_edge[nodes[0]]
            strategy.append(np.zeros((edges, states)))
            for rows, column, _ in self.keys(r):
                weights = rng.random(rows.stop - rows.start) * rng.integers(0, 4, rows.stop - rows.start)
                weights = weights / weights.sum() if weights.any() else np.ones(len(weights)) / len(weights)
                strategy[r][rows, column] = weights
        return strategy, self.by_key(strategy)

    def by_key(self, strategy: Sequence[np.ndarray]) -> dict[Any, list[float]]:
        """A strategy of the engine by the book."""
        return {
            key: part[rows, column].tolist()
            for r, part in enumerate(strategy)
            for rows, column, key in self.keys(r)
        }
