"""`pokerdata metrics`: all that can be said in numbers of a situation at the table."""

from __future__ import annotations

from typing import Any

import click

from pokerdata.cli import options
from pokerdata.cli.options import amount
from pokerdata.cli.say import say


@click.command()
@click.argument("hands")
@click.argument("board", default="")
@click.option(
    "--opponent", "opponents", multiple=True, metavar="RANGE", help="What an opponent may hold [any hand]."
)
@click.option("--players", type=int, metavar="N", help="Still in, we among them [those named, at least 2].")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are neither dealt nor held.")
@click.option("--pot", type=amount, metavar="X", help="What is in the pot, bets of this round included.")
@click.option("--to-call", type=amount, default=0, metavar="Y", help="What we must pay to stay in [0].")
@click.option(
    "--bet", type=amount, metavar="B", help="Size of later bets, for the expected pot [as to call]."
)
@click.option(
    "--expected-pot", type=amount, metavar="X", help="The pot expected at the showdown [estimated]."
)
@click.option("--future", type=amount, default=0, metavar="X", help="Won later on top, for implied odds [0].")
@click.option("--unit", default="chips", show_default=True, metavar="WORD", help="Of these amounts.")
@click.option(
    "--samples", type=int, default=1_000_000, metavar="N", help="Deals drawn where too many to count [10**6]."
)
@options.seed
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def metrics(hands: str, board: str, as_json: bool, **given: Any) -> None:
    """Compute all metrics of a hand or a range on a board.

    HANDS are ours, a hand or a range; BOARD has 0, 3, 4 or 5 cards. For example: pokerdata metrics "Ks2s" "7s6cAs"
    --opponent "QQ+,AK" --pot 30 --to-call 10. The metrics are defined in docs/definitions.md.
    """
    from pokerdata.situation import Situation

    situation = Situation(hands, board, **given)
    if as_json:
        click.echo(situation.to_json())
        return
    from rich.console import Console

    console = Console()
    if console.is_terminal:
        console.print(situation)
    else:
        say(str(situation))
