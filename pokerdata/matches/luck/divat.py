"""DIVAT's baseline for each street, and results next to the number of hands that they would need."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, NamedTuple

from pokerdata._support.estimates import NOT_KNOWN, Estimate, or_none, student, with_interval
from pokerdata._support.text import text_of, toml_of
from pokerdata.games import Unit
from pokerdata.matches.result import told_mean

_MOST_BETS = 256


@dataclass(frozen=True)
class DivatStreet:
    """Baseline play on one street.

    Attributes:
        make: Effective hand ranks from which it makes one bet, two bets, and so on, ascending. None: it checks and calls.
        offset: Facing a bet, it folds below to call / (pot + to call) plus this. None: it never folds.
    """

    make: tuple[float, ...] = ()
    offset: float | None = None


@dataclass(frozen=True)
class DivatTable:
    """Baseline strategy of DIVAT (Billings and Kan 2006), one row for each street.

    Attributes:
        streets: One row per street.
        note: Source of the thresholds.
    """

    streets: tuple[DivatStreet, ...]
    note: str = "thresholds as given"

    @classmethod
    def from_memory(cls, streets: int = 4) -> DivatTable:
        """Return thresholds of flop, turn and river as we remember them: FROM MEMORY, NOT VERIFIED.

        Preflop the baseline checks and calls, which is our choice: we remember no row for it. Games of fewer streets use the
        last rows.

        Args:
            streets: Number of streets of the game, 1 to 4.

        Raises:
            ValueError: If the number is outside this range.
        """
        if not 1 <= streets <= len(_FROM_MEMORY):
            raise ValueError(
                f"divat: expected a table for a game of {streets} streets, got that of hold'em, which has 4; e.g. --divat "
                "baseline.toml"
            )
        rows = (_FROM_MEMORY[0], *_FROM_MEMORY[len(_FROM_MEMORY) + 1 - streets :])
        return cls(rows, "thresholds from memory, not verified")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> DivatTable:
        """Read a table from a TOML file with one ``[[street]]`` per street, with ``make`` and ``offset``.

        A street without ``make`` has no bets. A street without ``offset`` has no folds.

        Args:
            path: The file.

        Raises:
            ValueError: If the file cannot be read or contains no such table.
        """
        text = text_of(path, "the thresholds")
        try:
            content = toml_of(text)
        except ValueError as error:
            raise ValueError(f"cannot read the thresholds {path}: {error}") from None
        rows = content.get("street")
        if (
            set(content) != {"street"}
            or not isinstance(rows, list)
            or not all(isinstance(row, dict) for row in rows)
        ):
            raise ValueError(
                f"{path}: expected [[street]] once for each street and nothing else, got "
                f"{', '.join(content) or 'nothing'}; e.g. [[street]] make = [0.58, 0.825] offset = 0.075"
            )
        return cls(tuple(_row(f"{path}, street {number}", row) for number, row in enumerate(rows, 1)))


def _row(where: str, row: dict[str, Any]) -> DivatStreet:
    if strangers := sorted(set(row) - {"make", "offset"}):
        raise ValueError(f"{where}: expected make and offset, got {', '.join(strangers)}; e.g. make = [0.58]")
    make, offset = row.get("make", []), row.get("offset")
    if (
        not isinstance(make, list)
        or len(make) > _MOST_BETS
        or not all(_is_number(least) for least in make)
        or sorted(make) != make
    ):
        raise ValueError(
            f"{where}: make: expected up to {_MOST_BETS} numbers that rise, got {make}; e.g. [0.58, 0.825]"
        )
    if offset is not None and not _is_number(offset):
        raise ValueError(f"{where}: offset: expected a number, got {offset!r}; e.g. 0.075")
    return DivatStreet(tuple(float(least) for least in make), None if offset is None else float(offset))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


_FROM_MEMORY = (
    DivatStreet(),
    DivatStreet((0.580, 0.825, 0.930, 0.965), 0.075),
    DivatStreet((0.580, 0.825, 0.930, 0.965), 0.100),
    DivatStreet((0.640, 0.850, 0.940, 0.970), 0.000),
)


class Line(NamedTuple):
    """One result, with the hands needed for a given precision.

    Attributes:
        value: Chips a hand.
        needed: Hands needed for a 95 % confidence interval of ±1 unit per 100 hands.
    """

    value: Estimate
    needed: float


def hands_for(value: Estimate, hands: int, half_width: float) -> float:
    """Return how many hands give a 95 % confidence interval of this half-width, by the observed deviation.

    Args:
        value: Chips a hand.
        hands: Number of hands it was estimated from.
        half_width: Half-width in chips a hand.

    Returns:
        Number of hands; infinite if the interval of the mean is not known.
    """
    if value.half_width == inf:
        return inf
    return hands * (student(inf) * value.standard_error / half_width) ** 2


def lines_told(lines: Mapping[str, Line], unit: Unit) -> dict[str, dict[str, float | None]]:
    """Return the results by name, as JSON values; None means unknown.

    Args:
        lines: Results by name.
        unit: The big blind or ante.
    """
    return {
        name: {**told_mean(value, unit), "hands_for_1_unit_per_100_hands": or_none(needed)}
        for name, (value, needed) in lines.items()
    }


def lines_head(unit: Unit) -> tuple[str, str, str]:
    """Return the heads of the columns of `lines_rows`."""
    return "", f"{unit.short}/100 hands, 95 %", f"hands for ±1 {unit.short}/100"


def lines_rows(lines: Mapping[str, Line], unit: Unit, method: str) -> list[tuple[str, str, str]]:
    """Return a row for each result: name, value with its interval, and hands needed.

    Args:
        lines: Results by name.
        unit: The big blind or ante.
        method: Name of the method, shown next to 'reduced'.
    """
    found = []
    for name, (value, needed) in lines.items():
        told = value.times(unit.per_hundred(1))
        label = f"{name} ({method})" if name == "reduced" else name
        found.append((label, with_interval(told.mean, told.half_width, 2), needed_text(needed)))
    return found


def needed_text(needed: float) -> str:
    """Return the number of hands as text, or a text for unknown.

    Args:
        needed: Number of hands; infinite if unknown.
    """
    return f"{needed:,.0f}" if needed < inf else NOT_KNOWN


def lines_text(rows: Sequence[tuple[str, str, str]]) -> list[str]:
    """Format rows as aligned lines; the first row is the head.

    Args:
        rows: Rows from `lines_head` and `lines_rows`.
    """
    widths = [max(len(row[c]) for row in rows) for c in range(3)]
    return [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
