"""The game of Spitta 2012, his players, and what a weight wins with the cards in every order."""

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
#: Steps of 2 * 0.9^k, as printed. How far he probed, how often, and by which rule he stepped is not.
RATE, DECAY, STEPS = 2.0, 0.9, 30
PROBES = (0.5, 1.0, 2.0)
RULES: tuple[StepRule, ...] = ("sign", "gradient")
#: What the verdicts are about: the one of these in which EL comes to a good weight from 0, as he printed.
RULE, PROBE = RULES[0], PROBES[2]
GRID = 8  # weights of the search are taken to the nearest eighth
DEPTH = 3  # of his DL


class Table:
    """A game, and its Max1: it follows a card until somebody takes it, and passes where both moves are equally good.

    Attributes:
        positions: Of the game.
        max1: Who starts.
    """

    def __init__(self, game: NoThanks) -> None:
        self.positions = Positions(game)
        self.max1 = searching(self.positions, 1)

    @cached_property
    def solution(self) -> Solution:
        """The game, both at their best."""
        return solve(self.positions)

    def learner(self, name: Name) -> Learner:
        """EL or DL, second against Max1."""
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
        """What he does with a weight."""
        if self.name == "EL":
            return chip_rule(self.table.positions, weight)
        return searching(self.table.positions, DEPTH, self.alike(weight))

    def alike(self, weight: float) -> float:
        """A weight that plays the same: EL's between two quotients of card and chips, DL's to the nearest eighth."""
        if self.name == "DL":
            return round(weight * GRID) / GRID
        place = bisect_left(self.steps, weight)
        above = self.steps[place] if place < len(self.steps) else self.steps[-1] + 1
        below = self.steps[place - 1] if place else 0.0
        return (below + above) / 2

    def values(self, weight: float) -> GameValues:
        """What both win with a weight, exactly."""
        weight = self.alike(weight)
        if weight not in self._known:
            self._known[weight] = evaluate(in_seats([self.table.max1, self.policy(weight)]))
        return self._known[weight]

    def wins(self, weight: float) -> float:
        """The share of the learner."""
        return self.values(weight).shares[1]

    def sampled(self, games: int, random: np.random.Generator) -> Callable[[float], float]:
        """His share of so many independent games, drawn from the exact chances of a game to be won, shared or lost."""

        def drawn(weight: float) -> float:
            counts = random.multinomial(games, outcomes(self.values(weight)))
            return float(counts[0] + counts[1] / 2) / games

        return drawn


def outcomes(values: GameValues) -> tuple[float, float, float]:
    """The chances that the second of two players wins, shares and loses, from mean and deviation of a game."""
    mean, square = values.shares[1], values.deviations[1] ** 2 + values.shares[1] ** 2
    shared = min(1.0, max(0.0, 4 * (mean - square)))
    won = min(1.0 - shared, max(0.0, mean - shared / 2))
    return won, shared, max(0.0, 1 - won - shared)


@dataclass(frozen=True)
class Learned:
    """A course of learning, and what its last weight wins."""

    course: Course
    wins: float

    @property
    def cell(self) -> str:
        """Both, for a table."""
        return f"{self.course.learned:.1f}: {self.wins:.1%}"


def learned(
    learner: Learner,
    start: float,
    rule: StepRule,
    probe: float,
    wins: Callable[[float], float] | None = None,
) -> Learned:
    """Learned from exact wins, or from others, such as sampled ones."""
    found = learn_weight(
        wins or learner.wins, start, probe=probe, rate=RATE, decay=DECAY, steps=STEPS, rule=rule
    )
    return Learned(found, learner.wins(found.learned))


def scatter(deviation: float, batches: int) -> float:
    """The standard error of a deviation that is estimated from so many batches."""
    return deviation / sqrt(2 * (batches - 1))
