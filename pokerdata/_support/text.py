"""Text: numbers and names in words, text files, TOML."""

from __future__ import annotations

import csv
import difflib
import io
import os
import re
import shutil
import stat
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

#: Default width of text in columns, without a terminal.
WIDTH = 80
_ROOM = 24  # least columns for wrapped text next to other columns
_DEEP = 8  # text indented this far belongs to a label above
_LABEL = re.compile(r" *\S(?:\S| (?! ))* {2,}(?=\S)")
_LONGEST_REPR = 118  # characters


def bytes_text(count: float) -> str:
    """Format bytes in powers of a thousand, such as '356.6 MB'."""
    if count < 1000:
        return f"{count:.0f} B"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 999.95:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def seconds_text(seconds: float) -> str:
    """Format a duration: '0.42 s', '12 s', '3 min 20 s', '2 h 5 min'."""
    if seconds < 9.95:
        return f"{seconds:.2g} s" if seconds < 0.995 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def counted(count: int, what: str) -> str:
    """Return a number of things with a regular plural: '1 hand', '2,000 hands'."""
    return f"{count:,} {what}{'s' * (count != 1)}"


def either(names: Sequence[str]) -> str:
    """Join two or more names: 'a, b or c'."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return ", did you mean 'X'?" for the most similar of `words`, or a full stop if none is similar."""
    found = most_like(word, words)
    return "." if found is None else f", did you mean {found!r}?"


def most_like(word: str, words: Iterable[str]) -> str | None:
    """Return the most similar of `words`, or None if none is similar."""
    return next(iter(difflib.get_close_matches(str(word), list(words), n=1, cutoff=0.5)), None)


def shortened(text: str, most: int) -> str:
    """Cut a text to a number of characters, with '...' at its end if it is longer."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(value: object, most: int = 200) -> str:
    """Return a value's repr for error messages; long ones are cut, followed by their length."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write whole numbers of thousands of digits
        text = f"{type(value).__name__} of too many digits to write"
    return text if len(text) <= most else f"{text[: most - 3]}... ({len(text):,} characters)"


def one_line(text: str) -> str:
    """Return a text in one line, with a blank for each unprintable character: foreign texts may contain any."""
    return "".join(c if c.isprintable() else " " for c in text)


def brief(of: object, *facts: str) -> str:
    """Return a one-line repr without empty facts, at most 118 characters: 'Game(Leduc hold'em, 936 information sets)'."""
    told = " ".join(", ".join(fact for fact in facts if fact).split())
    return f"{type(of).__name__}({shortened(told, _LONGEST_REPR - len(type(of).__name__) - 2)})"


def terminal_width() -> int:
    """Return the columns of the terminal, at least 40; 80 if there is no terminal and $COLUMNS is not set."""
    return max(40, shutil.get_terminal_size((WIDTH, 24)).columns)


def fitted(text: str, width: int = WIDTH) -> str:
    """Wrap ``text`` to lines of at most ``width`` columns, except for single longer words.

    A continuation line is aligned with the text after its label, if two blanks separate them, else indented by two more
    columns.
    """
    return "\n".join(part for line in text.split("\n") for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    if len(line) <= width:
        return [line]
    label = _LABEL.match(line)
    if label is not None and label.end() <= width // 2:
        indent = label.end()
        head, body = line[:indent], line[indent:]
    else:
        body = line.lstrip(" ")
        head = line[: len(line) - len(body)]
        indent = len(head) + (0 if len(head) >= _DEEP else 2)
    return _set_in(head + body, indent, width, len(head))


def _set_in(line: str, indent: int, width: int, begin: int | None = None) -> list[str]:
    """Wrap a line from column ``begin`` on, and indent continuation lines by ``indent`` columns."""
    begin = indent if begin is None else begin
    lines, room = [line[:begin]], width - indent
    body = line[begin:]
    for word in _words(body, room):
        now = lines[-1]
        if len(now) + len(word.rstrip()) <= width or len(word) > room or not now.strip():
            lines[-1] += word
        else:
            lines.append(" " * indent + word)
    return [one.rstrip() for one in lines]


def _words(text: str, room: int) -> list[str]:
    """Split words, with the blanks after them; split words that are too long for a line after commas, as in ranges."""
    found = []
    for word in re.findall(r" *\S+ *", text):
        found += re.findall(r"[^,]*,?\s*", word)[:-1] if len(word) > room else [word]
    return found


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), width: int | None = None) -> list[str]:
    """Return lines with the cells of `rows` in aligned columns; columns numbered in `right` are aligned right.

    No line is longer than ``width``, except for single longer words. The last column is wrapped next to the others if there
    is room, else below them. If the other columns are too wide, they are below the first.
    """
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    before = sum(widths[:-1]) + 2 * (len(widths) - 1)
    if width is None or before + widths[-1] <= width:
        return [_aligned(row, widths, right) for row in rows]
    room = width - before
    if len(widths) - 1 not in right and before - 2 <= width:
        words = max(len(word) for row in rows for word in row[-1].split() or [""])
        beside = room >= max(_ROOM, words)
        lines = []
        for row in rows:
            if beside or len(row[-1]) <= room:
                line = _aligned(row[:-1], widths[:-1], right).ljust(before) + row[-1]
                lines += _set_in(line, before, width) if len(line) > width else [line.rstrip()]
            else:
                lines.append(_aligned(row[:-1], widths[:-1], right))
                lines += _broken(f"    {row[-1]}", width)
        return lines
    rest = columns([row[1:] for row in rows], [c - 1 for c in right if c])
    pairs = zip((row[0] for row in rows), rest, strict=True)
    return [line for first, others in pairs for line in (first, *_broken(f"  {others}", width))]


