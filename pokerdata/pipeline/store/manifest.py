"""The manifest: shape, dtype and digest of each dataset with the same bits on every machine, and the code version."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pokerdata._support.text import text_of, toml_of
from pokerdata.errors import TableError
from pokerdata.pipeline.store.table import Table
from pokerdata.pipeline.store.writing import write_bytes

_HEADER = """\
# Shape, dtype and data digest of every dataset whose content is the same on every machine.
# Written by `pokerdata verify --update`, never by `pokerdata make`. tables/README.md defines the digest.
# A digest changes only with its table's revision or origin: C++ sources, parameters and parents, as one hash.
"""


@dataclass(frozen=True)
class Entry:
    """Entry of the manifest for one dataset."""

    shape: tuple[int, ...]
    dtype: str
    sha256: str


Entries = dict[str, Entry]


@dataclass(frozen=True)
class MadeBy:
    """Version of the code and inputs that made a table when it was listed.

    Attributes:
        revision: Revision of its stage.
        origin: SHA-256 of everything else that determines it.
    """

    revision: int
    origin: str

    @classmethod
    def of(cls, revision: int, origin: object) -> MadeBy:
        """Return the revision and the hash of an origin, given as JSON values."""
        return cls(revision, hashlib.sha256(json.dumps(origin, sort_keys=True).encode()).hexdigest())


def read_all(path: Path) -> tuple[dict[str, Entries], dict[str, MadeBy]]:
    """Return the entries of each table and what made it; empty if there is no file.

    Args:
        path: Path of the manifest.

    Raises:
        TableError: If the file is malformed.
    """
    listed: dict[str, Entries] = {}
    made_by: dict[str, MadeBy] = {}
    if not path.is_file():
        return listed, made_by
    try:
        for table, told in toml_of(text_of(path, "the manifest")).items():
            # Manifests of earlier versions have neither.
            made_by[table] = MadeBy(told.pop("revision", 0), told.pop("origin", ""))
            listed[table] = {d: Entry(tuple(e["shape"]), e["dtype"], e["sha256"]) for d, e in told.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise TableError(f"{path} is not a manifest: {error}. Restore it from version control") from error
    return listed, made_by


def write_manifest(
    path: Path, manifest: Mapping[str, Mapping[str, Entry]], made_by: Mapping[str, MadeBy]
) -> None:
    """Write the manifest atomically, sorted, so that equal content gives equal text.

    Args:
        path: Path of the manifest.
        manifest: Entries, as from `read_all`.
        made_by: What made each of its tables.
    """
    lines = [_HEADER]
    for table, datasets in sorted(manifest.items()):
        lines.append(f'[{table}]\nrevision = {made_by[table].revision}\norigin = "{made_by[table].origin}"\n')
        for dataset, entry in sorted(datasets.items()):
            lines.append(
                f"[{table}.{dataset}]\nshape = {list(entry.shape)}\n"
                f'dtype = "{entry.dtype}"\nsha256 = "{entry.sha256}"\n'
            )
    write_bytes(path, "\n".join(lines).encode())


def entries_of(table: Table) -> Entries:
    """Return the entries that describe an open table, by its stored digests."""
    return {d: Entry(table[d].shape, table[d].dtype.str, table.digests[d]) for d in table.keys()}  # noqa: SIM118


def differences(listed: Mapping[str, Entry], found: Mapping[str, Entry]) -> list[str]:
    """Return how the datasets found differ from those listed, one clause each; empty if they agree."""
    result = []
    for dataset in sorted({*listed, *found}):
        if dataset not in found:
            result.append(f"{dataset} is missing")
        elif dataset not in listed:
            result.append(f"{dataset} is not listed")
        else:
            expected, have = listed[dataset], found[dataset]
            if expected.shape != have.shape:
                result.append(f"{dataset} has shape {list(have.shape)}, not {list(expected.shape)}")
            elif expected.dtype != have.dtype:
                result.append(f"{dataset} has dtype {have.dtype}, not {expected.dtype}")
            elif expected.sha256 != have.sha256:
                result.append(f"{dataset} has digest {have.sha256[:12]}, not {expected.sha256[:12]}")
    return result
