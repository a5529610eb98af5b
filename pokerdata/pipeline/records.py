"""Records of how tables were made, one small JSON file per stage, and the lock of a folder of tables."""

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
    """State of a file that shows whether it has changed since it was read; times in nanoseconds."""

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
    """Record of a result: how it was made (``parameters``, ``revision``, ``kernels``, ``parents``), its digests and cost.

    Attributes:
        stage: Name of the stage.
        parameters: Parameters of the stage.
        parents: Each parent, and its ``sha256`` at that time.
        digests: Each dataset, and its data digest; a picture has the single entry ``file``.
        sha256: SHA-256 of the whole file, including attributes.
        file: State by which an unchanged file is recognized.
        seconds: Time to make it.
        peak_memory: Peak memory of the process, in bytes.
        threads: Number of threads used.
        made: Time at which it was made.
        version: Version of pokerdata.
        revision: Revision of the stage, 0 in a record of a version that had none.
        kernels: Fingerprint of each C++ folder.
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


_OWN_DIGEST = "record_sha256"  # digest of everything else in the file
_FIELDS = {of.name for of in fields(Record)}


def plain(parameters: Mapping[str, object]) -> dict[str, Any]:
    """Return parameters as after a round trip through JSON (tuples become lists), to compare and to record."""
    result: dict[str, Any] = json.loads(json.dumps(dict(parameters), sort_keys=True))
    return result


def _text(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=1, sort_keys=True)


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(_text(content).encode()).hexdigest()


class Records:
    """Records of one folder of tables, in its folder ``.state``."""

    def __init__(self, tables: Path) -> None:
        self.folder = tables / ".state"

    def load(self, stage: str) -> Record | None:
        """Return the record of a stage, or None if it is missing, unreadable or changed."""
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
        """Return whether the file of a record exists but is not a record."""
        return self.path(stage).exists() and self.load(stage) is None

    def remove(self, stage: str) -> None:
        self.path(stage).unlink(missing_ok=True)

    def content_agrees(self, record: Record, path: Path) -> bool:
        """Return whether the file at `path` is the recorded one; it is only hashed if size, times or inode differ."""
        state = FileState.of(path)
        if state == record.file:
            return True
        if state.size != record.file.size or file_digest(path) != record.sha256:
            return False
        with contextlib.suppress(TableError):  # a read-only folder: the file is hashed again next time
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

    If the file system has no locks, or the lock file names another machine, there is a warning. Locks of some file systems,
    such as SSHFS, only work within one machine.
    some, such as SSHFS, hold on one machine alone.

    Raises:
        TableError: If another process has the lock (the message names the process and its machine), or its file cannot be
            written.
        CapacityError: If the disk is full.
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
            with suppress(OSError):  # the share may be gone
                if _named(descriptor) == own:
                    os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _check_ours(descriptor: int, path: Path) -> None:
    """Raise TableError unless pokerdata wrote this lock file, because its content is about to be replaced."""
    state = os.fstat(descriptor)
    ours = stat.S_ISREG(state.st_mode) and state.st_nlink <= 1 and state.st_size <= _LONGEST
    if not ours or not _CONTENT.fullmatch(os.pread(descriptor, _LONGEST, 0)):
        raise TableError(
            f"{path} is not a lock that pokerdata wrote: move it elsewhere, or choose another --tables DIR"
        )


def _named(descriptor: int) -> str:
    return os.pread(descriptor, _LONGEST, 0).decode(errors="replace").strip()
