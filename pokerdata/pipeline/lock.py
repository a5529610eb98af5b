"""One ``make`` at a time in a folder of tables."""

from __future__ import annotations

import fcntl
import os
import platform
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.store.atomic import HELD


@contextmanager
def locked(tables: Path) -> Iterator[None]:
    """Hold the lock of the folder `tables`.

    The lock belongs to the open file, so it vanishes with the process, however that ends.

    Where the file system has no locks, there is a warning instead, as where the file names another machine: locks of
    some, such as SSHFS, hold on one machine alone.

    Raises:
        TableError: Where another process has it, naming the process and its machine, or its file cannot be written.
    """
    path = tables.absolute() / ".lock"
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise TableError(
            f"cannot hold {path}: {error.strerror}; expected a file that you may write, or none, in a folder that you may "
            "write; another folder is named with --tables DIR"
        ) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = _named(descriptor)
            if error.errno in HELD:
                raise TableError(
                    f"another `pokerdata` (process {holder or 'unknown'}) is at work in {tables.absolute()}: "
                    "wait until it ends, or choose another folder with --tables DIR"
                ) from None
            warnings.warn(
                f"{path} cannot be locked ({error.strerror}): take care that no other `pokerdata make` is at work there",
                stacklevel=3,
            )
        else:
            holder = _named(descriptor)
            if holder and not holder.endswith(f" on {platform.node()}"):
                warnings.warn(
                    f"{path} names process {holder}, which was killed or is still at work: make sure that it has ended",
                    stacklevel=3,
                )
        own = f"{os.getpid()} on {platform.node()}"
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{own}\n".encode(), 0)
        try:
            yield
        finally:
            with suppress(OSError):  # of a share that is gone
                if _named(descriptor) == own:
                    os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _named(descriptor: int) -> str:
    return os.pread(descriptor, 256, 0).decode(errors="replace").strip()
