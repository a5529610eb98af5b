"""Reading the container: from an HDF5 file to attributes and memory maps, refusing an unsound one."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakValueDictionary

import h5py
import numpy as np

from pokerdata.errors import TableError
from pokerdata.store.digest import Arrays, content_digest
from pokerdata.store.schema import (
    CONTENT_ATTRIBUTE,
    DIGEST_ATTRIBUTE,
    FIRST_SCHEMA,
    SCHEMA,
    SCHEMA_ATTRIBUTE,
    check_name,
    decode_attribute,
)
from pokerdata.store.structure import begins_as_hdf5, is_hdf5, members, place, room
from pokerdata.store.table import Table

# Maps in use: what is opened again, e.g. by each of several agents, is mapped once, and its pages counted once.
_maps: WeakValueDictionary[tuple[object, ...], np.memmap[Any, np.dtype[Any]]] = WeakValueDictionary()


def read_table(path: Path, class_of: Callable[[str], type[Table]]) -> Table:
    """The table at `path`, of the class that `class_of` gives for its kind, its datasets mapped read-only.

    Args:
        path: Of the file.
        class_of: Gives the class of a table for its kind, or raises ``TableError``.

    Raises:
        TableError: For a file that is not HDF5, cut short, without our schema attribute or with another version of it,
            whose datasets cannot be mapped, or where anything but their values differs from its digest.
    """
    try:
        # One descriptor for header and maps: a file replaced meanwhile cannot mix old offsets and new bytes.
        with path.open("rb") as raw, _opened(raw) as file:
            _check_schema(path, file)
            datasets = members(file)
            of_file = _attributes(file)
            stated = of_file.pop(CONTENT_ATTRIBUTE, None)
            whole = None if stated is None else _text(decode_attribute(stated[()]))
            of_datasets = {name: _attributes(stored) for name, stored in datasets}
            arrays = {name: _map(raw, name, stored) for name, stored in datasets}
            _check_content(whole, of_file, arrays, of_datasets)
            attributes, said = _decoded(of_file), {name: _decoded(of_datasets[name]) for name in arrays}
            digests = {name: _text(of_dataset.pop(DIGEST_ATTRIBUTE)) for name, of_dataset in said.items()}
            for name in ("name", "kind"):
                check_name(_text(attributes[name]), name)
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise TableError(_damage(path, error)) from error
    return class_of(attributes["kind"])(path, attributes, arrays, said, digests, whole)


def _opened(raw: BinaryIO) -> Any:
    # HDF5 would look for a beginning farther inside, which nothing has looked at before.
    if not begins_as_hdf5(raw):
        raise ValueError("it does not begin as an HDF5 file does")
    return h5py.File(raw, "r")


def _check_schema(path: Path, file: Any) -> None:
    if SCHEMA_ATTRIBUTE not in file.attrs:
        raise TableError(
            f"{path} is HDF5 but not a table of pokerdata (it has no attribute {SCHEMA_ATTRIBUTE}): "
            "name a file that `pokerdata make` wrote"
        )
    found = decode_attribute(_attribute(file, SCHEMA_ATTRIBUTE)[()])
    if found not in (FIRST_SCHEMA, SCHEMA):
        older = found < FIRST_SCHEMA
        comparison = f"older than {FIRST_SCHEMA}" if older else f"newer than {SCHEMA}"
        remedy = "build it again" if older else "upgrade pokerdata, or rebuild it"
        raise TableError(
            f"{path} has table schema {found}, {comparison}; this pokerdata reads {FIRST_SCHEMA} and {SCHEMA}: "
            f"{remedy} with `pokerdata make {path.stem}`"
        )


def _check_content(stated: object, attributes: Arrays, arrays: Arrays, said: Mapping[str, Arrays]) -> None:
    covered = attributes[SCHEMA_ATTRIBUTE] != FIRST_SCHEMA
    if stated != (content_digest(attributes, arrays, said) if covered else None):
        raise ValueError(
            "its attributes, or the names, types or shapes of its datasets, differ from its content digest"
        )


def _map(raw: BinaryIO, name: str, stored: Any) -> np.ndarray[Any, np.dtype[Any]]:
    file = os.fstat(raw.fileno())
    offset, shape, dtype = place(name, stored, file.st_size)
    if offset == 0:
        empty = np.empty(shape, dtype)
        empty.flags.writeable = False
        return empty
    # A file that is mapped keeps its number, so one key is of the same bytes.
    key = (file.st_dev, file.st_ino, file.st_mtime_ns, offset, dtype, shape)
    found = _maps.get(key)
    if found is None:
        found = _maps[key] = np.memmap(raw, dtype=dtype, mode="r", offset=offset, shape=shape)
    return found.view()


def _attributes(source: Any) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
    return {name: _attribute(source, name) for name in sorted(source.attrs)}


def _attribute(source: Any, name: str) -> np.ndarray[Any, np.dtype[Any]]:
    """The value as it is stored, with its dtype and shape."""
    stored = source.attrs.get_id(name)
    value = np.empty(*room(name, stored))
    stored.read(value)
    return value


def _decoded(attributes: Arrays) -> dict[str, Any]:
    return {name: decode_attribute(value[()]) for name, value in attributes.items()}


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
    if not is_hdf5(path):
        return (
            f"{path} is damaged or not a table: it does not begin as an HDF5 file does. Name a file that "
            f"`pokerdata make` wrote; if it was one, build it again, e.g. with `pokerdata make {path.stem}`"
        )
    return f"{path} is damaged: {text}. {remedy}"
