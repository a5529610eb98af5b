"""The simple bots of the first RoShamBo contest and of its test suite, as probabilities of their next throw.

0 is rock, 1 paper, 2 scissors; x + 1 beats x, modulo 3. Before every round a `Seat` gets all throws so far,
int8 [matches, rounds], its own first. If the next throw depends only on the last round, the bot has a `Rule`.
It returns probabilities [..., 3], given the number of rounds played and both last throws. Before the first
round both count as 0, as in the published program.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .sequences import ROUNDS, de_bruijn_throws, pi_throws, text_throws

GAIN = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])  # [own throw, opponent's throw]
Chances = NDArray[np.float64]
Throws = NDArray[Any]
Seat = Callable[[Throws, Throws], Chances]
Rule = Callable[[int, Throws, Throws], Chances]


@dataclass(frozen=True)
class Bot:
    """A player: it takes a seat for a number of matches, with its own random numbers if it needs any."""

    name: str
    sit: Callable[[int, np.random.Generator], Seat]
    rule: Rule | None = None
    words: str = ""


def sure(throws: Throws) -> Chances:
    """Return the probabilities of throws that are certain."""
    found: Chances = np.eye(3)[np.asarray(throws) % 3]
    return found


def blend(weight: float, throws: Throws) -> Chances:
    """Return the given throws with a weight, and the uniform distribution otherwise."""
    return weight * sure(throws) + (1 - weight) / 3


def last_of(throws: Throws) -> NDArray[np.int64]:
    """Return the last throws; rock before the first."""
    found: NDArray[np.int64] = np.asarray(
        throws[:, -1] if throws.shape[1] else np.zeros(len(throws)), np.int64
    )
    return found


def by_rule(name: str, words: str, rule: Rule) -> Bot:
    """Return a bot that uses only the last round."""

    def sit(matches: int, _: np.random.Generator) -> Seat:
        def chances(own: Throws, other: Throws) -> Chances:
            return rule(own.shape[1], last_of(own), last_of(other))

        return chances

    return Bot(name, sit, rule, words)


def alike(chances: tuple[float, float, float]) -> Rule:
    """Return a rule with the same probabilities in every round."""
    return lambda n, own, other: np.broadcast_to(np.array(chances), (*own.shape, 3))


def fixed(throws: Throws) -> Rule:
    """Return a seat that plays a fixed sequence."""
    return lambda n, own, other: np.broadcast_to(sure(throws[n]), (*own.shape, 3))


def repeats(chance: float) -> Rule:
    """Return a rule that repeats the last throw with a probability, and else makes one of the others; rock comes first."""
    return lambda n, own, other: chance * sure(own) + (1 - chance) / 2 * (1 - sure(own))


def foxtrot(n: int, own: Throws, other: Throws) -> Chances:
    """Throw uniformly in odd rounds; in even rounds, throw the last throw plus the number of the round."""
    return blend(float(n % 2), own + n + 1)


def copy_drift(n: int, own: Throws, other: Throws) -> Chances:
    """Copy the opponent's last throw half the time, shifted by 2 more every 111 rounds."""
    return blend(0.5 if n else 0.0, other + 2 * (n // 111))


def add_drift(n: int, own: Throws, other: Throws) -> Chances:
    """Play the sum of both last throws half the time, shifted by 2 more every 200 rounds."""
    return blend(0.5 if n else 0.0, own + other + 2 * (n // 200))


def flat(matches: int, _: np.random.Generator) -> Seat:
    """Play the rarest own throw 80 % of the time, two equally rare ones 45 % each, and uniformly if all are equal."""
    counts = np.zeros((matches, 3), np.int64)

    def chances(own: Throws, other: Throws) -> Chances:
        _count(counts, own)
        return flat_chances(counts)

    return chances


def flat_chances(counts: Throws) -> Chances:
    """Return Flat's probabilities [..., 3], given how often it made each throw."""
    rarest = counts == counts.min(axis=-1, keepdims=True)
    number = rarest.sum(axis=-1, keepdims=True)
    found: Chances = np.where(number == 3, 1 / 3, np.where(rarest, np.where(number == 1, 0.8, 0.45), 0.1))
    return found


def against_counts(answer: Callable[[Throws], Chances]) -> Callable[[int, np.random.Generator], Seat]:
    """Return a bot that responds to the opponent's throw counts."""

    def sit(matches: int, _: np.random.Generator) -> Seat:
        counts = np.zeros((matches, 3), np.int64)

        def chances(own: Throws, other: Throws) -> Chances:
            _count(counts, other)
            return answer(counts)

        return chances

    return sit


def beats_frequent(counts: Throws) -> Chances:
    """Beat the opponent's most frequent throw; of equal ones, the highest."""
    return sure(2 - counts[:, ::-1].argmax(axis=1) + 1)


def beats_flat(counts: Throws) -> Chances:
    """Play a best response to Flat."""
    gains = flat_chances(counts) @ GAIN.T
    even = (np.ptp(counts, axis=1) == 0)[:, None]
    return np.where(even, 1 / 3, sure(gains.argmax(axis=1)))


def anti_rotation(matches: int, _: np.random.Generator) -> Seat:
    """Count the opponent's rotations; beat the most frequent one, or lose only to the rarest."""
    turns = np.zeros((matches, 3), np.int64)
    score = np.zeros(matches, np.int64)

    def chances(own: Throws, other: Throws) -> Chances:
        n = own.shape[1]
        if n:
            score[:] += won(own[:, -1], other[:, -1])
        if n > 1:
            turns[np.arange(matches), (other[:, -1] - other[:, -2]) % 3] += 1
        low, middle, high = np.sort(turns, axis=1).T
        most = (
            0.5 + 0.5 * np.sign(high - 2 * middle + low)[:, None]
        )  # 1 if the most frequent stands out, 0 if the rarest does
        last = last_of(other)
        found = most * sure(last + turns.argmax(axis=1) + 1)
        found += (1 - most) * sure(last + turns.argmin(axis=1) + 2)
        random = (low == high) | (score < -ROUNDS // 25)
        return np.where(random[:, None], 1 / 3, found)

    return chances


def add_react(matches: int, _: np.random.Generator) -> Seat:
    """Play the sum of both last throws four times in five, shifted by 2 more whenever it loses."""
    gear, recent, score = (np.zeros(matches, np.int64) for _ in range(3))

    def chances(own: Throws, other: Throws) -> Chances:
        if not own.shape[1]:
            return np.full((matches, 3), 1 / 3)
        score[:] += won(own[:, -1], other[:, -1])
        recent[:] += 1
        loses = score <= np.where(recent <= 20, -3, -(recent // 10))
        gear[loses] += 2
        recent[loses] = score[loses] = 0
        return blend(0.8, last_of(own) + last_of(other) + gear)

    return chances


def _count(counts: Throws, throws: Throws) -> None:
    if throws.shape[1]:
        counts[np.arange(len(counts)), throws[:, -1]] += 1


def won(own: Throws, other: Throws) -> NDArray[np.int64]:
    """Return 1 if the first throw beats the second, -1 if it loses, else 0."""
    found: NDArray[np.int64] = (np.asarray(own, np.int64) - other + 1) % 3 - 1
    return found


#: Bots of the first contest.
CONTEST = (
    by_rule("Random", "anything", alike((1 / 3, 1 / 3, 1 / 3))),
    by_rule("Pi", "digits of pi without zeros, modulo 3", fixed(pi_throws())),
    by_rule("Switch-a-lot", "its last throw again with 12 %", repeats(0.12)),
    Bot("Flat", flat, words="its rarest throw with 80 %, two as rare with 45 % each"),
    by_rule("Foxtrot", "anything; its last throw + 2; anything; + 1; anything; + 0", foxtrot),
    by_rule("De Bruijn", "De Bruijn sequences of length 81", fixed(de_bruijn_throws())),
    by_rule("Text", "letters of a text, modulo 3", fixed(text_throws())),
    Bot("Anti-rotn", anti_rotation, words="against how the other turns; at random after 4 % losses"),
    by_rule("Copy-drift", "the other's last throw with 1/2; + 2 every 111 rounds", copy_drift),
    Bot("Add-react", add_react, words="the sum of both last throws with 4/5; + 2 when it loses"),
    by_rule("Add-drift", "the sum of both last throws with 1/2; + 2 every 200 rounds", add_drift),
)
#: Practice bots that the test suite adds.
PRACTICE = (
    by_rule("Rock", "rock", alike((1.0, 0.0, 0.0))),
    by_rule("20-20-60", "scissors with 60 %, the others with 20 %", alike((0.2, 0.2, 0.6))),
    by_rule("Rotate", "rock, paper, scissors, rock", lambda n, own, other: sure(np.full_like(own, n % 3))),
    by_rule("Beat last", "what beats the other's last throw", lambda n, own, other: sure(other + 1)),
    by_rule("Always switching", "never its last throw again", repeats(0.0)),
    Bot("Beat frequent", against_counts(beats_frequent), words="what beats the other's most frequent throw"),
    Bot("Anti-flat", against_counts(beats_flat), words="what wins most of Flat"),
)
BOTS = (*CONTEST, *PRACTICE)
