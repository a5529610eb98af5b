"""The command line. Each command lives in a file of its group; what it works with is imported when it is called."""

from __future__ import annotations

import io
import os
import re
import signal
import sys
import threading
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn

import click

from pokerdata._support.text import fitted, shortened, terminal_width
from pokerdata._support.version import VERSION
from pokerdata.cli.group import LazyGroup
from pokerdata.cli.runs import cut_files_told, hinted
from pokerdata.errors import MORE_MEMORY, PokerdataError

_TOKEN = re.compile(r"""([:\s'"])token=['"]?[^\s'"$][^\s'"]*""")
_INTERRUPTED = 130  # as shells report a program that Ctrl-C ended


#: The commands as module:function, and those of a group. Help lists them in this order.
COMMANDS = {
    "tables": (
        "tables:make",
        "tables:list_",
        "tables:graph",
        "tables:estimate",
        "tables:clean",
        "tables:verify",
        "tables:info",
        "tables:signature",
    ),
    "cards": (
        "cards:eval_",
        "cards:range_",
        "cards:equity",
        "cards:metrics",
        "cards:income",
        "plot:plot",
        "cards:jam_fold",
    ),
    "games": (
        "games:games",
        "solve:solve",
        "exploitability:exploitability",
        "browse:browse",
        "browse:export",
        "compare:compare",
        "learn:learn",
        "learn:score",
        "respond:respond",
        "respond:trade_off",
        "cfr_br:cfr_br",
        "respond:resolve",
    ),
    "spots": ("spot:spot show|solve|browse|compare|flops|menus|export",),
    "hands": ("statistics:statistics", "statistics:judge"),
    "play": ("match:match", "series:series", "series:lbr", "play:play", "dealer:dealer", "dealer:connect"),
    "studies": ("study:study",),
}


def _list_commands(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return
    wide = max(map(len, cli.list_commands(context)))
    for name in cli.list_commands(context):
        click.echo(f"{name:<{wide}}  {cli.summary(context, name)}")
    context.exit()


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="pokerdata")
@click.option(
    "--commands",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_commands,
    help="List all commands, a line each, and exit.",
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(context: click.Context, debug: bool) -> None:
    """Make poker tables, solve games and spots, and play matches.

    `pokerdata COMMAND --help` explains a command, e.g. `pokerdata solve --help`.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


cli.sections = COMMANDS
cli.renamed = {"flops": "spot flops", "menus": "spot menus", "compare-strategies": "spot compare"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 (it failed), 2 (invalid arguments) or 130 (Ctrl-C, SIGTERM).

    It never ends the process: see `run`.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    try:
        with _terminated_as_interrupted(), cut_files_told(), warnings.catch_warnings():
            warnings.showwarning = _warned
            result = cli.main(
                [a for a in given if a != "--debug"], prog_name="pokerdata", standalone_mode=False
            )
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except BrokenPipeError:  # as in `pokerdata list | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except click.ClickException as error:
        return _failed(error.format_message(), error, debug, error.exit_code)
    except click.Abort as error:
        return _aborted(error, debug, keeps="make" in given)
    except ValueError as error:
        return _failed(hinted(error), error, debug, 2)
    except (PokerdataError, ModuleNotFoundError) as error:
        return _failed(hinted(error), error, debug, 1)
    except OSError as error:
        return _failed(_of_system(error), error, debug, 1)
    except MemoryError as error:
        return _failed(MORE_MEMORY, error, debug, 1)
    except Exception as error:  # a fault of pokerdata itself
        return _failed(f"{type(error).__name__}: {error}; --debug shows where", error, debug, 1)


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line as the whole of a process, which ends with its exit code: for programs that do nothing else.

    After an interrupt the process does not wait for threads that are still at work, nor for what `atexit` would do.
    """
    if isinstance(
        sys.stdout, io.TextIOWrapper
    ):  # names of files may be no text, and a terminal may know ASCII alone
        sys.stdout.reconfigure(errors="backslashreplace")
    code = main(arguments)
    if code == _INTERRUPTED and threading.active_count() > 1:
        # shards that do not report progress would keep the interpreter waiting
        with suppress(OSError, ValueError):  # nobody reads what is said any more
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """SIGTERM, by which schedulers and service managers stop a program, does what Ctrl-C does: what is finished is kept."""
    main_thread = threading.current_thread() is threading.main_thread()
    if not main_thread or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _warned(message: Warning | str, *_: object, **__: object) -> None:
    print(f"warning: {_shown(str(message))}", file=sys.stderr)


def _shown(text: str) -> str:
    """A message without what a terminal could take for a command, and without tokens: it shows what others wrote."""
    plain = "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)
    return _TOKEN.sub(r"\1token=...", plain)


def _of_system(error: OSError) -> str:
    """What the system refused, without its number."""
    if error.filename is None or error.strerror is None:
        return error.strerror or str(error)
    return f"{shortened(str(error.filename), 200)}: {error.strerror}"


def _failed(message: str, error: BaseException, debug: bool, code: int) -> int:
    if debug:
        traceback.print_exception(error)
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", []))
    line = "error: " + _shown(" ".join(message.split()) + notes)
    # broken at blanks for people; in one line for logs and programs
    print(fitted(line, terminal_width()) if sys.stderr.isatty() else line, file=sys.stderr)
    return code


def _aborted(error: click.Abort, debug: bool, keeps: bool) -> int:
    if not isinstance(error.__cause__, KeyboardInterrupt):
        return _failed("stopped without an answer: nothing was done", error, debug, 1)
    notes = "".join(f" {note}" for note in getattr(error.__cause__, "__notes__", []))
    kept = "what is finished is kept, the same command goes on from there" if keeps else "nothing is kept"
    return _failed(f"interrupted{notes}; {kept}", error, debug, _INTERRUPTED)
