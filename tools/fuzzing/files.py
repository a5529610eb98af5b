"""Inputs as files, for readers of paths."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path


@cache
def folder() -> Path:
    """Return the folder of the input files; it is removed when the process that first asked for it ends."""
    # Prefer memory: overwriting a file on disk is slow.
    found = Path(tempfile.mkdtemp(prefix="fuzz", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def file_of(data: bytes, name: str) -> Path:
    """Write bytes to a file, replacing an earlier one of the same name, and return its path.

    Args:
        data: The bytes.
        name: The file's name.
    """
    path = folder() / name
    path.write_bytes(data)
    return path
