"""The part of a page about matches: cross-tables and standard deviations."""

from collections.abc import Sequence

import numpy as np

from pokerdata._support.estimates import NOT_KNOWN, with_interval
from pokerdata.games import Unit
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.reports.pages.markdown import code, table


def lines(matches: MatchesTable, pictures: Sequence[str]) -> list[str]:
    """A cross-table, the pictures of the matches, and their standard deviations.

    Args:
        matches: What was played.
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
    """How much duplicate deals gain: standard deviations in small blinds (or units), raw and of a pair's mean."""
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
