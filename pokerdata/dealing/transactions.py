"""Transaction logs: every action of a match with its times, from which a match that was broken off goes on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_LINE = re.compile(r"(f|c|r\d*) +(\d{1,10}) +(\d{1,12})\.(\d{1,6}) +(\d{1,12})\.(\d{1,6})")
_SECOND = 1_000_000


class Transaction(NamedTuple):
    """An action of a match.

    Attributes:
        action: Its text.
        hand: Number of the hand.
        sent: When its player was sent the state, in microseconds since 1970.
        received: When his answer came in.
    """

    action: str
    hand: int
    sent: int
    received: int

    def __str__(self) -> str:
        return f"{self.action} {self.hand} {stamp(self.sent)} {stamp(self.received)}"


def stamp(time: int) -> str:
    """A time as seconds with six decimals.

    Args:
        time: In microseconds.
    """
    return f"{time // _SECOND}.{time % _SECOND:06d}"


def read_transactions(path: Path) -> Iterator[Transaction]:
    """The lines of a transaction log. A last line without an end was being written when a dealer died, and is left out.

    Args:
        path: The file.

    Raises:
        ValueError: If it cannot be read or a line is no transaction; the message names the file and the line.
    """
    try:
        lines = path.read_bytes().decode("latin-1").split("\n")[:-1]
    except OSError as error:
        raise ValueError(f"cannot read the transactions {path}: {error}") from error
    for number, line in enumerate(lines, start=1):
        found = _LINE.fullmatch(line.rstrip("\r"))
        if found is None:
            raise ValueError(
                f"{path}, line {number}: expected action, hand, and when it was sent and received, got {line[:40]!r}; "
                "e.g. f 0 1795331303.330744 1795331303.330788"
            )
        action, hand, sent, sent_part, received, received_part = found.groups()
        # a fraction is a number of microseconds, as the dealer of the competition reads it
        yield Transaction(
            action,
            int(hand),
            int(sent) * _SECOND + int(sent_part),
            int(received) * _SECOND + int(received_part),
        )
