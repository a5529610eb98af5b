"""`pokerdata compare-strategies`: two solved spots side by side."""

from __future__ import annotations

from pathlib import Path

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("compare-strategies")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--path", default="", help='The decision after these actions, e.g. "cr120c/" [the first].')
@click.option("--board", default="", help="Cards dealt since the beginning, or the whole board.")
@click.option("--other-path", help="The line in B where it is another one, as with another size.")
@click.option("--other-board", help="The cards in B where they are others.")
@click.option("--by", default="play", show_default=True, help="Sort by: play, or ev.")
@click.option("--most", type=int, default=10, show_default=True, help="Show up to so many classes of hands.")
@click.option("--csv", type=_FILE, help="Write all classes of hands.")
@click.option(
    "-o", "--out", metavar="FILE", help="Draw both grids side by side as .png, .svg, .html or .txt."
)
@click.option("--width", type=float, default=14, show_default=True, help="Of a .png or .svg, in inches.")
@options.threads
@options.tables
def compare_strategies(
    first: str,
    second: str,
    path: str,
    board: str,
    other_path: str | None,
    other_board: str | None,
    by: str,
    most: int,
    csv: Path | None,
    out: str | None,
    width: float,
    threads: int,
    tables: str | None,
) -> None:
    """Compare two solved spots at a decision.

    A and B are files that `pokerdata solve --board ... --out A.h5` writes, or names of tables such as turn_spot: the same
    hand with another size, another range, another board. It tells what both players win, how exploitable both are, how
    often each action is taken, and the classes of hands that are played most differently. For example:

    pokerdata compare-strategies small.h5 large.h5 --path cr120 --other-path cr300
    """
    if out is not None:
        from pokerdata.reports.pictures.picture import check_path

        check_path(out)
    from pokerdata.spots import compare_spots
    from pokerdata.store.atomic import check_writable, write_bytes

    if csv is not None:
        check_writable(csv.parent)

    compared = compare_spots(
        first,
        second,
        path,
        board,
        second_history=other_path,
        second_cards=other_board,
        threads=threads,
        tables=tables,
    )
    told = compared.lines(by=by, most=most)
    say(f"A {compared.labels[0]}\nB {compared.labels[1]}\n")
    say("\n".join(told))
    if csv is not None:
        write_bytes(csv, compared.to_csv().encode())
        say(f"\nwritten: {csv}")
    if out is not None:
        from pokerdata.reports.pictures import spot_comparison

        say(f"\nwritten: {spot_comparison(compared).save(out, width=width)}")
