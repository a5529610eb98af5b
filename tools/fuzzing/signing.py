"""Valid digests for edited tables, as an attacker would write them."""

from __future__ import annotations

from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from pokerdata.pipeline.store.digest import content_digest

_DIGEST = h5py.string_dtype("utf-8", 64)


def sign(file: h5py.File) -> None:
    """Write the correct content digest of an edited table, if it can have one; datasets keep theirs.

    Args:
        file: The table, open for writing.
    """
    try:
        names = [name for name in sorted(file) if isinstance(file.get(name), h5py.Dataset)]
        for name in names:
            if "sha256" not in file[name].attrs:
                file[name].attrs["sha256"] = np.array(b"0" * 64, _DIGEST)
        of_file = {key: _value(file, key) for key in file.attrs if key != "content_sha256"}
        said = {name: {key: _value(file[name], key) for key in file[name].attrs} for name in names}
        arrays = {name: np.broadcast_to(np.empty((), file[name].dtype), file[name].shape) for name in names}
        digest = content_digest(of_file, arrays, said)
    except (ValueError, TypeError, OSError, RuntimeError):
        return
    file.attrs["content_sha256"] = np.array(digest.encode(), _DIGEST)


def _value(owner: Any, key: str) -> NDArray[Any]:
    stored = owner.attrs.get_id(key)
    value = np.empty(stored.shape, stored.dtype)
    stored.read(value)
    return value
