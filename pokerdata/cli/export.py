"""`pokerdata export`: a strategy for other programs."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

FORMATS = ("csv", "npz", "parquet")


@click.command()
@click.argument("file", metavar="STRATEGY")
@click.option("--to", "form", default="csv", show_default=True, help="csv, npz or parquet.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="[STRATEGY.csv, here]")
@click.option("--street", help="This street alone: a number from 1, or preflop, flop, turn, river.")
@click.option("--path", help='The node after these actions alone, e.g. "cr/c".')
@click.option("--below", is_flag=True, help="Of --path, all nodes after it, too.")
@click.option("--board", default="", help="This board alone, in any suits, e.g. Ks7d2c; hands are cards.")
@click.option("--hand", default="", metavar="CARDS", help="This hand alone, e.g. AhKh, or buckets, e.g. 4-3.")
@click.option("--yes", is_flag=True, help="Of a solved spot: write more than 5 million rows, too.")
@options.tables
def export(
    file: str,
    form: str,
    out: Path | None,
    street: str | None,
    path: str | None,
    below: bool,
    board: str,
    hand: str,
    yes: bool,
    tables: str | None,
) -> None:
    """Write a strategy as a table for other programs.

    STRATEGY is a file, or the name of a table such as limit5_strategy. Each information set and action is a row; the
    columns are player, street, board, hand, history (f fold, c check or call, r bet or raise, / next street), action,
    to (chips over the whole hand after it) and probability. Boards and hands are up to suits, hands over a card
    abstraction are its buckets; on a --board they are cards. csv and parquet are written as they are read, npz is made
    in memory.

    Of a solved spot (`pokerdata solve --board ... --out turn.h5`) each hand at each decision is a row: reach, equity, EV,
    and how often it takes each action and what that is worth. For example, what ip does after a bet of 120:

    pokerdata export turn.h5 --path r120 --to parquet
    """
    from pokerdata.cli.export_spot import export_spot
    from pokerdata.spots import SpotTable
    from pokerdata.store.atomic import check_writable
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.export import check_parquet, write_csv, write_npz, write_parquet
    from pokerdata.strategies.selection import select
    from pokerdata.support.progress import shown
    from pokerdata.tables import open_table

    writers = {"csv": write_csv, "npz": write_npz, "parquet": write_parquet}
    if form not in FORMATS:
        raise ValueError(f"--to: expected one of {', '.join(FORMATS)}, got {form}; e.g. csv")
    if form == "parquet":
        check_parquet()
    target = out or Path(f"{Path(file).stem}.{form}")
    if target.suffix != f".{form}":
        raise ValueError(
            f"--out: expected a name that ends in .{form}, got {target}; e.g. {target.stem}.{form}"
        )
    opened = open_table(file, tables=tables)
    if isinstance(opened, SpotTable):
        export_spot(
            opened.solution(),
            target,
            street=street,
            path=path,
            below=below,
            board=board,
            hand=hand,
            yes=yes,
        )
        return
    saved = load_strategy(file, tables=tables)
    chosen = select(saved, street=street, path=path, below=below, board=board, hand=hand, tables=tables)
    check_writable(target.parent)
    with shown("export", partial(click.echo, err=True)) as progress:
        rows = writers[form](chosen, target, progress=progress)
    say(f"written: {target}, {rows:,} rows")
