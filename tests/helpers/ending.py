"""Work for other processes, in a module that they can import."""

import os
from collections.abc import Callable


def end_early(number: int, tell: Callable[[int], None]) -> int:
    """End the process in the middle of its work."""
    tell(1)
    os._exit(7)


def fail_unpicklably(number: int, tell: Callable[[int], None]) -> int:
    """Raise an exception that cannot be pickled."""

    class LocalError(Exception):
        pass

    raise LocalError("of its own kind")


def squared(number: int, tell: Callable[[int], None]) -> int:
    """Return the square of a number."""
    tell(1)
    return number**2
