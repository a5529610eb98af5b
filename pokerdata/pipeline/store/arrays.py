"""Arrays in .npz files, written and read atomically."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, cast
from zipfile import ZIP_STORED, ZipFile

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.resources import available_memory, within_memory
from pokerdata.errors import TableError
from pokerdata.pipeline.store.writing import replacing

Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


@within_memory()
def save_arrays(path: str | os.PathLike[str], arrays: Arrays) -> None:
    """Write arrays by their names, atomically."""
    with replacing(Path(path)) as temporary, temporary.open("wb") as file:
        np.savez(file, allow_pickle=False, **cast(dict[str, Any], arrays))


@within_memory()
def load_arrays(path: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
    """Read what `save_arrays` wrote.

    Raises FileNotFoundError, CapacityError if memory is too small, and TableError for anything else.
    """
    try:
        with open(path, "rb", opener=_at_once) as file:
            _check_stored(file)
            with np.load(file, allow_pickle=False) as arrays:
                return dict(arrays)
    except FileNotFoundError:
        raise
    except MemoryError as error:
        if 2 * Path(path).stat().st_size > available_memory():
            raise
        raise TableError(
            f"cannot read the arrays in {os.fspath(path)}: it claims more than it has: {error}"
        ) from error
    except Exception as error:  # a broken archive raises many kinds of errors
        raise TableError(f"cannot read the arrays in {os.fspath(path)}: {error}") from error


def _at_once(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # a pipe without a writer would block


def _check_stored(file: BinaryIO) -> None:
    """Raise ValueError for a compressed archive, which may be larger than its file; `save_arrays` never compresses."""
    with ZipFile(file) as archive:
        members = archive.infolist()
    if sum(member.file_size for member in members) > os.fstat(file.fileno()).st_size or any(
        member.compress_type != ZIP_STORED for member in members
    ):
        raise ValueError("its arrays are compressed, or claim more than it has")
    file.seek(0)


def narrowest(array: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.unsignedinteger[Any]]:
    """Return the same whole numbers in the narrowest type that holds them, to send them."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))), copy=False)
