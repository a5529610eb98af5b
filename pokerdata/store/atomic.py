"""Files that are seen whole or not at all: temporary file in the same folder, flush, fsync, rename."""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from zlib import crc32

from pokerdata.errors import CapacityError, TableError

MARK = ".tmp"
PROBE = "probe"

_MACHINE = f"{crc32(platform.node().encode()):08x}"
_QUIET = 3600.0  # seconds

#: Errors of a lock that another process has; the latter on NFS.
HELD = (errno.EAGAIN, errno.EACCES)

_COUNT = itertools.count()


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, which takes the name `path` when the block ends well.

    The folder is made if it is not there. When the block fails, the temporary file is removed and `path` is
    left as it was. What killed processes left behind when they wrote `path` is removed first.

    Args:
        path: Of the file.

    Raises:
        TableError: Where the folder cannot be written.
        CapacityError: Where the disk is full.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in leftovers(path):
            remove_unless_held(left)
        temporary, held = made(path)
        try:
            yield temporary
            _sync(temporary)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        finally:
            os.close(held)
        _sync(path.parent)
    except OSError as error:
        if not _concerns(error, path):
            raise
        raise _explained(error, path) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a small file atomically."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def leftovers(path: Path) -> list[Path]:
    """Temporary files of processes that write `path`, or were killed when they did."""
    return sorted(path.parent.glob(f".{escape(path.stem)}.*{MARK}{escape(path.suffix)}"))


def check_writable(folder: Path) -> None:
    """Make a folder and write an empty file into it, which is removed.

    Args:
        folder: The folder.

    Raises:
        TableError: Where that cannot be done.
        CapacityError: Where the disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for left in leftovers(folder / PROBE):
            remove_unless_held(left)
        probe, held = made(folder / PROBE)
        os.close(held)
        probe.unlink(missing_ok=True)
    except OSError as error:
        raise _explained(error, folder) from error


def made(path: Path) -> tuple[Path, int]:
    """A new temporary file for `path`, and a descriptor that holds it: its lock ends with the process, however that does."""
    while True:
        # Some writers look at the suffix. Processes in two containers may have one number.
        name = f".{path.stem}.{_MACHINE}-{os.getpid()}-{next(_COUNT)}{MARK}{path.suffix}"
        temporary = path.with_name(name)
        try:
            held = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        except FileExistsError:
            continue
        try:
            with suppress(
                OSError
            ):  # not all file systems have locks: then leftovers stay until `pokerdata clean`
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(held).st_nlink > 0:  # else it was taken for a leftover before it was locked
                return temporary, held
        except BaseException:
            temporary.unlink(missing_ok=True)
            os.close(held)
            raise
        os.close(held)


def remove_unless_held(temporary: Path) -> None:
    """Remove a temporary file whose process has ended.

    Locks of some file systems, such as SSHFS, hold on one machine alone, and others have none: there what may still be
    written stays until an hour after it was written last, by the clock of the file system.
    """
    with suppress(OSError):
        quiet = temporary.parent.stat().st_mtime - temporary.stat().st_mtime > _QUIET
        if not quiet and f".{_MACHINE}-" not in temporary.name:
            return
        try:
            descriptor = os.open(temporary, os.O_RDWR | os.O_CLOEXEC)  # NFS locks only what may be written
        except PermissionError:  # another user's, in a folder of several
            descriptor = os.open(temporary, os.O_RDONLY | os.O_CLOEXEC)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno in HELD or not quiet:
                    return
            temporary.unlink(missing_ok=True)
        finally:
            os.close(descriptor)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _concerns(error: OSError, path: Path) -> bool:
    """Whether an error is of writing this file, not of another one that is read for it."""
    if not isinstance(error.filename, str | os.PathLike):
        return True  # HDF5 and `write` name none
    name = Path(error.filename)
    return name in (path, *path.parents) or (name.parent == path.parent and MARK in name.name)


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
