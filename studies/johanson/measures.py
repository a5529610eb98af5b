"""Three measures of an abstraction: its equilibrium's exploitability, CFR-BR's, and winnings from others."""

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
    """How much is run: ranks of the deck, parts of a class, iterations, and seeds of the clusters."""

    ranks: str = "789TJQKA"
    parts: tuple[int, int] = (3, 3)
    iterations: int = 400
    least: int = 600
    seeds: int = 3


@dataclass(frozen=True, eq=False)
class Entrant:
    """An abstraction with its equilibrium.

    Attributes:
        kind: Of its classes.
        recall: Whether they tell those before.
        seed: Of its clusters.
        classes: Of the states.
        strategy: The equilibrium of the abstract game.
        exploitability: Of that strategy in the game, mb/g.
        least: Of the strategy that CFR-BR found in the abstraction, mb/g.
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
        """What it is called in tables, without its seed."""
        return f"{self.kind.name}, {RECALL[self.recall]}"


@dataclass(frozen=True, eq=False)
class Group:
    """All seeds of an abstraction, and what they are worth; mb/g.

    Attributes:
        entrants: One for each seed.
        won: From each group, and last from the solution of the game, the mean over seeds.
    """

    entrants: tuple[Entrant, ...]
    won: NDArray[np.float64]

    @property
    def label(self) -> str:
        """What it is called."""
        return self.entrants[0].label

    @property
    def counts(self) -> tuple[int, ...]:
        """Classes of each street, of the first seed."""
        return self.entrants[0].classes.counts

    @property
    def exploitability(self) -> float:
        """Of its equilibria."""
        return float(np.mean([one.exploitability for one in self.entrants]))

    @property
    def least(self) -> float:
        """Of what CFR-BR found."""
        return float(np.mean([one.least for one in self.entrants]))

    @property
    def score(self) -> float:
        """What it wins from the other groups."""
        return float(self.won[:-1].sum() / (len(self.won) - 2))


def game_of(ranks: str) -> CardGame:
    """Rhode Island hold'em of so many ranks, with a bet and a raise a street."""
    named = load_game("rhode-island")
    assert isinstance(named.rules, LimitRules)
    rules = replace(named.rules, name=f"Rhode Island hold'em, {ranks[0]} to {ranks[-1]}", caps=(2, 2, 2))
    return CardGame(rules, replace(named.cards, ranks=ranks))


def mb(game: CardGame, chips: float) -> float:
    """Thousandths of the ante."""
    return milliblinds(chips, game.rules)


def entrant(hands: Hands, kind: Kind, recall: bool, seed: int, scale: Scale) -> Entrant:
    """Cut, solve, and find the least exploitable strategy."""
    game = hands.game
    classes = abstraction(hands, kind, scale.parts, recall=recall, seed=seed)
    found = solve(game, classes=classes, iterations=scale.iterations, at=(scale.iterations,), dtype="float32")
    least = cfr_br(game, classes, iterations=scale.least, at=(scale.least,), dtype="float32")
    values = (mb(game, one.values.exploitability) for one in (found, least))
    return Entrant(kind, recall, seed, classes, found.strategy, *values)


def winnings(game: CardGame, strategies: Sequence[Probabilities]) -> NDArray[np.float64]:
    """Chips that each wins from each, the mean over both seats, exactly."""
    won = np.zeros((len(strategies), len(strategies)))
    for one, other in combinations(range(len(strategies)), 2):
        first = expected_value(game, strategies[one], strategies[other])
        second = expected_value(game, strategies[other], strategies[one])
        won[one, other] = (first - second) / 2
        won[other, one] = -won[one, other]
    return won


def block_means(values: NDArray[np.float64], sizes: Sequence[int]) -> NDArray[np.float64]:
    """Means over blocks of rows and columns of given sizes."""
    block = np.repeat(np.arange(len(sizes)), sizes)
    of = np.eye(len(sizes))[block] / np.array(sizes)
    return np.asarray(of.T @ values @ of)


def agreement(first: Sequence[float], second: Sequence[float]) -> float:
    """Kendall's tau: pairs in the same order less pairs in the other, in parts of all."""
    signs = [
        np.sign(first[i] - first[j]) * np.sign(second[i] - second[j])
        for i, j in combinations(range(len(first)), 2)
    ]
    return float(np.mean(signs))


def deviation(count: int) -> float:
    """The standard deviation of Kendall's tau over so many things, where both orders are chance."""
    return sqrt(2 * (2 * count + 5) / (9 * count * (count - 1)))
