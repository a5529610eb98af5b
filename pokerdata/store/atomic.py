"""Files that are seen whole or not at all: temporary file in the same folder, flush, fsync, rename."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerdata.errors import CapacityError, TableError

MARK = ".tmp"
PROBE = "probe"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, which takes the name `path` when the block ends well.

    The folder is made if it is not there. When the block fails, the temporary file is removed and `path` is
    left as it was. Raises ``TableError`` where the folder cannot be written and ``CapacityError`` where the
    disk is full.
    """
    temporary = path.with_name(
        f".{path.stem}.{os.getpid()}{MARK}{path.suffix}"
    )  # some writers look at the suffix
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.open("wb").close()
        try:
            yield temporary
            _sync(temporary)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        _sync(path.parent)
    except OSError as error:
        raise _explained(error, path) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a small file atomically."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def leftovers(path: Path) -> list[Path]:
    """Temporary files that killed processes left behind when they were writing `path`."""
    return sorted(path.parent.glob(f".{path.stem}.*{MARK}{path.suffix}"))


def check_writable(folder: Path) -> None:
    """Make `folder` and write an empty file into it, or raise ``TableError``."""
    probe = folder / f".{PROBE}.{os.getpid()}{MARK}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.open("wb").close()
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise _explained(error, folder) from error


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _explained(error: OSError, path: Path) -> Exception:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return CapacityError(
            f"the disk is full: could not write {path}. Free some space, then run the same again"
        )
    reason = error.strerror or str(error)
    return TableError(
        f"cannot write {path}: {reason}. Choose a folder that can be written, "
        "with --tables DIR or $POKERDATA_TABLES"
    )
