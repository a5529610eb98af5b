"""Work for other processes, at a place where they find it."""

import os
from collections.abc import Callable


def end_early(number: int, tell: Callable[[int], None]) -> int:
    """End the process in the middle of its work."""
    tell(1)
    os._exit(7)


def fail_unpicklably(number: int, tell: Callable[[int], None]) -> int:
    """Raise what cannot be sent to another process."""

    class LocalError(Exception):
        pass

    raise LocalError("of its own kind")


def squared(number: int, tell: Callable[[int], None]) -> int:
    """The square of a number."""
    tell(1)
    return number**2
