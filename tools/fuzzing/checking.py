"""What a finding is, and running a target on one input."""

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

#: What a reader may raise for what it does not take; UnicodeError, a kind of ValueError, tells users nothing.
ANSWERS = (ValueError, TableError, CapacityError)
LONGEST_INPUT = 4096  # bytes of what is text
LONGEST_ANSWER = 1500  # characters of an error for such a text
SECONDS, BYTES = 1.0, 200_000_000  # processor time and growth of memory that one input may take

#: An error says what was expected, or what there is none of, or what is wrong.
_RULE = re.compile(
    r"expected|cannot|unknown|\bno\b|\bnot\b|needs?\b|must|too large|twice|missing|without|at most|duplicate|"
    r"\bis\b|\bonly\b|e\.g\."
)


@dataclass(frozen=True)
class Target:
    """A reader of hostile input.

    Attributes:
        name: What `python tools/fuzz.py` calls it.
        run: Reads bytes, and checks that what was read can be written and read back.
        seeds: Inputs that it takes, from which others are made.
        words: What inputs are made of, to be put in.
        longest: Bytes of an input.
        quick: Inputs that the default tests try, some half a second.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]
    words: tuple[bytes, ...] = ()
    longest: int = LONGEST_INPUT
    quick: int = 1000


class Finding(Exception):  # noqa: N818 - it tells of errors
    """What a reader should not have done with an input."""

    def __init__(self, kind: str, where: str, text: str) -> None:
        super().__init__(f"{kind} at {where}: {text}")
        self.key = f"{kind} at {where}"


def agree(one: object, other: object, what: str) -> None:
    """Refuse two values that should be equal.

    Args:
        one: A value.
        other: Another one.
        what: What they are.

    Raises:
        AssertionError: If they are not equal.
    """
    if one != other:
        raise AssertionError(f"{what}: {one!r} became {other!r}"[:500])


def check(target: Target, data: bytes, *, is_timed: bool = True) -> None:
    """Run a target on an input.

    Args:
        target: The target.
        data: The input; what is too long is cut off.
        is_timed: Whether processor time and memory count.

    Raises:
        Finding: For another exception than `ANSWERS`, a warning, an error that is empty, too long or names no
            rule, and where it is timed more than `SECONDS` or `BYTES`.
    """
    data = data[: target.longest]
    before, memory = time.process_time(), _peak()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warnings.filterwarnings("ignore", ".* means .* alone")  # of a range such as JTs+, and no fault
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
    """The innermost line of the package, or of a target, that an exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f for f in frames if "pokerdata" in Path(f.filename).parts] or [
        f for f in frames if "fuzzing" in f.filename
    ]
    frame = (ours or list(frames))[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def _peak() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
