"""Options and arguments that several commands share."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.say import say
from pokerdata.support.extras import check_installed

if TYPE_CHECKING:
    from pokerdata.cluster.address import Address
    from pokerdata.pipeline.runner import Runner

recipe = click.option(
    "-f",
    "--recipe",
    default="default",
    metavar="RECIPE",
    help="A recipe: a path, or the name of a packaged one.",
)
written = click.option(
    "--tables", metavar="DIR", help="Folder of the tables [default: $POKERDATA_TABLES, else ./tables]."
)
tables = click.option(
    "--tables",
    metavar="DIR",
    help="Folder of the tables [default: $POKERDATA_TABLES, else ./tables, the checkout's, the user's].",
)
threads = click.option(
    "-j",
    "--threads",
    type=int,
    default=0,
    show_default=True,
    metavar="N",
    help="Threads, 0 for all processors; they change no result.",
)
seed = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Of random numbers: the same seed gives the same result.",
)
divat = click.option(
    "--divat",
    "baseline",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Of divat: thresholds of the baseline, a TOML file [default: those from memory, not verified].",
)
values = click.option(
    "--values",
    metavar="FROM",
    help="What the guess of what cards and moves are worth is from: hands (other hands, that the players play), strategy "
    "(exact values of the strategies) or strength (EHS) [default: hands].",
)
changes = click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a rule of GAME, e.g. bets=2,4 or menu=1/2,pot,all-in; repeatable.",
)


def _checked(_: click.Context, __: click.Parameter, value: str) -> str:
    from pokerdata.agents.translation import check_translation

    return check_translation(value)


translation = click.option(
    "--translation",
    default="pseudo-harmonic",
    show_default=True,
    callback=_checked,  # also where both agents are baselines, which translate nothing
    help="Bets that a strategy does not have: pseudo-harmonic, pseudo-harmonic-split, soft, hard, nearest.",
)


def _waiting(_: object, __: object, seconds: float) -> float:
    if not 1 <= seconds <= 86_400:  # as of NaN
        raise click.BadParameter(f"expected 1 to 86400 seconds, got {seconds:g}; e.g. 600")
    return seconds


def cluster(command: Any) -> Any:
    """The options of work on more than one machine."""
    file = click.Path(exists=True, dir_okay=False, path_type=Path)
    for option in reversed(
        (
            click.option(
                "--cluster",
                metavar="ADDRESS",
                help="Run parts of the work elsewhere, to the same bits: tcp://HOST:PORT or tls://HOST:PORT of a Dask "
                "scheduler, or local:N for N processes here. Who reaches a scheduler can run code on its workers.",
            ),
            click.option(
                "--cluster-ca", metavar="FILE", type=file, help="With tls://: the authority's certificate."
            ),
            click.option("--cluster-cert", metavar="FILE", type=file, help="With tls://: our certificate."),
            click.option("--cluster-key", metavar="FILE", type=file, help="With tls://: its private key."),
            click.option(
                "--cluster-wait",
                metavar="SECONDS",
                type=float,
                callback=_waiting,
                default=30.0,
                show_default=True,
                help="How long to wait for the scheduler, and for a worker: 1 to 86400.",
            ),
        )
    ):
        command = option(command)
    return command


def read_cluster(
    text: str | None, cluster_ca: Path | None, cluster_cert: Path | None, cluster_key: Path | None, **_: Any
) -> Address | None:
    """The address that the options of `cluster` give, or None; what they need is there."""
    if text is None:
        for name, path in {"ca": cluster_ca, "cert": cluster_cert, "key": cluster_key}.items():
            if path is not None:
                raise click.UsageError(
                    f"--cluster-{name}: expected only with --cluster ADDRESS, got {path} without it; e.g. --cluster "
                    "tls://10.0.0.1:8786"
                )
        return None
    from pokerdata.cluster.address import read_address

    found = read_address(text, ca=cluster_ca, cert=cluster_cert, key=cluster_key)
    needed = ("distributed", "cryptography") if found.is_local else ("distributed",)
    check_installed("--cluster", needed, otherwise="leave it out")
    return found


targets = click.argument("targets", nargs=-1, metavar="[TARGET]...")


def amount(text: str) -> Decimal:
    """A decimal as it is written; whether it is an amount of money is checked where it is used."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is not a number, e.g. 10 or 0.5") from None


def runner(recipe: str, tables: str | None, **settings: Any) -> Runner:
    """The runner for a recipe and a folder, as the options give them."""
    from pokerdata.pipeline.runner import Runner
    from pokerdata.recipes.reading import load_plan
    from pokerdata.store.locations import tables_folder

    return Runner(load_plan(recipe), tables_folder(tables), say=say, **settings)
