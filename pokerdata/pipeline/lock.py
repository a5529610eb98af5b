"""One ``make`` at a time in a folder of tables."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerdata.errors import TableError


@contextmanager
def locked(tables: Path) -> Iterator[None]:
    """Hold the lock of the folder `tables`.

    The lock belongs to the open file, so it vanishes with the process, however that ends.

    Raises:
        TableError: Where another process has it, naming the process.
    """
    descriptor = os.open(tables / ".lock", os.O_RDWR | os.O_CREAT, 0o666)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
            raise TableError(
                f"another `pokerdata` (process {holder}) is at work in {tables.absolute()}: "
                "wait until it ends, or choose another folder with --tables DIR"
            ) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
