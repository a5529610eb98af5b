"""What the structure of a file must be before anything in it is followed, read or mapped.

A table has datasets in its root group, under hard links, contiguous and uncompressed, of plain numbers or texts, and inside
the file. Whatever else HDF5 can express is refused by what the file says of it: no other file is opened, no filter is run,
and no more room is made than the file has bytes.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, BinaryIO

import h5py

from pokerdata.store.schema import LONGEST_ATTRIBUTE, storable

_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_CHECKED_SINCE = 2  # the version of the superblock from which on HDF5 1.8 keeps a checksum of every header
_HARD = h5py.h5l.TYPE_HARD
_LINKS = {h5py.h5l.TYPE_SOFT: "soft", h5py.h5l.TYPE_EXTERNAL: "external"}


def is_hdf5(path: Path) -> bool:
    """Whether a file begins as an HDF5 file does."""
    with path.open("rb") as file:
        return begins_as_hdf5(file)


def begins_as_hdf5(file: BinaryIO) -> bool:
    """The same of an open file, which is read from its beginning."""
    file.seek(0)
    return file.read(len(_SIGNATURE)) == _SIGNATURE


def has_checksums(path: Path) -> bool:
    """Whether a file says that its headers have checksums, as those of all tables since schema 2 have."""
    with path.open("rb") as file:
        head = file.read(len(_SIGNATURE) + 1)
    return len(head) > len(_SIGNATURE) and head[-1] >= _CHECKED_SINCE


def members(file: Any) -> list[tuple[str, Any]]:
    """The datasets of a file by name, sorted.

    Raises:
        ValueError: For links to elsewhere, which are not followed, and for what is no dataset.
    """
    found = []
    for name in sorted(file):
        kind = file.id.links.get_info(name.encode("utf-8", "surrogateescape")).type
        if kind != _HARD:
            raise ValueError(f"{name} is a link ({_LINKS.get(kind, 'user-defined')}), not a dataset")
        member = file[name]
        if not isinstance(member, h5py.Dataset):
            raise ValueError(f"{name} is not a dataset")
        found.append((name, member))
    return found


def place(name: str, stored: Any, size: int) -> tuple[int, tuple[int, ...], Any]:
    """Where the values of a dataset begin in its file, their shape and their dtype; the offset is 0 for none.

    Args:
        name: Of the dataset.
        stored: The dataset.
        size: Of the file, in bytes.

    Raises:
        ValueError: For values that are never written so, or end behind the end of the file.
    """
    created = stored.id.get_create_plist()
    if created.get_layout() != h5py.h5d.CONTIGUOUS or created.get_nfilters() > 0:
        raise ValueError(f"dataset {name} is chunked or compressed and cannot be mapped")
    if created.get_external_count() > 0:
        raise ValueError(f"the values of dataset {name} are in another file")
    shape, dtype = stored.shape, stored.dtype
    if not shape or not storable(dtype):
        raise ValueError(
            f"dataset {name} has the type {dtype} and the shape {shape}, which are never written"
        )
    count = math.prod(shape)  # of Python's integers, which no shape overflows
    if count == 0:
        return 0, shape, dtype
    offset = stored.id.get_offset()
    if offset is None:
        raise ValueError(f"dataset {name} has no values")
    end = offset + count * dtype.itemsize
    if end > size:
        raise ValueError(f"truncated: dataset {name} should end at byte {end} of {size}")
    return offset, shape, dtype


def room(name: str, stored: Any) -> tuple[tuple[int, ...], Any]:
    """The shape and dtype of an attribute, for which room can be made.

    Args:
        name: Of the attribute.
        stored: The attribute.

    Raises:
        ValueError: For a type or a size that is never written.
    """
    shape, dtype = stored.shape, stored.dtype
    if shape is None or dtype.hasobject or math.prod(shape) * dtype.itemsize > LONGEST_ATTRIBUTE:
        raise ValueError(f"attribute {name} has a type or a size that is never written")
    return shape, dtype
