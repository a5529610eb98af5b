"""Finished parts of long work in a folder, so that what was killed goes on from them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.store.arrays import load_arrays, save_arrays
from pokerdata.store.atomic import check_writable
from pokerdata.store.sharded import Job, Shard, run_here
from pokerdata.support.progress import Progress


class KeptParts:
    """Parts of one piece of work, each seen whole or not at all. Several processes may fill one folder.

    Args:
        folder: The folder; made when the first part is kept.
        origin: All that the parts depend on, as values that JSON can hold; parts of another origin are not seen.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: object) -> None:
        text = json.dumps(origin, sort_keys=True)
        self._all = Path(folder)
        self._folder = self._all / hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def count(self) -> int:
        """Parts that are there."""
        return len(list(self._folder.glob("[!.]*.npz")))

    def check(self) -> None:
        """Make sure that parts can be kept, before the work.

        Raises:
            TableError: If the folder cannot be written.
        """
        there = next(folder for folder in (self._all, *self._all.absolute().parents) if folder.exists())
        check_writable(there)

    def load_shard(self, key: str) -> Mapping[str, NDArray[Any]] | None:
        """A part, or None where there is none that is whole.

        Args:
            key: Its key.
        """
        try:
            return load_arrays(self._folder / f"{key}.npz")
        except (FileNotFoundError, TableError):
            return None

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep a part, atomically.

        Args:
            key: Its key.
            arrays: What to keep.
        """
        try:
            save_arrays(self._folder / f"{key}.npz", arrays)
        except TableError:  # perhaps another process with the same work has finished, and removes the folder
            save_arrays(self._folder / f"{key}.npz", arrays)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Mapping[str, NDArray[Any]]]]:
        """Run shards in this process, one after another; nothing is kept by that.

        Args:
            job: What they have in common.
            shards: The shards.
            threads: Of each; 0 for all processors.
            progress: Called with how much is done and of how much.
        """
        return run_here(job, shards, threads=threads, progress=progress)

    def remove(self) -> None:
        """Remove the parts, and the folder with those of other origins."""
        shutil.rmtree(self._all, ignore_errors=True)
