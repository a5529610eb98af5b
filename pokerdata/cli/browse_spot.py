"""`pokerdata browse` of a solved spot: a decision, or a walk from one to the next."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.spots import SpotSolution


def browse_spot(
    found: SpotSolution, path: str | None, board: str | None, hands: str, most: int, walking: bool | None
) -> None:
    """Print a decision of a solved spot, or walk through it.

    Args:
        found: The solved spot.
        path: The line of betting, or None.
        board: Cards dealt after the spot's beginning, or the whole board; or None.
        hands: A hand, a class, or how the names of classes begin.
        most: Classes at most.
        walking: Whether to read choices; None does so on a terminal where nothing was asked for.
    """
    if walking is None:
        walking = path is None and board is None and not hands and sys.stdin.isatty() and sys.stdout.isatty()
    line, cards = path or "", found.dealt_of(board or "")
    if not walking:
        say("\n".join(_decision(found, line, cards, hands, most)))
        return
    trail = [(line, cards)]
    while True:
        say("\n".join(_shown(found, *trail[-1], hands, most)))
        ways = found.next(*trail[-1])
        choices = list(ways) or (["cards"] if found.waits(*trail[-1]) else [])
        click.echo(f"[{' '.join([*choices, 'h hand', 'b back', 'q quit'])}] ", nl=False)
        read = sys.stdin.readline()
        choice = read.strip()
        if not read or choice == "q":
            say()
            return
        try:
            if choice == "b":
                del trail[max(1, len(trail) - 1) :]
            elif choice == "h" or choice.startswith("h "):
                hands = choice[1:].strip()
                _shown(found, *trail[-1], hands, most)
            elif choice:
                at, dealt = trail[-1]
                after = (at + choice, dealt) if ways else (at, dealt + choice)
                found.find(*after)
                trail.append(after)
        except ValueError as error:
            say(str(error))
            hands = "" if choice.startswith("h") else hands
        say()


def browse_lines(found: SpotSolution, path: str, board: str, hand: str, until: str, most: int) -> None:
    """Print the lines after a decision of a solved spot, and of two cards those of their best response, too.

    Args:
        found: The solved spot.
        path: The line of betting to the decision.
        board: Cards dealt after the spot's beginning, or the whole board.
        hand: Two cards or a class; '' for the whole range.
        until: 'street' or 'hand'.
        most: Lines at most.
    """
    from pokerdata.spots import spot_lines
    from pokerdata.support.progress import shown_when_long

    cards = found.dealt_of(board)
    for best in (False, True) if len(hand) == 4 else (False,):
        with shown_when_long("lines") as progress:
            lines = spot_lines(found, path, cards, until=until, hand=hand, best=best, progress=progress)
        say("\n".join([*([""] if best else []), *lines.lines(most=most)]))


def _shown(found: SpotSolution, line: str, cards: str, hands: str, most: int) -> list[str]:
    if found.waits(line, cards):
        return [f"after {line}: the next card of the board"]
    if not found.next(line, cards):
        return [f"the hand is over after {line}"]
    return _decision(found, line, cards, hands, most)


def _decision(found: SpotSolution, line: str, cards: str, hands: str, most: int) -> list[str]:
    lines = found.at(line, cards).lines(hands=hands, most=most)
    again = found.solved_again(found.find(line, cards))
    if again is None:
        return lines
    gap = f"exploitability {again.values.percent:.2g} % of its pot"
    return [*lines, "", f"solved again from the {again.spot.street} on: {gap}"]
