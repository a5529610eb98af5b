"""A game in the engine for poker games and by the book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import reject

from helpers import reference
from pokerdata import games

MOST_NODES = 4000


class Both:
    """A game in the engine and by the book."""

    def __init__(self, engine: games.SolvableGame, book: Any, walk: Any) -> None:
        self.engine, self.book, self.walk = engine, book, walk

    def keys(self, street: int) -> list[tuple[slice, int, tuple[str, str]]]:
        """For each decision node and private state the rows and the column of a strategy, and what the player knows."""
        tree, names = self.engine.tree, self.engine.state_names[street]
        first = tree.first_edge[tree.decision_nodes(street)[0]]
        found = []
        known = [self.book.known(name) for name in names]
        for node in tree.decision_nodes(street):
            rows = slice(tree.first_edge[node] - first, tree.first_edge[node + 1] - first)
            found += [(rows, s, (tree.history(node), name)) for s, name in enumerate(known)]
        return found

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


def of_cards(game: games.Game) -> Both:
    """A game of cards; draws that are too large are left out."""
    rules, cards = game.rules, game.cards
    book = reference.Poker(reference.Betting(rules.values()), reference.Cards(cards.values()))
    if not book.betting.lines(1000) or games.sizes(rules, cards).nodes > MOST_NODES:
        reject()
    return Both(games.CardGame(rules, cards), book, reference.Walk(book))


def of_counts(rules: games.Rules, deals: Any, wins: Any, parents: Any) -> Both:
    """A game of joint counts; draws that are too large are left out.

    deals: of every street; wins, parents: as `pokerdata.games.JointCountGame` takes them.
    """
    last, won, up = deals[-1].tolist(), wins.tolist(), [part.tolist() for part in parents]
    book = reference.Counts(reference.Betting(rules.values()), last, won, up)
    lines = book.betting.lines(1000)
    if not lines or len(lines) * deals[-1].size > MOST_NODES:
        reject()
    return Both(games.JointCountGame(rules, deals, wins, parents), book, reference.Walk(book))
