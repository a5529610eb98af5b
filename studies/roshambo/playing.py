"""Matches of 1,000 rounds, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.support.random_numbers import Use, generator

from .bots import Bot, Chances, won
from .sequences import ROUNDS


def play(
    first: Bot, second: Bot, matches: int, seed: int, rounds: int = ROUNDS
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Throws, int8 [2, matches, rounds], and what the first won, int64 [matches]."""
    random = generator(Use.ROSHAMBO, seed)
    seats = [bot.sit(matches, random) for bot in (first, second)]
    throws = np.zeros((2, matches, rounds), np.int8)
    for n in range(rounds):
        past = throws[:, :, :n]
        chances = [seats[0](past[0], past[1]), seats[1](past[1], past[0])]
        for place, one in enumerate(chances):
            throws[place, :, n] = drawn(one, random)
    return throws, won(throws[0], throws[1]).sum(axis=1)


def drawn(chances: Chances, random: np.random.Generator) -> NDArray[np.int64]:
    """Throws by their chances [matches, 3]."""
    at = random.random(len(chances))
    found: NDArray[np.int64] = (at >= chances[:, 0]).astype(np.int64) + (at >= chances[:, 0] + chances[:, 1])
    return found


def knowing(other: Bot) -> Bot:
    """Who sees the other's chances, and plays what wins most at once."""

    def sit(matches: int, random: np.random.Generator):  # type: ignore[no-untyped-def]
        seat = other.sit(matches, random)

        def chances(own: NDArray[np.int8], theirs: NDArray[np.int8]) -> Chances:
            odds = seat(theirs, own)
            gains = np.roll(odds, 1, axis=1) - np.roll(odds, -1, axis=1)
            found: Chances = np.eye(3)[gains.argmax(axis=1)]
            return found

        return chances

    return Bot(f"knows {other.name}", sit)
