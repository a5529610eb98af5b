"""What commands that run long share: the live line, saved states, the cluster, files that are cut."""

from __future__ import annotations

import math
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from pokerdata._support.text import seconds_text
from pokerdata.cli.group import option
from pokerdata.cli.options import say
from pokerdata.errors import MissingTableError, UnknownTargetError

if TYPE_CHECKING:
    from pokerdata._support.progress import Progress
    from pokerdata.pipeline.cluster.connecting import Address
    from pokerdata.pipeline.store.sharded import Job, Keep, Shard, Spread
    from pokerdata.solving.solved import Row


_LEFT = "\r\x1b[K"  # back to the left edge, and the rest of the line cleared


class LiveLine:
    """Goes to standard error, if that is a terminal. seconds: after which the run stops at the latest."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = math.inf if seconds is None else seconds
        self.shown = sys.stderr.isatty()
        self.begin()

    def begin(self) -> None:
        """Forget the run before."""
        self.started = time.monotonic()
        self.first: tuple[int, float] | None = None  # iterations done when first told, and when that was

    def show(self, done: int, expected: int, *words: str, before: str = "", unit: str = "iteration") -> None:
        """Say how many iterations or other units are done, of how many if that is known, and what else there is to say."""
        if not self.shown:
            return
        said = [
            f"{before}{unit} {done:,}" + (f" of about {expected:,}" if expected > done else ""),
            *words,
        ]
        left = self._seconds_left(done, expected)
        if not math.isinf(left):
            said.append(f"about {seconds_text(left)} left")
        text = ", ".join(said)[: shutil.get_terminal_size().columns - 1]
        click.echo(_LEFT + text, nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            click.echo(_LEFT, nl=False, err=True)

    def _seconds_left(self, done: int, expected: int) -> float:
        """By the speed so far, evaluations included, or until time is up; infinite where nothing tells."""
        now = time.monotonic()
        left = max(0.0, self.seconds - (now - self.started))
        if self.first is None:
            self.first = (done, now)
        begun, when = self.first
        if expected > done > begun:
            left = min(left, (now - when) * (expected - done) / (done - begun))
        return left


class Convergence:
    """Rows go to standard output; the live line to standard error, if that is a terminal.

    Args:
        unit: What exploitabilities are told in.
        told: The exploitability of an evaluation in that unit.
        seconds: Seconds that the run may take, or None.
        heading: Of the column; "exploitability" in that unit by default.
    """

    def __init__(
        self, unit: str, told: Callable[[Any], float], seconds: float | None, heading: str | None = None
    ) -> None:
        self.unit, self.told = unit, told
        self._heading = heading or f"exploitability ({unit})"
        self.line = LiveLine(seconds)
        self.last: Row[Any] | None = None

    def evaluated(self, row: Row[Any]) -> None:
        """Told each row of the log by the run."""
        from pokerdata._support.estimates import fixed

        self.clear()
        if self.last is None:
            click.echo(f"{'iteration':>10}  {'seconds':>9}  {self._heading:>21}")
        found = fixed(self.told(row.values), 6).rjust(max(21, len(self._heading)))
        click.echo(f"{row.iteration:>10,}  {row.seconds:>9.3f}  {found}")
        self.last = row

    def progress(self, done: int, expected: int) -> None:
        """Told about twice a second by the run."""
        words = []
        if self.last is not None:
            words = [f"{self.told(self.last.values):.4g} {self.unit} at {self.last.iteration:,}"]
        self.line.show(done, expected, *words)

    def clear(self) -> None:
        """Take the live line away."""
        self.line.clear()


_OPTIONS = {
    "resume": "Continue from the state beside --out.",
    "fresh": "Start from the beginning, and replace the state.",
    "keep_state": "Keep the state though the target is reached.",
    "no_state": "Leave no state at the end.",
}


def state_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what becomes of the state; `KeptState` takes them by these names."""
    for name, text in reversed(_OPTIONS.items()):
        command = option(_option(name), explained="solve", is_flag=True, help=text)(command)
    return command


def taken_options(how: dict[str, Any]) -> dict[str, bool]:
    """Take the options of `state_options` from the arguments of a command."""
    return {name: how.pop(name) for name in _OPTIONS}


class Interrupted(click.ClickException):
    """Ctrl-C, after the state of the run was saved."""

    exit_code = 130  # as shells report a program that Ctrl-C ended


