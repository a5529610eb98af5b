"""Numbers of buckets as recipes give them: whole numbers, "lossless" before the flop, "5x2" for nested buckets."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from math import prod

from pokerdata.errors import CapacityError

#: Hands before the flop up to suits: so many buckets there lose nothing.
LOSSLESS = 169
MOST_BUCKETS = 1000
#: River sequences that joint counts are made for: 10 buckets on every street.
MOST_COUNTED = 10_000
#: Sequences are numbered in 16 bits, and the last number is no hand.
MOST_SEQUENCES = 0xFFFF

SAMPLING = 'public chance sampling, algorithm = "pcs"'
IMPERFECT = 'recall = "imperfect" (any kind but history)'
SAMPLING_OF_IMPERFECT = f"{IMPERFECT} and {SAMPLING}"

#: Buckets of one street: (5,), or (5, 2) for five with two in each.
Size = tuple[int, ...]


def street_sizes(buckets: Sequence[object], *, nested: bool = False) -> tuple[Size, ...]:
    """The buckets of preflop, flop, turn and river of a recipe's list.

    Args:
        buckets: Four whole numbers, the first perhaps "lossless".
        nested: Whether they are texts such as "5x2" instead.

    Raises:
        ValueError: For another number of streets, or for what is no number of buckets.
    """
    if isinstance(buckets, str) or len(buckets) != 4:
        raise ValueError(_expected(buckets, nested))
    sizes = tuple(_size(street, given, nested) for street, given in enumerate(buckets))
    if any(size is None for size in sizes):
        raise ValueError(_expected(buckets, nested))
    return sizes  # type: ignore[return-value]


def instead_of_counts(sequences: int) -> str:
    """What solves so many river sequences without joint counts, as recipes say it."""
    return SAMPLING if sequences <= MOST_SEQUENCES else SAMPLING_OF_IMPERFECT


def check_recall(recall: str, counts: Sequence[int]) -> str:
    """Check a recall's name, and that its states can be numbered.

    Args:
        recall: 'perfect' or 'imperfect'.
        counts: Numbers of buckets of the streets.

    Returns:
        The recall as it was given.

    Raises:
        ValueError: If there is none of that name.
        CapacityError: If there are more sequences than can be numbered.
    """
    if recall not in ("perfect", "imperfect"):
        raise ValueError(f"recall: expected perfect or imperfect, got {recall!r}; e.g. 'perfect'")
    if recall == "perfect" and prod(counts) > MOST_SEQUENCES:
        raise CapacityError(
            f"buckets: expected at most {MOST_SEQUENCES:,} sequences with perfect recall, or "
            f"{instead_of_counts(prod(counts))}, got {list(counts)}, which are {prod(counts):,}"
        )
    return recall


def counting_memory(sequences: int) -> int:
    """Peak memory, in bytes, of making the joint counts of so many river sequences."""
    waiting = min(8 * sequences**2, 256 << 20)  # counts that wait for their sums
    return 500_000_000 + 32 * sequences**2 + waiting


def most_that_fit(need: Callable[[int], int], limit: int, memory: int) -> int:
    """The largest number of buckets up to `limit` whose need of bytes `memory` covers; 1 if 2 are too many."""
    return 1 + bisect_right(range(2, limit + 1), memory, key=need)


def fitting_text(most: int) -> str:
    """What `most_that_fit` found, in words."""
    return f"{most} buckets a street fit" if most > 1 else "not even 2 buckets a street fit"


def _size(street: int, given: object, nested: bool) -> Size | None:
    if street == 0 and given in ("lossless", LOSSLESS):
        return (LOSSLESS,)
    if nested:
        found = re.fullmatch(r"([0-9]+) ?x ?([0-9]+)", given) if isinstance(given, str) else None
        size: Size = () if found is None else (int(found[1]), int(found[2]))
    else:
        size = (given,) if type(given) is int else ()
    most = LOSSLESS if street == 0 else MOST_BUCKETS
    return size if size and min(size) >= 2 and prod(size) <= most else None


def _expected(buckets: object, nested: bool) -> str:
    if nested:
        return (
            "buckets: expected four texts like '5x2', five buckets with two in each, for preflop (or 'lossless'), "
            f"flop, turn and river, at most {MOST_BUCKETS} a street, got {buckets}; e.g. ['5x2', '5x2', '5x2', '5x2']"
        )
    return (
        f"buckets: expected four whole numbers from 2 to {MOST_BUCKETS}, for preflop (at most {LOSSLESS}, or "
        f"'lossless'), flop, turn and river, got {buckets}; e.g. [5, 5, 5, 5]"
    )
