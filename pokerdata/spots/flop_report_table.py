"""Flop reports in files."""

from __future__ import annotations

import os
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief, toml_of
from pokerdata.cards import DECK_SIZE
from pokerdata.errors import TableError
from pokerdata.games.rules import MOST_CHIPS
from pokerdata.pipeline.store import Table, open_only
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, layout_of
from pokerdata.pipeline.store.table import Within
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.flop_report import ARRAYS, KIND, FlopReport
from pokerdata.spots.spot import Spot

_CHIPS = float(4 * MOST_CHIPS)  # more than any pot has


class FlopReportTable(Table):
    """A flop report in a file; `load_flop_report` returns it as a `FlopReport`."""

    KIND = KIND

    def report(self) -> FlopReport:
        """Return the report in the file.

        Raises:
            TableError: If the spot cannot be read, or something is missing.
        """
        told = self.attributes
        try:
            arrays: dict[str, NDArray[Any]] = {name: np.asarray(self[name]) for name in ARRAYS}
            return FlopReport(
                spot=Spot(**toml_of(told["spot"])),
                line=told["line"],
                player=PLAYERS.index(told["player"]),
                actions=tuple(told["actions"]),
                steps=tuple(told["steps"]),
                pot=float(told["pot_chips"]),
                left_out=tuple(flop for flop in told["left_out"].split(", ") if flop),
                how=dict(told["solved"]),
                **arrays,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a report over flops, got {error}") from error

    def __repr__(self) -> str:
        return brief(self, self.name, f"{len(self['flops']):,} flops")


@layout_of(
    FlopReportTable,
    spot=str,
    line=str,
    player=str,
    actions=list[str],
    steps=list[str],
    pot_chips=float,
    left_out=str,
    solved=dict,
)
def _layout(table: FlopReportTable) -> Layout:
    of_flop = ("flop",)
    return {
        "flops": ("|u1", ("flop", 3), Within(0, DECK_SIZE - 1)),
        "weights": ("<f8", of_flop, AMOUNTS),
        "reached": ("<f8", of_flop, AMOUNTS),
        "equity": ("<f8", ("flop", len(PLAYERS)), Within(0, 1, nan)),
        "ev": ("<f8", ("flop", len(PLAYERS)), Within(-_CHIPS, _CHIPS, nan)),
        "play": ("<f8", ("flop", len(table.attributes["steps"])), Within(0, 1 + 1e-9, nan)),
        "exploitability": ("<f8", of_flop, Within(-_CHIPS, _CHIPS)),
        "iterations": ("<i8", of_flop, AMOUNTS),
    }


def summary(table: Table) -> list[str]:
    """Return the report as lines of text."""
    assert isinstance(table, FlopReportTable)
    return table.report().lines(sort="frequency", most=5)


def load_flop_report(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> FlopReport:
    """Load a report from a file that `FlopReport.save` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder in which a name is searched.

    Raises:
        TableError: If the file is missing, damaged, or of another kind.
    """
    table = open_only(name_or_path, tables, FlopReportTable, "a report over flops", "flops.h5")
    return table.report()
