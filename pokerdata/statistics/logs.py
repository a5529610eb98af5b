"""Statistics of logs: files of any length in a stream, each line checked in full."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from pokerdata._core import statistics as _core
from pokerdata.games import NamedGame
from pokerdata.play import (
    GameDefinition,
    State,
    find_definition,
    read_hand,
    read_old_result,
    read_phh,
    read_score,
)
from pokerdata.statistics.collected import Statistics
from pokerdata.statistics.shown import STRONG
from pokerdata.support.progress import Progress

_PHH = (".phh", ".phhs")
_SUFFIXES = (".log", *_PHH)
_CHUNK = 1 << 20  # bytes that are read at once
_LONGEST = 1 << 16  # bytes of a line


def statistics_of_logs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    game: GameDefinition | NamedGame | str | None = None,
    *,
    chip: int | str = 1,
    skip_errors: bool = False,
    strength: bool = False,
    strong: float = STRONG,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Statistics:
    """Statistics of logs as the dealers of the competition and of this package write them, and of `.phh` and `.phhs` files.

    RESULTSTRING lines from before version 2.0.0 are read, too. A log is read in a stream: memory does not depend on its
    length. Lines in the usual form take some millionths of a second; others, and those of `.phh` files, far longer.

    Args:
        paths: A file, a folder, in which all that ends in .log, .phh or .phhs is read, or several of them.
        game: What was played in logs, as `pokerdata.play.find_definition` takes it; not needed for .phh.
        chip: What a chip is worth in `.phh` files, as for `pokerdata.play.read_phh`.
        skip_errors: Leave out hands with errors, and count them, where else the first one is refused.
        strength: As for `Statistics`.
        strong: As for `Statistics`.
        tables: As for `Statistics`.
        progress: Called with bytes read and all bytes.

    Raises:
        ValueError: For a log without a game, a file that cannot be read or is given twice, or an error in a line, which the
            message names.
        CapacityError: For more than 10,000 players of one kind of table.
    """
    files = list(_files(paths))
    logs = [path for path in files if path.suffix.lower() not in _PHH]
    if logs and game is None:
        raise ValueError(f"game: expected that of the log {logs[0]}, got none; e.g. limit-holdem")
    rules = None if game is None or not logs else find_definition(game)
    sizes = [path.stat().st_size for path in files]
    done, found = 0, Statistics(strength=strength, strong=strong, tables=tables)
    if rules is not None:
        found.table(rules)  # refused before any hand
    for path, size in zip(files, sizes, strict=True):
        if rules is None or path.suffix.lower() in _PHH:
            _count_phh(found, path, chip, skip_errors)
        else:
            reading = _Reading(found, rules, path, skip_errors)
            for read in reading.run():
                if progress is not None:
                    progress(done + read, sum(sizes))
        done += size
        if progress is not None:
            progress(done, sum(sizes))
    return found


def _files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise ValueError("logs: expected a file or folder, or several, got none; e.g. match.log")
    seen: set[Path] = set()
    for one in map(Path, given):
        if one.is_dir():
            found = sorted(
                path for path in one.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file()
            )
            if not found:
                raise ValueError(
                    f"logs: expected files that end in {', '.join(_SUFFIXES)} in {one}, got none"
                )
        elif one.exists():  # pipes, too
            found = [one]
        else:
            raise ValueError(f"logs: expected a file or a folder, got {one}, which does not exist")
        for path in found:
            if path.resolve() in seen:
                raise ValueError(f"logs: expected each file once, got {path} twice")
            seen.add(path.resolve())
            yield path


def _count_phh(found: Statistics, path: Path, chip: int | str, skip_errors: bool) -> None:
    try:
        hands = read_phh(path, chip=chip)
    except ValueError as error:
        _skip(found, str(error), skip_errors)
        return
    for number, hand in enumerate(hands, start=1):
        try:
            found.see(hand)
        except ValueError as error:
            _skip(found, f"{path}, hand {number}: {error}", skip_errors)


def _skip(found: Statistics, message: str, skip_errors: bool) -> None:
    if not skip_errors:
        raise ValueError(message) from None
    found.skipped += 1
    found.first_error = found.first_error or message


class _Reading:
    """One log. Lines that are no hands in the usual form are read by `pokerdata.play`, which says what is wrong."""

    def __init__(self, found: Statistics, game: GameDefinition, path: Path, skip_errors: bool) -> None:
        self._found = found
        self._game = game
        self._path = path
        self._skip_errors = skip_errors
        self._counter: _core.Counter = found.counter(game)
        self._table = found.table(game)
        self._line = 0  # lines so far

    def run(self) -> Iterator[int]:
        """Count the log; yields bytes that were read."""
        try:
            with self._path.open("rb") as file:
                yield from self._chunks(file)
        except OSError as error:
            raise ValueError(f"cannot read the log {self._path}: {error}") from error

    def _chunks(self, file: BinaryIO) -> Iterator[int]:
        rest, read = b"", 0
        while chunk := file.read(_CHUNK):
            read += len(chunk)
            text = rest + chunk
            end = text.rfind(b"\n") + 1
            rest = text[end:]
            self._count(text[:end])
            if len(rest) > _LONGEST:
                raise ValueError(
                    f"{self._path}, line {self._line + 1}: expected at most {_LONGEST} bytes, got more without an end of "
                    "line"
                )
            yield read
        if rest:
            self._count(rest + b"\n")
            yield read

    def _count(self, text: bytes) -> None:
        at = 0
        while at < len(text):
            taken, lines, _ = self._table.count(self._counter, text, at)
            self._found.take_shown()
            at += taken
            self._line += lines
            if at < len(text):
                end = text.index(b"\n", at)
                self._line += 1
                self._other(text[at:end])
                at = end + 1

    def _other(self, line: bytes) -> None:
        """Read a line that is no hand in the usual form."""
        try:
            if len(line) > _LONGEST:
                raise ValueError(f"expected at most {_LONGEST} bytes, got {len(line)}")
            try:
                text = line.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"expected UTF-8 text, got {error.reason} in column {error.start + 1}"
                ) from None
            if text.startswith("SCORE"):
                read_score(text)
            elif text and not text.startswith("#"):
                self._found.see(_hand(self._game, text))
        except ValueError as error:
            _skip(self._found, f"{self._path}, line {self._line}: {error}", self._skip_errors)


def _hand(game: GameDefinition, text: str) -> State:
    """The hand of a line: of today's logs, or a RESULTSTRING, with or without that word, which begins with names."""
    if text.startswith("RESULTSTRING:") or (
        not text.startswith(("STATE", "MATCHSTATE")) and "|" in text.partition(":")[0]
    ):
        return read_old_result(game, text)
    return read_hand(game, text)
