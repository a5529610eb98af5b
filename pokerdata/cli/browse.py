"""`pokerdata browse`: a strategy, node by node."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.strategies.browsing import Browser, Place


@click.command()
@click.argument("file", metavar="STRATEGY.h5")
@click.option("--path", help='Print the node after these actions, e.g. "cr/c"; / begins a street.')
@click.option("--board", help='The cards on the board, e.g. "K" or "Ks Td".')
@click.option("--hands", default="", metavar="TEXT", help="Show only hands whose name begins so.")
@click.option("--most", type=int, default=60, show_default=True, help="Show up to so many hands.")
@click.option("--walk/--print", "walking", default=None, help="Read choices, or print one node.")
@options.tables
def browse(
    file: str,
    path: str | None,
    board: str | None,
    hands: str,
    most: int,
    walking: bool | None,
    tables: str | None,
) -> None:
    """Walk the public tree of a strategy: pot, who acts, and what each hand does there.

    On a terminal one goes on by letters: f fold, c check or call, r bet or raise, the next cards of the board, b back, q
    quit. With --path or --board, or without a terminal, one node is printed. Boards and hands are up to suits.
    """
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.browsing import Browser

    if most < 1:
        raise ValueError(f"bad --most {most}: want 1 or more, e.g. --most 100")
    browser = Browser(load_strategy(file, tables))
    place = browser.place(path or "", board or "")
    if board and place.board.split() != board.split():
        say(f"(board {board} is {place.board} with suits exchanged)")
    if walking is None:
        walking = path is None and board is None and sys.stdin.isatty() and sys.stdout.isatty()
    if walking:
        _walk(browser, place, hands, most)
    else:
        say("\n".join(browser.lines(place, hands=hands, most=most)))


def _walk(browser: Browser, place: Place, hands: str, most: int) -> None:
    trail = [place]
    say("\n".join(browser.lines(place, hands=hands, most=most)))
    while True:
        click.echo(f"[{_choices(browser, trail[-1])}] ", nl=False)
        line = sys.stdin.readline()
        choice = line.strip()
        if not line or choice == "q":
            say()
            return
        if choice == "b":
            del trail[max(1, len(trail) - 1) :]
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
        say("\n" + "\n".join(browser.lines(trail[-1], hands=hands, most=most)))


def _choices(browser: Browser, place: Place) -> str:
    ways = ["cards"] if browser.waits(place) else list(browser.ways(place))
    return " ".join([*ways, "b back", "q quit"])


def _after(browser: Browser, place: Place, choice: str) -> Place:
    """The place after a choice. Raises ValueError for what is none."""
    if browser.waits(place):
        return browser.deal(place, choice)
    ways = browser.ways(place)
    if choice not in ways:
        raise ValueError(f"bad choice {choice!r}: want one of {', '.join(ways)}, b back, q quit")
    return ways[choice]
