"""Options that several commands share, errors for those that are not used, strategies by name, and what is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pokerdata._support.extras import check_installed
from pokerdata._support.text import fitted, terminal_width

if TYPE_CHECKING:
    from pokerdata.games import Game
    from pokerdata.games.strategies import Probabilities, Strategy
    from pokerdata.pipeline.cluster.connecting import Address
    from pokerdata.pipeline.runner import Runner

F = TypeVar("F", bound=Callable[..., Any])


def is_given(name: str) -> bool:
    """Return whether an option is on the command line, by the name of its parameter; defaults and $VARIABLES are not."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE


def refuse_given(*names: str, expected: str, example: str) -> None:
    """Raise UsageError for the first of some options that is on the command line, where the command would ignore it.

    Args:
        *names: Names of parameters.
        expected: The rule, such as "only with --samples".
        example: What works instead.
    """
    for name in names:
        if is_given(name):
            raise click.UsageError(f"{_option(name)}: expected {expected}; e.g. {example}")


def refuse_all(*but: str, expected: str, example: str) -> None:
    """As `refuse_given`, of all options of the command but some.

    Args:
        *but: Names of parameters that may be given.
        expected: The rule.
        example: What works instead.
    """
    names = [str(one.name) for one in click.get_current_context().command.params]
    refuse_given(*(name for name in names if name not in but), expected=expected, example=example)


def refuse_repeated(command: click.Command, context: click.Context, arguments: Sequence[str]) -> None:
    """Raise UsageError for an option that is there twice, of which the last one would count.

    Args:
        command: The command.
        context: Context of the group that the command belongs to.
        arguments: Words behind the name of the command.
    """
    inner = click.Context(command, info_name=command.name, parent=context)
    try:
        _, _, order = command.make_parser(inner).parse_args(list(arguments))
    except click.ClickException:
        return  # said better when the command itself reads them
    for k, one in enumerate(order):
        once = isinstance(one, click.Option) and not (one.multiple or one.count or one.is_eager)
        if once and one in order[:k]:
            raise click.UsageError(
                f"{max(one.opts, key=len)}: expected once, got it twice; e.g. the last one alone", inner
            )


def _option(name: str) -> str:
    command = click.get_current_context().command
    return next((max(one.opts, key=len) for one in command.params if one.name == name), name)


def say(text: str = "") -> None:
    """Print a text, its long lines broken at blanks; what programs read is printed by `click.echo`."""
    click.echo(fitted(text, terminal_width()))


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
    from pokerdata.players.agents.agent import check_translation

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


def together(*given: Callable[[Any], Any]) -> Callable[[F], F]:
    """A decorator that adds several options to a command, which lists them in their order.

    Args:
        *given: Decorators, such as those of `click.option`.
    """

    def decorate(command: F) -> F:
        for option in reversed(given):
            command = option(command)
        return command

    return decorate


_SIGNED = click.Path(exists=True, dir_okay=False, path_type=Path)
#: Of work on more than one machine.
cluster = together(
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Run parts of the work elsewhere, to the same bits: tcp://HOST:PORT or tls://HOST:PORT of a Dask "
        "scheduler, or local:N for N processes here. Who reaches a scheduler can run code on its workers.",
    ),
    click.option(
        "--cluster-ca", metavar="FILE", type=_SIGNED, help="With tls://: the authority's certificate."
    ),
    click.option("--cluster-cert", metavar="FILE", type=_SIGNED, help="With tls://: our certificate."),
    click.option("--cluster-key", metavar="FILE", type=_SIGNED, help="With tls://: its private key."),
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
        refuse_given("cluster_wait", expected="only with --cluster ADDRESS", example="--cluster local:2")
        return None
    check_installed("--cluster", ("distributed",), otherwise="leave it out")
    from pokerdata.pipeline.cluster.connecting import read_address

    found = read_address(text, ca=cluster_ca, cert=cluster_cert, key=cluster_key)
    if found.is_local:
        check_installed("--cluster", ("cryptography",), otherwise="leave it out")
    return found


targets = click.argument("targets", nargs=-1, metavar="[TARGET]...")


def amount(text: str) -> Decimal:
    """A decimal as it is written; whether it is an amount of money is checked where it is used."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is not a number, e.g. 10 or 0.5") from None


def check_width(out: str | None) -> None:
    """Raise UsageError for a width that is not used: of text, and of pages that fit themselves."""
    if out is None or not out.lower().endswith((".png", ".svg")):
        refuse_given("width", expected="only with a .png or .svg", example="--out picture.png --width 12")


def runner(recipe: str, tables: str | None, **settings: Any) -> Runner:
    """The runner for a recipe and a folder, as the options give them."""
    from pokerdata.pipeline.runner import Runner
    from pokerdata.pipeline.store.opening import tables_folder
    from pokerdata.recipes.reading import load_plan

    return Runner(load_plan(recipe), tables_folder(tables), say=say, **settings)


#: What commands call them, and what `simple_strategy` does.
BUILT_IN = {
    "uniform": "uniform",
    "always-call": "call",
    "always-fold": "fold",
    "always-raise": "raise",
    "random": "random",
}


def called(kind: str, seed: int) -> str:
    """What is said of a built-in strategy."""
    return f"random (seed {seed})" if kind == "random" else kind


def built_in(name: str, kind: str, seed: int) -> tuple[Game, Probabilities]:
    """A game by its name, and a built-in strategy of it."""
    from pokerdata.games import find_game
    from pokerdata.games.strategies import simple_strategy

    build = find_game(name).build
    if build is None:
        raise ValueError(
            f"{name} needs a card abstraction: expected a strategy file, or a game such as leduc"
        )
    game = build()
    return game, simple_strategy(game, BUILT_IN[kind], seed=seed)


def game_of_file(names: Iterable[str], game: str, model: str) -> ValueError:
    """What is wrong with a game beside a strategy that is none of those names, and so a file."""
    return ValueError(
        f"--game: expected with one of {', '.join(names)} alone, as a file knows its game, got {game} and {model}; "
        "e.g. uniform --game leduc"
    )


def model_of(
    model: str, game: str | None, seed: int, tables: str | None
) -> tuple[Game, Strategy | Probabilities, str]:
    """A game, a strategy of it from a file or built in, and what it is called."""
    from pokerdata.games.strategies import load_strategy

    if seed < 0:
        raise ValueError(f"--seed: expected 0 or more, got {seed}; e.g. --seed 7")
    if model in BUILT_IN:
        if game is None:
            raise ValueError(f"--game: expected one with {model}, got none; e.g. --game leduc")
        return *built_in(game, model, seed), called(model, seed)
    if game is not None:
        raise game_of_file(BUILT_IN, game, model)
    saved = load_strategy(model, tables=tables)
    return saved.game(tables), saved, model
