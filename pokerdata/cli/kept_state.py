"""The state that `pokerdata solve` keeps beside its result, to go on from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pokerdata.cli.say import say

if TYPE_CHECKING:
    from pokerdata.cli.convergence import Convergence
    from pokerdata.solving.run_state import ResumableState


class Interrupted(click.ClickException):
    exit_code = 130  # as shells report a program that Ctrl-C ended


class KeptState:
    """The state of one run: kept where `--out` is given, now and then and when the run stops.

    Args:
        out: Where the result goes, or None.
        resume: Whether to go on from the state beside it.
        fresh: Whether to replace such a state.
        no_state: Whether to leave none at the end.

    Raises:
        ValueError: Before the work, for what would otherwise be said after it.
    """

    def __init__(self, out: Path | None, *, resume: bool, fresh: bool, no_state: bool) -> None:
        self.path = _state_file(out, resume, fresh)
        self._out, self._resume, self._no_state = out, resume, no_state
        self._kept = resume

    @contextmanager
    def run(self, shown: Convergence) -> Iterator[dict[str, Any]]:
        """The arguments by which a solver keeps its state and goes on; then says what is kept and written.

        Args:
            shown: What the run shows.

        Raises:
            Interrupted: At Ctrl-C.
        """
        if self._resume:
            say(f"going on from {self.path}")
        try:
            yield {
                "checkpoint": None if self.path is None else self._keep,
                "resume": self.path if self._resume else None,
            }
        except KeyboardInterrupt:
            shown.clear()
            raise Interrupted(self._at_interruption()) from None
        self._end()

    def _keep(self, stopped: ResumableState) -> None:
        assert self.path is not None
        stopped.save(self.path)
        self._kept = True

    def _at_interruption(self) -> str:
        if self.path is None:
            return "interrupted; without --out nothing is kept"
        if not self._kept:
            return "interrupted before the end of the first iteration; nothing is kept"
        return f"interrupted; the state is kept in {self.path}, and the same command with --resume goes on from there"

    def _end(self) -> None:
        if self._out is None or self.path is None:
            return
        if self._no_state:
            self.path.unlink(missing_ok=True)
        say(f"\nwritten: {self._out}" + ("" if self._no_state else f", and {self.path} for --resume"))


def _state_file(out: Path | None, resume: bool, fresh: bool) -> Path | None:
    """The file of the run's state. Raises before the work what would otherwise be said after it."""
    from pokerdata.store.atomic import check_writable
    from pokerdata.store.schema import check_name

    if resume and fresh:
        raise ValueError("--resume and --fresh: expected one of them, got both")
    if out is None:
        if resume or fresh:
            raise ValueError(
                "--resume and --fresh: expected the file of the run as well; e.g. --out leduc.h5"
            )
        return None
    if out.suffix != ".h5":
        raise ValueError(f"file: expected a name that ends in .h5, got {str(out)!r}; e.g. --out leduc.h5")
    check_name(out.stem, "--out, without .h5")
    check_writable(out.parent)
    state = out.with_name(out.name + ".state")
    if resume and not state.exists():
        raise ValueError(f"there is no {state} to resume from: expected the same command without --resume")
    if state.exists() and not (resume or fresh):
        raise ValueError(
            f"{state} holds the state of a run: expected --resume to go on from it, or --fresh to start anew and "
            "replace it"
        )
    return state
