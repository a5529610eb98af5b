"""Pages about a finished or running tournament: winners, amounts, pairings and times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf

from pokerdata._support.estimates import fixed, signed, with_interval
from pokerdata._support.text import counted, seconds_text
from pokerdata.games import Unit
from pokerdata.matches.result import MatchResult, unit_of
from pokerdata.matches.tournaments.ranking import Ranking
from pokerdata.matches.tournaments.standings import Course, Place, places_of
from pokerdata.matches.tournaments.tournament_table import RANKINGS, TournamentTable
from pokerdata.pipeline.plan import Moment
from pokerdata.reports.pages.markdown import code, escaped, html_page, table


def matches_heading(players: int) -> str:
    """Return the heading of the matches table, for a number of players at a table."""
    return "What the row wins from the column" if players == 2 else "What each wins in each match"


def matches_table(
    results: Sequence[MatchResult], names: Sequence[str], players: int, unit: Unit
) -> list[str]:
    """Return the cross-table of pairs, empty where two have not met; with more players at a table, one row per match.

    Args:
        results: Results of the matches.
        names: Names of the players in the cross-table, in its order.
        players: Number of players at a table.
        unit: Unit of the results.
    """
    if players > 2:
        rows = [["match", *[""] * players]]
        for result in results:
            cells = [
                f"{code(name)} {_cell(result, place, unit)}" for place, name in enumerate(result.players)
            ]
            rows.append([str(len(rows)), *cells])
        return table(rows)
    cells_of = {}
    for result in results:
        one, two = result.players
        cells_of[one, two], cells_of[two, one] = _cell(result, 0, unit), _cell(result, 1, unit)
    rows = [["", *(code(name) for name in names)]]
    rows += [[code(row), *(cells_of.get((row, column), "") for column in names)] for row in names]
    return [*table(rows), "", "Bold where the interval leaves out 0."]


def _cell(result: MatchResult, place: int, unit: Unit) -> str:
    won = result.won[place].times(unit.per_hundred(1))
    text = with_interval(won.mean, won.half_width)
    return f"**{text}**" if abs(won.mean) > won.half_width else text


def page(title: str, tournament: TournamentTable, pictures: Mapping[str, str]) -> str:
    """Return the Markdown of the page; its numbers come from the table.

    Args:
        title: First line of the page.
        tournament: The table.
        pictures: Files of the pictures "course", "flow" and "time".
    """
    return "\n".join(_lines(title, tournament, pictures)) + "\n"


def _lines(title: str, of: TournamentTable, pictures: Mapping[str, str]) -> Iterator[str]:
    results = of.results
    first, unit = results[0], results[0].unit
    per = f"{unit.short}/100 hands"
    ranking = of.attributes["ranking"]
    yield from (f"# {escaped(title)}", "")
    kind = "pair" if of.game.players == 2 else f"group of {of.game.players}"
    hands = counted(first.hands, "hand")
    yield (
        f"{escaped(of.game.name)}: {len(of.agents)} players, {len(results)} matches, one of each {kind}, {hands} "
        f"each ({first.deals:,} deals in {len(first.orders)} orders of seats), seed {of.attributes['seed']}; no two "
        f"matches share cards. Results in {per}, the {unit.name} being {unit.chips} chips, with 95 % intervals over deals. "
        + (
            "The whole match is played in one order after the other, and players forget before each."
            if first.replays
            else "Each deal is played in all orders before the next."
        )
        + " Written by `pokerdata make`."
    )
    yield from ("", "## Standings", "", *_standings(of, of.rankings[ranking], unit))
    yield from (
        "",
        f"Ranked by {ranking}: {RANKINGS[ranking]}. P(row > column): how likely the row would have more",
    )
    yield "than the column if it were played for ever, by a normal distribution of the difference."
    yield from ("", *_ahead(of), "", f"![What each has won so far]({pictures['course']})")
    for name, ranking in of.rankings.items():
        yield from ("", f"## Ranking by {name}", "", *_rounds(ranking, unit))
    players = of.game.players
    yield from (
        "",
        f"## {matches_heading(players)}",
        "",
        *matches_table(results, _ordered(of), players, unit),
    )
    yield from ("", "## Who pays whom", "")
    yield f"{unit.short}/100 hands of the matches of both, from the row to the column; of each pot the chips of those who do"
    yield "not win it go to its winners in equal shares."
    yield from (
        "",
        *_flows(of, unit),
        "",
        f"![Who pays whom]({pictures['flow']})",
        "",
        "## Time and faults",
        "",
        *_times(of),
    )
    yield from ("", f"![How long each thinks]({pictures['time']})")
    notes = list(_notes(results))
    if notes:
        yield from ("", *notes)


def _standings(of: TournamentTable, ranking: Ranking, unit: Unit) -> list[str]:
    standings = of.standings
    rows = [["", "player", f"{unit.short}/100 hands", "matches", ""]]
    lost = Counter(r.players[r.forfeit.player] for r in of.results if r.forfeit is not None)
    for rank, name in ranking.order:
        at = standings.names.index(name)
        won = standings.won[at].times(unit.per_hundred(1))
        notes = f"forfeited {lost[name]}" if lost[name] else ""
        value = with_interval(won.mean, won.half_width)
        rows.append([str(rank), code(name), value, str(standings.matches[at]), notes])
    if not lost:
        rows = [row[:-1] for row in rows]
    return table(rows, left=2)


def _ordered(of: TournamentTable) -> list[str]:
    return [name for _, name in of.rankings["bankroll"].order]


def _ahead(of: TournamentTable) -> list[str]:
    names, standings = _ordered(of), of.standings
    rows = [["P(row > column)", *(code(name) for name in names)]]
    for row in names:
        cells = []
        for column in names:
            chance = None if row == column else standings.ahead(row, column)
            cells.append("" if row == column else "not known" if chance is None else f"{chance:.3f}")
        rows.append([code(row), *cells])
    return table(rows)


def _rounds(ranking: Ranking, unit: Unit) -> list[str]:
    names = list(ranking.rounds[0].sums)
    rows = [["player", "rank", *(f"round {number + 1}" for number in range(len(ranking.rounds)))]]
    points = all(
        value.denominator == 1 and abs(value) < len(names)
        for r in ranking.rounds
        for value in r.sums.values()
    )
    for rank, name in ranking.order:
        cells = []
        for one in ranking.rounds:
            if name not in one.sums:
                cells.append("")
                continue
            value = float(one.sums[name])
            text = signed(value, 0) if points else signed(unit.per_hundred(value))
            cells.append(f"{text}, out" if name in one.out else text)
        rows.append([code(name), str(rank), *cells])
    what = "matches won less lost" if points else f"sums over matches, {unit.short}/100 hands"
    return [f"{what}; even ones go together and share the rank.", "", *table(rows)]


def _flows(of: TournamentTable, unit: Unit) -> list[str]:
    names = _ordered(of)
    paid = of.paid_per_hand(names)
    rows = [["from, to", *(code(name) for name in names)]]
    for i, row in enumerate(names):
        cells = [
            "" if i == j else fixed(unit.per_hundred(value), 1) for j, value in enumerate(paid[i].tolist())
        ]
        rows.append([code(row), *cells])
    return table(rows)


def _times(of: TournamentTable) -> list[str]:
    rows = [["player", "decisions", "ms a decision", "s in all", "actions not legal"]]
    for name in _ordered(of):
        mine = [(result, result.players.index(name)) for result in of.results if name in result.players]
        decisions = sum(result.decisions[at] for result, at in mine)
        seconds = sum(result.seconds[at] for result, at in mine)
        faults = sum(result.faults[at] for result, at in mine)
        (each,) = of.milliseconds([name])
        rows.append([code(name), f"{decisions:,}", f"{each:.3f}", f"{seconds:.1f}", f"{faults:,}"])
    return table(rows)


def _notes(results: tuple[MatchResult, ...]) -> Iterator[str]:
    for result in results:
        who = " v ".join(code(name) for name in result.players)
        for name, fault in zip(result.players, result.first_faults, strict=True):
            if fault is not None:
                yield f"- {who}: the first action of {code(name)} that was not legal: {escaped(fault)}"
        if result.forfeit is not None:
            loser = result.players[result.forfeit.player]
            yield (
                f"- {who}: {code(loser)} forfeited in hand {result.forfeit.deal + 1} of order {result.forfeit.order + 1}: "
                f"{escaped(result.forfeit.reason)}. In each hand that was not played out it loses the most that it could, "
                "in equal shares to the others."
            )


REFRESH = 5  # seconds


def live_page(title: str, course: Course, moment: Moment) -> str:
    """Return the page as HTML: standings and cross-table so far, progress, and time left.

    The page reloads itself every few seconds unless it is final.

    Args:
        title: First line of the page.
        course: Matches played so far.
        moment: Progress of the tournament.
    """
    again = moment.ended != "done" or moment.follows
    return html_page("\n".join(_live_lines(title, course, moment)) + "\n", refresh=REFRESH if again else None)


def _live_lines(title: str, course: Course, moment: Moment) -> Iterator[str]:
    game, unit = course.game, unit_of(course.game)
    places = places_of(course)
    yield from (f"# {escaped(title)}", "", _state(course, moment), "")
    yield f"{escaped(game.name)}, {len(course.agents)} players. Results in {unit.short}/100 hands, the {unit.name} being"
    yield f"{unit.chips} {'chip' if unit.chips == 1 else 'chips'}, with 95 % intervals over deals."
    yield from ("", "## Standings so far", "", *_live_standings(places, unit), "")
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


def _live_standings(places: tuple[Place, ...], unit: Unit) -> list[str]:
    rows = [["", "player", f"{unit.short}/100 hands", "matches", "hands", ""]]
    for place in places:
        won = None if place.won is None else place.won.times(unit.per_hundred(1))
        notes = [f"out after round {place.out}"] if place.out is not None else []
        notes += [f"forfeited {len(place.forfeits)}"] if place.forfeits else []
        rows.append(
            [
                "" if place.rank is None else str(place.rank),
                code(place.name),
                "" if won is None else with_interval(won.mean, won.half_width),
                str(place.matches),
                f"{place.hands:,}",
                "; ".join(notes),
            ]
        )
    if not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    told = [
        f"- {code(place.name)} forfeited v {', '.join(f'{code(other)}' for other in others)}: {escaped(reason)}"
        for place in places
        for others, reason in place.forfeits
    ]
    return [*table(rows, left=2), *(["", *told] if told else [])]
