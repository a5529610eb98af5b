"""Finished parts of a long stage, kept until the whole is done, so that a killed run goes on from them."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pokerdata.errors import TableError
from pokerdata.store.arrays import Arrays, load_arrays, save_arrays
from pokerdata.store.atomic import remove_unless_held

_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")


def remove_shards(tables: Path, stage: str) -> None:
    """Remove every shard of a stage, of whatever origin."""
    shutil.rmtree(tables / ".shards" / stage, ignore_errors=True)


class Shards:
    """The shards of one stage, in a folder named after everything that determines their content.

    Args:
        tables: The folder of the tables.
        stage: Its name.
        origin: What the content depends on: parameters, fingerprints of Python and kernels, the parents' files.
    """

    def __init__(self, tables: Path, stage: str, origin: Mapping[str, object]) -> None:
        text = json.dumps(origin, sort_keys=True)
        self._all = tables / ".shards" / stage
        self._folder = self._all / hashlib.sha256(text.encode()).hexdigest()[:16]

    def remove_stale(self) -> None:
        """Remove shards of another origin and what a killed run left half-written."""
        if self._all.is_dir():
            for folder in self._all.iterdir():
                if folder != self._folder:
                    shutil.rmtree(folder)
        for temporary in self._folder.glob(".*.tmp*"):
            remove_unless_held(temporary)

    def remove_all(self) -> None:
        """Remove every shard of the stage."""
        remove_shards(self._all.parent.parent, self._all.name)

    def load(self, key: str) -> dict[str, np.ndarray[Any, np.dtype[Any]]] | None:
        """The arrays saved under `key`, or None where there are none that are whole."""
        path = self._path(key)
        try:
            return load_arrays(path)
        except FileNotFoundError:
            return None
        except TableError:
            path.unlink(missing_ok=True)
            return None

    def whole(self, key: str) -> Path | None:
        """The file of what was saved under `key`, read once to its end, or None where there is none that is whole."""
        return None if self.load(key) is None else self._path(key)

    def save(self, key: str, arrays: Arrays) -> None:
        """Save `arrays` under `key`, atomically."""
        save_arrays(self._path(key), arrays)

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(
                f"shard key: expected letters, digits, '_', '-' and '.', got {key!r}; e.g. 'boards-0-1000'"
            )
        return self._folder / f"{key}.npz"