def _aligned(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    cells = [
        cell.rjust(w) if c in right else cell.ljust(w)
        for c, (cell, w) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def in_columns(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Return a table under its header, in as many parts side by side as the width has room for; read each part down."""
    header, *cells = rows
    widths = [max(len(row[c]) for row in rows) for c in range(len(header))]
    widths[1:] = [max(5, width) for width in widths[1:]]

    def line(row: Sequence[str]) -> str:
        return " ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])

    across = max(1, min(len(cells), (width + 3) // (len(line(header)) + 3)))
    down = -(-len(cells) // across)
    parts = [cells[start : start + down] for start in range(0, len(cells), down)]
    found = ["   ".join([line(header)] * len(parts))]
    found += ["   ".join(line(part[at]) for part in parts if at < len(part)) for at in range(down)]
    return found


def csv_text(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return rows of cells below their head as CSV; NaN is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(["" if cell != cell else cell for cell in row] for row in rows)
    return text.getvalue()


_MOST = 1 << 26  # bytes


def text_of(path: str | os.PathLike[str], what: str) -> str:
    """Return the text of a small file in UTF-8. Pipes, which may never end, and devices are errors.

    Args:
        path: The file.
        what: What it should be, for the error, such as 'the game'.

    Raises:
        ValueError: If the file does not exist, cannot be read, is larger than 64 MiB, or is not text.
    """
    named = f"cannot read {what} {os.fspath(path)}"
    try:
        # A pipe without a writer would block.
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            mode = os.fstat(descriptor).st_mode
            if not stat.S_ISREG(mode):
                got = "a folder" if stat.S_ISDIR(mode) else "a pipe or a device"
                raise ValueError(f"{named}: expected a file, got {got}")
            with os.fdopen(descriptor, "rb", closefd=False) as file:
                content = file.read(_MOST + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise ValueError(f"{named}: {error.strerror}") from error
    if len(content) > _MOST:
        raise ValueError(f"{named}: expected at most {_MOST >> 20} MiB of text, got more")
    try:
        return content.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"{named}: expected text in UTF-8, got a file that is no text ({error})") from None


_DIGITS = 4_000  # Python writes at most 4,300
_LARGEST = 10**_DIGITS
_PARTS = 100  # of a dotted key: tomllib's time grows with their square
_PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_PARTS}}}")


def toml_of(text: str) -> dict[str, Any]:
    """Parse TOML.

    Raises ValueError for invalid text, lists or tables nested too deeply, dotted keys of more than 100 parts, and whole
    numbers of more than 4,000 digits. Callers check the numbers of keys that they know.
    """
    if found := _LONG_KEY.search(text):
        raise ValueError(
            f"expected dotted keys of at most {_PARTS} parts, got a longer one, {shortened(found[0], 60)}; e.g. a.b.c"
        )
    try:
        content = tomllib.loads(text)
    except RecursionError:
        raise ValueError(
            "expected lists and tables some levels deep, got far more; e.g. [[1, 2], [3, 4]]"
        ) from None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of int, for thousands of digits
        raise _too_large() from None
    if any(isinstance(value, int) and abs(value) >= _LARGEST for value in _values(content)):
        raise _too_large()
    return content


def _too_large() -> ValueError:
    return ValueError(f"expected whole numbers of at most {_DIGITS:,} digits, got a larger one; e.g. 100")


def _values(content: dict[str, Any]) -> Iterator[Any]:
    """Yield all scalars; dotted keys may make tables of any depth."""
    rest: list[Any] = [content]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
        else:
            yield value
