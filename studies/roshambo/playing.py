"""Matches of 1,000 rounds, many at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import Use, generator

from .bots import GAIN, Bot, Chances, Seat, sure, won
from .sequences import ROUNDS


def play(
    first: Bot, second: Bot, matches: int, seed: int, rounds: int = ROUNDS
) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Play matches; return throws, int8 [2, matches, rounds], and the first bot's winnings, int64 [matches]."""
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
    """Sample throws from probabilities [matches, 3]."""
    at = random.random(len(chances))
    found: NDArray[np.int64] = (at >= chances[:, 0]).astype(np.int64) + (at >= chances[:, 0] + chances[:, 1])
    return found


def field(bots: Sequence[Bot]) -> Bot:
    """Return one seat for all bots, each in an equal number of matches, in order.

    It lets one player play all bots at once.
    """

    def sit(matches: int, random: np.random.Generator) -> Seat:
        each = matches // len(bots)
        seats = [bot.sit(each, random) for bot in bots]

        def chances(own: NDArray[np.int8], theirs: NDArray[np.int8]) -> Chances:
            rows = [slice(i * each, (i + 1) * each) for i in range(len(bots))]
            return np.concatenate(
                [seat(own[row], theirs[row]) for seat, row in zip(seats, rows, strict=True)]
            )

        return chances

    return Bot(", ".join(bot.name for bot in bots), sit)


def known(other: Bot, matches: int, seed: int, rounds: int = ROUNDS) -> NDArray[np.float64]:
    """Return the expected winnings of an opponent that sees a bot's probabilities each round; float64 [matches].

    The opponent plays the throw that wins most in this round. This is a lower bound of the possible winnings.
    It is tight if the bot's best-case loss in a round never depends on earlier rounds.
    """
    expected = np.zeros(matches)

    def sit(matches: int, random: np.random.Generator) -> Seat:
        seat = other.sit(matches, random)

        def chances(own: NDArray[np.int8], theirs: NDArray[np.int8]) -> Chances:
            gains = seat(theirs, own) @ GAIN.T
            expected[:] += gains.max(axis=1)
            return sure(gains.argmax(axis=1))

        return chances

    play(Bot(f"knows {other.name}", sit), other, matches, seed, rounds)
    return expected
