"""The pipeline's memory: for each stage one small JSON file saying from what and how its result was made."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from pokerdata.errors import TableError
from pokerdata.store.atomic import write_bytes
from pokerdata.store.digest import file_digest

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
    """How a result was made (``parameters``, ``python``, ``kernels``, ``parents``), what it is, and what it cost.

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
        python: The fingerprint of the Python that made it, "" in a record of an older version.
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
    python: str = ""
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
            content = json.loads(self.path(stage).read_text())
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
