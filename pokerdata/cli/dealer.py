"""Commands over the network: dealer, connect."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from pokerdata.cli import options
from pokerdata.cli.group import command, option
from pokerdata.cli.options import is_given, refuse_given, say
from pokerdata.cli.runs import Interrupted

if TYPE_CHECKING:
    from pokerdata.games.play import TableRules

_MOST_DIGITS = 9  # of a port; what has more is too large anyway
_MOST_MS = 10**9


@command()
@click.argument("game")
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME [NAME]")
@option("--hands", type=int, required=True, help="Number of hands.")
@options.seed
@option(
    "--match",
    "name",
    was="--name",
    default="match",
    show_default=True,
    metavar="NAME",
    help="Name of the match and its files.",
)
@option("--fixed-seats", is_flag=True, help="Keep the seats between hands.")
@option("--quiet", is_flag=True, help="Print only warnings and the score.")
@option(
    "--log-dir",
    "log",
    was="--log",
    metavar="DIR",
    default=".",
    show_default=True,
    help="Folder of the log NAME.log.",
)
@option("--no-log", is_flag=True, help="Write no log.")
@option("--transactions", is_flag=True, help="Write NAME.tlog beside the log.")
@option("--resume", is_flag=True, help="Continue where NAME.tlog ends.")
@option("--ports", metavar="P[,P]", help="Port of each seat; 0 for any free one [0].")
@option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address to listen at.")
@option(
    "--token",
    default="",
    envvar="POKERDATA_TOKEN",
    metavar="T[,T]",
    help="Secret that players must show, one for all or one for each [$POKERDATA_TOKEN, which no list of processes "
    "shows, else none].",
)
@options.clocks
@option("--start-ms", type=int, metavar="MS", help="Time limit for all players to connect [none].")
def dealer(
    game: str,
    names: tuple[str, ...],
    hands: int,
    seed: int,
    name: str,
    fixed_seats: bool,
    quiet: bool,
    log: str,
    no_log: bool,
    transactions: bool,
    resume: bool,
    ports: str | None,
    host: str,
    token: str,
    response_ms: int,
    hand_ms: int,
    per_hand_ms: int,
    start_ms: int | None,
) -> None:
    """Deal a match over TCP, by the protocol of the ACPC.

    GAME is a name such as limit-holdem-3p, or a .game or TOML file; the NAMEs are those of the players, by seat. Players
    are `pokerdata connect` and all programs that speak protocol 2.0.0. The first line of standard output has the port of
    each seat, the last one the score; standard error has all messages.

    For example: pokerdata dealer kuhn-3p --hands 1000 --seed 1 A B C
    """
    from pokerdata.games.play import TimeLimits
    from pokerdata.players.acpc import Dealer

    if no_log:
        refuse_given("log", expected="none with --no-log", example="--log-dir logs alone")
    if is_given("token") and not token:
        raise click.UsageError(
            "--token: expected a token, got an empty text, with which anybody could sit down; e.g. --token river-7-of-9, "
            "or no --token"
        )
    limits = TimeLimits(response_ms, hand_ms, per_hand_ms)
    table = Dealer(
        game,
        names,
        hands=hands,
        name=name,
        fixed_seats=fixed_seats,
        limits=limits,
        start_ms=start_ms,
        log=None if no_log else log,
        transactions=transactions or resume,
        resume=resume,
        host=host,
        ports=_ports(ports),
        tokens=token.split(",") if token else [],
        messages=sys.stderr,
        quiet=quiet,
        seed=seed,
    )
    with table:
        click.echo(" ".join(map(str, table.ports)))
        sys.stdout.flush()
        try:
            score = table.run()
        except KeyboardInterrupt:
            kept = _kept(transactions or resume, no_log) if table.begun else "the match had not begun"
            raise Interrupted(f"interrupted; {kept}") from None
    click.echo(score)


def _kept(transactions: bool, no_log: bool) -> str:
    if transactions:
        return "all actions are kept, and the same command with --resume goes on from there"
    return "nothing is kept" if no_log else "the log of the hands that are over is kept"


def _ports(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        raise click.UsageError(
            f"--ports: expected numbers with commas between, got {text!r}; e.g. 18791,18792"
        )
    return tuple(int(word[:_MOST_DIGITS]) for word in words)


@command()
@click.argument("agent")
@option("--port", type=int, required=True, metavar="P", help="Port of the seat.")
@option("--host", default="127.0.0.1", show_default=True, metavar="HOST", help="Address of the dealer.")
@options.game
@option(
    "--token",
    default="",
    envvar="POKERDATA_TOKEN",
    metavar="T",
    help="Secret that the dealer asks for [$POKERDATA_TOKEN, which no list of processes shows, else none].",
)
@option(
    "--wait-ms",
    type=int,
    default=10_000,
    show_default=True,
    metavar="MS",
    help="Time limit for the dealer to be there.",
)
@options.trust
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
    from pokerdata._support.arguments import as_count
    from pokerdata.games import table_rules
    from pokerdata.players import find_player
    from pokerdata.players.acpc import connect as play

    as_count(wait_ms, "--wait-ms", 0, _MOST_MS, 10_000)
    rules = _game_of(agent, tables) if game is None else table_rules(game)
    player = find_player(agent, rules, translation=translation, trust=trust, seed=seed, tables=tables)
    say(str(play(player, rules, host=host, port=port, token=token, wait=wait_ms / 1000)))


def _game_of(agent: str, tables: str | None) -> TableRules:
    """The game of a strategy."""
    from pokerdata.games import Game
    from pokerdata.players import player_kinds
    from pokerdata.players.agents import find_agent
    from pokerdata.players.programs import check_no_secret

    check_no_secret(agent)
    if agent in player_kinds() or ":" in agent:
        raise click.UsageError(
            f"--game: expected the game of the table for {agent}, got none; e.g. --game limit-holdem-3p"
        )
    found = find_agent(agent, tables=tables)
    if found.rules is None or found.cards is None:
        raise click.UsageError(
            f"--game: expected the game of the table for {agent}, got none; e.g. --game leduc"
        )
    return Game(found.rules, found.cards).table
