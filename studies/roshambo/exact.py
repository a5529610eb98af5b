"""What needs no sampling: matches between bots that look at the last round alone, and what each loses at most."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .bots import Rule, flat_chances
from .sequences import ROUNDS

GAIN = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])  # [own throw, other's]
OWN, OTHER = np.divmod(np.arange(9), 3)
NEGLIGIBLE = 1e-30


def moments(first: Rule, second: Rule, rounds: int = ROUNDS) -> tuple[float, float]:
    """Mean and standard deviation of what the first wins, from the chances of all nine last rounds."""
    mass, mean, square = np.zeros((3, 9))
    mass[0] = 1.0  # before the first round both last throws count as rock
    won = GAIN.ravel()
    for n in range(rounds):
        ours, theirs = first(n, OWN, OTHER), second(n, OTHER, OWN)
        step = (ours[:, :, None] * theirs[:, None, :]).reshape(9, 9)
        now, sums = mass @ step, mean @ step
        square = square @ step + 2 * won * sums + won * won * now
        mean = sums + won * now
        mass = now
    total = float(mean.sum())
    return total, max(0.0, float(square.sum()) - total**2) ** 0.5


def most_won(rule: Rule, rounds: int = ROUNDS) -> float:
    """What a best response to a bot wins of it: backwards over all last rounds."""
    ahead = np.zeros((3, 3))  # [its last throw, ours]
    for n in reversed(range(rounds)):
        chances = rule(n, OWN, OTHER)
        ahead = (chances @ (GAIN.T + ahead)).max(axis=1).reshape(3, 3)
    return float(ahead[0, 0])


def most_won_of_flat(rounds: int = ROUNDS) -> tuple[float, float]:
    """The same of Flat, whose throws hang on its own alone, and the most that was left out.

    By counts in order, less the least: those that are rarer than `NEGLIGIBLE` at any time are dropped.
    """
    states = {(0, 0): 1.0}  # how much more often than its rarest throw it threw the other two
    total = dropped = 0.0
    for n in range(rounds):
        after: dict[tuple[int, int], float] = {}
        for (middle, high), mass in states.items():
            counts = np.array((0, middle, high))
            odds = flat_chances(counts)
            total += mass * float((GAIN @ odds).max())
            for throw in range(3):
                least, *rest = sorted((counts + np.eye(3, dtype=int)[throw]).tolist())
                key = (rest[0] - least, rest[1] - least)
                after[key] = after.get(key, 0.0) + mass * float(odds[throw])
        dropped += (rounds - n) * sum(mass for mass in after.values() if mass < NEGLIGIBLE)
        states = {key: mass for key, mass in after.items() if mass >= NEGLIGIBLE}
    return total, dropped


def most_won_above(floor: int, rounds: int = ROUNDS) -> float:
    """What is won of a bot that loses every round while its score is at least `floor`, and else throws anything.

    A bound for a bot that is random below a floor, and elsewhere at times.
    """
    scores = np.arange(-rounds - 1, rounds + 2)
    ahead: NDArray[np.float64] = np.zeros(len(scores))
    for _ in range(rounds):
        random = (ahead + np.roll(ahead, 1) + np.roll(ahead, -1)) / 3
        ahead = np.where(scores >= floor, 1 + np.roll(ahead, 1), random)
    return float(ahead[rounds + 1])
