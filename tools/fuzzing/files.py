"""Inputs as files, for readers of paths."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fuzz"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def file_of(data: bytes, name: str) -> Path:
    """A file of some bytes, which the next one of the same name replaces.

    Args:
        data: The bytes.
        name: The file's name.
    """
    path = _folder() / name
    path.write_bytes(data)
    return path
