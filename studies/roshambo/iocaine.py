"""Iocaine Powder by Dan Egnor (1999), and teams of some of its answers.

Independent code, after the author's description and, where the program differs from it, after a reading of
the program.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata.matches import ucb1

from .bots import GAIN, Bot, Chances, Seat, sure, won
from .sequences import ROUNDS

AGES = (1000, 100, 10, 5, 2, 1)  # rounds to look back on
KINDS = 3  # kinds of matched history: own throws, the opponent's throws, both
GUESSES = len(AGES) * 2 * (KINDS + 1) + 2
MINE, THEIRS = 0, 1
THREE = np.array([[0, 1, 2], [1, 2, 0], [2, 0, 1]], np.int8)
GAIN8 = GAIN.astype(np.int8)
TRIES = 2  # rounds of each team member before the team prefers any
RANDOM = GUESSES - 2  # index of the random guess
EVERY = tuple(range(3 * GUESSES))
#: Three answers each to what followed the longest match of both histories, own and opponent's throw; and a
#: random throw.
SEVEN = (*(3 * (4 * who + 2) + k for who in (MINE, THEIRS) for k in range(3)), 3 * RANDOM)


class Guesses:
    """Guesses of throws, int8 [matches, guesses].

    For each age there are guesses of the own throw, then of the opponent's throw. They come from what
    followed the longest match (own, opponent's, both throws) and from the most frequent throw. A random throw
    and rock follow.

    The most frequent throw counts the whole match at every age, as in the program, unless `windows` is set.
    """

    def __init__(self, matches: int, random: np.random.Generator, *, windows: bool = False) -> None:
        self._random, self._windows = random, windows
        # length of the match that ended d + 1 rounds before the last
        self._same = np.zeros((KINDS, matches, ROUNDS), np.int16)
        self._counts = np.zeros((ROUNDS + 1, 2, matches, 3), np.int16)
        self._matches = np.arange(matches)

    def next(
        self, own: NDArray[np.int8], other: NDArray[np.int8], chance: NDArray[np.int8] | None = None
    ) -> NDArray[np.int8]:
        """Return the guesses after the rounds so far; call it once per round.

        Args:
            own: int8 [matches, rounds].
            other: int8 [matches, rounds].
            chance: The random throws; sampled if not given.
        """
        n = own.shape[1]
        if chance is None:
            chance = self._random.integers(0, 3, len(own), np.int8)
        self._look_back(own, other)
        found = np.empty((len(own), len(AGES), 2, KINDS + 1), np.int8)
        for place, age in enumerate(AGES):
            guesses = found[:, place]
            shortest = min(age, n) - 1
            for kind in range(KINDS):
                if shortest < 1:
                    guesses[:, :, kind] = chance[:, None]
                    continue
                back = self._same[kind, :, :shortest].argmax(axis=1)
                known = self._same[kind, self._matches, back] > 0
                for who, throws in ((MINE, own), (THEIRS, other)):
                    guesses[:, who, kind] = np.where(known, throws[self._matches, n - 1 - back], chance)
            counts = self._counts[n] - self._counts[max(0, n - age)] if self._windows else self._counts[n]
            guesses[:, :, KINDS] = counts.argmax(axis=2).T
        return np.column_stack((found.reshape(len(own), -1), chance, np.zeros_like(chance)))

    def _look_back(self, own: NDArray[np.int8], other: NDArray[np.int8]) -> None:
        n = own.shape[1]
        if not n:
            return
        self._counts[n] = self._counts[n - 1]
        for who, throws in ((MINE, own), (THEIRS, other)):
            self._counts[n, who, self._matches, throws[:, -1]] += 1
        for kind, throws in enumerate((own, other, 3 * own + other)):
            same = self._same[kind, :, : n - 1]
            same += 1
            same *= throws[:, -1:] == throws[:, n - 2 :: -1] if n > 1 else 0


class Scores:
    """Scores that each answer would have had, whether it was played or not."""

    def __init__(self, matches: int, number: int) -> None:
        # Of the last rounds, in a ring buffer.
        self._sums = np.zeros((AGES[1] + 1, matches, number), np.int16)
        self._answers = np.zeros((matches, number), np.int8)
        self._rounds = 0

    def add(self, throws: NDArray[np.int8]) -> None:
        """Score the last answers against the opponent's throws."""
        last, self._rounds = self._at(self._rounds), self._rounds + 1
        np.add(last, GAIN8[self._answers, throws[:, None]], out=self._at(self._rounds))

    def set(self, found: NDArray[np.int8]) -> None:
        """Set the answers for the next round, int8 [matches, answers]."""
        self._answers = found

    def best(self, age: int) -> NDArray[np.int8]:
        """Return the best answer over the last rounds (at most 100, or all); of equal ones, the first; int8 [matches]."""
        sums = self._at(self._rounds)
        if age < self._rounds:
            sums = sums - self._at(self._rounds - age)
        found: NDArray[np.int8] = self._answers[np.arange(len(sums)), sums.argmax(axis=1)]
        return found

    def _at(self, rounds: int) -> NDArray[np.int16]:
        found: NDArray[np.int16] = self._sums[rounds % len(self._sums)]
        return found


def answers(guesses: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return for each guess g the answers g, g + 1 and g + 2; int8 [matches, 3 * guesses]."""
    return THREE[guesses].reshape(len(guesses), -1)


def iocaine(
    name: str = "Iocaine Powder", *, as_described: bool = False, chance: NDArray[np.int8] | None = None
) -> Bot:
    """Return Iocaine Powder, the winner of the first contest.

    Args:
        name: Name of the bot.
        as_described: Use scores and frequencies of the number of last rounds that its description states. In
            the program, frequencies cover the whole match, and scores of the last k rounds cover k - 1 unless
            there are fewer than k.
        chance: Random throws [rounds, matches] to use instead of sampled ones, to replay a match.
    """

    def sit(matches: int, random: np.random.Generator) -> Seat:
        guesses = Guesses(matches, random, windows=as_described)
        scores, over = Scores(matches, 3 * GUESSES), Scores(matches, 3 * len(AGES))

        def chances(own: NDArray[np.int8], other: NDArray[np.int8]) -> Chances:
            n = own.shape[1]
            if n:
                scores.add(other[:, -1])
                over.add(other[:, -1])
            scores.set(answers(guesses.next(own, other, None if chance is None else chance[n])))
            spans = [age if as_described or age > n else age - 1 for age in AGES]
            over.set(answers(np.stack([scores.best(span) for span in spans], axis=1)))
            return sure(over.best(ROUNDS))

        return chances

    return Bot(name, sit)


def leader(name: str, chosen: Sequence[int]) -> Bot:
    """Return a bot that plays the answer with the best score so far, counting answers that were not played."""

    def sit(matches: int, random: np.random.Generator) -> Seat:
        guesses, scores = Guesses(matches, random), Scores(matches, len(chosen))

        def chances(own: NDArray[np.int8], other: NDArray[np.int8]) -> Chances:
            if own.shape[1]:
                scores.add(other[:, -1])
            scores.set(answers(guesses.next(own, other))[:, chosen])
            return sure(scores.best(ROUNDS))

        return chances

    return Bot(name, sit)


def team(name: str, chosen: Sequence[int]) -> Bot:
    """Return a bot that chooses one of the answers by UCB1 for each round, from the winnings of its own rounds."""

    def sit(matches: int, random: np.random.Generator) -> Seat:
        guesses = Guesses(matches, random)
        plays, sums = np.zeros((2, matches, len(chosen)))
        total, squares = np.zeros((2, matches))
        rows, last = np.arange(matches), np.zeros(matches, np.int64)

        def chances(own: NDArray[np.int8], other: NDArray[np.int8]) -> Chances:
            n = own.shape[1]
            if n:
                paid = won(own[:, -1], other[:, -1])
                plays[rows, last] += 1
                sums[rows, last] += paid
                total[:] += paid
                squares[:] += paid * paid
            if n < TRIES * len(chosen):
                last[:] = n % len(chosen)
            else:
                spread = np.sqrt(np.maximum(0.0, squares / n - (total / n) ** 2))
                last[:] = ucb1(sums, plays, n, np.sqrt(2) * spread[:, None])
            return sure(answers(guesses.next(own, other))[rows, np.array(chosen)[last]])

        return chances

    return Bot(name, sit)
