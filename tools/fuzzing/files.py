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
    """Where they are: a folder that goes away with the process that asked first."""
    # In memory where that can be: a disk is waited for whenever a file is written over.
    found = Path(tempfile.mkdtemp(prefix="fuzz", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None))
    atexit.register(shutil.rmtree, found, ignore_errors=True)
    return found


def file_of(data: bytes, name: str) -> Path:
    """A file of some bytes, which the next one of the same name replaces.

    Args:
        data: The bytes.
        name: The file's name.
    """
    path = folder() / name
    path.write_bytes(data)
    return path
