"""`pokerdata plot`: pictures of ranges, hands, tables, strategies, flops and trade-offs, in files or on the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli import options
from pokerdata.cli.group import Group, option
from pokerdata.cli.options import say

if TYPE_CHECKING:
    from pokerdata.reports.pictures import Picture


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def plot(context: click.Context) -> None:
    """Draw a range, a hand on a board, or a table.

    The picture goes to a file with -o, else to the terminal.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def _drawn(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of every picture."""
    out = option("-o", "--out", metavar="FILE", help="Write .png, .svg, .html or .txt instead of printing.")
    width = option(
        "--width", type=float, default=9, show_default=True, help="Width of a .png or .svg in inches."
    )
    return out(width(command))


@plot.command("range")
@click.argument("hands", metavar="RANGE")
@option("--title", default="", help="Title [the range].")
@_drawn
def range_(hands: str, title: str, out: str | None, width: float) -> None:
    """Draw the weights of a RANGE.

    For example: pokerdata plot range "QQ+,AKs,T9s:0.5"
    """
    options.check_picture(out)
    from pokerdata.reports.pictures import heat_map

    _show(heat_map(hands, title=title), out, width)


@plot.command()
@click.argument("hole")
@click.argument("board")
@option("--opponent", metavar="RANGE", help="Range of the opponent [any hand].")
@option("--bins", type=int, default=40, show_default=True, help="Number of columns between 0 and 1.")
@_drawn
def equity(hole: str, board: str, opponent: str | None, bins: int, out: str | None, width: float) -> None:
    """Draw how the strength of a hand may change by the river.

    For example, of the hand HOLE on a BOARD: pokerdata plot equity "Ks2s" "7s6cAs"
    """
    options.check_picture(out)
    from pokerdata.reports.pictures import equity_distribution

    _show(equity_distribution(hole, board, opponent, bins=bins), out, width)


@plot.command("preflop-ehs")
@options.tables
@_drawn
def preflop_ehs(tables: str | None, out: str | None, width: float) -> None:
    """Draw the expected hand strength of the starting hands.

    It needs the table preflop_strength.
    """
    _table("preflop_strength", "ehs", tables, out, width)


@plot.command("preflop-buckets")
@click.argument("table")
@options.tables
@_drawn
def preflop_buckets(table: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw which starting hands fall into which bucket.

    TABLE holds the buckets of an abstraction, e.g. history5_buckets.
    """
    options.check_picture(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import preflop_buckets as picture

    with open_table(table, tables=tables) as opened:
        _show(picture(opened), out, width)


@plot.command()
@click.argument("table")
@options.tables
@_drawn
def occupancy(table: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw how many deals fall into each state.

    TABLE holds the buckets of an abstraction, e.g. history5_buckets.
    """
    options.check_picture(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import occupancy as picture

    with open_table(table, tables=tables) as opened:
        _show(picture(opened), out, width)


@plot.command()
@click.argument("table")
@option("--street", default="flop", show_default=True, help="Street it leads to: flop, turn or river.")
@option("--joint", is_flag=True, help="Sequences of both players' buckets, not of one.")
@options.tables
@_drawn
def transitions(
    table: str, street: str, joint: bool, tables: str | None, out: str | None, width: float
) -> None:
    """Draw a transition matrix as a heat map.

    TABLE holds the transitions of an abstraction, e.g. history5_transitions.
    """
    options.check_picture(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import transitions as picture

    with open_table(table, tables=tables) as opened:
        _show(picture(opened, street, joint=joint), out, width)


@plot.command()
@click.argument("table")
@click.argument("dataset")
@option(
    "--board", default="", metavar="CARDS", help="Board, for tables of strength after the flop, e.g. 7s6cAs."
)
@option("--centre", type=float, help="Value from which colours go in two directions.")
@options.tables
@_drawn
def table(
    table: str,
    dataset: str,
    board: str,
    centre: float | None,
    tables: str | None,
    out: str | None,
    width: float,
) -> None:
    """Draw a value for each starting hand from a table.

    DATASET of TABLE has the values, e.g. preflop_strength ehs.
    """
    _table(table, dataset, tables, out, width, board=board, centre=centre)


@plot.command()
@click.argument("file", metavar="STRATEGY")
@option("--path", default="", metavar="ACTIONS", help='Node after these actions, e.g. "cr/c" [the start].')
@option("--board", default="", metavar="CARDS", help="Cards on the board, in any suits, e.g. Ks7d2c.")
@option("--values/--no-values", default=None, help="Show the EV of each action [where it is known].")
@option("--title", default="", help="Title [game, board, player and path].")
@options.tables
@_drawn
def strategy(
    file: str,
    path: str,
    board: str,
    values: bool | None,
    title: str,
    tables: str | None,
    out: str | None,
    width: float,
) -> None:
    """Draw what a STRATEGY does at a node.

    STRATEGY is a file, or the name of a table such as limit5_strategy, or a solved spot. Each class of hands has its
    actions, filled the more the likelier it comes here; below are those of the whole range. The values of actions are
    exact inside the game that was solved: over a card abstraction they are those of its buckets, from the table
    NAME_counts.
    """
    options.check_picture(out)
    from pokerdata.errors import TableError
    from pokerdata.games.strategies import load_strategy, node_strategy
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import spot_grid, strategy_grid
    from pokerdata.solving.public import valued
    from pokerdata.spots import SpotTable

    opened = open_table(file, tables=tables)
    if isinstance(opened, SpotTable):
        found = opened.solution()
        decision = found.at(path, found.dealt_of(board))
        _show(spot_grid(decision, values=values is not False, title=title), out, width)
        return
    at = node_strategy(load_strategy(file, tables=tables), path, board, tables=tables)
    if values is not False:
        try:
            at = valued(at, tables=tables)
        except TableError as error:
            if values:
                raise
            click.echo(f"(without values: {error})", err=True)
    _show(strategy_grid(at, title=title), out, width)


@plot.command()
@click.argument("report", metavar="REPORT")
@option(
    "--column",
    "by",
    was="--by",
    default="ev_oop",
    show_default=True,
    metavar="NAME",
    help="equity, ev_oop, ev_ip, realised_oop, realised_ip, an action such as r66, or bets (all of them).",
)
@option("--title", default="", help="Title [who acts where].")
@options.tables
@_drawn
def flops(report: str, by: str, title: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw one number of each flop of a report, sorted.

    REPORT is a file that `pokerdata spot flops --out srp.h5` wrote, or the name of a table such as srp_flops. Below are the
    means over kinds of flops: monotone, two-tone and rainbow, unpaired, paired and trips, and by the highest card.
    """
    options.check_picture(out)
    from pokerdata.reports.pictures import flop_chart
    from pokerdata.spots import load_flop_report

    _show(flop_chart(load_flop_report(report, tables=tables), by, title=title), out, width)


@plot.command("trade-off")
@click.argument("file", metavar="TRADE_OFF")
@option("--title", default="", help="Title [the game].")
@options.tables
@_drawn
def trade_off(file: str, title: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw what is won from an opponent over what is risked.

    TRADE_OFF is a file that `pokerdata trade-off --out caller.h5` wrote, or the name of a table such as caller_trade_off.
    """
    options.check_picture(out)
    from pokerdata.reports.pictures import trade_off_curve
    from pokerdata.solving.public import load_trade_off

    _show(trade_off_curve(load_trade_off(file, tables=tables), title=title), out, width)


def _table(name: str, dataset: str, tables: str | None, out: str | None, width: float, **how: Any) -> None:
    options.check_picture(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures.matrix_map import table_map

    with open_table(name, tables=tables) as opened:
        _show(table_map(opened, dataset, **how), out, width)


def _show(picture: Picture, out: str | None, width: float) -> None:
    if out is not None:
        say(f"written: {picture.save(out, width=width)}")
        return
    from rich.console import Console

    console = Console()
    if console.color_system is None:
        click.echo(picture.text(), nl=False)
    else:
        console.print(picture, end="")
