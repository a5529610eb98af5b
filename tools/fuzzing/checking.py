"""The definition of a finding, and the code that runs a target on one input."""

from __future__ import annotations

import re
import resource
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pokerdata.errors import CapacityError, TableError

#: Exceptions that a reader may raise for bad input. UnicodeError is a ValueError, but its message does not
#: help users.
ANSWERS = (ValueError, TableError, CapacityError)
LONGEST_INPUT = 4096  # bytes, of text
LONGEST_ANSWER = 1500  # characters of an error message for such a text
SECONDS, BYTES = 1.0, 200_000_000  # processor time and growth of memory allowed for one input

#: An error must say what was expected, what does not exist, or what is wrong.
_RULE = re.compile(
    r"expected|cannot|unknown|\bno\b|\bnot\b|needs?\b|must|too large|twice|missing|without|at most|duplicate|"
    r"\bis\b|\bonly\b|e\.g\."
)


@dataclass(frozen=True)
class Target:
    """A reader of hostile input.

    Attributes:
        name: Name on the command line of `python tools/fuzz.py`.
        run: Reads bytes, and checks that the result can be written and read back.
        seeds: Valid inputs, from which others are made.
        words: Tokens of the input format, to insert.
        longest: Largest number of bytes of an input.
        quick: Number of inputs in the default tests, for about half a second.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    longest: int = LONGEST_INPUT
    quick: int = 1000


class Finding(Exception):  # noqa: N818 - it tells of errors
    """Wrong behaviour of a reader."""

    def __init__(self, kind: str, where: str, text: str) -> None:
        super().__init__(f"{kind} at {where}: {text}")
        self.key = f"{kind} at {where}"


def agree(one: object, other: object, what: str) -> None:
    """Raise AssertionError unless two values are equal.

    Args:
        one: A value.
        other: Another one.
        what: Description of the values.

    Raises:
        AssertionError: If they differ.
    """
    if one != other:
        raise AssertionError(f"{what}: {one!r} became {other!r}"[:500])


def check(target: Target, data: bytes, *, is_timed: bool = True) -> None:
    """Run a target on an input.

    Args:
        target: The target.
        data: The input; it is cut at the target's largest length.
        is_timed: Whether processor time and memory count.

    Raises:
        Finding: If the target raises another exception than `ANSWERS`, warns, or raises an error that is
            empty, too long or names no rule. If it is timed, also for more than `SECONDS` or `BYTES`.
    """
    data = data[: target.longest]
    before, memory = time.process_time(), _peak()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # For ranges such as JTs+, where the warning is correct.
            warnings.filterwarnings("ignore", ".* means .* alone")
            target.run(data)
    except UnicodeError as error:
        raise _found(error) from error
    except ANSWERS as error:
        _check_answer(error)
    except Exception as error:
        raise _found(error) from error
    if is_timed and (taken := time.process_time() - before) > SECONDS:
        raise Finding("slow", target.name, f"{taken:.1f} s of processor time")
    if is_timed and (grown := _peak() - memory) > BYTES:
        raise Finding("large", target.name, f"{grown:,} bytes")


def _check_answer(error: Exception) -> None:
    text = str(error)
    for is_wrong, kind in (
        (not text.strip(), "an empty error"),
        (len(text) > LONGEST_ANSWER, f"an error of more than {LONGEST_ANSWER:,} characters"),
        (not _RULE.search(text), "an error without a rule"),
    ):
        if is_wrong:
            raise Finding(kind, _place(error), repr(text[:300])) from error


def _found(error: Exception) -> Finding:
    return Finding(type(error).__name__, _place(error), str(error)[:300])


def _place(error: Exception) -> str:
    """Return the innermost line of the package, or of a target, in an exception's traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "pokerdata" in Path(f.filename).parts] or [
        f for f in frames if "fuzzing" in f.filename
    ]
    frame = (ours or list(frames))[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def _peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
