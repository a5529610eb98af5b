"""Exact results without sampling: matches between bots that use only the last round, and the most that each loses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .bots import GAIN, Rule, flat_chances
from .sequences import ROUNDS

OWN, OTHER = np.divmod(np.arange(9), 3)
MOST = 40  # Flat's throw counts practically never differ by this much


def moments(first: Rule, second: Rule, rounds: int = ROUNDS) -> tuple[float, float]:
    """Return mean and standard deviation of the first bot's winnings, from the probabilities of all nine last rounds."""
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
    """Return the winnings of a best response to a bot, by backward induction over all last rounds."""
    ahead = np.zeros((3, 3))  # [its last throw, our last throw]
    for n in reversed(range(rounds)):
        chances = rule(n, OWN, OTHER)
        ahead = (chances @ (GAIN.T + ahead)).max(axis=1).reshape(3, 3)
    return float(ahead[0, 0])


def most_won_of_flat(rounds: int = ROUNDS) -> tuple[float, float]:
    """Return the winnings of a best response to Flat, and a bound on their error.

    Flat's throws depend only on its own counts. The states are the two larger counts less the smallest one,
    up to `MOST`.
    """
    states = [(middle, high) for high in range(MOST + 1) for middle in range(high + 1)]
    place = {state: i for i, state in enumerate(states)}
    counts = np.array([(0, *state) for state in states])
    odds = flat_chances(counts)
    gains = (odds @ GAIN.T).max(axis=1)
    after = np.empty((len(states), 3), np.int64)
    for throw in range(3):
        higher = np.sort(counts + np.eye(3, dtype=int)[throw], axis=1)
        higher -= higher[:, :1]
        after[:, throw] = [place.get((m, h), len(states)) for _, m, h in higher.tolist()]
    mass: NDArray[np.float64] = np.zeros(len(states))
    mass[place[0, 0]] = 1.0
    total = lost = 0.0
    for n in range(rounds):
        total += float(mass @ gains)
        flows = np.bincount(after.ravel(), (mass[:, None] * odds).ravel(), len(states) + 1)
        moved = np.asarray(flows, np.float64)
        mass, lost = moved[:-1], lost + (rounds - n) * float(moved[-1])
    return total, lost


def most_won_above(floor: int, rounds: int = ROUNDS) -> float:
    """Return the winnings from a bot that loses every round above a score, and else throws uniformly.

    It loses while its score is at least `floor`. This bounds the losses of a bot that is uniform below a floor, and
    sometimes above it.
    """
    scores = np.arange(-rounds - 1, rounds + 2)
    ahead: NDArray[np.float64] = np.zeros(len(scores))
    for _ in range(rounds):
        random = (ahead + np.roll(ahead, 1) + np.roll(ahead, -1)) / 3
        ahead = np.where(scores >= floor, 1 + np.roll(ahead, 1), random)
    return float(ahead[rounds + 1])
