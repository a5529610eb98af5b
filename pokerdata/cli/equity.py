"""`pokerdata equity`: what part of the pot hands or ranges win when they are shown down."""

from __future__ import annotations

import json

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command("equity")
@click.argument("hands", nargs=-1, required=True, metavar="HAND HAND...")
@click.option(
    "--board", default="", metavar="CARDS", help='0 to 5 cards that lie on the board, e.g. "7s6cAs".'
)
@click.option("--dead", default="", metavar="CARDS", help="Cards that cannot be dealt.")
@click.option(
    "--samples", type=int, metavar="N", help="Deal N times at random instead of counting all deals."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="S", help="Of --samples.")
@click.option(
    "--limit",
    type=int,
    metavar="N",
    help="Evaluations of hands that an exact count may take [default: 100,000,000,000].",
)
@options.threads
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    samples: int | None,
    seed: int,
    limit: int | None,
    threads: int,
    as_json: bool,
) -> None:
    """Compute the all-in equity of 2 to 6 hands or ranges.

    A HAND is two cards (AcKd) or a range such as QQ+,AKs,AJo-ATo,T9s:0.5 or random. All deals are counted unless
    --samples is given.
    """
    from pokerdata.equities import equity as compute
    from pokerdata.support.progress import shown_when_long

    with shown_when_long("equity") as progress:
        result = compute(
            hands, board, dead, limit=limit, samples=samples, seed=seed, threads=threads, progress=progress
        )
    if as_json:
        click.echo(json.dumps(result.to_dict()))
    else:
        say(str(result))
