"""The standings of a tournament in course, as text for terminals and logs."""

from __future__ import annotations

from pokerdata.games import Unit
from pokerdata.matches.duplicate_result import DuplicateResult, unit_of
from pokerdata.support.estimates import plus_minus, signed, with_interval
from pokerdata.support.text import one_line, shortened
from pokerdata.tournaments.course import Course
from pokerdata.tournaments.places import Place, places_of

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


def _won(result: DuplicateResult, player: int, unit: Unit) -> str:
    won = result.won[player].times(unit.per_hundred(1))
    return with_interval(won.mean, won.half_width, 1)
