"""Three ways to select: by winnings, by Pareto front, and by deterministic crowding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .population import Breed, Numbers

#: (breed, genes, hands of a pair in each seat or 0 for exact means, random numbers) -> genes of the next generation,
#: hands that were played.
Selection: TypeAlias = Callable[[Breed, Numbers, int, np.random.Generator], tuple[Numbers, int]]

RIVALS, LONGER = (
    5,
    4,
)  # in crowding: those against whom child and parent are compared, in so many times the hands
APART = 1.0  # standard errors of a difference that count


def by_winnings(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """The half that wins most from all others, and children of it."""
    won, played = everybody(breed, breed.strategies(genes), hands, random)
    return survivors(breed, genes, -won.sum(axis=1), random), played


def by_front(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """The half that is dominated least, front by front, in random order within a front, and children of it."""
    won, played = everybody(breed, breed.strategies(genes), hands, random)
    return survivors(breed, genes, fronts(won), random), played


def by_crowding(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """Two parents have two children, each of which replaces the parent it is more like, if it dominates him.

    It does where it wins nowhere much less than he from some others, and somewhere much more.
    """
    count, hands = len(genes), LONGER * hands
    order = random.permutation(count)
    mothers, fathers = genes[order[: count // 2]], genes[order[count // 2 :]]
    ones, twos = (breed.children(mothers, fathers, random) for _ in range(2))
    straight = distance(mothers, ones) + distance(fathers, twos)
    crossed = distance(mothers, twos) + distance(fathers, ones)
    like_mother = np.where((straight <= crossed)[:, None], ones, twos)
    like_father = np.where((straight <= crossed)[:, None], twos, ones)
    parents = np.concatenate([mothers, fathers])
    children = np.concatenate([like_mother, like_father])
    rivals = breed.strategies(genes[random.choice(count, min(RIVALS, count), replace=False)])
    old, new = (breed.play(breed.strategies(each), rivals, hands, random) for each in (parents, children))
    spread = breed.tree.utilities[:, 0].std()
    margin = (
        APART * spread / np.sqrt(hands) if hands else 0.0
    )  # of a difference of two means of 2 * hands each, roughly
    better = (new >= old - margin).all(axis=1) & (new > old + margin).any(axis=1)
    return np.where(np.reshape(better, (-1, 1)), children, parents), 4 * count * len(rivals) * hands


def everybody(
    breed: Breed, strategies: Numbers, hands: int, random: np.random.Generator
) -> tuple[Numbers, int]:
    """What all win from each other, [players, players], 0 from themselves, and how many hands that takes."""
    first = breed.seated(strategies, strategies, hands, random)
    return (first - first.T) / 2, len(strategies) * (len(strategies) - 1) * hands


def fronts(won: Numbers) -> NDArray[np.int64]:
    """The Pareto front of each player, the best 0.

    One dominates another who wins no less from each third player, and more from one of them.

    Args:
        won: [players, players], from each other.
    """
    count = len(won)
    third = np.ones((count, count, count), np.bool_)
    every = np.arange(count)
    third[every, :, every] = False
    third[:, every, every] = False
    no_less = (won[:, None] >= won[None]) | ~third
    more = (won[:, None] > won[None]) & third
    dominates = no_less.all(axis=2) & more.any(axis=2)
    found = np.full(count, -1)
    front = 0
    while (left := found < 0).any():
        free = left & ~(dominates & left[:, None]).any(axis=0)
        if not free.any():  # third players differ from pair to pair, so that all may be dominated in a circle
            free = left
        found[free] = front
        front += 1
    return found


def distance(ones: Numbers, others: Numbers) -> Numbers:
    """How unlike players are, pair by pair."""
    return np.asarray(np.abs(ones - others).sum(axis=1))


def survivors(breed: Breed, genes: Numbers, ranks: NDArray[Any], random: np.random.Generator) -> Numbers:
    """The half of the least ranks, of equal ones at random, and as many children of pairs of them."""
    order = np.lexsort((random.random(len(genes)), ranks))
    kept = genes[order[: len(genes) // 2]]
    mothers, fathers = random.integers(0, len(kept), (2, len(genes) - len(kept)))
    return np.concatenate([kept, breed.children(kept[mothers], kept[fathers], random)])


SELECTIONS: dict[str, Selection] = {
    "winnings": by_winnings,
    "Pareto front": by_front,
    "crowding": by_crowding,
}
