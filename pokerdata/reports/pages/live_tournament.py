"""The page about a tournament while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from pokerdata.games import Unit
from pokerdata.matches.duplicate_result import unit_of
from pokerdata.pipeline.live import Moment
from pokerdata.reports.pages.html_page import html_page
from pokerdata.reports.pages.markdown import escaped, table
from pokerdata.reports.pages.tournament_matches import matches_heading, matches_table
from pokerdata.support.estimates import with_interval
from pokerdata.support.text import seconds_text
from pokerdata.tournaments.course import Course
from pokerdata.tournaments.places import Place, places_of

REFRESH = 5  # seconds


def live_page(title: str, course: Course, moment: Moment) -> str:
    """The HTML of the page: standings and cross-table so far, how much is played, and the time left.

    It loads itself anew every few seconds, unless nothing will follow it.

    Args:
        title: First line.
        course: What was played.
        moment: How far it is.
    """
    again = moment.ended != "done" or moment.follows
    return html_page("\n".join(_lines(title, course, moment)) + "\n", refresh=REFRESH if again else None)


def _lines(title: str, course: Course, moment: Moment) -> Iterator[str]:
    game, unit = course.game, unit_of(course.game)
    places = places_of(course)
    yield from (f"# {title}", "", _state(course, moment), "")
    yield f"{game.name}, {len(course.agents)} players. Results in {unit.short}/100 hands, the {unit.name} being"
    yield f"{unit.chips} {'chip' if unit.chips == 1 else 'chips'}, with 95 % intervals over deals."
    yield from ("", "## Standings so far", "", *_standings(places, unit), "")
    yield "By what each won a hand over its matches so far."
    names = [place.name for place in places]
    for number, results in enumerate(course.rounds):
        heading = matches_heading(game.players) + (f", round {number + 1}" if len(course.rounds) > 1 else "")
        mine = [name for name in names if name in course.left[number]]
        shown = matches_table(results, mine, game.players, unit) if results else ["No match is over yet."]
        yield from ("", f"## {heading}", "", *shown)


def _state(course: Course, moment: Moment) -> str:
    played = f"{len(course.played)} of {course.matches} {'match' if course.matches == 1 else 'matches'}"
    if len(course.rounds) > 1:
        played += f" of round {len(course.rounds)}"
    words = [f"**{played} played**"]
    if moment.ended == "done":
        after = (
            "the whole page follows in a moment"
            if moment.follows
            else "`pokerdata make` writes the whole page"
        )
        return f"{words[0]}; {after}. As of {moment.when}."
    if moment.ended:
        return f"{words[0]}; stopped at {moment.when}. The same command goes on from there."
    if moment.note:
        words.append(f"now {escaped(moment.note)}")
    if moment.total:
        words.append(f"{100 * moment.done // moment.total} % of the hands")
    if moment.seconds_left < inf:
        words.append(f"about {seconds_text(moment.seconds_left)} left")
    return f"{'; '.join(words)}. As of {moment.when}; this page loads itself anew every {REFRESH} seconds."


def _standings(places: tuple[Place, ...], unit: Unit) -> list[str]:
    rows = [["", "player", f"{unit.short}/100 hands", "matches", "hands", ""]]
    for place in places:
        won = None if place.won is None else place.won.times(unit.per_hundred(1))
        notes = [f"out after round {place.out}"] if place.out is not None else []
        notes += [f"forfeited {len(place.forfeits)}"] if place.forfeits else []
        rows.append(
            [
                "" if place.rank is None else str(place.rank),
                f"`{place.name}`",
                "" if won is None else with_interval(won.mean, won.half_width),
                str(place.matches),
                f"{place.hands:,}",
                "; ".join(notes),
            ]
        )
    if not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    told = [
        f"- `{place.name}` forfeited v {', '.join(f'`{other}`' for other in others)}: {escaped(reason)}"
        for place in places
        for others, reason in place.forfeits
    ]
    return [*table(rows, left=2), *(["", *told] if told else [])]
