"""Reports over flops in files."""

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
from pokerdata.pipeline.store import Table, open_only, table_file, write_table
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, layout_of
from pokerdata.pipeline.store.table import Within
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.flop_report import FlopReport
from pokerdata.spots.spot import Spot

KIND = "flop_report"
_CHIPS = float(4 * MOST_CHIPS)  # more than any pot has
_ARRAYS = ("flops", "weights", "reached", "equity", "ev", "play", "exploitability", "iterations")


class FlopReportTable(Table):
    """A report over flops in a file; `load_flop_report` makes the report of it."""

    KIND = KIND

    def report(self) -> FlopReport:
        """The report.

        Raises:
            TableError: If the spot cannot be read, or something is missing.
        """
        told = self.attributes
        try:
            arrays: dict[str, NDArray[Any]] = {name: np.asarray(self[name]) for name in _ARRAYS}
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


def save_flop_report(report: FlopReport, path: str | os.PathLike[str]) -> None:
    """Write a report over flops to a file that `load_flop_report` reads. Equal reports give equal bytes.

    Args:
        report: What `flop_report` returned.
        path: Ends in .h5; the name before is that of the table. The file is replaced at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
        CapacityError: If the disk is full.
    """
    path = table_file(path, "flops.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(report),
        attributes=attributes(report),
        dataset_attributes=dataset_attributes(report),
    )


def arrays(report: FlopReport) -> dict[str, NDArray[Any]]:
    """Datasets of the table.

    Args:
        report: A report over flops.
    """
    return {name: getattr(report, name) for name in _ARRAYS}


def attributes(report: FlopReport) -> dict[str, object]:
    """What a stranger should know of the report, with units.

    Args:
        report: A report over flops.
    """
    return {
        "spot": report.spot.toml(),
        "line": report.line,
        "player": PLAYERS[report.player],
        "actions": list(report.actions),
        "steps": list(report.steps),
        "pot_chips": report.pot,
        "left_out": ", ".join(report.left_out),
        "solved": report.how,
    }


def dataset_attributes(report: FlopReport) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words.

    Args:
        report: A report over flops.
    """
    sides: dict[str, object] = {"axes": ["flop", "player"], "columns": list(PLAYERS)}
    return {
        "flops": {"axes": ["flop", "card"], "units": "4 * rank + suit, highest first"},
        "weights": {"axes": ["flop"], "units": "flops that it stands for"},
        "reached": {
            "axes": ["flop"],
            "units": "weights of both hands' deals times the chances of the line",
        },
        "equity": {**sides, "units": "share of the pot"},
        "ev": {**sides, "units": "chips from here on, the pot included"},
        "play": {"axes": ["flop", "action"], "columns": list(report.steps), "units": "part of the range"},
        "exploitability": {"axes": ["flop"], "units": "chips a deal"},
        "iterations": {"axes": ["flop"]},
    }


def summary(table: Table) -> list[str]:
    """The report in words.

    Args:
        table: A report over flops.
    """
    assert isinstance(table, FlopReportTable)
    return table.report().lines(sort="frequency", most=5)


def load_flop_report(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> FlopReport:
    """The report in a file that `save_flop_report` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder to look in for a name.

    Raises:
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_only(name_or_path, tables, FlopReportTable, "a report over flops", "flops.h5")
    return table.report()
