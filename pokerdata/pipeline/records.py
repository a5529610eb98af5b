"""The pipeline's memory, a small JSON file for each stage, and the lock of a folder of tables."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import platform
import re
import stat
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from pokerdata._support.text import text_of
from pokerdata.errors import TableError
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.pipeline.store.sharded import SHARDS
from pokerdata.pipeline.store.writing import HELD, explained, refuse_link, write_bytes

Digests = Mapping[str, str]
"""Dataset -> data digest."""


@dataclass(frozen=True)
class FileState:
    """What must be unchanged for a file to count as unread since; nanoseconds for the times."""

    size: int
    mtime: int
    ctime: int
    inode: int

    @staticmethod
    def of(path: Path) -> FileState:
        status = path.stat()
        return FileState(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


@dataclass(frozen=True)
class Record:
    """How a result was made (``parameters``, ``revision``, ``kernels``, ``parents``), what it is, and what it cost.

    Attributes:
        stage: Its name.
        parameters: Those of the stage.
        parents: Each parent, and the ``sha256`` it had.
        digests: Each dataset, and its data digest; a picture has the one entry ``file``.
        sha256: Of the file, attributes and all.
        file: What must be unchanged for it to count as the same.
        seconds: That making it took.
        peak_memory: Of the process, in bytes.
        threads: How many it was made with.
        made: When it was made.
        version: Of pokerdata.
        revision: Of the stage, 0 in a record of a version that had none.
        kernels: The fingerprint of each C++ folder.
    """

    stage: str
    parameters: dict[str, Any]
    parents: dict[str, str]
    digests: dict[str, str]
    sha256: str
    file: FileState
    seconds: float
    peak_memory: int
    threads: int
    made: str
    version: str
    revision: int = 0
    kernels: dict[str, str] = field(default_factory=dict)


_OWN_DIGEST = "record_sha256"  # of all else in the file
_FIELDS = {of.name for of in fields(Record)}


def plain(parameters: Mapping[str, object]) -> dict[str, Any]:
    """Parameters as they come back from JSON (tuples become lists), to compare and to record."""
    result: dict[str, Any] = json.loads(json.dumps(dict(parameters), sort_keys=True))
    return result


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1, sort_keys=True)


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_text(content).encode()).hexdigest()


class Records:
    """The records of one folder of tables, in its folder ``.state``."""

    def __init__(self, tables: Path) -> None:
        self.folder = tables / ".state"

    def load(self, stage: str) -> Record | None:
        """The record of a stage, or None where there is none that can be read and is as it was written."""
        try:
            content = json.loads(text_of(self.path(stage), "the record"))
            if content.pop(_OWN_DIGEST, None) not in (None, _digest(content)):  # none in older records
                return None
            known = {key: content[key] for key in _FIELDS & content.keys()}
            return Record(**known | {"file": FileState(**content["file"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None  # then the stage is made again, which is always right

    def save(self, record: Record) -> None:
        """Write a record atomically."""
        content = asdict(record)
        content[_OWN_DIGEST] = _digest(content)
        write_bytes(self.path(record.stage), (_text(content) + "\n").encode())

    def is_damaged(self, stage: str) -> bool:
        """Whether there is something in the place of a record that is none."""
        return self.path(stage).exists() and self.load(stage) is None

    def remove(self, stage: str) -> None:
        self.path(stage).unlink(missing_ok=True)

    def content_agrees(self, record: Record, path: Path) -> bool:
        """Whether the file at `path` is the one recorded; rehashed only if size or times or inode say so."""
        state = FileState.of(path)
        if state == record.file:
            return True
        if state.size != record.file.size or file_digest(path) != record.sha256:
            return False
        with contextlib.suppress(
            TableError
        ):  # a folder that can only be read: the file is rehashed next time
            self.save(replace(record, file=state))
        return True

    def path(self, stage: str) -> Path:
        return self.folder / f"{stage}.json"


_LONGEST = 512  # bytes
_CONTENT = re.compile(rb"(\d+ on [^\n]*\n)?")


@contextmanager
def locked(tables: Path) -> Iterator[None]:
    """Hold the lock of the folder `tables`.

    The lock belongs to the open file, so it vanishes with the process, however that ends.

    Where the file system has no locks, there is a warning instead, as where the file names another machine: locks of
    some, such as SSHFS, hold on one machine alone.

    Raises:
        TableError: Where another process has it, naming the process and its machine, or its file cannot be written.
        CapacityError: Where the disk is full.
    """
    path = tables.absolute() / ".lock"
    for ours in (path, Records(tables).folder, tables / SHARDS):
        refuse_link(ours)
    try:
        descriptor = os.open(
            path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666
        )
    except OSError as error:
        raise TableError(
            f"cannot hold {path}: {error.strerror}; expected a file that you may write, or none, in a folder that you may "
            "write; another folder is named with --tables DIR"
        ) from error
    try:
        _check_ours(descriptor, path)
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
        try:
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{own}\n".encode(), 0)
        except OSError as error:
            raise explained(error, path) from error
        try:
            yield
        finally:
            with suppress(OSError):  # of a share that is gone
                if _named(descriptor) == own:
                    os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _check_ours(descriptor: int, path: Path) -> None:
    """Raise TableError unless this is a lock that pokerdata wrote: what is in it is about to be replaced."""
    state = os.fstat(descriptor)
    ours = stat.S_ISREG(state.st_mode) and state.st_nlink <= 1 and state.st_size <= _LONGEST
    if not ours or not _CONTENT.fullmatch(os.pread(descriptor, _LONGEST, 0)):
        raise TableError(
            f"{path} is not a lock that pokerdata wrote: move it elsewhere, or choose another --tables DIR"
        )


def _named(descriptor: int) -> str:
    return os.pread(descriptor, _LONGEST, 0).decode(errors="replace").strip()
