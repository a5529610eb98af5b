"""DIVAT's baseline: how both players are measured to have bet, street by street."""

from __future__ import annotations

import os
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from pokerdata.support.toml import toml_of

_MOST_BETS = 256


@dataclass(frozen=True)
class DivatStreet:
    """How the baseline plays a street.

    Attributes:
        make: From which effective hand rank on it makes one bet, two, and so on; rising. None: it checks and calls.
        offset: Facing a bet, it folds below to call / (pot + to call) plus this. None: it never folds.
    """

    make: tuple[float, ...] = ()
    offset: float | None = None


@dataclass(frozen=True)
class DivatTable:
    """The baseline of DIVAT (Billings and Kan 2006), a row for each street.

    Attributes:
        streets: The rows.
        note: Where they are from.
    """

    streets: tuple[DivatStreet, ...]
    note: str = "thresholds as given"

    @classmethod
    def from_memory(cls, streets: int = 4) -> DivatTable:
        """The thresholds of the flop, the turn and the river as they are remembered: FROM MEMORY, NOT VERIFIED.

        Before the flop the baseline checks and calls, which is ours: no row is remembered. Games of fewer streets have the
        last rows.

        Args:
            streets: Of the game, 1 to 4.

        Raises:
            ValueError: For another number.
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
        """A table from a TOML file of one ``[[street]]`` for each street, with ``make`` and ``offset``.

        A street without ``make`` has no bets, one without ``offset`` no folds.

        Args:
            path: The file.

        Raises:
            ValueError: For a file that cannot be read, or what is no such table.
        """
        try:
            content = toml_of(Path(path).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ValueError(f"divat: cannot read {path}: {error}") from None
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
