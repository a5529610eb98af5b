"""The state that `pokerdata solve` keeps beside its result, to go on from."""

from __future__ import annotations

from pathlib import Path

import click


def state_file(out: Path | None, resume: bool, fresh: bool) -> Path | None:
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


def what_is_kept(state: Path | None, kept: bool) -> str:
    if state is None:
        return "interrupted; without --out nothing is kept"
    if not kept:
        return "interrupted before the end of the first iteration; nothing is kept"
    return f"interrupted; the state is kept in {state}, and the same command with --resume goes on from there"


class Interrupted(click.ClickException):
    exit_code = 130  # as shells report a program that Ctrl-C ended
