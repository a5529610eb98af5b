"""What came out of the matches of a tournament, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata.games import Unit
from pokerdata.matches.duplicate_result import DuplicateResult
from pokerdata.reports.pages.markdown import table
from pokerdata.support.estimates import with_interval


def matches_heading(players: int) -> str:
    """What the table has, for so many at a table."""
    return "What the row wins from the column" if players == 2 else "What each wins in each match"


def matches_table(
    results: Sequence[DuplicateResult], names: Sequence[str], players: int, unit: Unit
) -> list[str]:
    """The cross-table of pairs, empty where two have not met; of more at a table a row for each match.

    Args:
        results: Of the matches.
        names: Of the players of the cross-table, in its order.
        players: How many sit at a table.
        unit: That results are told in.
    """
    if players > 2:
        rows = [["match", *[""] * players]]
        for result in results:
            cells = [f"`{name}` {_cell(result, place, unit)}" for place, name in enumerate(result.players)]
            rows.append([str(len(rows)), *cells])
        return table(rows)
    cells_of = {}
    for result in results:
        one, two = result.players
        cells_of[one, two], cells_of[two, one] = _cell(result, 0, unit), _cell(result, 1, unit)
    rows = [["", *(f"`{name}`" for name in names)]]
    rows += [[f"`{row}`", *(cells_of.get((row, column), "") for column in names)] for row in names]
    return [*table(rows), "", "Bold where the interval leaves out 0."]


def _cell(result: DuplicateResult, place: int, unit: Unit) -> str:
    won = result.won[place].times(unit.per_hundred(1))
    text = with_interval(won.mean, won.half_width)
    return f"**{text}**" if abs(won.mean) > won.half_width else text
