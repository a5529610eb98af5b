"""What a stage owns in a folder of tables: its result, its record, its shards and half-written files."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.pipeline.live import MARK
from pokerdata.pipeline.records import Records
from pokerdata.pipeline.stage import Stage
from pokerdata.store import open_table
from pokerdata.store.atomic import leftovers

_HEAD = 1000  # bytes


@dataclass(frozen=True)
class Owned:
    """A file or folder, and its size in bytes."""

    path: Path
    size: int

    def remove(self) -> None:
        if self.path.is_dir():
            shutil.rmtree(self.path)
        else:
            self.path.unlink(missing_ok=True)


def owned(stage: Stage, tables: Path) -> list[Owned]:
    """What is there of `stage`. A file that pokerdata did not write is not among it, whatever its name."""
    records = Records(tables)
    path, record = tables / stage.filename, records.path(stage.name)
    found = [path] if path.is_file() and (records.load(stage.name) or _is_ours(stage, tables)) else []
    found += [record] if record.is_file() else []
    found += [*leftovers(path), *leftovers(record)]
    found += [folder for folder in [tables / ".shards" / stage.name] if folder.is_dir()]
    return [Owned(p, _size(p)) for p in found]


def _is_ours(stage: Stage, tables: Path) -> bool:
    if stage.provisional:
        return MARK.encode() in (tables / stage.filename).read_bytes()[:_HEAD]
    try:
        with open_table(stage.name, tables):
            return stage.is_table
    except TableError:
        return False


def _size(path: Path) -> int:
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
