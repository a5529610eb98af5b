"""The game and the players of Spitta 2012, and the exact winnings of a weight over all orders of the cards."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Literal, TypeAlias

import numpy as np

from pokerdata.games.no_thanks import (
    Course,
    GameValues,
    NoThanks,
    Policy,
    Positions,
    Solution,
    StepRule,
    chip_rule,
    evaluate,
    in_seats,
    learn_weight,
    searching,
    solve,
)

Name: TypeAlias = Literal["EL", "DL"]

GAME = NoThanks((3, 6, 9, 10, 11, 13, 15, 17, 33), drawn=6, chips=3, players=2)
QUICK_GAME = NoThanks((3, 9, 10, 11, 13, 15, 33), drawn=4, chips=3, players=2)
STARTS = (-4, -2, 0, 2, 4, 6, 8)
#: Steps of 2 * 0.9^k, as printed. The probe distance, the number of games and the step rule are not printed.
RATE, DECAY, STEPS = 2.0, 0.9, 30
PROBES = (0.5, 1.0, 2.0)
RULES: tuple[StepRule, ...] = ("sign", "gradient")
#: The verdicts use this rule and probe: with them EL reaches a good weight from 0, as printed.
RULE, PROBE = RULES[0], PROBES[2]
GRID = 8  # the search rounds weights to the nearest eighth
DEPTH = 3  # search depth of DL, as printed


class Table:
    """A game and its player Max1.

    Max1 searches until the next card is taken, and passes if both moves are equally good.

    Attributes:
        positions: Positions of the game.
        max1: Policy of the first player.
    """

    def __init__(self, game: NoThanks) -> None:
        self.positions = Positions(game)
        self.max1 = searching(self.positions, 1)

    @cached_property
    def solution(self) -> Solution:
        """Return the optimal solution of the game."""
        return solve(self.positions)

    def learner(self, name: Name) -> Learner:
        """Return EL or DL as the second player against Max1."""
        return Learner(self, name)


class Learner:
    """A player with a weight, second against Max1."""

    def __init__(self, table: Table, name: Name) -> None:
        self.table = table
        self.name = name
        game = table.positions.game
        pots = range(1, game.players * game.chips + 1)
        self.steps = sorted({card / pot for card in game.values for pot in pots})
        self._known: dict[float, GameValues] = {}

    def policy(self, weight: float) -> Policy:
        """Return the policy for a weight."""
        if self.name == "EL":
            return chip_rule(self.table.positions, weight)
        return searching(self.table.positions, DEPTH, self.alike(weight))

    def alike(self, weight: float) -> float:
        """Return a representative weight with the same policy.

        For EL it lies between two quotients of card and chips. For DL it is the nearest eighth.
        """
        if self.name == "DL":
            return round(weight * GRID) / GRID
        place = bisect_left(self.steps, weight)
        above = self.steps[place] if place < len(self.steps) else self.steps[-1] + 1
        below = self.steps[place - 1] if place else 0.0
        return (below + above) / 2

    def values(self, weight: float) -> GameValues:
        """Return the exact values of both players for a weight."""
        weight = self.alike(weight)
        if weight not in self._known:
            self._known[weight] = evaluate(in_seats([self.table.max1, self.policy(weight)]))
        return self._known[weight]

    def wins(self, weight: float) -> float:
        """Return the learner's share for a weight."""
        return self.values(weight).shares[1]

    def sampled(self, games: int, random: np.random.Generator) -> Callable[[float], float]:
        """Return a function that samples the learner's share over a number of independent games.

        Each game is sampled from the exact probabilities of a win, a shared game and a loss.
        """

        def drawn(weight: float) -> float:
            counts = random.multinomial(games, outcomes(self.values(weight)))
            return float(counts[0] + counts[1] / 2) / games

        return drawn


def outcomes(values: GameValues) -> tuple[float, float, float]:
    """Return the probabilities that the second of two players wins, shares and loses, from mean and deviation of a game."""
    mean, square = values.shares[1], values.deviations[1] ** 2 + values.shares[1] ** 2
    shared = min(1.0, max(0.0, 4 * (mean - square)))
    won = min(1.0 - shared, max(0.0, mean - shared / 2))
    return won, shared, max(0.0, 1 - won - shared)


@dataclass(frozen=True)
class Learned:
    """A course of learning, and the winnings of its last weight."""

    course: Course
    wins: float

    @property
    def cell(self) -> str:
        """Format both for a table."""
        return f"{self.course.learned:.1f}: {self.wins:.1%}"


def learned(
    learner: Learner,
    start: float,
    rule: StepRule,
    probe: float,
    wins: Callable[[float], float] | None = None,
) -> Learned:
    """Learn a weight from exact wins, or from a given function such as sampled wins."""
    found = learn_weight(
        wins or learner.wins, start, probe=probe, rate=RATE, decay=DECAY, steps=STEPS, rule=rule
    )
    return Learned(found, learner.wins(found.learned))


def scatter(deviation: float, batches: int) -> float:
    """Return the standard error of a standard deviation estimated from a number of batches."""
    return deviation / sqrt(2 * (batches - 1))
