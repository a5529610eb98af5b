"""Three measures of an abstraction: exploitability of its equilibrium, exploitability by CFR-BR, and winnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pokerdata import load_game
from pokerdata.games import CardGame, LimitRules, milliblinds
from pokerdata.games.strategies.simple import Probabilities
from pokerdata.solving.public import StateClasses, cfr_br, solve
from pokerdata.solving.public.values import expected_value

from .abstractions import Hands, Kind, abstraction

RECALL = {True: "perfect", False: "imperfect"}


@dataclass(frozen=True)
class Scale:
    """Size of the study: ranks of the deck, parts of a class, iterations, and seeds of the clusters."""

    ranks: str = "789TJQKA"
    parts: tuple[int, int] = (3, 3)
    iterations: int = 400
    least: int = 600
    seeds: int = 3


@dataclass(frozen=True, eq=False)
class Entrant:
    """An abstraction with its equilibrium.

    Attributes:
        kind: Kind of abstraction.
        recall: Whether classes determine the earlier classes.
        seed: Seed of the clusters.
        classes: Classes of the states.
        strategy: Equilibrium of the abstract game.
        exploitability: Exploitability of that strategy in the whole game, mb/g.
        least: Exploitability of the CFR-BR strategy of the abstraction, mb/g.
    """

    kind: Kind
    recall: bool
    seed: int
    classes: StateClasses
    strategy: Probabilities
    exploitability: float
    least: float

    @property
    def label(self) -> str:
        """Return the name in tables, without the seed."""
        return f"{self.kind.name}, {RECALL[self.recall]}"


@dataclass(frozen=True, eq=False)
class Group:
    """All seeds of an abstraction and their mean results, mb/g.

    Attributes:
        entrants: One for each seed.
        won: Mean winnings over seeds from each group, and last from the solution of the whole game.
    """

    entrants: tuple[Entrant, ...]
    won: NDArray[np.float64]

    @property
    def label(self) -> str:
        """Return the name in tables."""
        return self.entrants[0].label

    @property
    def counts(self) -> tuple[int, ...]:
        """Return the number of classes of each street, for the first seed."""
        return self.entrants[0].classes.counts

    @property
    def exploitability(self) -> float:
        """Return the mean exploitability of the equilibria."""
        return float(np.mean([one.exploitability for one in self.entrants]))

    @property
    def least(self) -> float:
        """Return the mean exploitability of the CFR-BR strategies."""
        return float(np.mean([one.least for one in self.entrants]))

    @property
    def score(self) -> float:
        """Return the mean winnings from the other groups."""
        return float(self.won[:-1].sum() / (len(self.won) - 2))


def game_of(ranks: str) -> CardGame:
    """Return Rhode Island hold'em with the given ranks, and a bet and a raise per street."""
    named = load_game("rhode-island")
    assert isinstance(named.rules, LimitRules)
    rules = replace(named.rules, name=f"Rhode Island hold'em, {ranks[0]} to {ranks[-1]}", caps=(2, 2, 2))
    return CardGame(rules, replace(named.cards, ranks=ranks))


def mb(game: CardGame, chips: float) -> float:
    """Convert chips to thousandths of the ante."""
    return milliblinds(chips, game.rules)


def entrant(hands: Hands, kind: Kind, recall: bool, seed: int, scale: Scale) -> Entrant:
    """Make an abstraction, solve it, and find its least exploitable strategy."""
    game = hands.game
    classes = abstraction(hands, kind, scale.parts, recall=recall, seed=seed)
    found = solve(game, classes=classes, iterations=scale.iterations, at=(scale.iterations,), dtype="float32")
    least = cfr_br(game, classes, iterations=scale.least, at=(scale.least,), dtype="float32")
    values = (mb(game, one.values.exploitability) for one in (found, least))
    return Entrant(kind, recall, seed, classes, found.strategy, *values)


def winnings(game: CardGame, strategies: Sequence[Probabilities]) -> NDArray[np.float64]:
    """Return the exact winnings of each strategy from each other, in chips, averaged over both seats."""
    won = np.zeros((len(strategies), len(strategies)))
    for one, other in combinations(range(len(strategies)), 2):
        first = expected_value(game, strategies[one], strategies[other])
        second = expected_value(game, strategies[other], strategies[one])
        won[one, other] = (first - second) / 2
        won[other, one] = -won[one, other]
    return won


def block_means(values: NDArray[np.float64], sizes: Sequence[int]) -> NDArray[np.float64]:
    """Return means over blocks of rows and columns of the given sizes."""
    block = np.repeat(np.arange(len(sizes)), sizes)
    of = np.eye(len(sizes))[block] / np.array(sizes)
    return np.asarray(of.T @ values @ of)


def agreement(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Kendall's tau: concordant pairs less discordant pairs, as a fraction of all pairs."""
    signs = [
        np.sign(first[i] - first[j]) * np.sign(second[i] - second[j])
        for i, j in combinations(range(len(first)), 2)
    ]
    return float(np.mean(signs))


def deviation(count: int) -> float:
    """Return the standard deviation of Kendall's tau of this many items if both orders are random."""
    return sqrt(2 * (2 * count + 5) / (9 * count * (count - 1)))