class KeptState:
    """The state of one run: kept where `--out` is given, now and then and when the run stops before its target.

    Args:
        out: File of the result, or None.
        resume: Whether to go on from the state beside it.
        fresh: Whether to replace such a state.
        keep_state: Whether to keep it at the end though the target was reached.
        no_state: Whether to leave none at the end.

    Attributes:
        path: The file of the state, or None.
        stopped: What ended the run, such as 'target' or 'iterations'; to be set once that is known.

    Raises:
        ValueError: Before the work, for what would otherwise fail after it.
    """

    def __init__(
        self,
        out: Path | None,
        *,
        resume: bool = False,
        fresh: bool = False,
        keep_state: bool = False,
        no_state: bool = False,
    ) -> None:
        from pokerdata.solving.solved import StateFile

        given = {"resume": resume, "fresh": fresh, "keep_state": keep_state, "no_state": no_state}
        for one, other in (("resume", "fresh"), ("keep_state", "no_state")):
            if given[one] and given[other]:
                raise ValueError(f"{_option(one)} and {_option(other)}: expected one of them, got both")
        if out is None:
            for name, is_given in given.items():
                if is_given:
                    raise ValueError(
                        f"{_option(name)}: expected the file of the run as well; e.g. --out leduc.h5"
                    )
        self._file = None if out is None else StateFile(out, resume=resume, fresh=fresh, command=True)
        self.path = None if self._file is None else self._file.path
        self.stopped: str | None = None
        self._out, self._resume, self._keep_state, self._no_state = out, resume, keep_state, no_state

    @contextmanager
    def run(self, shown: Convergence) -> Iterator[dict[str, Any]]:
        """The options by which a solver keeps its state and goes on; then says what is kept and written.

        Args:
            shown: What the run shows.

        Raises:
            Interrupted: At Ctrl-C.
        """
        if self._resume:
            say(f"going on from {self.path}")
        try:
            yield {} if self._file is None else self._file.options()
        except KeyboardInterrupt:
            shown.clear()
            raise Interrupted(self._at_interruption()) from None
        self._end()

    def _at_interruption(self) -> str:
        if self._file is None:
            return "interrupted; without --out nothing is kept"
        if not self._file.is_kept:
            return "interrupted before the end of the first iteration; nothing is kept"
        return f"interrupted; the state is kept in {self.path}, and the same command with --resume goes on from there"

    def _end(self) -> None:
        if self._file is None:
            return
        gone = self._no_state or (self.stopped == "target" and not self._keep_state)
        if gone:
            self._file.remove()
        say(f"\nwritten: {self._out}" + ("" if gone else f", and {self.path} for --resume"))


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@contextmanager
def spread(
    address: Address,
    wait: float,
    name: str,
    keep: Keep | None,
    files: Sequence[Path] = (),
    *,
    memory: int,
    threads: int,
) -> Iterator[Spread]:
    """A `Keep` whose shards the workers run.

    Args:
        address: Where they are.
        wait: Seconds to wait for them.
        name: Of the work, for the line that tells what it cost.
        keep: Where finished shards are kept; None for nowhere.
        files: The tables that shards read.
        memory: Bytes that each worker takes, of which those on this machine are checked to have room.
        threads: What workers that are started here share; 0 is one for each processor.

    Raises:
        ValueError: For two files of one name.
        CapacityError: If memory would not suffice for the workers on this machine.
        ClusterError: If there are none, or they are of another build.
    """
    from pokerdata.pipeline.cluster.connecting import connected
    from pokerdata.pipeline.cluster.runner import ClusterRunner
    from pokerdata.pipeline.elsewhere import Surroundings
    from pokerdata.pipeline.store.digest import file_digest
    from pokerdata.pipeline.store.sharded import Spread

    if address.is_local:
        _check_memory(address.workers, memory)
    with (
        TemporaryDirectory(prefix="pokerdata-") as links,
        connected(address, wait=wait, threads=threads) as client,
    ):
        named = _named(files)
        folder = _folder(named, Path(links))
        digests = {stem: file_digest(path) for stem, path in named.items()}
        around = Surroundings(folder / f"{name}.h5", {}, {stem: {} for stem in named}, digests, trust=False)
        runner = ClusterRunner(client, wait=wait, say=lambda text: click.echo(text, err=True))

        def run(job: Job[Any], shards: Sequence[Shard], progress: Progress | None) -> Any:
            return runner.run(job, shards, around, progress)

        yield Spread(keep, run)


def _named(files: Sequence[Path]) -> dict[str, Path]:
    named: dict[str, Path] = {}
    for path in files:
        other = named.setdefault(path.stem, path)
        if not other.samefile(path):
            raise ValueError(
                f"--cluster: expected files of different names, got {other} and {path}; e.g. copy one to other.h5"
            )
    return named


def _folder(named: Mapping[str, Path], links: Path) -> Path:
    """Where all of them are as NAME.h5: the folder that they share, which workers may see too, or one of links to them."""
    folders = {path.absolute().parent for path in named.values()}
    if len(folders) == 1 and all(path.suffix == ".h5" for path in named.values()):
        return folders.pop()
    for stem, path in named.items():
        (links / f"{stem}.h5").symlink_to(path.absolute())
    return links


def _check_memory(workers: int, memory: int) -> None:
    from pokerdata._support.resources import available_memory
    from pokerdata._support.text import bytes_text
    from pokerdata.errors import CapacityError

    need, free = (workers + 1) * memory, available_memory()
    if need > free:
        raise CapacityError(
            f"not enough memory for {workers} workers and this process: they need {bytes_text(need)}, "
            f"{bytes_text(free)} are free; expected fewer workers; e.g. local:1"
        )


@contextmanager
def cut_files_told() -> Iterator[None]:
    """While this lasts; where a program has a handler of SIGBUS of its own, such as Python's faulthandler, that stays."""
    from pokerdata._core.support import tell_of_cut_files

    told = tell_of_cut_files(True)
    try:
        yield
    finally:
        if told:
            tell_of_cut_files(False)


def hinted(error: Exception) -> str:
    """Return the error's text, with what recipes know of a table or target that is not there."""
    if not isinstance(error, MissingTableError | UnknownTargetError):
        return str(error)
    from pokerdata.recipes.hints import with_hint

    return str(with_hint(error))
