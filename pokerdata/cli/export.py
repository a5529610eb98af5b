"""`pokerdata export`: a strategy for other programs."""

from __future__ import annotations

from pathlib import Path

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

FORMATS = ("csv", "npz")


@click.command()
@click.argument("file", metavar="STRATEGY.h5")
@click.option("--to", "form", default="csv", show_default=True, help="csv or npz.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="[STRATEGY.csv, here]")
@options.tables
def export(file: str, form: str, out: Path | None, tables: str | None) -> None:
    """Write a strategy as a table with a row for each information set and action.

    The columns are player, street, board, hand, history (f fold, c check or call, r bet or raise, / next street), action
    and probability. Boards and hands are up to suits.
    """
    from pokerdata.store.atomic import check_writable
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.export import write_csv, write_npz

    if form not in FORMATS:
        raise ValueError(f"bad format {form!r}: want one of {', '.join(FORMATS)}, e.g. --to csv")
    path = out or Path(f"{Path(file).stem}.{form}")
    if path.suffix != f".{form}":
        raise ValueError(f"bad file {str(path)!r}: want a name that ends in .{form}, e.g. --out leduc.{form}")
    saved = load_strategy(file, tables)
    check_writable(path.parent)
    rows = (write_csv if form == "csv" else write_npz)(saved, path)
    say(f"written: {path}, {rows:,} rows")
