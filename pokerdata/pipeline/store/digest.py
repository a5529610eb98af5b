"""SHA-256 of datasets, of tables with their attributes and of files, and release of memory after reading."""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_BLOCK = 1 << 24

Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


def data_digest(name: str, array: np.ndarray[Any, np.dtype[Any]]) -> str:
    """Return the hexadecimal SHA-256 of three lines and the content.

    The lines are the name, the dtype as ``<u2`` and the shape as ``1755x1326``, each ended by a newline. The
    content is the little-endian values in C order. `array` must be C-contiguous.
    """
    digest = hashlib.sha256(f"{name}\n{array.dtype.str}\n{_shape_text(array)}\n".encode())
    for block in blocks(array):
        digest.update(block)
    return digest.hexdigest()


def blocks(array: np.ndarray[Any, np.dtype[Any]]) -> Iterator[memoryview]:
    """Yield the bytes of a C-contiguous array in blocks, so that Ctrl-C works in between."""
    if array.size:
        content = array.view(np.ndarray).reshape(-1).view(np.uint8).data
        for start in range(0, len(content), _BLOCK):
            yield content[start : start + _BLOCK]


def content_digest(attributes: Arrays, arrays: Arrays, said: Mapping[str, Arrays]) -> str:
    """Return the hexadecimal SHA-256 of everything in a table, with the values of its datasets by their digests.

    It hashes sorted lines, each ended by a newline: ``@ATTRIBUTE DIGEST`` for each attribute of the file,
    ``DATASET DTYPE SHAPE`` for each dataset, and ``DATASET@ATTRIBUTE DIGEST`` for each attribute of a dataset, including
    its own data digest. An attribute is hashed like a dataset with its name, dtype, shape and value.
    """
    lines = [f"@{name} {data_digest(name, value)}\n" for name, value in attributes.items()]
    for dataset, array in arrays.items():
        lines.append(f"{dataset} {array.dtype.str} {_shape_text(array)}\n")
        lines += [f"{dataset}@{name} {data_digest(name, value)}\n" for name, value in said[dataset].items()]
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def digests_of(table: str, digests: Mapping[str, str]) -> dict[str, str]:
    """Return one table's digests from digests by table and dataset, e.g. of the parents of another table."""
    return {key: digest for key, digest in digests.items() if key.startswith(f"{table}.")}


def file_digest(path: Path) -> str:
    """Return the hexadecimal SHA-256 of the file at `path`."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def table_digest(digests: Mapping[str, str]) -> str:
    """Return one digest for a table of several datasets, for people to compare: SHA-256 of the sorted lines."""
    lines = "".join(f"{name} {digest}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256(lines.encode()).hexdigest()


def _shape_text(array: np.ndarray[Any, np.dtype[Any]]) -> str:
    return "x".join(map(str, array.shape))


def give_back(array: NDArray[Any]) -> None:
    """Release the memory of a dataset; later accesses read its file again.

    It does nothing for arrays that are not mapped, or if the system has no such request.

    Args:
        array: A dataset of a table, or a view of one.
    """
    base: object = array
    while isinstance(base, np.ndarray) and not isinstance(base, np.memmap):
        base = base.base
    mapped = getattr(base, "_mmap", None) if isinstance(base, np.memmap) else base
    if isinstance(mapped, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        mapped.madvise(mmap.MADV_DONTNEED)
