"""Options that several commands share, errors for those that are not used, strategies by name, and what is printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pokerdata._support.extras import check_installed
from pokerdata._support.text import fitted, terminal_width
from pokerdata.cli.group import F, option

if TYPE_CHECKING:
    from pokerdata._support.progress import NotedProgress
    from pokerdata.games import SolvableGame
    from pokerdata.games.strategies import Probabilities, Strategy
    from pokerdata.pipeline.cluster.connecting import Address
    from pokerdata.pipeline.runner import Runner


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


def _option(name: str) -> str:
    command = click.get_current_context().command
    return next((max(one.opts, key=len) for one in command.params if one.name == name), name)


def say(text: str = "") -> None:
    """Print a text, its long lines broken at blanks, and a blank for what a file holds that is not to be printed.

    What programs read is printed by `click.echo`.
    """
    # Parts of names of files that are no text are printed as \\udcff.
    kept = (c if c.isprintable() or c == "\n" or "\ud800" <= c <= "\udfff" else " " for c in text)
    click.echo(fitted("".join(kept), terminal_width()))


def tell(found: Any, as_json: bool) -> None:
    """Print a result: its text, or one JSON object of its `to_dict`."""
    if as_json:
        click.echo(json.dumps(found.to_dict()))
    else:
        say(str(found))


def progress(what: str) -> AbstractContextManager[NotedProgress]:
    """Return a bar on a terminal, else lines on standard error; it is told the progress of some work."""
    from pokerdata._support.progress import shown

    return shown(what, partial(click.echo, err=True))


def check_file(flag: str, path: Path | None, *endings: str) -> None:
    """Raise ValueError or TableError before the work where its file has another ending, or cannot be written."""
    from pokerdata.pipeline.store.writing import check_writable

    if path is None:
        return
    if path.suffix.lower() not in endings:
        wanted = " or ".join(endings)
        raise ValueError(
            f"file: expected a name that ends in {wanted}, got {str(path)!r}; e.g. {flag} new{endings[0]}"
        )
    check_writable(path)


def check_picture(out: str | None) -> None:
    """Raise before the work where a picture cannot be drawn, or has a width that is not used."""
    if out is None or not out.lower().endswith((".png", ".svg")):  # text and pages fit themselves
        refuse_given("width", expected="only with a .png or .svg", example="--out picture.png --width 12")
    if out is not None:
        from pokerdata.reports.pictures.figure import check_path

        check_path(out)


def whole_numbers(flag: str, text: str, example: str) -> list[int]:
    """Return the numbers of an option, which has commas between them; raise ValueError for anything else."""
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"{flag}: expected whole numbers, got {text!r}; e.g. {flag} {example}") from None


def together(*given: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return a decorator that adds several options to a command, which lists them in their order.

    Args:
        *given: Decorators, such as those of `option`.
    """

    def decorate(command: F) -> F:
        for one in reversed(given):
            command = one(command)
        return command

    return decorate


targets = click.argument("targets", nargs=-1, metavar="[TARGET]...")

#: A file to write, and a file to read.
TO_WRITE = click.Path(dir_okay=False, path_type=Path)
TO_READ = click.Path(exists=True, dir_okay=False, path_type=Path)

recipe = option(
    "-f", "--recipe", default="default", metavar="RECIPE", help="Recipe: a path, or a packaged one's name."
)
written = option("--tables", metavar="DIR", help="Folder of the tables [$POKERDATA_TABLES, else ./tables].")
tables = option(
    "--tables",
    metavar="DIR",
    help="Folder of the tables [$POKERDATA_TABLES, else ./tables, the checkout's, the user's].",
)
threads = option(
    "-j",
    "--threads",
    type=int,
    default=0,
    help="Threads [0: one per processor]; no result changes.",
)
seed = option("--seed", type=int, default=0, help="Seed of random numbers; it fixes the result [0].")
json_ = option("--json", "as_json", is_flag=True, help="Print one JSON object.")
yes = option("-y", "--yes", is_flag=True, help="Do not ask.")
game = option("--game", metavar="GAME", help="Name or file of the game [the strategy's].")
trust = option("--trust", is_flag=True, help="Trust bots and programs: run them, let them listen.")
changes = option(
    "--set",
    "changes",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change a rule, e.g. bets=2,4 or menu=1/2,pot; repeatable.",
)

