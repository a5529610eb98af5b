"""Python sources as trees, read undisturbed."""

from __future__ import annotations

import ast
import gc
from pathlib import Path


def parse(path: Path) -> ast.Module:
    """The tree of a source.

    Collections of garbage wait meanwhile: they run finalisers, of tasks that failed unnoticed for instance, and those that
    print a traceback parse, too, in the midst of which CPython 3.11 loses count of its own depth and raises `SystemError`.

    Args:
        path: Its file.

    Raises:
        OSError: Where there is none.
        SyntaxError: Where it is not Python.
    """
    source = path.read_bytes()
    collects = gc.isenabled()
    gc.disable()
    try:
        return ast.parse(source, str(path))
    finally:
        if collects:
            gc.enable()
