"""The dealer's files: the log and the transactions with their times, and how a killed dealer's files are continued."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pokerdata.errors import CapacityError, MatchError
from pokerdata.pipeline.store.writing import FULL, HELD, refuse_link

_READ = 1 << 16


class Record:
    """A file of lines, each passed to the operating system at once.

    The file is locked while it is open, and its existing lines are never lost. New lines stay in memory until `begin`. So
    a match that never begins leaves the file as it was, or creates none.

    Args:
        path: The file.
        resume: Whether to append to existing lines. Otherwise the file must be new or empty.
        begins: Function that returns whether an unfinished first line may come from a killed dealer.

    Raises:
        ValueError: If the file cannot be written, is in use by another process, is not empty, or has an unfinished line
            that belongs to no match.
        TableError: If it is a symbolic link.
    """

    def __init__(self, path: Path, resume: bool, begins: Callable[[bytes], bool]) -> None:
        self.path = path
        self._waiting: list[str] | None = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            refuse_link(path)
            self._made = not path.exists()
            flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            self._file = os.open(path, flags, 0o666)
        except OSError as error:
            raise ValueError(f"{path}: expected a file that can be written: {error.strerror}") from error
        try:
            state = os.fstat(self._file)
            if not stat.S_ISREG(state.st_mode):
                raise ValueError(
                    f"{path}: expected a file, got a pipe or a device; choose another name with --match"
                )
            self._lock()
            if not resume and os.fstat(self._file).st_size:
                raise ValueError(
                    f"{path} already holds a match, which is never overwritten: choose another name with --match, go on "
                    "with that match by --resume, or remove the file"
                )
            self._end = self._whole()
            # Only cut off what a dealer has written.
            if not self._end and not begins(os.pread(self._file, _READ, 0)):
                raise ValueError(
                    f"{path}: expected the beginning of a match to go on with, got something else; choose another name "
                    "with --match"
                )
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        held = False
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            held = error.errno in HELD  # otherwise the file system has no locks
        if held or not os.fstat(self._file).st_nlink:  # or a dealer without players has just removed it
            raise ValueError(
                f"{self.path}: another dealer is writing this file; wait until its match ends, or choose another name "
                "with --match"
            )

    def _whole(self) -> int:
        """Return the number of bytes up to the end of the last whole line."""
        size = os.fstat(self._file).st_size
        begin = max(0, size - _READ)
        end = os.pread(self._file, _READ, begin).rfind(b"\n") if size else -1
        if end < 0 and begin:
            raise ValueError(
                f"{self.path}: expected lines of at most {_READ:,} bytes, got a longer last one, which no dealer wrote; "
                "cut it off, or choose another name with --match"
            )
        return begin + end + 1 if end >= 0 else 0

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._file

    @property
    def empty(self) -> bool:
        """Whether the file had no whole line at the start."""
        return self._end == 0

    def lines(self) -> list[str]:
        """Return the whole lines that existed at the start, without their line ends."""
        with os.fdopen(self._file, "rb", closefd=False) as file:
            file.seek(0)
            return file.read(self._end).decode("utf-8", "surrogateescape").splitlines()

    def begin(self) -> None:
        """Cut off an unfinished last line of a killed dealer, and write the lines kept in memory.

        Raises:
            CapacityError: If the disk is full.
            MatchError: If the file cannot be written.
        """
        kept, self._waiting = self._waiting, None
        self._cut()
        for line in kept or ():
            self.write(line)

    def write(self, line: str) -> None:
        """Append a line.

        Args:
            line: The line without its line end.

        Raises:
            CapacityError: If the disk is full.
            MatchError: If the file cannot be written.
        """
        if self._waiting is not None:
            self._waiting.append(line)
            return
        data = f"{line}\n".encode("utf-8", "surrogateescape")
        try:
            while data:
                data = data[os.write(self._file, data) :]
        except OSError as error:
            raise unwritable(error, str(self.path)) from error

    def close(self) -> None:
        """Cut off an unfinished line, and release the file."""
        with suppress(OSError):
            if self._waiting is None:
                self._cut()
            elif self._made and not os.fstat(self._file).st_size:
                self.path.unlink()
        os.close(self._file)

    def _cut(self) -> None:
        whole = self._whole()
        if whole < os.fstat(self._file).st_size:
            os.ftruncate(self._file, whole)


def unwritable(error: OSError, what: str) -> CapacityError | MatchError:
    """Return the error to raise when a match stops because a file cannot be written.

    Args:
        error: The system's error.
        what: Name of the output, for the message.
    """
    if error.errno in (*FULL, errno.EFBIG):  # EFBIG: a limit on file sizes
        return CapacityError(
            f"the disk is full: cannot write {what} ({error.strerror}), so the match stopped. Free some space; a match with "
            "--transactions then goes on with --resume"
        )
    return MatchError(f"cannot write {what}: {error.strerror}")


_LINE = re.compile(r"(f|c|r\d*) +(\d{1,10}) +(\d{1,12})\.(\d{1,6}) +(\d{1,12})\.(\d{1,6})")
_CUT = re.compile(rb"[fcr]?[\d .]{0,80}")
_SECOND = 1_000_000


class Transaction(NamedTuple):
    """An action of a match.

    Attributes:
        action: Text of the action.
        hand: Number of the hand.
        sent: Time when the player was sent the state, in microseconds since 1970.
        received: Time when the answer was received, in the same unit.
    """

    action: str
    hand: int
    sent: int
    received: int

    def __str__(self) -> str:
        return f"{self.action} {self.hand} {stamp(self.sent)} {stamp(self.received)}"


def stamp(time: int) -> str:
    """Format a time as seconds with six decimals.

    Args:
        time: Time in microseconds.
    """
    return f"{time // _SECOND}.{time % _SECOND:06d}"


def may_be_cut(line: bytes) -> bool:
    """Return whether bytes may be the beginning of a transaction line.

    Args:
        line: The bytes of the unfinished line.
    """
    return _CUT.fullmatch(line) is not None


def read_transactions(path: Path) -> Iterator[Transaction]:
    """Read a transaction log. An unfinished last line, left by a killed dealer, is skipped.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or a line is no transaction; the message names the file and the line.
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
        # The competition's dealer reads the fraction as a number of microseconds.
        yield Transaction(
            action,
            int(hand),
            int(sent) * _SECOND + int(sent_part),
            int(received) * _SECOND + int(received_part),
        )
