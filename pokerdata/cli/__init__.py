"""The command line. Each command lives in a file of its group and is imported when it is called."""

from __future__ import annotations

import os
import sys
import threading
import traceback
import warnings
from collections.abc import Sequence

import click

from pokerdata import __version__
from pokerdata.cli.lazy import LazyGroup
from pokerdata.errors import CapacityError, TableError

COMMANDS = {
    "make": "pokerdata.cli.make:make",
    "list": "pokerdata.cli.recipe:list_",
    "graph": "pokerdata.cli.recipe:graph",
    "estimate": "pokerdata.cli.recipe:estimate",
    "clean": "pokerdata.cli.clean:clean",
    "verify": "pokerdata.cli.verify:verify",
    "info": "pokerdata.cli.info:info",
    "eval": "pokerdata.cli.eval:eval_",
    "equity": "pokerdata.cli.equity:equity",
    "metrics": "pokerdata.cli.metrics:metrics",
    "income": "pokerdata.cli.income:income",
    "plot": "pokerdata.cli.plot:plot",
    "games": "pokerdata.cli.games:games",
    "solve": "pokerdata.cli.solve:solve",
    "exploitability": "pokerdata.cli.exploitability:exploitability",
    "browse": "pokerdata.cli.browse:browse",
    "compare": "pokerdata.cli.compare:compare",
    "match": "pokerdata.cli.match:match",
    "lbr": "pokerdata.cli.lbr:lbr",
    "export": "pokerdata.cli.export:export",
}

_KEEPING = {"make"}  # commands that go on where they were interrupted
_INTERRUPTED = 130  # as shells report a program that Ctrl-C ended


@click.group(
    cls=LazyGroup,
    commands=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="pokerdata")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.pass_context
def cli(context: click.Context, debug: bool) -> None:
    """From a deck of cards to exact tables, and from the tables to solved games."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code: 0, 1 (it failed), 2 (bad arguments) or 130 (Ctrl-C)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    try:
        with warnings.catch_warnings():
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
        return _aborted(error, debug, keeps=not _KEEPING.isdisjoint(given))
    except ValueError as error:
        return _failed(str(error), error, debug, 2)
    except (TableError, CapacityError, OSError, ModuleNotFoundError) as error:
        return _failed(str(error), error, debug, 1)
    except Exception as error:  # a fault of pokerdata itself
        return _failed(f"{type(error).__name__}: {error}; --debug shows where", error, debug, 1)


def _warned(message: Warning | str, *_: object, **__: object) -> None:
    print(f"warning: {message}", file=sys.stderr)


def _failed(message: str, error: BaseException, debug: bool, code: int) -> int:
    if debug:
        traceback.print_exception(error)
    notes = "".join(f" ({note})" for note in getattr(error, "__notes__", []))
    print("error: " + " ".join(message.split()) + notes, file=sys.stderr)
    return code


def _aborted(error: click.Abort, debug: bool, keeps: bool) -> int:
    if not isinstance(error.__cause__, KeyboardInterrupt):
        return _failed("stopped without an answer: nothing was done", error, debug, 1)
    notes = "".join(f" {note}" for note in getattr(error.__cause__, "__notes__", []))
    kept = "what is finished is kept, the same command goes on from there" if keeps else "nothing is kept"
    _failed(f"interrupted{notes}; {kept}", error, debug, 1)
    if threading.active_count() > 1:  # shards that do not report progress would keep the interpreter waiting
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(_INTERRUPTED)
    return _INTERRUPTED
