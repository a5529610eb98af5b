"""Exploitability of populations over generations, compared with Monte Carlo CFR after the same number of hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pokerdata._support.arguments import Use, generator
from pokerdata._support.estimates import estimate_of
from pokerdata.solving.explicit import GameTree, MonteCarlo, TreeSolver, evaluate, mixture

from .population import Breed, Numbers
from .selection import Selection

SIZE = 20  # players in a population
HANDS = 10  # hands of each pair in each seat and generation
MB = 1000.0  # thousandths of the ante, which is one chip in both games


@dataclass(frozen=True)
class Course:
    """Course of a population over generations.

    Attributes:
        hands: Hands played so far at the evaluated generations, close to the requested numbers.
        generations: The evaluated generations.
        one: Mean exploitability of its players, mb/g.
        mixed: Exploitability of a player that picks one of them at random before each hand, mb/g.
        last: Strategies of the last generation, [players, edges].
    """

    hands: tuple[int, ...]
    generations: tuple[int, ...]
    one: Numbers
    mixed: Numbers
    last: Numbers


def bred(
    breed: Breed, select: Selection, genes: Numbers, points: Sequence[int], random: np.random.Generator
) -> Course:
    """Breed until the last point, and evaluate the population at each of the points, in hands."""
    hands = generation = 0
    rows: list[tuple[int, int, float, float]] = []
    for point in points:
        while hands < point:
            genes, played = select(breed, genes, HANDS, random)
            hands += played
            generation += 1
        rows.append((hands, generation, *exploitabilities(breed.tree, breed.strategies(genes))))
    played_hands, generations, one, mixed = zip(*rows, strict=True)
    return Course(played_hands, generations, np.array(one), np.array(mixed), breed.strategies(genes))


def repeated(
    breed: Breed,
    select: Selection,
    points: Sequence[int],
    seeds: int,
    by_hand: Numbers | None = None,
) -> list[Course]:
    """Breed with several seeds, starting from random players or from a handmade strategy."""
    found = []
    for seed in range(seeds):
        random = generator(Use.EVOLUTION, seed)
        genes = breed.by_chance(SIZE, random) if by_hand is None else breed.from_hand(by_hand, SIZE, random)
        found.append(bred(breed, select, genes, points, random))
    return found


def bred_exactly(breed: Breed, select: Selection, generations: int, seeds: int) -> list[Numbers]:
    """Return the strategies of the last generation by seed, selecting by exact winnings without playing hands."""
    found = []
    for seed in range(seeds):
        random = generator(Use.EVOLUTION, seed)
        genes = breed.by_chance(SIZE, random)
        for _ in range(generations):
            genes, _ = select(breed, genes, 0, random)
        found.append(breed.strategies(genes))
    return found


def sampled_cfr(tree: GameTree, points: Sequence[int], seeds: int) -> Numbers:
    """Return the exploitability of outcome sampling, [points, seeds], mb/g; an iteration is one hand for each player."""
    found = np.empty((len(points), seeds))
    for seed in range(seeds):
        solver = TreeSolver(tree, MonteCarlo("outcome", seed=seed))
        for i, point in enumerate(points):
            solver.iterate(point // 2 - solver.iteration)
            found[i, seed] = exploitability(tree, solver.average())
    return found


def exploitability(tree: GameTree, strategy: Numbers) -> float:
    """Return the exploitability of a strategy, mb/g."""
    return MB * evaluate(tree, strategy).exploitability


def exploitabilities(tree: GameTree, strategies: Numbers) -> tuple[float, float]:
    """Return the mean exploitability of players, and that of a random mixture of them, mb/g."""
    alone = np.mean([exploitability(tree, row) for row in strategies])
    return float(alone), exploitability(tree, mixture(tree, strategies))


def mean_and_error(values: Sequence[float] | Numbers) -> tuple[float, float]:
    """Return mean and standard error over seeds."""
    found = estimate_of(np.asarray(values))
    return found.mean, found.standard_error


def told_of(values: Sequence[float] | Numbers, *, sign: bool = False) -> str:
    """Format mean and standard error, mb/g."""
    mean, error = mean_and_error(values)
    return f"{mean:{'+' if sign else ''},.0f} ± {error:,.0f}"
