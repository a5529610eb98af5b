"""The part of a page about matches: cross-tables, standard deviations, and variance-reduced results."""

from collections.abc import Sequence
from math import isfinite

import numpy as np

from pokerdata._support.estimates import NOT_KNOWN, with_interval
from pokerdata.games import Unit
from pokerdata.matches.luck.matches import LINES, ReducedTable
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.reports.pages.markdown import code, table


def lines(matches: MatchesTable, pictures: Sequence[str]) -> list[str]:
    """Return a cross-table, the pictures of the matches, and their standard deviations.

    Args:
        matches: Results of the matches.
        pictures: Files of the cross-table, if there is one, and of the course of the matches.
    """
    *drawn, course = pictures
    a, short = matches.attributes, Unit.of(matches.rules).short
    return [
        f"{a['game']}, {a['deals']:,} duplicate deals a pair ({2 * a['deals']:,} hands, seats swapped), seed {a['seed']}. "
        f"What the row wins from the column in {short}/100 hands, with 95 % intervals; 1 {short}"
        "/100 is 10 mb/hand.",
        "",
        *_cross_table(matches.cross_table),
        *(line for file in drawn for line in ("", f"![Cross-table as a picture]({file})")),
        "",
        f"![What was won so far in each match, with its 95 % interval]({course})",
        "",
        *deviations(matches),
    ]


def _cross_table(found: CrossTable) -> list[str]:
    several, order = len(found.agents) > 2, found.order()
    rows = [["", *(code(found.agents[i]) for i in order), *(["mean"] if several else [])]]
    for i in order:
        cells = [
            "" if np.isnan(found.won[i, j]) else with_interval(found.won[i, j], found.half_width[i, j])
            for j in order
        ]
        mean = [with_interval(found.mean[i], found.mean_half_width[i])] if several else []
        rows.append([code(found.agents[i]), *cells, *mean])
    return table(rows)


def deviations(matches: MatchesTable) -> list[str]:
    """Return how much duplicate deals reduce the variance.

    The standard deviations are in small blinds (or units), for single hands and for the mean of a pair.
    """
    rules = matches.rules
    small = Unit.small(rules)
    rows = [["match", "of a hand", "of a duplicate pair's mean", "hands that tell as much as a pair"]]
    for result in matches.results:
        raw, pair = result.deviation[0], result.deal_deviation[0]
        gain = f"{(raw / pair) ** 2:.1f}" if pair > 0 else NOT_KNOWN
        rows.append(
            [
                " v ".join(code(n) for n in result.players),
                f"{raw / small.chips:.2f}",
                f"{pair / small.chips:.2f}",
                gain,
            ]
        )
    return [f"Standard deviations in {small.plural} a hand:", "", *table(rows)]


def less_luck(reduced: ReducedTable) -> list[str]:
    """Return raw, duplicate and variance-reduced results, and the number of hands that each would need.

    Args:
        reduced: The variance-reduced matches.
    """
    unit = Unit.of(reduced.rules)
    names = [reduced.attributes["method"] if line == "reduced" else line for line in LINES]
    rows = [["match", *names, *(f"hands, {name}" for name in names), "strategies known"]]
    for one in reduced.results:
        found = one.lines(unit)
        won = [found[line].value.times(unit.per_hundred(1)) for line in LINES]
        rows.append(
            [
                " v ".join(code(name) for name in one.agents),
                *(with_interval(value.mean, value.half_width, 2) for value in won),
                *(
                    f"{needed:,.0f}" if isfinite(needed := found[line].needed) else NOT_KNOWN
                    for line in LINES
                ),
                ", ".join(code(name) for name in one.known) or "none",
            ]
        )
    return [
        f"With less luck, what the first wins in {unit.short}/100 hands, with 95 % intervals, and how many hands an "
        f"interval of ±1 {unit.short}/100 takes:",
        "",
        *table(rows),
        "",
        *(f"- {note}" for note in reduced.notes),
    ]
