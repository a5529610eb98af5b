"""What a dealer writes down: the log and the transactions, and how both go on after a dealer died."""

from __future__ import annotations

import os
from pathlib import Path

_READ = 1 << 16


class Record:
    """A file of lines that are on their way to the disk as soon as they are written.

    Args:
        path: The file.
        resume: Whether to go on behind the lines that are there; a last one without an end is cut off. Else the file is
            begun anew.

    Raises:
        ValueError: If it cannot be written.
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self.path = path
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | (0 if resume else os.O_TRUNC)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, flags, 0o666)
            os.ftruncate(self._file, self._whole())
        except OSError as error:
            raise ValueError(f"{path}: expected a file that can be written: {error.strerror}") from error

    def _whole(self) -> int:
        """Bytes up to the end of the last whole line."""
        at = os.fstat(self._file).st_size
        while at:
            begin = max(0, at - _READ)
            end = os.pread(self._file, at - begin, begin).rfind(b"\n")
            if end >= 0:
                return begin + end + 1
            at = begin
        return 0

    def fileno(self) -> int:
        """The number of the file."""
        return self._file

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return os.fstat(self._file).st_size == 0

    def lines(self) -> list[str]:
        """What is there, without ends of lines."""
        return self.path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()

    def write(self, line: str) -> None:
        """Add a line.

        Args:
            line: Without its end.
        """
        data = f"{line}\n".encode("utf-8", "surrogateescape")
        while data:
            data = data[os.write(self._file, data) :]

    def close(self) -> None:
        """No more is written."""
        os.close(self._file)
