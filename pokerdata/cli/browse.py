"""`pokerdata browse`: a strategy, node by node."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.browse_spot import browse_lines, browse_spot
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.strategies.browsing import Browser, Place


@click.command()
@click.argument("file", metavar="STRATEGY")
@click.option(
    "--path", help='Print the node after these actions, e.g. "cr/c" or "r300c/"; / begins a street.'
)
@click.option("--board", help="The cards on the board, in any suits, e.g. Ks7d2c.")
@click.option("--hand", metavar="CARDS", help="Show this hand, e.g. AhKh; or a class, e.g. AKs.")
@click.option("--hands", default="", metavar="TEXT", help="Show the hands whose name begins so, e.g. A.")
@click.option("--most", type=int, default=169, show_default=True, help="Show up to so many hands.")
@click.option("--buckets", is_flag=True, help="Show the buckets of a card abstraction, not real cards.")
@click.option("--values", is_flag=True, help="Of --hand, show what each action is worth, too.")
@click.option(
    "--lines",
    metavar="END",
    help="Of a solved spot: how often each line is played to the end of the street or hand.",
)
@click.option("--walk/--print", "walking", default=None, help="Read choices, or print one node.")
@options.tables
def browse(
    file: str,
    path: str | None,
    board: str | None,
    hand: str | None,
    hands: str,
    most: int,
    buckets: bool,
    values: bool,
    lines: str | None,
    walking: bool | None,
    tables: str | None,
) -> None:
    """Walk the public tree of a strategy.

    STRATEGY is a file, or the name of a table such as limit5_strategy. For example, how often it bets ace-king of hearts
    on a flop, where all have called or checked so far:

    pokerdata browse limit5_strategy --path cc/c --board Ks7d2c --hand AhKh

    A solved spot (`pokerdata solve --board ... --out turn.h5`) is walked likewise, its board from the spot's beginning on:
    --path cr120c/ --board 2c --hand AhKh. With --lines street, or --lines hand, it prints which lines follow, how often
    they are played and what they win, and of two cards those of the best response, too.

    On a terminal one goes on by letters: f fold, c check or call, r bet or raise, the next cards of the board, h and a hand
    to look at, b back, q quit. With --path, --board or --hand, or without a terminal, one node is printed.
    """
    from pokerdata.spots import SpotTable
    from pokerdata.strategies import load_strategy
    from pokerdata.strategies.browsing import Browser
    from pokerdata.strategies.real_cards import real_cards
    from pokerdata.tables import open_table

    if most < 1:
        raise ValueError(f"--most: expected a whole number of 1 or more, got {most}; e.g. 100")
    if hand is not None and not hand.strip():
        raise ValueError("--hand: expected cards or a class of hands, got nothing; e.g. --hand AhKh")
    hand = (hand or "").strip()
    if values and not hand:
        raise ValueError("--values: expected --hand with it, got none; e.g. --hand AhKh --values")
    if buckets and values:
        raise ValueError("--values: expected real cards, got --buckets; e.g. --hand AhKh --values")
    opened = open_table(file, tables=tables)
    if isinstance(opened, SpotTable):
        if buckets:
            raise ValueError(f"--buckets: expected a strategy over a card abstraction, got the spot {file}")
        if lines is not None:
            browse_lines(opened.solution(), path or "", board or "", hand, lines, most)
            return
        browse_spot(opened.solution(), path, board, hand or hands, most, walking)
        return
    if lines is not None:
        raise ValueError(f"--lines: expected a solved spot, got the strategy {file}; e.g. turn.h5")
    saved = load_strategy(file, tables=tables)
    if buckets and saved.cards:
        raise ValueError(
            f"--buckets: expected a strategy over a card abstraction, got {file}; e.g. limit5_strategy"
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


def _values(browser: Browser, place: Place, hand: str, tables: str | None) -> list[str]:
    from pokerdata.games import Unit, milliblinds
    from pokerdata.solvers import valued
    from pokerdata.support.estimates import signed

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
