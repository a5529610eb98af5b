"""What results at tables have in common: a row for each player, in words and as values that JSON can hold."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata.games import Unit
from pokerdata.support.estimates import Estimate, or_none, plus_minus, signed
from pokerdata.support.text import shortened

WIDTH = 80
RESULT_HEAD = ["won", "95 %", "decisions", "ms each", "faults"]


def told_mean(value: Estimate, unit: Unit) -> dict[str, float | None]:
    """What was won, in chips and in units per 100 hands; None: not known.

    Args:
        value: Chips a hand.
        unit: The big blind or ante.
    """
    return {
        "chips_per_hand": value.mean,
        "standard_error": or_none(value.standard_error),
        "units_per_100_hands": unit.per_hundred(value.mean),
        "units_per_100_hands_half_width_95": or_none(unit.per_hundred(value.half_width)),
    }


def result_row(won: Estimate, unit: Unit, decisions: int, seconds: float, faults: str) -> list[str]:
    """The cells below `RESULT_HEAD`.

    Args:
        won: Chips a hand.
        unit: The big blind or ante.
        decisions: How many he made.
        seconds: That they took, in all.
        faults: How many there were, or what is to stand there.
    """
    value = won.times(unit.per_hundred(1))
    each = 1000 * seconds / max(1, decisions)
    return [signed(value.mean, 2), plus_minus(value.half_width, 2), f"{decisions:,}", f"{each:.3f}", faults]


def fault_notes(
    players: Sequence[str], faults: Sequence[int], first_faults: Sequence[str | None]
) -> list[str]:
    """A line for each player with illegal actions.

    Args:
        players: Their names.
        faults: How many each made.
        first_faults: The first of each, in words.
    """
    return [
        f"{player}: {count:,} illegal action{'s' * (count > 1)}; the first: {first}"
        for player, count, first in zip(players, faults, first_faults, strict=True)
        if count
    ]


def table_lines(
    title: str, names: Sequence[str], head: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[str]:
    """Lines of a table whose names take what is left of the width.

    Args:
        title: Above the names.
        names: In front of the rows.
        head: Above the other columns.
        rows: Cells.
    """
    widths = [max(len(row[c]) for row in (head, *rows)) for c in range(len(head))]
    room = max(10, WIDTH - sum(width + 2 for width in widths))
    names = [shortened(name, room) for name in names]
    first = max(map(len, [title, *names]))
    return [
        f"{name:<{first}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for name, row in zip([title, *names], [head, *rows], strict=True)
    ]
