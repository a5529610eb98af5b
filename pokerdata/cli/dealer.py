"""`pokerdata dealer`: a match whose players come over TCP."""

from __future__ import annotations

import sys

import click

from pokerdata.cli import options


@click.command()
@click.argument("game")
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME [NAME]")
@click.option("--hands", type=int, required=True, metavar="N", help="How many are played.")
@options.seed
@click.option("--name", default="match", show_default=True, help="Of the match and of its files.")
@click.option("--fixed-seats", is_flag=True, help="Nobody changes his position between hands.")
@click.option("--quiet", is_flag=True, help="Only warnings and the score on standard error.")
@click.option("--log", metavar="DIR", default=".", show_default=True, help="Folder for the log NAME.log.")
@click.option("--no-log", is_flag=True, help="Write no log.")
@click.option("--transactions", is_flag=True, help="Write NAME.tlog beside the log.")
@click.option("--resume", is_flag=True, help="Go on where NAME.tlog ends.")
@click.option("--ports", metavar="P[,P]", help="One for each seat; 0 for any free one, which is the default.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--token",
    default="",
    envvar="POKERDATA_TOKEN",
    metavar="T[,T]",
    help="What players must show, one for all or one for each [default: $POKERDATA_TOKEN, else none].",
)
@click.option(
    "--response-ms", type=int, default=600_000, show_default=True, metavar="MS", help="For one answer."
)
@click.option(
    "--hand-ms",
    type=int,
    default=600_000,
    show_default=True,
    metavar="MS",
    help="For all answers of a player in a hand.",
)
@click.option(
    "--per-hand-ms",
    type=int,
    default=7_000,
    show_default=True,
    metavar="MS",
    help="For all answers of a player, on average over the hands of the match.",
)
@click.option("--start-ms", type=int, metavar="MS", help="Until all players are there [default: any time].")
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
    each seat, the last one the score; standard error has what is sent and received.

    For example: pokerdata dealer kuhn-3p --hands 1000 --seed 1 A B C
    """
    from pokerdata.dealing import Dealer
    from pokerdata.play import TimeLimits

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
        tokens=[one for one in token.split(",") if one],
        messages=sys.stderr,
        quiet=quiet,
        seed=seed,
    )
    with table:
        click.echo(" ".join(map(str, table.ports)))
        sys.stdout.flush()
        score = table.run()
    click.echo(score)


def _ports(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() for word in words):
        raise click.UsageError(
            f"--ports: expected numbers with commas between, got {text!r}; e.g. 18791,18792"
        )
    return tuple(map(int, words))
