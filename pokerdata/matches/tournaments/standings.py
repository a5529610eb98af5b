"""Running tournaments: matches, outcomes, sums with their uncertainty, places, and all as text."""

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
    """Outcome of a match in which each player sat in every seat.

    Attributes:
        names: Names of the players, each once.
        chips: Total winnings of each player, exactly; the sum is 0.
        hands: Number of hands played.
        covariance: Covariance of the players' means in chips a hand, over the duplicate units, float64 [players, players];
            None if fewer than two units were played.
        units: Number of duplicate units.
        reach: Largest distance of a unit's mean from the mean, in chips a hand; infinite if unknown.

    Raises:
        ValueError: If the values do not fit together.
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
        """Winnings of each player, in chips a hand."""
        return tuple(chips / self.hands for chips in self.chips)


@dataclass(frozen=True)
class Standings:
    """Total of each player over all its matches, in chips a hand.

    Attributes:
        names: Names of the players.
        sums: For each player the sum of its means over its matches.
        matches: Number of matches of each player.
        covariance: Covariance of these sums, float64 [players, players]; NaN for players of a match with unknown variance,
            because a player forfeited or it has fewer than two units.
        units: Smallest number of units of a match.
        reach: As in `Outcome`, the largest of a match.
    """

    names: tuple[str, ...]
    sums: tuple[Fraction, ...]
    matches: tuple[int, ...]
    covariance: NDArray[np.float64]
    units: int
    reach: float

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Standings:
        """Return the standings after some matches.

        Args:
            outcomes: Outcomes of the matches, which were dealt independent cards.

        Raises:
            ValueError: If there are no matches.
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
        """Winnings a hand of each player, as the mean over its matches."""
        return tuple(float(total) / count for total, count in zip(self.sums, self.matches, strict=True))

    @property
    def won(self) -> tuple[Estimate, ...]:
        """Winnings a hand of each player, as the mean over its matches, with its standard error."""
        errors = np.sqrt(np.diag(self.covariance)).tolist()
        return tuple(
            Estimate(mean, inf, 0)
            if math.isnan(error)
            else Estimate(mean, error / count, self.units - 1, self.reach)
            for mean, error, count in zip(self.means, errors, self.matches, strict=True)
        )

    def ahead(self, row: str, column: str) -> float | None:
        """Return the probability that one player would have more chips than another in an endless tournament.

        It assumes a normal distribution of the difference of their sums. None if its variance is unknown. Players that have
        met share the luck of that match, which the variance includes.

        Args:
            row: One of `names`.
            column: Another of `names`.

        Raises:
            ValueError: If a name is unknown.
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
    """State of a running tournament, for those that watch it.

    Attributes:
        agents: Names of the players.
        game: The game.
        rounds: Finished matches of each round that has begun: 0, in which every group meets, and those that a runoff
            plays again.
        left: Players in each of these rounds.
        matches: Total number of matches in the last of these rounds.
        resumed: Whether the last match comes from an earlier run that was stopped.
    """

    agents: tuple[str, ...]
    game: TableRules
    rounds: tuple[tuple[MatchResult, ...], ...]
    left: tuple[tuple[str, ...], ...]
    matches: int
    resumed: bool = False

    @property
    def played(self) -> tuple[MatchResult, ...]:
        """Finished matches of the current round."""
        return self.rounds[-1]


def outcome_of(result: MatchResult) -> Outcome:
    """Return the outcome of a match over duplicate deals.

    It has the covariance of the means over units; unknown if a player forfeited.

    Args:
        result: Result from `pokerdata.matches.match`.
    """
    covariance = None
    if result.deals > 1 and result.forfeit is None:
        means = result.parts.sum(axis=1) / (parts_of_chip() * len(result.orders))
        covariance = np.atleast_2d(np.cov(means, rowvar=False, ddof=1)) / result.deals
    reach = max(won.reach for won in result.won)
    return Outcome(result.players, result.chips, result.hands, covariance, result.deals, reach)


@dataclass(frozen=True)
class Place:
    """Place of one player.

    Attributes:
        rank: 1 for the best, equal for tied players; None for a player without a finished match.
        name: Name of the player.
        matches: Number of its matches in its last round.
        hands: Number of hands in these matches.
        won: Chips a hand in these matches, as the mean over matches; None before the first.
        out: Round after which it dropped out, from 1; None for players still in.
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
    """Return all places, the best first: by chips a hand so far, dropped-out players below the others.

    Args:
        course: State of the tournament.
    """
    found: list[Place] = []
    for number in reversed(range(len(course.rounds))):
        later = course.left[number + 1] if number + 1 < len(course.rounds) else ()
        here = [name for name in course.left[number] if name not in later]
        found += _of_round(course, number, here, above=len(later))
    return tuple(found)


def _of_round(course: Course, number: int, names: list[str], above: int) -> list[Place]:
    """Return the places of players with this as their last round so far, below `above` others."""
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
    """Return (the others, the reason) of each match that a player forfeited.

    Args:
        course: State of the tournament.
        name: Name of the player.
    """
    return tuple(
        (tuple(other for other in result.players if other != name), result.forfeit.reason)
        for results in course.rounds
        for result in results
        if result.forfeit is not None and result.players[result.forfeit.player] == name
    )


_LEAST_NAME = 8  # columns


def standings_lines(course: Course, width: int) -> list[str]:
    """Format a table of the players, the best first, each followed by the matches it forfeited.

    Args:
        course: State of the tournament.
        width: Maximum width of a line in columns, 40 or more.
    """
    places, unit = places_of(course), unit_of(course.game)
    rows = [["", "player", "matches", "hands", f"{unit.short}/100", "95 %", ""]]
    rows += [_row(place, unit) for place in places]
    if not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    others = sum(widths) - widths[1] + 2 * len(widths)
    while len(widths) > 5 and width - others < min(widths[1], _LEAST_NAME):  # fits a narrow terminal
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
    """Return a line with the result of the last match; an empty text before the first match of a round.

    Args:
        course: State of the tournament.
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
    """Return the matches of a round: every group of players that fills a table.

    Args:
        players: Names of the players.
        table: Number of players at a table.
    """
    return list(combinations(players, table))


def match_seeds(seed: int, first: int, count: int, name: str = "") -> list[int]:
    """Return seeds of the cards of matches, all different within a tournament, so that no two share their cards.

    Args:
        seed: Seed of the tournament, 0 or more.
        name: Name of the tournament; other names have other cards.
        first: Number of the first match.
        count: Number of matches.

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
