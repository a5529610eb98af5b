"""Reading the container: from an HDF5 file to attributes and memory maps, refusing an unsound one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakValueDictionary

import h5py
import numpy as np

from pokerdata.errors import TableError
from pokerdata.store.schema import DIGEST_ATTRIBUTE, SCHEMA, SCHEMA_ATTRIBUTE, decode_attribute
from pokerdata.store.table import Table

# Maps in use: what is opened again, e.g. by each of several agents, is mapped once, and its pages counted once.
_maps: WeakValueDictionary[tuple[object, ...], np.memmap[Any, np.dtype[Any]]] = WeakValueDictionary()


def read_table(path: Path, class_of: Callable[[str], type[Table]]) -> Table:
    """The table at `path`, of the class that `class_of` gives for its kind, its datasets mapped read-only.

    Raises ``TableError`` for a file that is not HDF5, cut short, without our schema attribute or with another
    version of it, or whose datasets cannot be mapped.
    """
    try:
        # One descriptor for header and maps: a file replaced meanwhile cannot mix old offsets and new bytes.
        with path.open("rb") as raw, h5py.File(raw, "r") as file:
            attributes = _checked_attributes(path, file)
            datasets = sorted(file.items())
            said = {name: _attributes(stored) for name, stored in datasets}
            digests = {name: _text(of_dataset.pop(DIGEST_ATTRIBUTE)) for name, of_dataset in said.items()}
            arrays = {name: _map(raw, name, stored) for name, stored in datasets}
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise TableError(_damage(path, error)) from error
    return class_of(attributes["kind"])(path, attributes, arrays, said, digests)


def _checked_attributes(path: Path, file: Any) -> dict[str, Any]:
    if SCHEMA_ATTRIBUTE not in file.attrs:
        raise TableError(
            f"{path} is HDF5 but not a table of pokerdata (it has no attribute {SCHEMA_ATTRIBUTE}): "
            "name a file that `pokerdata make` wrote"
        )
    attributes = _attributes(file)
    found = attributes[SCHEMA_ATTRIBUTE]
    if found != SCHEMA:
        age, remedy = (
            ("older", "build it again") if found < SCHEMA else ("newer", "upgrade pokerdata, or rebuild it")
        )
        raise TableError(
            f"{path} has table schema {found}, {age} than {SCHEMA}, the one this pokerdata reads: "
            f"{remedy} with `pokerdata make {attributes.get('name', path.stem)}`"
        )
    for name in ("name", "kind"):
        _text(attributes[name])
    return attributes


def _map(raw: BinaryIO, name: str, stored: Any) -> np.ndarray[Any, np.dtype[Any]]:
    if not isinstance(stored, h5py.Dataset):
        raise ValueError(f"{name} is not a dataset")
    if stored.size == 0:
        empty = np.empty(stored.shape, stored.dtype)
        empty.flags.writeable = False
        return empty
    offset = stored.id.get_offset()
    if offset is None:
        raise ValueError(f"dataset {name} is chunked or compressed and cannot be mapped")
    file = os.fstat(raw.fileno())
    if offset + stored.nbytes > file.st_size:
        raise ValueError(
            f"truncated: dataset {name} should end at byte {offset + stored.nbytes} of {file.st_size}"
        )
    # A file that is mapped keeps its number, so one key is of the same bytes.
    key = (file.st_dev, file.st_ino, file.st_mtime_ns, offset, stored.dtype, stored.shape)
    found = _maps.get(key)
    if found is None:
        found = _maps[key] = np.memmap(raw, dtype=stored.dtype, mode="r", offset=offset, shape=stored.shape)
    return found.view()


def _attributes(source: Any) -> dict[str, Any]:
    return {name: decode_attribute(source.attrs[name]) for name in sorted(source.attrs)}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} stands where text should")
    return value


def _damage(path: Path, error: Exception) -> str:
    remedy = f"Build it again, e.g. with `pokerdata make {path.stem}`"
    text = " ".join(str(error).split())
    if "truncated" in text:
        return f"{path} is truncated ({path.stat().st_size} bytes are there; {text}). {remedy}"
    if isinstance(error, PermissionError):
        return f"{path} cannot be read: permission denied"
    with path.open("rb") as file:
        if file.read(8) != b"\x89HDF\r\n\x1a\n":
            return (
                f"{path} is damaged or not a table: it does not begin as an HDF5 file does. Name a file that "
                f"`pokerdata make` wrote; if it was one, build it again, e.g. with `pokerdata make {path.stem}`"
            )
    return f"{path} is damaged: {text}. {remedy}"
