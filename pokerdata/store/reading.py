"""Reading the container: from an HDF5 file to attributes and memory maps, refusing an unsound one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import h5py
import numpy as np

from pokerdata.errors import TableError
from pokerdata.store.schema import DIGEST_ATTRIBUTE, SCHEMA_ATTRIBUTE, decode_attribute


@dataclass(frozen=True)
class Contents:
    attributes: dict[str, Any]
    arrays: dict[str, np.ndarray[Any, np.dtype[Any]]]
    dataset_attributes: dict[str, dict[str, Any]]
    digests: dict[str, str]


def read_contents(path: Path) -> Contents:
    """Attributes and read-only memory maps of the table at `path`, whatever its schema version.

    Raises ``TableError`` for a file that is not HDF5, cut short, without our schema attribute, or whose
    datasets cannot be mapped.
    """
    try:
        # One descriptor for header and maps: a file replaced meanwhile cannot mix old offsets and new bytes.
        with path.open("rb") as raw, h5py.File(raw, "r") as file:
            return _contents(path, raw, file)
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, UnicodeDecodeError) as error:
        raise TableError(_damage(path, error)) from error


def _contents(path: Path, raw: BinaryIO, file: Any) -> Contents:
    if SCHEMA_ATTRIBUTE not in file.attrs:
        raise TableError(
            f"{path} is HDF5 but not a table of pokerdata (it has no attribute {SCHEMA_ATTRIBUTE}): "
            "name a file that `pokerdata make` wrote"
        )
    result = Contents(_attributes(file), {}, {}, {})
    size = path.stat().st_size
    for name, stored in sorted(file.items()):
        if not isinstance(stored, h5py.Dataset):
            raise ValueError(f"{name} is not a dataset")
        attributes = _attributes(stored)
        result.digests[name] = attributes.pop(DIGEST_ATTRIBUTE)
        result.dataset_attributes[name] = attributes
        result.arrays[name] = _map(raw, size, name, stored)
    return result


def _map(raw: BinaryIO, size: int, name: str, stored: Any) -> np.ndarray[Any, np.dtype[Any]]:
    if stored.size == 0:
        empty = np.empty(stored.shape, stored.dtype)
        empty.flags.writeable = False
        return empty
    offset = stored.id.get_offset()
    if offset is None:
        raise ValueError(f"dataset {name} is chunked or compressed and cannot be mapped")
    if offset + stored.nbytes > size:
        raise ValueError(f"truncated: dataset {name} should end at byte {offset + stored.nbytes} of {size}")
    return np.memmap(raw, dtype=stored.dtype, mode="r", offset=offset, shape=stored.shape)


def _attributes(source: Any) -> dict[str, Any]:
    return {name: decode_attribute(source.attrs[name]) for name in sorted(source.attrs)}


def _damage(path: Path, error: Exception) -> str:
    remedy = f"Remove it and build it again, e.g. with `pokerdata make {path.stem}`"
    text = " ".join(str(error).split())
    if "truncated" in text:
        return f"{path} is truncated ({path.stat().st_size} bytes are there; {text}). {remedy}"
    if isinstance(error, PermissionError):
        return f"{path} cannot be read: permission denied"
    with path.open("rb") as file:
        if file.read(8) != b"\x89HDF\r\n\x1a\n":
            return f"{path} is damaged or not a table: it does not begin as an HDF5 file does. {remedy}"
    return f"{path} is damaged: {text}. {remedy}"
