"""Results beside each other with the hands that they would take: as lines, rows of tables, and values for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import NamedTuple

from pokerdata.games import Unit
from pokerdata.matches.player_rows import told_mean
from pokerdata.support.estimates import NOT_KNOWN, Estimate, or_none, student, with_interval


class Line(NamedTuple):
    """One result.

    Attributes:
        value: Chips a hand.
        needed: Hands for an interval of ±1 unit per 100 hands.
    """

    value: Estimate
    needed: float


def hands_for(value: Estimate, hands: int, half_width: float) -> float:
    """How many hands give a 95 % interval of so much to either side, by the deviation found.

    Args:
        value: Chips a hand.
        hands: That it is from.
        half_width: In chips a hand.

    Returns:
        Hands; infinite where the interval of the mean is not known.
    """
    if value.half_width == inf:
        return inf
    return hands * (student(inf) * value.standard_error / half_width) ** 2


def lines_told(lines: Mapping[str, Line], unit: Unit) -> dict[str, dict[str, float | None]]:
    """As values that JSON can hold, by name. None: not known.

    Args:
        lines: By name.
        unit: The big blind or ante.
    """
    return {
        name: {**told_mean(value, unit), "hands_for_1_unit_per_100_hands": or_none(needed)}
        for name, (value, needed) in lines.items()
    }


def lines_head(unit: Unit) -> tuple[str, str, str]:
    """Above the rows.

    Args:
        unit: The big blind or ante.
    """
    return "", f"{unit.short}/100 hands, 95 %", f"hands for ±1 {unit.short}/100"


def lines_rows(lines: Mapping[str, Line], unit: Unit, method: str) -> list[tuple[str, str, str]]:
    """Name, value with its interval, and hands needed.

    Args:
        lines: By name.
        unit: The big blind or ante.
        method: How the luck was taken out, to stand beside 'reduced'.
    """
    found = []
    for name, (value, needed) in lines.items():
        told = value.times(unit.per_hundred(1))
        label = f"{name} ({method})" if name == "reduced" else name
        found.append((label, with_interval(told.mean, told.half_width, 2), needed_text(needed)))
    return found


def needed_text(needed: float) -> str:
    """How many hands, or that it is not known.

    Args:
        needed: Hands, infinite where it is not.
    """
    return f"{needed:,.0f}" if needed < inf else NOT_KNOWN


def lines_text(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Rows below each other, the first is the head.

    Args:
        rows: As of `lines_head` and `lines_rows`.
    """
    widths = [max(len(row[c]) for row in rows) for c in range(3)]
    return [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
