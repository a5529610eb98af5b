"""Arrays in .npz files, seen whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.store.atomic import replacing

Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]


def save_arrays(path: str | os.PathLike[str], arrays: Arrays) -> None:
    """Write arrays by their names, atomically."""
    with replacing(Path(path)) as temporary, temporary.open("wb") as file:
        np.savez(file, allow_pickle=False, **cast(dict[str, Any], arrays))


def load_arrays(path: str | os.PathLike[str]) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
    """Read what `save_arrays` wrote. Raises FileNotFoundError, and TableError for anything else."""
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            return dict(arrays)
    except FileNotFoundError:
        raise
    except Exception as error:  # a broken archive raises half a dozen types
        raise TableError(f"cannot read the arrays in {os.fspath(path)}: {error}") from error


def narrowest(array: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.unsignedinteger[Any]]:
    """The same whole numbers in the narrowest type that holds them all, to be sent."""
    return array.astype(np.min_scalar_type(int(array.max(initial=0))), copy=False)
