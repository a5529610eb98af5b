"""Places of players while a tournament is played."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pokerdata.support.estimates import Estimate
from pokerdata.tournaments.course import Course
from pokerdata.tournaments.outcomes import outcome_of
from pokerdata.tournaments.standings import Standings


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
