"""A page about a tournament: who won, by how much, from whom, and in what time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pokerdata.games import Unit
from pokerdata.matches.duplicate_result import DuplicateResult
from pokerdata.reports.pages.markdown import table
from pokerdata.reports.pages.tournament_matches import matches_heading, matches_table
from pokerdata.support.estimates import signed, with_interval
from pokerdata.support.text import counted, one_line
from pokerdata.tournaments.ranking import Ranking
from pokerdata.tournaments.tournament_table import RANKINGS, TournamentTable


def page(title: str, tournament: TournamentTable, pictures: Mapping[str, str]) -> str:
    """The Markdown of the page. Its numbers are those of the table.

    Args:
        title: First line.
        tournament: The table.
        pictures: Files of the pictures "course", "flow" and "time".
    """
    return "\n".join(_lines(title, tournament, pictures)) + "\n"


def _lines(title: str, of: TournamentTable, pictures: Mapping[str, str]) -> Iterator[str]:
    results = of.results
    first, unit = results[0], results[0].unit
    per = f"{unit.short}/100 hands"
    ranking = of.attributes["ranking"]
    yield from (f"# {title}", "")
    kind = "pair" if of.game.players == 2 else f"group of {of.game.players}"
    hands = counted(first.hands, "hand")
    yield (
        f"{of.game.name}: {len(of.agents)} players, {len(results)} matches, one of each {kind}, {hands} "
        f"each ({first.deals:,} deals in {len(first.orders)} orders of seats), seed {of.attributes['seed']}; no two "
        f"matches share cards. Results in {per}, the {unit.name} being {unit.chips} chips, with 95 % intervals over deals. "
        + (
            "The whole match is played in one order after the other, and players forget before each."
            if first.replays
            else "Each deal is played in all orders before the next."
        )
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
        rows.append([str(rank), f"`{name}`", value, str(standings.matches[at]), notes])
    if not lost:
        rows = [row[:-1] for row in rows]
    return table(rows, left=2)


def _ordered(of: TournamentTable) -> list[str]:
    return [name for _, name in of.rankings["bankroll"].order]


def _ahead(of: TournamentTable) -> list[str]:
    names, standings = _ordered(of), of.standings
    rows = [["P(row > column)", *(f"`{name}`" for name in names)]]
    for row in names:
        cells = []
        for column in names:
            chance = None if row == column else standings.ahead(row, column)
            cells.append("" if row == column else "not known" if chance is None else f"{chance:.3f}")
        rows.append([f"`{row}`", *cells])
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
        rows.append([f"`{name}`", str(rank), *cells])
    what = "matches won less lost" if points else f"sums over matches, {unit.short}/100 hands"
    return [f"{what}; even ones go together and share the rank.", "", *table(rows)]


def _flows(of: TournamentTable, unit: Unit) -> list[str]:
    names = _ordered(of)
    paid = of.paid_per_hand(names)
    rows = [["from, to", *(f"`{name}`" for name in names)]]
    for i, row in enumerate(names):
        cells = [
            "" if i == j else f"{unit.per_hundred(value):.1f}" for j, value in enumerate(paid[i].tolist())
        ]
        rows.append([f"`{row}`", *cells])
    return table(rows)


def _times(of: TournamentTable) -> list[str]:
    rows = [["player", "decisions", "ms a decision", "s in all", "actions not legal"]]
    for name in _ordered(of):
        mine = [(result, result.players.index(name)) for result in of.results if name in result.players]
        decisions = sum(result.decisions[at] for result, at in mine)
        seconds = sum(result.seconds[at] for result, at in mine)
        faults = sum(result.faults[at] for result, at in mine)
        (each,) = of.milliseconds([name])
        rows.append([f"`{name}`", f"{decisions:,}", f"{each:.3f}", f"{seconds:.1f}", f"{faults:,}"])
    return table(rows)


def _notes(results: tuple[DuplicateResult, ...]) -> Iterator[str]:
    for result in results:
        who = " v ".join(f"`{name}`" for name in result.players)
        for name, fault in zip(result.players, result.first_faults, strict=True):
            if fault is not None:
                yield f"- {who}: the first action of `{name}` that was not legal: {fault}"
        if result.forfeit is not None:
            loser = result.players[result.forfeit.player]
            yield (
                f"- {who}: `{loser}` forfeited in hand {result.forfeit.deal + 1} of order {result.forfeit.order + 1}: "
                f"{one_line(result.forfeit.reason)}. In each hand that was not played out it loses the most that it could, "
                "in equal shares to the others."
            )
