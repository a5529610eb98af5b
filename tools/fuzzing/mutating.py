"""Random mutation of seeds without coverage: the short form of fuzzing, which the tests run."""

from __future__ import annotations

import random

from fuzzing.checking import Target

#: Tokens that break readers of any kind.
_ANYTHING = (
    b"\x00",
    b"\xff",
    b"\r",
    b"\n",
    b"\t",
    b" ",
    b"\xc2\xa0",
    b"\xe2\x80\x93",
    b"\xf0\x9f\x82\xa1",
    b"\xd9\xa3",
    b"\xc2\xb2",
    b"-1",
    b"0",
    b"1e999",
    b"1e-999",
    b"nan",
    b"inf",
    b"-0",
    b"0x" + b"f" * 40,
    b"9" * 19,
    b"9" * 40,
    b"4294967296",
    b"2147483648",
    b"[",
    b"]",
    b"{",
    b"}",
    b"'",
    b'"',
    b"=",
    b":",
    b"|",
    b"/",
    b",",
    b".",
    b"[" * 300,
    b"[" * 1500,
    b"{a=" * 600,
    b"9" * 1000,
)


def mutated(target: Target, random_numbers: random.Random) -> bytes:
    """Return an input made from a random seed of a target by one to eight mutations.

    Args:
        target: The target.
        random_numbers: Generator that chooses seed and mutations.
    """
    data = bytearray(random_numbers.choice(target.seeds))
    for _ in range(random_numbers.choice((1, 1, 1, 2, 8))):
        _change(data, target, random_numbers)
    return bytes(data[: target.longest])


def _change(data: bytearray, target: Target, random_numbers: random.Random) -> None:
    at, end = sorted(random_numbers.randrange(len(data) + 1) for _ in range(2))
    kind = random_numbers.choice((0, 1, 2, 3, 4, 5, 6, 6, 7, 7))
    if kind == 0 and data:
        data[min(at, len(data) - 1)] = random_numbers.randrange(256)
    elif kind == 1 and data:
        data[min(at, len(data) - 1)] ^= 1 << random_numbers.randrange(8)
    elif kind == 2:
        del data[at : min(end, at + random_numbers.choice((1, 2, 8, 64)))]
    elif kind == 3:
        data[at:at] = data[at : min(end, at + 200)] * random_numbers.choice((1, 1, 3))
    elif kind == 4:
        other = random_numbers.choice(target.seeds)
        begin = random_numbers.randrange(len(other) + 1)
        data[at:end] = other[begin : begin + random_numbers.choice((4, 40, 400))]
    elif kind == 5:
        data[at:at] = random_numbers.choice(_ANYTHING)
    else:
        words = target.words or _ANYTHING
        data[at : at if kind == 6 else min(end, at + 8)] = random_numbers.choice(words)
