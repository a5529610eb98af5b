"""Finished flops in files, so that a run that was killed goes on from them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from pokerdata._core.support import active_isa, fingerprints
from pokerdata.errors import TableError
from pokerdata.store.arrays import load_arrays, save_arrays


class KeptFlops:
    """Finished flops of one evaluation in a folder, which goes away with `remove`.

    Args:
        folder: The folder; made when the first flops are kept.
        origin: What the values depend on besides kernels and instruction set: digests of strategies and buckets.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: Mapping[str, object]) -> None:
        text = json.dumps([origin, fingerprints()["real_cards"], active_isa()], sort_keys=True)
        self._all = Path(folder)
        self._folder = self._all / hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def count(self) -> int:
        """Files of finished flops that are there."""
        return len(list(self._folder.glob("[!.]*.npz")))

    def load_shard(self, key: str) -> Mapping[str, NDArray[Any]] | None:
        """What was kept under a key, or None where there is nothing that is whole.

        Args:
            key: The key.
        """
        try:
            return load_arrays(self._folder / f"{key}.npz")
        except (FileNotFoundError, TableError):
            return None

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep arrays, atomically.

        Args:
            key: The key.
            arrays: What to keep.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        save_arrays(self._folder / f"{key}.npz", arrays)

    def remove(self) -> None:
        """Remove the folder with all that was kept in it."""
        shutil.rmtree(self._all, ignore_errors=True)
