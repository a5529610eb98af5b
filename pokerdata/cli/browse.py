"""Commands about solved strategies: browse, export."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.group import F, command, option
from pokerdata.cli.options import is_given, refuse_given, say

if TYPE_CHECKING:
    from pokerdata.games.strategies.browsing import Browser, Place


def browsing_options(board: str) -> Callable[[F], F]:
    """Return a decorator that adds what `browse` and `spot browse` have in common.

    Args:
        board: What --board takes.
    """
    return options.together(
        option(
            "--path",
            metavar="ACTIONS",
            help='Print the node after these actions, e.g. "cr/c" or "r120c/"; / begins a street.',
        ),
        option("--board", metavar="CARDS", help=board),
        option("--hand", metavar="CARDS", help="Show this hand, e.g. AhKh, or class, e.g. AKs."),
        option(
            "--prefix", "hands", was="--hands", default="", help="Show hands whose name begins so, e.g. A."
        ),
        option("--most", type=int, default=169, show_default=True, help="Show N hands or classes at most."),
        option("--values", is_flag=True, help="With --hand: show the EV of each action."),
        option("--walk/--print", "walking", default=None, help="Read choices, or print one node."),
        options.tables,
    )


def export_options(board: str, hand: str, street: str) -> Callable[[F], F]:
    """Return a decorator that adds what `export` and `spot export` have in common.

    Args:
        board: What --board takes.
        hand: What --hand takes.
        street: What --street takes.
    """
    return options.together(
        option("--to", "form", default="csv", show_default=True, help="csv, npz or parquet."),
        option(
            "-o", "--out", type=options.TO_WRITE, help="File to write [named after the exported one, here]."
        ),
        option("--street", help=street),
        option(
            "--path", metavar="ACTIONS", help='The node after these actions alone, e.g. "cr/c" or "r120".'
        ),
        option("--below", is_flag=True, help="With --path: all nodes after it, too."),
        option("--board", default="", metavar="CARDS", help=board),
        option("--hand", default="", metavar="CARDS", help=hand),
        options.tables,
    )


@command()
@click.argument("file", metavar="STRATEGY")
@option(
    "--as-buckets",
    "buckets",
    was="--buckets",
    is_flag=True,
    help="Show buckets of a card abstraction, not cards.",
)
@browsing_options("Cards on the board, in any suits, e.g. Ks7d2c.")
def browse(
    file: str,
    path: str | None,
    board: str | None,
    hand: str | None,
    hands: str,
    most: int,
    buckets: bool,
    values: bool,
    walking: bool | None,
    tables: str | None,
) -> None:
    """Walk the public tree of a strategy.

    STRATEGY is a file, or the name of a table such as limit5_strategy. For example, how often it bets ace-king of hearts
    on a flop, where all have called or checked so far:

    pokerdata browse limit5_strategy --path cc/c --board Ks7d2c --hand AhKh

    On a terminal you go on by letters: f fold, c check or call, r bet or raise, the next cards of the board, h and a hand
    to look at, b back, q quit. With --path, --board or --hand, or without a terminal, it prints one node.
    """
    from pokerdata.games.strategies import load_strategy
    from pokerdata.games.strategies.browsing import Browser
    from pokerdata.games.strategies.real_cards import real_cards
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.spots import SpotTable

    hand = checked_hand(hand, most, values, walking)
    if buckets and values:
        raise ValueError("--values: expected real cards, got --as-buckets; e.g. --hand AhKh --values")
    opened = open_table(file, tables=tables)
    if isinstance(opened, SpotTable):
        raise ValueError(f"{file} is a solved spot: pokerdata spot browse {file}")
    saved = load_strategy(file, tables=tables)
    if buckets and saved.cards:
        raise ValueError(
            f"--as-buckets: expected a strategy over a card abstraction, got {file}; e.g. limit5_strategy"
        )
    cards = None if buckets and not saved.cards else real_cards(saved, tables)
    browser = Browser(saved, cards)
    place = browser.place(path or "", board or "")
    if walking is None:
        asked = path is not None or board is not None or bool(hand)
        walking = not asked and sys.stdin.isatty() and sys.stdout.isatty()
    if walking:
        _walk(browser, place, hands, most, hand)
        return
    if hand and browser.waits(place):
        browser.at(place)  # raises what board is missing
    say("\n".join(browser.lines(place, hands=hands, most=most, hand=hand)))
    if values:
        say("\n".join(_values(browser, place, hand, tables)))


def checked_hand(hand: str | None, most: int, values: bool, walking: bool | None) -> str:
    """The text of --hand, '' where none is asked for, once what goes with it is checked.

    Args:
        hand: As it was given.
        most: How many hands to show.
        values: Whether what actions are worth is asked for.
        walking: Whether choices are read.

    Raises:
        ValueError: For numbers below 1, an empty hand, or values without a hand or on a walk.
        UsageError: For --hands beside it, and --most where it limits nothing.
    """
    if most < 1:
        raise ValueError(f"--most: expected a whole number of 1 or more, got {most}; e.g. 100")
    if hand is not None and not hand.strip():
        raise ValueError("--hand: expected cards or a class of hands, got nothing; e.g. --hand AhKh")
    hand = (hand or "").strip()
    if values and not hand:
        raise ValueError("--values: expected --hand with it, got none; e.g. --hand AhKh --values")
    if hand:
        refuse_given("hands", expected="none with --hand", example="--hand AhKh alone")
        if not walking and not is_given("lines"):
            refuse_given(
                "most", expected="none with --hand, which is shown alone", example="--hand AhKh alone"
            )
    if values and walking:
        raise ValueError("--values: expected none with --walk; e.g. --hand AhKh --values")
    return hand


def _values(browser: Browser, place: Place, hand: str, tables: str | None) -> list[str]:
    from pokerdata._support.estimates import signed
    from pokerdata.games import Unit, milliblinds
    from pokerdata.solving.public import valued

    at = valued(browser.at(place), tables=tables)
    row, rules = at.values_over(browser.rows(at, hand)), browser.saved.rules
    where = f"over the buckets of {browser.saved.abstraction}" if browser.saved.abstraction else "exactly"
    return [
        f"worth of each action, {where}, when both go on by the strategy,",
        "in chips won over the whole hand:",
        *(
            f"{action:<12} {signed(chips, 3):>10} chips  {signed(milliblinds(chips, rules), 1):>10} mb"
            for action, chips in zip(at.actions, row, strict=True)
        ),
        f"(1 mb: a thousandth of the {Unit.of(rules)})",
    ]


def _walk(browser: Browser, place: Place, hands: str, most: int, hand: str) -> None:
    trail = [place]

    def show() -> None:
        say("\n".join(browser.lines(trail[-1], hands=hands, most=most, hand=hand)))

    show()
    while True:
        click.echo(f"[{_choices(browser, trail[-1])}] ", nl=False)
        line = sys.stdin.readline()
        choice = line.strip()
        if not line or choice == "q":
            say()
            return
        before = hand
        if choice == "b":
            del trail[max(1, len(trail) - 1) :]
        elif choice == "h" or choice.startswith("h "):
            hand = choice[1:].strip()
        elif choice:
            try:
                after = _after(browser, trail[-1], choice)
            except ValueError as error:
                say(str(error))
                continue
            if browser.over(after):
                say(f"the game is over: {browser.ending(after.node)}")
                continue
            trail.append(after)
        say()
        try:
            show()
        except ValueError as error:  # a hand that the board does not leave
            say(str(error))
            hand = "" if hand == before else before


def _choices(browser: Browser, place: Place) -> str:
    ways = ["cards"] if browser.waits(place) else list(browser.ways(place))
    return " ".join([*ways, "h hand", "b back", "q quit"])


def _after(browser: Browser, place: Place, choice: str) -> Place:
    """The place after a choice. Raises ValueError for what is none."""
    if browser.waits(place):
        return browser.deal(place, choice)
    ways = browser.ways(place)
    if choice not in ways:
        raise ValueError(
            f"choice: expected one of {', '.join(ways)}, h hand, b back, q quit, got {choice}; e.g. {next(iter(ways))}"
        )
    return ways[choice]


FORMATS = ("csv", "npz", "parquet")


def checked_target(file: str, form: str, out: Path | None) -> Path:
    """The file that an export is written to.

    Args:
        file: What is exported.
        form: One of `FORMATS`.
        out: The file, or None for one named after `file`, in this folder.

    Raises:
        ValueError: For another form or ending, or where such a file is there and was not asked for.
    """
    from pokerdata.games.strategies.selection import check_parquet

    if form not in FORMATS:
        raise ValueError(f"--to: expected one of {', '.join(FORMATS)}, got {form}; e.g. csv")
    if form == "parquet":
        check_parquet()
    target = out or Path(f"{Path(file).stem}.{form}")
    if target.suffix != f".{form}":
        raise ValueError(
            f"--out: expected a name that ends in .{form}, got {target}; e.g. {target.stem}.{form}"
        )
    if out is None and os.path.lexists(target):
        raise ValueError(
            f"{target}: there is such a file in this folder; choose another name with -o, or replace it with -o {target}"
        )
    return target


@command()
@click.argument("file", metavar="STRATEGY")
@export_options(
    board="This board alone, in any suits; hands are cards.",
    hand="This hand alone, e.g. AhKh, or buckets, e.g. 4-3.",
    street="This street alone: a number from 1, or preflop, flop, turn, river.",
)
def export(
    file: str,
    form: str,
    out: Path | None,
    street: str | None,
    path: str | None,
    below: bool,
    board: str,
    hand: str,
    tables: str | None,
) -> None:
    """Write a strategy as a table for other programs.

    STRATEGY is a file, or the name of a table such as limit5_strategy. Each information set and action is a row; the
    columns are player, street, board, hand, history (f fold, c check or call, r bet or raise, / next street), action,
    to (chips over the whole hand after it) and probability. Boards and hands are up to suits, hands over a card
    abstraction are its buckets; on a --board they are cards. csv and parquet are written as they are read, npz is made
    in memory.
    """
    from pokerdata.games.strategies import load_strategy
    from pokerdata.games.strategies.selection import (
        select,
        write_csv,
        write_npz,
        write_parquet,
    )
    from pokerdata.pipeline.store.writing import check_writable
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.spots import SpotTable

    writers = {"csv": write_csv, "npz": write_npz, "parquet": write_parquet}
    target = checked_target(file, form, out)
    opened = open_table(file, tables=tables)
    if isinstance(opened, SpotTable):
        raise ValueError(f"{file} is a solved spot: pokerdata spot export {file}")
    saved = load_strategy(file, tables=tables)
    chosen = select(saved, street=street, path=path, below=below, board=board, hand=hand, tables=tables)
    check_writable(target)
    with options.progress("export") as progress:
        rows = writers[form](chosen, target, progress=progress)
    say(f"written: {target}, {rows:,} rows")
