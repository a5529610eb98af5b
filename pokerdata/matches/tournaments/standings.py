"""Tournaments in course: who meets whom, outcomes, sums with what chance makes of them, places, and all as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import inf

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata._support.estimates import Estimate, plus_minus, signed, with_interval
from pokerdata._support.text import one_line, shortened
from pokerdata.games import Unit
from pokerdata.games.play import TableRules
from pokerdata.matches.result import MatchResult, unit_of


@dataclass(frozen=True)
class Outcome:
    """A match between players who each sat in every seat.

    Attributes:
        names: Of the players, each once.
        chips: What each won in all, exactly; the sum is 0.
        hands: How many were played.
        covariance: Of the players' means in chips a hand, over the duplicate units, float64 [players, players]; None
            where fewer than two units were played.
        units: How many duplicate units.
        reach: Chips a hand that the mean of a unit can lie from the mean at most; infinite where that is not known.

    Raises:
        ValueError: Where these do not belong together.
    """

    names: tuple[str, ...]
    chips: tuple[Fraction, ...]
    hands: int
    covariance: NDArray[np.float64] | None
    units: int
    reach: float = inf

    def __post_init__(self) -> None:
        players = len(self.names)
        if players < 2 or len(set(self.names)) < players:
            raise ValueError(
                f"names: expected two players or more, each once, got {self.names}; e.g. ('A', 'B')"
            )
        if len(self.chips) != players or sum(self.chips) != 0:
            raise ValueError(
                f"chips: expected those of {players} players, in all 0, got {', '.join(map(str, self.chips))}"
            )
        if self.hands < 1:
            raise ValueError(f"hands: expected 1 or more, got {self.hands}")
        if self.covariance is not None and self.covariance.shape != (players, players):
            raise ValueError(
                f"covariance: expected an array [{players}, {players}], got {list(self.covariance.shape)}"
            )

    @property
    def means(self) -> tuple[Fraction, ...]:
        """What each won, in chips a hand."""
        return tuple(chips / self.hands for chips in self.chips)


@dataclass(frozen=True)
class Standings:
    """What each player won over all his matches, in chips a hand.

    Attributes:
        names: Of the players.
        sums: Of each the sum of his means over his matches.
        matches: How many matches each played.
        covariance: Of these sums, float64 [players, players]; NaN for players of a match whose variance is not known,
            because somebody forfeited it or it has fewer than two units.
        units: The fewest of a match.
        reach: As that of `Outcome`, the largest of a match.
    """

    names: tuple[str, ...]
    sums: tuple[Fraction, ...]
    matches: tuple[int, ...]
    covariance: NDArray[np.float64]
    units: int
    reach: float

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Standings:
        """The standings after some matches.

        Args:
            outcomes: Of the matches, whose cards have nothing in common.

        Raises:
            ValueError: For no match.
        """
        if not outcomes:
            raise ValueError("outcomes: expected those of a match or more, got none")
        names = tuple(dict.fromkeys(name for outcome in outcomes for name in outcome.names))
        place = {name: number for number, name in enumerate(names)}
        sums = [Fraction(0)] * len(names)
        matches = [0] * len(names)
        covariance = np.zeros((len(names), len(names)))
        for outcome in outcomes:
            at = [place[name] for name in outcome.names]
            for number, mean in zip(at, outcome.means, strict=True):
                sums[number] += mean
                matches[number] += 1
            covariance[np.ix_(at, at)] += np.nan if outcome.covariance is None else outcome.covariance
        units = min(outcome.units for outcome in outcomes)
        reach = max(outcome.reach for outcome in outcomes)
        return cls(names, tuple(sums), tuple(matches), covariance, units, reach)

    @property
    def means(self) -> tuple[float, ...]:
        """What each won a hand, as the mean over his matches."""
        return tuple(float(total) / count for total, count in zip(self.sums, self.matches, strict=True))

    @property
    def won(self) -> tuple[Estimate, ...]:
        """What each won a hand, as the mean over his matches, with its standard error."""
        errors = np.sqrt(np.diag(self.covariance)).tolist()
        return tuple(
            Estimate(mean, inf, 0)
            if math.isnan(error)
            else Estimate(mean, error / count, self.units - 1, self.reach)
            for mean, error, count in zip(self.means, errors, self.matches, strict=True)
        )

    def ahead(self, row: str, column: str) -> float | None:
        """How likely one player would have more chips than another if it were played for ever.

        By a normal distribution of the difference of their sums; None where its variance is not known. Players who have met
        each other share the luck of that match, which is counted.

        Args:
            row: One of `names`.
            column: Another.

        Raises:
            ValueError: For other names.
        """
        for name in (row, column):
            if name not in self.names:
                raise ValueError(f"player: expected one of {', '.join(self.names)}, got {name!r}")
        a, b = self.names.index(row), self.names.index(column)
        difference = float(self.sums[a] - self.sums[b])
        variance = self.covariance[a, a] + self.covariance[b, b] - 2 * self.covariance[a, b]
        if math.isnan(variance):
            return None
        if variance <= 0:
            return 0.5 if difference == 0 else float(difference > 0)
        return 0.5 * math.erfc(-difference / math.sqrt(2 * variance))


@dataclass(frozen=True)
class Course:
    """What those who watch a tournament are told.

    Attributes:
        agents: Names of the players.
        game: What is played.
        rounds: The matches that are over, of each round that has begun: 0, in which every group meets, and those that a
            runoff plays again.
        left: Who plays in each of these rounds.
        matches: How many the last of these rounds has in all.
        resumed: Whether the last match was played by a run before, which was stopped.
    """

    agents: tuple[str, ...]
    game: TableRules
    rounds: tuple[tuple[MatchResult, ...], ...]
    left: tuple[tuple[str, ...], ...]
    matches: int
    resumed: bool = False

    @property
    def played(self) -> tuple[MatchResult, ...]:
        """The matches of the round that is played."""
        return self.rounds[-1]


def outcome_of(result: MatchResult) -> Outcome:
    """The outcome of a match over duplicate deals.

    Its covariance is that of the means over units; not known where somebody forfeited.

    Args:
        result: What `pokerdata.matches.match` returned.
    """
    covariance = None
    if result.deals > 1 and result.forfeit is None:
        means = result.parts.sum(axis=1) / (parts_of_chip() * len(result.orders))
        covariance = np.atleast_2d(np.cov(means, rowvar=False, ddof=1)) / result.deals
    reach = max(won.reach for won in result.won)
    return Outcome(result.players, result.chips, result.hands, covariance, result.deals, reach)


@dataclass(frozen=True)
class Place:
    """How a player stands.

    Attributes:
        rank: 1 for the best, the same for those who are even; None for a player who has not met anybody yet.
        name: Of the player.
        matches: How many it played, in the last round in which it is.
        hands: How many those had.
        won: Chips a hand in these, as the mean over matches; None before the first.
        out: After which round it went, from 1; None for those who are left.
        forfeits: (the others, the reason) of each match that it forfeited in any round.
    """

    rank: int | None
    name: str
    matches: int
    hands: int
    won: Estimate | None
    out: int | None
    forfeits: tuple[tuple[tuple[str, ...], str], ...]


def places_of(course: Course) -> tuple[Place, ...]:
    """Everybody, the best first: by chips a hand over the matches so far, those who are out below those who are left.

    Args:
        course: What was played.
    """
    found: list[Place] = []
    for number in reversed(range(len(course.rounds))):
        later = course.left[number + 1] if number + 1 < len(course.rounds) else ()
        here = [name for name in course.left[number] if name not in later]
        found += _of_round(course, number, here, above=len(later))
    return tuple(found)


def _of_round(course: Course, number: int, names: list[str], above: int) -> list[Place]:
    """Of those for whom a round is the last so far, below so many others."""
    results = course.rounds[number]
    outcomes = [outcome_of(result) for result in results]
    standings = Standings.of(outcomes) if outcomes else None
    means: dict[str, Fraction] = {}
    won: dict[str, Estimate] = {}
    if standings is not None:
        each = zip(standings.names, standings.sums, standings.matches, standings.won, strict=True)
        for name, total, matches, estimate in each:
            means[name], won[name] = total / matches, estimate
    out = None if number + 1 == len(course.rounds) else number + 1
    met = sorted((name for name in names if name in means), key=lambda name: (-means[name], name))
    order = sorted((means[name] for name in met), reverse=True)
    found = []
    for name in [*met, *(name for name in names if name not in means)]:
        played = [result for result in results if name in result.players]
        rank = above + 1 + order.index(means[name]) if name in means else None
        hands = sum(result.hands for result in played)
        found.append(Place(rank, name, len(played), hands, won.get(name), out, forfeits_of(course, name)))
    return found


def forfeits_of(course: Course, name: str) -> tuple[tuple[tuple[str, ...], str], ...]:
    """(the others, the reason) of each match that a player forfeited.

    Args:
        course: What was played.
        name: Of the player.
    """
    return tuple(
        (tuple(other for other in result.players if other != name), result.forfeit.reason)
        for results in course.rounds
        for result in results
        if result.forfeit is not None and result.players[result.forfeit.player] == name
    )


_LEAST_NAME = 8  # columns


def standings_lines(course: Course, width: int) -> list[str]:
    """A table of the players, the best first, no line wider than that; under each the matches that it forfeited.

    Args:
        course: What was played.
        width: Columns, 40 or more.
    """
    places, unit = places_of(course), unit_of(course.game)
    rows = [["", "player", "matches", "hands", f"{unit.short}/100", "95 %", ""]]
    rows += [_row(place, unit) for place in places]
    if not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    others = sum(widths) - widths[1] + 2 * len(widths)
    while len(widths) > 5 and width - others < min(widths[1], _LEAST_NAME):  # a narrow terminal
        others -= widths.pop(2) + 2
        rows = [row[:2] + row[3:] for row in rows]
    widths[1] = max(_LEAST_NAME, min(widths[1], width - others))
    found = [shortened(_headline(course), width)]
    for row, place in zip(rows, (None, *places), strict=True):
        cells = [shortened(row[1], widths[1]).ljust(widths[1])]
        cells += [cell.rjust(size) for cell, size in zip(row[2:], widths[2:], strict=True)]
        found.append(f"  {row[0]:>{widths[0]}}  {'  '.join(cells)}".rstrip()[:width])
        for others_, reason in place.forfeits if place is not None else ():
            told = f"forfeited v {', '.join(others_)}: {reason}"
            found.append(" " * (widths[0] + 4) + shortened(one_line(told), width - widths[0] - 4))
    return found


def match_line(course: Course) -> str:
    """What came out of the match that was played last, in a line; nothing before the first of a round.

    Args:
        course: What was played.
    """
    if not course.played:
        return ""
    result, unit = course.played[-1], unit_of(course.game)
    names = [one_line(name) for name in result.players]
    if len(names) == 2:
        told = f"{' v '.join(names)}: {_won(result, 0, unit)}"
    else:
        told = ", ".join(f"{name} {_won(result, p, unit)}" for p, name in enumerate(names))
    words = [f"match {len(course.played)} of {course.matches}: {told} {unit.short}/100"]
    if len(course.rounds) > 1:
        words[0] = f"round {len(course.rounds)}, {words[0]}"
    if result.forfeit is not None:
        words.append(f"{names[result.forfeit.player]} forfeited: {one_line(result.forfeit.reason)}")
    if course.resumed:
        words.append("played before")
    return "; ".join(words)


def _headline(course: Course) -> str:
    told = f"{len(course.played)} of {course.matches} {'match' if course.matches == 1 else 'matches'}"
    if len(course.rounds) > 1:
        told += f" of round {len(course.rounds)}, {len(course.left[-1])} players left"
    return f"{told}; {course.game.name}"


def _row(place: Place, unit: Unit) -> list[str]:
    found = ["-" if place.rank is None else f"{place.rank}", one_line(place.name)]
    found += [f"{place.matches}", f"{place.hands:,}"]
    if place.won is None:
        found += ["", ""]
    else:
        won = place.won.times(unit.per_hundred(1))
        found += [signed(won.mean, 1), plus_minus(won.half_width, 1)]
    return [*found, "" if place.out is None else f"out, round {place.out}"]


def _won(result: MatchResult, player: int, unit: Unit) -> str:
    won = result.won[player].times(unit.per_hundred(1))
    return with_interval(won.mean, won.half_width, 1)


MOST_SEED = 2**32 - 1


def groups(players: Sequence[str], table: int) -> list[tuple[str, ...]]:
    """The matches of a round: every group of as many players as sit at a table.

    Args:
        players: Names.
        table: How many sit at a table.
    """
    return list(combinations(players, table))


def match_seeds(seed: int, first: int, count: int, name: str = "") -> list[int]:
    """Seeds of the cards of matches: no two of a tournament are the same, so that no two share a sequence of cards.

    Args:
        seed: Of the tournament, 0 or more.
        name: Of the tournament, so that those of other names have other cards.
        first: Number of the first match.
        count: How many matches.

    Returns:
        Whole numbers from 0 to 2**32 - 1.
    """
    drawn: dict[int, None] = {}
    source = np.random.Generator(
        np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(2017, *name.encode())))
    )
    while len(drawn) < first + count:
        drawn[int(source.integers(MOST_SEED + 1))] = None
    return list(drawn)[first:]
