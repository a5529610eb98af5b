"""`pokerdata plot`: pictures of ranges, hands, tables, strategies, flops and trade-offs, in files or on the terminal."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from pokerdata._support.text import nearest
from pokerdata.cli import options
from pokerdata.cli.options import refuse_repeated, say

if TYPE_CHECKING:
    from pokerdata.reports.pictures import Picture


_SENTENCE = re.compile(r".*?(?<!e\.g)\.(?=\s|$)", re.DOTALL)


class Group(click.Group):
    """Commands in their order, under the headings that `add_section` gave them."""

    sections: dict[str, list[str]]
    #: What is typed by habit -> the command that does it.
    renamed: Mapping[str, str] = {}

    def add_section(self, heading: str, commands: tuple[click.Command, ...]) -> None:
        """Add commands that are listed together."""
        self.sections = {**getattr(self, "sections", {}), heading: [str(one.name) for one in commands]}
        for one in commands:
            self.add_command(one)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, which has -h for --help like all, also where it is called alone."""
        cmd.context_settings.setdefault("help_option_names", ["-h", "--help"])
        super().add_command(cmd, name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        wide = max(map(len, self.commands), default=0)
        for heading, names in getattr(self, "sections", {"Commands": list(self.commands)}).items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(wide), _summary(self.commands[name])) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in self.renamed:
            raise click.UsageError(f"{args[0]} is `pokerdata {self.renamed[args[0]]}`", ctx)
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise click.UsageError(
                f"no command {args[0]!r}{nearest(args[0], self.commands)} Expected one of {', '.join(self.commands)}",
                ctx,
            )
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not isinstance(command, click.Group):
            refuse_repeated(command, ctx, rest)
        return name, command, rest


def _summary(command: click.Command) -> str:
    """The first sentence of a command's help, whole."""
    text = " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split())
    found = _SENTENCE.match(text)
    return (text if found is None else found[0]).rstrip(".") + "."


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
    out = click.option(
        "-o", "--out", metavar="FILE", help="Write .png, .svg, .html or .txt instead of printing."
    )
    width = click.option(
        "--width", type=float, default=9, show_default=True, help="Of a .png or .svg, in inches."
    )
    return out(width(command))


@plot.command("range")
@click.argument("hands", metavar="RANGE")
@click.option("--title", default="", help="Above the picture [the range].")
@_drawn
def range_(hands: str, title: str, out: str | None, width: float) -> None:
    """Draw the weights of a RANGE.

    For example: pokerdata plot range "QQ+,AKs,T9s:0.5"
    """
    _check(out)
    from pokerdata.reports.pictures import heat_map

    _show(heat_map(hands, title=title), out, width)


@plot.command()
@click.argument("hole")
@click.argument("board")
@click.option("--opponent", metavar="RANGE", help="What the opponent may hold [any hand].")
@click.option("--bins", type=int, default=40, show_default=True, help="Columns between 0 and 1.")
@_drawn
def equity(hole: str, board: str, opponent: str | None, bins: int, out: str | None, width: float) -> None:
    """Draw how the strength of a hand may change by the river.

    For example, of the hand HOLE on a BOARD: pokerdata plot equity "Ks2s" "7s6cAs"
    """
    _check(out)
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
    _check(out)
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
    _check(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import occupancy as picture

    with open_table(table, tables=tables) as opened:
        _show(picture(opened), out, width)


@plot.command()
@click.argument("table")
@click.option(
    "--street", default="flop", show_default=True, help="The street it leads to: flop, turn or river."
)
@click.option("--joint", is_flag=True, help="Of both players' bucket sequences instead of one player's.")
@options.tables
@_drawn
def transitions(
    table: str, street: str, joint: bool, tables: str | None, out: str | None, width: float
) -> None:
    """Draw a transition matrix as a heat map.

    TABLE holds the transitions of an abstraction, e.g. history5_transitions.
    """
    _check(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures import transitions as picture

    with open_table(table, tables=tables) as opened:
        _show(picture(opened, street, joint=joint), out, width)


@plot.command()
@click.argument("table")
@click.argument("dataset")
@click.option("--board", default="", help='The board, for a strength table after the flop, e.g. "7s 6c As".')
@click.option("--centre", type=float, help="Colour from this value in two directions.")
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
@click.option("--path", default="", help='The node after these actions, e.g. "cr/c" [the start].')
@click.option("--board", default="", help="The cards on the board, in any suits, e.g. Ks7d2c.")
@click.option("--values/--no-values", default=None, help="What each action is worth [where it is known].")
@click.option("--title", default="", help="Above the picture [game, board, player and path].")
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
    _check(out)
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
@click.option(
    "--by",
    default="ev_oop",
    show_default=True,
    help="equity, ev_oop, ev_ip, realised_oop, realised_ip, an action such as r66, or bets, all of them.",
)
@click.option("--title", default="", help="Above the picture [who acts where].")
@options.tables
@_drawn
def flops(report: str, by: str, title: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw one number of each flop of a report, sorted.

    REPORT is a file that `pokerdata spot flops --out srp.h5` wrote, or the name of a table such as srp_flops. Below are the
    means over kinds of flops: monotone, two-tone and rainbow, unpaired, paired and trips, and by the highest card.
    """
    _check(out)
    from pokerdata.reports.pictures import flop_chart
    from pokerdata.spots import load_flop_report

    _show(flop_chart(load_flop_report(report, tables=tables), by, title=title), out, width)


@plot.command("trade-off")
@click.argument("file", metavar="TRADE_OFF")
@click.option("--title", default="", help="Above the picture [the game].")
@options.tables
@_drawn
def trade_off(file: str, title: str, tables: str | None, out: str | None, width: float) -> None:
    """Draw what is won from an opponent over what is risked.

    TRADE_OFF is a file that `pokerdata trade-off --out caller.h5` wrote, or the name of a table such as caller_trade_off.
    """
    _check(out)
    from pokerdata.reports.pictures import trade_off_curve
    from pokerdata.solving.public import load_trade_off

    _show(trade_off_curve(load_trade_off(file, tables=tables), title=title), out, width)


def _table(name: str, dataset: str, tables: str | None, out: str | None, width: float, **how: Any) -> None:
    _check(out)
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.reports.pictures.matrix_map import table_map

    with open_table(name, tables=tables) as opened:
        _show(table_map(opened, dataset, **how), out, width)


def _check(out: str | None) -> None:
    """Raise before the work what would otherwise be said after it."""
    options.check_width(out)
    if out is not None:
        from pokerdata.reports.pictures.figure import check_path

        check_path(out)


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
