"""SHA-256 of a dataset (survives any change of container) and of a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

_BLOCK = 1 << 24


def data_digest(name: str, array: np.ndarray[Any, np.dtype[Any]]) -> str:
    """Hexadecimal SHA-256 of three lines and the content.

    The lines are the name, the dtype as ``<u2`` and the shape as ``1755x1326``, each ended by a newline. The
    content are the little-endian values in C order. `array` must be C-contiguous.
    """
    shape = "x".join(map(str, array.shape))
    digest = hashlib.sha256(f"{name}\n{array.dtype.str}\n{shape}\n".encode())
    if array.size:
        content = array.view(np.ndarray).reshape(-1).view(np.uint8).data
        for start in range(0, len(content), _BLOCK):  # in blocks, so that Ctrl-C acts in between
            digest.update(content[start : start + _BLOCK])
    return digest.hexdigest()


def digests_of(table: str, digests: Mapping[str, str]) -> dict[str, str]:
    """Those of one table among digests by table and dataset, e.g. among the parents of another table."""
    return {key: digest for key, digest in digests.items() if key.startswith(f"{table}.")}


def file_digest(path: Path) -> str:
    """Hexadecimal SHA-256 of the file at `path`."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def table_digest(digests: Mapping[str, str]) -> str:
    """One digest for a table of several datasets, for people to compare: SHA-256 of the sorted lines."""
    lines = "".join(f"{name} {digest}\n" for name, digest in sorted(digests.items()))
    return hashlib.sha256(lines.encode()).hexdigest()
