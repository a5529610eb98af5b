"""`pokerdata connect`: a player at the table of a dealer."""

from __future__ import annotations

import click

from pokerdata.cli import options
from pokerdata.cli.say import say


@click.command()
@click.argument("agent")
@click.option("--port", type=int, required=True, metavar="P", help="Of the seat.")
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="Of the dealer.")
@click.option("--game", metavar="GAME", help="A name or a file; that of a strategy if not given.")
@click.option(
    "--token",
    default="",
    envvar="POKERDATA_TOKEN",
    metavar="T",
    help="What the dealer asks for [default: $POKERDATA_TOKEN, else none].",
)
@click.option(
    "--wait-ms",
    type=int,
    default=10_000,
    show_default=True,
    metavar="MS",
    help="For a dealer that is not there yet.",
)
@options.seed
@options.tables
def connect(
    agent: str,
    port: int,
    host: str,
    game: str | None,
    token: str,
    wait_ms: int,
    seed: int,
    tables: str | None,
) -> None:
    """Play at the table of a dealer over TCP.

    AGENT is always-call, always-raise or random, which take --game, or a strategy file, such as `pokerdata solve --out` or
    `pokerdata make` write, for two players. The dealer is `pokerdata dealer` or another program that speaks
    protocol 2.0.0 of the ACPC; it must play the same game.

    For example: pokerdata connect random --game kuhn-3p --port 18791 --seed 2
    """
    from pokerdata.cli.seated import find_player
    from pokerdata.dealing import connect as play

    player, rules = find_player(agent, game=game, seed=seed, tables=tables)
    say(str(play(player, rules, host=host, port=port, token=token, wait=wait_ms / 1000)))
