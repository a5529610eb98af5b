"""The manifest: shape, dtype and data digest of every dataset with the same bits on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.store.atomic import write_bytes
from pokerdata.store.table import Table
from pokerdata.support.toml import toml_of

_HEADER = """\
# Shape, dtype and data digest of every dataset whose content is the same on every machine.
# Written by `pokerdata verify --update`, never by `pokerdata make`. tables/README.md defines the digest.
"""


@dataclass(frozen=True)
class Entry:
    """What the manifest says of one dataset."""

    shape: tuple[int, ...]
    dtype: str
    sha256: str


Entries = dict[str, Entry]


def read_manifest(path: Path) -> dict[str, Entries]:
    """Table -> dataset -> entry; empty where there is no file.

    Args:
        path: Of the manifest.

    Raises:
        TableError: If it is malformed.
    """
    if not path.is_file():
        return {}
    try:
        content = toml_of(path.read_text(encoding="utf-8"))
        return {
            table: {d: Entry(tuple(e["shape"]), e["dtype"], e["sha256"]) for d, e in datasets.items()}
            for table, datasets in content.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise TableError(f"{path} is not a manifest: {error}. Restore it from version control") from error


def write_manifest(path: Path, manifest: Mapping[str, Mapping[str, Entry]]) -> None:
    """Write the manifest atomically, sorted, so that equal content is equal text."""
    lines = [_HEADER]
    for table, datasets in sorted(manifest.items()):
        for dataset, entry in sorted(datasets.items()):
            lines.append(
                f"[{table}.{dataset}]\nshape = {list(entry.shape)}\n"
                f'dtype = "{entry.dtype}"\nsha256 = "{entry.sha256}"\n'
            )
    write_bytes(path, "\n".join(lines).encode())


def entries_of(table: Table) -> Entries:
    """The entries that describe an open table, by the digests it states."""
    return {d: Entry(table[d].shape, table[d].dtype.str, table.digests[d]) for d in table.keys()}  # noqa: SIM118


def differences(listed: Mapping[str, Entry], found: Mapping[str, Entry]) -> list[str]:
    """How the datasets found differ from those listed, a clause each; empty where they agree."""
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
