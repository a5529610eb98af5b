"""The part of a page about matches with less luck."""

from __future__ import annotations

from math import isfinite

from pokerdata._support.estimates import NOT_KNOWN, with_interval
from pokerdata.games import Unit
from pokerdata.matches.luck.matches import LINES, ReducedTable
from pokerdata.reports.pages.markdown import code, table


def lines(reduced: ReducedTable) -> list[str]:
    """What was won, raw, by duplicate deals and with less luck, and the hands that each would take.

    Args:
        reduced: The matches.
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
