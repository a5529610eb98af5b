"""A game in the engine for poker games and in the reference implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import reject

from helpers import reference
from pokerdata import games

MOST_NODES = 4000


class Both:
    """A game in the engine and in the reference implementation."""

    def __init__(self, engine: games.SolvableGame, book: Any, walk: Any) -> None:
        self.engine, self.book, self.walk = engine, book, walk

    def keys(self, street: int) -> list[tuple[slice, int, tuple[str, str]]]:
        """Return rows, column and information set of a strategy for each decision node and private state."""
        tree, names = self.engine.tree, self.engine.state_names[street]
        first = tree.first_edge[tree.decision_nodes(street)[0]]
        found = []
        known = [self.book.known(name) for name in names]
        for node in tree.decision_nodes(street):
            rows = slice(tree.first_edge[node] - first, tree.first_edge[node + 1] - first)
            found += [(rows, s, (tree.history(node), name)) for s, name in enumerate(known)]
        return found

    def random(self, seed: int) -> tuple[list[np.ndarray], dict[Any, list[float]]]:
        """Return a random strategy for the engine and the reference; some probabilities are 0."""
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
        """Convert a strategy of the engine for the reference."""
        return {
            key: part[rows, column].tolist()
            for r, part in enumerate(strategy)
            for rows, column, key in self.keys(r)
        }


def of_cards(game: games.Game) -> Both:
    """Return a game of cards; Hypothesis rejects games that are too large."""
    rules, cards = game.rules, game.cards
    book = reference.Poker(reference.Betting(rules.values()), reference.Cards(cards.values()))
    if not book.betting.lines(1000) or games.sizes(rules, cards).nodes > MOST_NODES:
        reject()
    return Both(games.CardGame(rules, cards), book, reference.Walk(book))


def of_counts(rules: games.Rules, deals: Any, wins: Any, parents: Any) -> Both:
    """Return a game of joint counts; Hypothesis rejects games that are too large.

    Args:
        rules: Rules of the game.
        deals: Deals of every street.
        wins: As in `pokerdata.games.JointCountGame`.
        parents: As in `pokerdata.games.JointCountGame`.
    """
    last, won, up = deals[-1].tolist(), wins.tolist(), [part.tolist() for part in parents]
    book = reference.Counts(reference.Betting(rules.values()), last, won, up)
    lines = book.betting.lines(1000)
    if not lines or len(lines) * deals[-1].size > MOST_NODES:
        reject()
    return Both(games.JointCountGame(rules, deals, wins, parents), book, reference.Walk(book))