iterations = option("--iterations", type=int, help="Stop after N iterations at the latest.")
seconds = option("--seconds", type=float, metavar="S", help="Stop after S seconds at the latest.")
every = option(
    "--every", explained="solve", type=int, help="Evaluate every N iterations [eight times a decade]."
)
dtype = option("--dtype", default="float64", show_default=True, help="float32 or float64.")
#: Of spots: what is asked of them is far above the rounding of float32.
spot_dtype = option(
    "--dtype", default="float32", show_default=True, help="float32, float64, or int16: half the memory."
)
algorithm = option(
    "--algorithm", help="cfr, cfr+, lcfr, dcfr or pcfr+ [dcfr; in no-limit games 'dcfr(beta=0.5)']."
)
spot_algorithm = option(
    "--algorithm", help="cfr, cfr+, lcfr or dcfr, e.g. 'dcfr(beta=0.5)' ['dcfr(beta=0.25, gamma=4)']."
)

clocks = together(
    option(
        "--response-ms",
        explained="dealer",
        type=int,
        default=600_000,
        show_default=True,
        metavar="MS",
        help="Time limit for one action.",
    ),
    option(
        "--hand-ms",
        explained="dealer",
        type=int,
        default=600_000,
        show_default=True,
        metavar="MS",
        help="Time limit for all actions of a player in a hand.",
    ),
    option(
        "--per-hand-ms",
        explained="dealer",
        type=int,
        default=7_000,
        show_default=True,
        metavar="MS",
        help="Time limit of a player per hand, on average over all hands.",
    ),
)

#: Of estimates with less luck.
luck = together(
    option(
        "--values-from",
        "values",
        was="--values",
        explained="judge",
        metavar="FROM",
        help="Estimate values from hands (played by the players), strategy (exact) or strength (EHS) [hands].",
    ),
    option(
        "--fit",
        "fit_hands",
        explained="judge",
        type=int,
        help="With --values-from hands: N hands per seating [1000000].",
    ),
    option(
        "--divat",
        "baseline",
        explained="judge",
        type=TO_READ,
        help="TOML file of divat's baseline [thresholds from memory, not verified].",
    ),
)


def _checked(_: click.Context, __: click.Parameter, value: str) -> str:
    from pokerdata.players.agents.agent import check_translation

    return check_translation(value)


translation = option(
    "--translation",
    default="pseudo-harmonic",
    show_default=True,
    metavar="RULE",
    callback=_checked,  # also where both agents are baselines, which translate nothing
    help="Rule for bets that a strategy lacks: pseudo-harmonic[-split], soft, hard, nearest.",
)


def _waiting(_: object, __: object, seconds: float) -> float:
    if not 1 <= seconds <= 86_400:  # as of NaN
        raise click.BadParameter(f"expected 1 to 86400 seconds, got {seconds:g}; e.g. 600")
    return seconds


#: Of work on more than one machine.
cluster = together(
    option(
        "--cluster",
        explained="make",
        metavar="ADDRESS",
        help="Run parts of the work elsewhere, to the same bits: tcp://HOST:PORT or tls://HOST:PORT of a Dask "
        "scheduler, or local:N for N processes here. Who reaches a scheduler can run code on its workers.",
    ),
    option("--cluster-ca", explained="make", type=TO_READ, help="With tls://: the authority's certificate."),
    option("--cluster-cert", explained="make", type=TO_READ, help="With tls://: our certificate."),
    option("--cluster-key", explained="make", type=TO_READ, help="With tls://: its private key."),
    option(
        "--cluster-wait",
        explained="make",
        metavar="S",
        type=float,
        callback=_waiting,
        default=30.0,
        show_default=True,
        help="Wait 1 to 86400 seconds for the scheduler and for a worker.",
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


def amount(text: str) -> Decimal:
    """A decimal as it is written; whether it is an amount of money is checked where it is used."""
    try:
        return Decimal(text)
    except InvalidOperation:
        raise click.BadParameter(f"{text!r} is not a number, e.g. 10 or 0.5") from None


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
    "dirichlet": "random",
}
#: The one of them that is random.
DRAWN = "dirichlet"


def no_player(_: click.Context, __: click.Parameter, name: str | None) -> str | None:
    """Return the name of a strategy; raise UsageError for the old name of one."""
    if name == "random":
        raise click.UsageError(
            f"random is a player of matches; as a strategy it is now {DRAWN}, whose probabilities are random; uniform takes "
            "each action as often"
        )
    return name


def called(kind: str, seed: int) -> str:
    """What is said of a built-in strategy."""
    return f"{kind} (seed {seed})" if kind == DRAWN else kind


def built_in(name: str, kind: str, seed: int) -> tuple[SolvableGame, Probabilities]:
    """A game by its name, and a built-in strategy of it."""
    from pokerdata.games import load_game
    from pokerdata.games.strategies import simple_strategy

    build = load_game(name).build
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
) -> tuple[SolvableGame, Strategy | Probabilities, str]:
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
