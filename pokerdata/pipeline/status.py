"""Status of stages (up to date, or why not), and the files that a stage owns in a folder of tables."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pokerdata.errors import TableError
from pokerdata.pipeline.plan import MARK, Code, Stage
from pokerdata.pipeline.records import Record, Records, plain
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.reading import SCHEMA_ATTRIBUTE, begins_as_hdf5
from pokerdata.pipeline.store.sharded import SHARDS, parts_in, remove_parts
from pokerdata.pipeline.store.writing import leftovers

FORCED = "forced"


@dataclass(frozen=True)
class Status:
    """Status of a stage.

    Attributes:
        stage: The stage.
        reasons: Reasons why it must run; empty if it is up to date.
        waits_for: Parents that must run first; after that it may turn out to be up to date.
        record: How the existing result was made, if known.
        built: Whether a result exists at all.
        code: Current version of the code that makes it.
    """

    stage: Stage
    reasons: tuple[str, ...]
    waits_for: tuple[str, ...]
    record: Record | None
    built: bool
    code: Code

    @property
    def up_to_date(self) -> bool:
        return not self.reasons and not self.waits_for

    @property
    def word(self) -> str:
        """Status word: 'built', 'stale' or 'missing'."""
        if not self.built:
            return "missing"
        return "built" if self.up_to_date else "stale"

    @property
    def why(self) -> str:
        """Reasons in one line."""
        names = ", ".join(self.waits_for)
        waiting = f"parent {names} is" if len(self.waits_for) == 1 else f"parents {names} are"
        return "; ".join([*self.reasons, *([f"{waiting} to be made first"] if names else [])])


def check(stage: Stage, tables: Path, records: Records, code: Code) -> Status:
    """Return the status of one stage, given its parents' current records.

    Args:
        stage: The stage.
        tables: The folder of the tables.
        records: Records of the folder.
        code: Current version of the code that makes it.
    """
    path = tables / stage.filename
    record = records.load(stage.name)
    if not path.is_file() or (record is None and stage.provisional):
        return Status(stage, ("missing",), (), record, built=False, code=code)
    if record is None:
        return Status(stage, ("nothing is recorded of how it was made",), (), None, built=True, code=code)
    reasons = _parameter_changes(record.parameters, plain(stage.parameters))
    reasons += _code_changes(record, code)
    reasons += _parent_changes(record.parents, stage.parents, records)
    if not records.content_agrees(record, path):
        reasons.append("content differs")
    return Status(stage, tuple(reasons), (), record, built=True, code=code)


def survey(
    stages: Sequence[Stage],
    tables: Path,
    records: Records,
    kernels: Mapping[str, str],
    forced: Collection[str] = (),
) -> list[Status]:
    """Return the status of `stages` (parents first); a stage waits for parents that must run.

    Args:
        stages: The stages.
        tables: The folder of the tables.
        records: Records of the folder.
        kernels: Fingerprint of each C++ folder.
        forced: Names of stages that must run whatever their status.
    """
    result: dict[str, Status] = {}
    for stage in stages:
        status = check(stage, tables, records, stage.code(kernels))
        waits = tuple(name for name in stage.parents if name in result and not result[name].up_to_date)
        reasons = tuple(
            r for r in status.reasons if not any(r.startswith(f"parent {name} ") for name in waits)
        )
        if stage.name in forced:
            reasons = (*reasons, FORCED)
        result[stage.name] = replace(status, reasons=reasons, waits_for=waits)
    return list(result.values())


def _code_changes(record: Record, code: Code) -> list[str]:
    if record.revision == 0:
        return ["an older version made it, which recorded no revision"]
    changes = []
    if record.revision != code.revision:
        changes = [f"revision changed from {record.revision} to {code.revision}"]
    folders = [folder for folder, now in code.kernels.items() if record.kernels.get(folder, now) != now]
    if folders:
        changes.append(f"{'kernel' if len(folders) == 1 else 'kernels'} {', '.join(folders)} changed")
    return changes


def _parameter_changes(old: Mapping[str, Any], new: Mapping[str, Any], within: str = "") -> list[str]:
    changes = []
    for key in sorted(old.keys() | new.keys()):
        name = f"{within}{key}"
        if key not in old:
            changes.append(f"parameter {name} is new: {_value(new[key])}")
        elif key not in new:
            changes.append(f"parameter {name} was dropped")
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            changes += _parameter_changes(old[key], new[key], f"{name}.")
        elif old[key] != new[key]:
            changes.append(f"parameter {name} changed from {_value(old[key])} to {_value(new[key])}")
    return changes


def _parent_changes(old: Mapping[str, object], parents: Sequence[str], records: Records) -> list[str]:
    changes = []
    for name in sorted({*old, *parents}):
        if name not in old:
            changes.append(f"parent {name} is new")
        elif name not in parents:
            changes.append(f"parent {name} was dropped")
        else:
            now = records.load(name)
            if now is None or now.sha256 != old[name]:
                changes.append(f"parent {name} changed")
    return changes


def _value(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."


_HEAD = 1000  # bytes
_LONG_HEAD = 1 << 20  # bytes with all attributes that precede the schema attribute


@dataclass(frozen=True)
class Owned:
    """A file, or a folder of shards, and its size in bytes."""

    path: Path
    size: int

    def remove(self) -> None:
        if self.path.is_dir():
            remove_parts(self.path)
        else:
            self.path.unlink(missing_ok=True)


def owned(stage: Stage, tables: Path) -> list[Owned]:
    """Return the existing files of `stage`, without files that pokerdata did not write."""
    records = Records(tables)
    path, record = tables / stage.filename, records.path(stage.name)
    shards = tables / SHARDS / stage.name
    is_file = path.is_file() and not path.is_symlink()
    made = records.load(stage.name)
    ours = is_file and (_is_ours(stage, path, made) if made else _is_sound(stage, tables))
    found = [path] if ours else []
    found += [record] if record.is_file() else []
    found += [*leftovers(path), *leftovers(record)]
    found += [shards] if parts_in(shards) else []
    return [Owned(p, _size(p)) for p in found]


def check_replaceable(stage: Stage, tables: Path, records: Records) -> None:
    """Raise TableError if a file with the name of the result or its record exists and pokerdata did not write it.

    Symbolic links are allowed: the link is replaced, and its target stays.

    Args:
        stage: The stage.
        tables: The folder of the tables.
        records: Records of the folder.
    """
    record = records.path(stage.name)
    if record.exists() and not record.is_file():
        raise TableError(
            f"cannot make {stage.name}: {record} is no file, where a record belongs; move it elsewhere, or choose another "
            "folder with --tables DIR"
        )
    path = tables / stage.filename
    if path.is_symlink() or not path.exists():
        return
    if not path.is_file() or not _is_ours(stage, path, records.load(stage.name)):
        raise TableError(
            f"cannot make {stage.name}: {path} is there, and pokerdata did not write it; move it elsewhere, or choose "
            "another folder with --tables DIR"
        )


def _is_ours(stage: Stage, path: Path, record: Record | None) -> bool:
    """Return whether pokerdata wrote a file, which may be damaged."""
    size = path.stat().st_size
    if size == 0 or (record is not None and record.file.size == size):
        return True
    with path.open("rb") as file:
        begins = not stage.is_table or begins_as_hdf5(file)
        file.seek(0)
        return begins and (SCHEMA_ATTRIBUTE if stage.is_table else "pokerdata").encode() in file.read(
            _LONG_HEAD
        )


def _is_sound(stage: Stage, tables: Path) -> bool:
    if stage.provisional:
        with (tables / stage.filename).open("rb") as file:
            return MARK.encode() in file.read(_HEAD)
    try:
        with open_table(stage.name, tables):
            return stage.is_table
    except TableError:
        return False


def _size(path: Path) -> int:
    files = parts_in(path) if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())
