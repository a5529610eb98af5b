"""Where a table is cut short while a command reads it, that is said, instead of a process that ends without a word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cut_files_told() -> Iterator[None]:
    """While this lasts; where a program has a handler of SIGBUS of its own, such as Python's faulthandler, that stays."""
    from pokerdata._core.support import tell_of_cut_files

    told = tell_of_cut_files(True)
    try:
        yield
    finally:
        if told:
            tell_of_cut_files(False)
