"""`pokerdata connect`: a player at the table of a dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.play import GameDefinition


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
@click.option("--trust", is_flag=True, help="Run the code of a bot of your own.")
@options.translation
@options.seed
@options.tables
def connect(
    agent: str,
    port: int,
    host: str,
    game: str | None,
    token: str,
    wait_ms: int,
    trust: bool,
    translation: str,
    seed: int,
    tables: str | None,
) -> None:
    """Play at the table of a dealer over TCP.

    AGENT is always-call, always-raise, always-fold, random, break-ivan, richie-rich, check-norris, poki,
    simulating, for two simple, miximax, miximix, learning or a strategy file, or a bot of your own, my_bots.py:Tight.
    The dealer is `pokerdata dealer` or another program that speaks protocol 2.0.0 of the ACPC; it must play the same
    game.

    For example: pokerdata connect random --game kuhn-3p --port 18791 --seed 2
    """
    from pokerdata.dealing import connect as play
    from pokerdata.play import find_definition
    from pokerdata.players import find_player

    rules = _game_of(agent, tables) if game is None else find_definition(game)
    player = find_player(agent, rules, translation=translation, trust=trust, seed=seed, tables=tables)
    say(str(play(player, rules, host=host, port=port, token=token, wait=wait_ms / 1000)))


def _game_of(agent: str, tables: str | None) -> GameDefinition:
    """The game of a strategy."""
    from pokerdata.agents import find_agent
    from pokerdata.games import NamedGame
    from pokerdata.play import GameDefinition
    from pokerdata.players import player_kinds

    if agent in player_kinds() or ":" in agent:
        raise click.UsageError(
            f"--game: expected the game of the table for {agent}, got none; e.g. --game limit-holdem-3p"
        )
    found = find_agent(agent, tables=tables)
    if found.rules is None or found.cards is None:
        raise click.UsageError(
            f"--game: expected the game of the table for {agent}, got none; e.g. --game leduc"
        )
    return GameDefinition.of(NamedGame(found.rules, found.cards))
