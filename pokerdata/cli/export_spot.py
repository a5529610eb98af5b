"""`pokerdata export` of a solved spot: its decisions, a row for each hand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.spots import SpotSolution


def export_spot(
    found: SpotSolution,
    target: Path,
    *,
    street: str | None,
    path: str | None,
    below: bool,
    board: str,
    hand: str,
    yes: bool,
) -> None:
    """Write decisions of a solved spot.

    Args:
        found: The solved spot.
        target: The file; how it ends says in which form.
        street: As for `select_decisions`.
        path: As for `select_decisions`.
        below: As for `select_decisions`.
        board: As for `select_decisions`.
        hand: As for `select_decisions`.
        yes: Whether to write many rows, too.

    Raises:
        ValueError: As `select_decisions`, and for many rows without `yes`.
    """
    from pokerdata.spots import select_decisions
    from pokerdata.spots.export import MANY_ROWS, write_csv, write_npz, write_parquet
    from pokerdata.store.atomic import check_writable
    from pokerdata.support.progress import shown

    writers = {".csv": write_csv, ".npz": write_npz, ".parquet": write_parquet}
    chosen = select_decisions(found, street=street, path=path, below=below, board=board, hand=hand)
    if chosen.rows > MANY_ROWS and not yes:
        raise ValueError(
            f"export: expected at most {MANY_ROWS:,} rows without --yes, got up to {chosen.rows:,} at "
            f"{chosen.decisions:,} decisions; e.g. --street {found.spot.street}, or --yes"
        )
    check_writable(target.parent)
    with shown("export", partial(click.echo, err=True)) as progress:
        rows = writers[target.suffix](chosen, target, progress=progress)
    say(f"written: {target}, {rows:,} rows")
