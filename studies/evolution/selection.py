"""Three kinds of selection: by winnings, by Pareto front, and by deterministic crowding."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .population import Breed, Numbers

#: (breed, genes, hands of a pair in each seat or 0 for exact means, random numbers) -> genes of the next
#: generation, and the number of hands played.
Selection: TypeAlias = Callable[[Breed, Numbers, int, np.random.Generator], tuple[Numbers, int]]

RIVALS, LONGER = (
    5,
    4,
)  # crowding: opponents on which child and parent are compared, and the factor on the number of hands
APART = 1.0  # a difference counts from this many standard errors


def by_winnings(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """Keep the half that wins most from all others, and add children of it."""
    won, played = everybody(breed, breed.strategies(genes), hands, random)
    return survivors(breed, genes, -won.sum(axis=1), random), played


def by_front(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """Keep the least dominated half, front by front and at random within a front, and add children of it."""
    won, played = everybody(breed, breed.strategies(genes), hands, random)
    return survivors(breed, genes, fronts(won), random), played


def by_crowding(breed: Breed, genes: Numbers, hands: int, random: np.random.Generator) -> tuple[Numbers, int]:
    """Pair up parents; each of two children replaces the parent more similar to it if it dominates that parent.

    A child dominates if it wins significantly less from none of the sampled opponents, and significantly more
    from at least one.
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
    )  # approximate, for a difference of two means of 2 * hands each
    better = (new >= old - margin).all(axis=1) & (new > old + margin).any(axis=1)
    return np.where(np.reshape(better, (-1, 1)), children, parents), 4 * count * len(rivals) * hands


def everybody(
    breed: Breed, strategies: Numbers, hands: int, random: np.random.Generator
) -> tuple[Numbers, int]:
    """Return the winnings of all players from each other, [players, players], 0 on the diagonal, and the hands played."""
    first = breed.seated(strategies, strategies, hands, random)
    return (first - first.T) / 2, len(strategies) * (len(strategies) - 1) * hands


def fronts(won: Numbers) -> NDArray[np.int64]:
    """Return the index of each player's Pareto front; the best front is 0.

    A player dominates another if it wins no less from every third player, and more from at least one.

    Args:
        won: Winnings from each other, [players, players].
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
        # Third players differ from pair to pair, so a cycle may leave every player dominated.
        if not free.any():
            free = left
        found[free] = front
        front += 1
    return found


def distance(ones: Numbers, others: Numbers) -> Numbers:
    """Return the distance between players, pair by pair."""
    return np.asarray(np.abs(ones - others).sum(axis=1))


def survivors(breed: Breed, genes: Numbers, ranks: NDArray[Any], random: np.random.Generator) -> Numbers:
    """Return the half with the lowest ranks, breaking ties at random, and the same number of children of pairs of it."""
    order = np.lexsort((random.random(len(genes)), ranks))
    kept = genes[order[: len(genes) // 2]]
    mothers, fathers = random.integers(0, len(kept), (2, len(genes) - len(kept)))
    return np.concatenate([kept, breed.children(kept[mothers], kept[fathers], random)])


SELECTIONS: dict[str, Selection] = {
    "winnings": by_winnings,
    "Pareto front": by_front,
    "crowding": by_crowding,
}
