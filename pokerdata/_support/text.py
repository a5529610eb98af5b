"""Text: numbers and names in words, files of text, TOML."""

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

#: Columns of text where no terminal says how many it has.
WIDTH = 80
_ROOM = 24  # columns at least for text that is broken beside others
_DEEP = 8  # what stands so far to the right belongs to a label above
_LABEL = re.compile(r" *\S(?:\S| (?! ))* {2,}(?=\S)")
_LONGEST_REPR = 118  # characters


def bytes_text(count: float) -> str:
    """'356.6 MB' and the like, in powers of a thousand."""
    if count < 1000:
        return f"{count:.0f} B"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 999.95:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"


def seconds_text(seconds: float) -> str:
    """'0.42 s', '12 s', '3 min 20 s', '2 h 5 min'."""
    if seconds < 9.95:
        return f"{seconds:.2g} s" if seconds < 0.995 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s" if whole % 60 else f"{whole // 60} min"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def counted(count: int, what: str) -> str:
    """'1 hand', '2,000 hands': a number of things whose plural ends in s."""
    return f"{count:,} {what}{'s' * (count != 1)}"


def either(names: Sequence[str]) -> str:
    """'a, b or c', of two names or more."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


def nearest(word: str, words: Iterable[str]) -> str:
    """Return ", did you mean 'X'?" for the most similar of `words`, or a full stop where none is similar."""
    found = most_like(word, words)
    return "." if found is None else f", did you mean {found!r}?"


def most_like(word: str, words: Iterable[str]) -> str | None:
    """The most similar of `words`, or None where none is similar."""
    return next(iter(difflib.get_close_matches(str(word), list(words), n=1, cutoff=0.5)), None)


def shortened(text: str, most: int) -> str:
    """At most so many characters of a text, '...' at its end where there are more."""
    return text if len(text) <= most else text[: most - 3] + "..."


def quoted(value: object, most: int = 200) -> str:
    """What was given, as errors show it: its repr, cut where it has more than so many characters, and how long it is."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no whole number of thousands of digits
        text = f"{type(value).__name__} of too many digits to write"
    return text if len(text) <= most else f"{text[: most - 3]}... ({len(text):,} characters)"


def one_line(text: str) -> str:
    """A text in one line, a blank for each character that is not to be printed: what others wrote may hold any."""
    return "".join(c if c.isprintable() else " " for c in text)


def brief(of: object, *facts: str) -> str:
    """'Game(Leduc hold'em, 936 information sets)': a repr of one line, at most 118 characters; empty facts are left out."""
    told = " ".join(", ".join(fact for fact in facts if fact).split())
    return f"{type(of).__name__}({shortened(told, _LONGEST_REPR - len(type(of).__name__) - 2)})"


def terminal_width() -> int:
    """Columns of the terminal, at least 40; 80 where the output is no terminal and $COLUMNS does not say."""
    return max(40, shutil.get_terminal_size((WIDTH, 24)).columns)


def fitted(text: str, width: int = WIDTH) -> str:
    """``text`` with no line longer than ``width``, but where a single word is.

    What is broken goes on below the text beside its label, if two blanks set one off, and else two columns further in.
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
    """A line broken from column ``begin`` on, all after the first ``indent`` columns in."""
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
    """Words with the blanks behind them; those too long for a line in parts behind commas, such as a range has them."""
    found = []
    for word in re.findall(r" *\S+ *", text):
        found += re.findall(r"[^,]*,?\s*", word)[:-1] if len(word) > room else [word]
    return found


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), width: int | None = None) -> list[str]:
    """Lines with the cells of `rows` in aligned columns; those numbered in `right` are set to the right.

    No line is longer than ``width``, but where a single word is: the last column is broken, beside the others where they
    leave it room or else below them; and if the others are too many, they stand below the first.
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
    """A table under its header, side by side as often as a width has room, read down each part."""
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
    """Rows of cells below their head as CSV; NaN is an empty cell."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(["" if cell != cell else cell for cell in row] for row in rows)
    return text.getvalue()


_MOST = 1 << 26  # bytes


def text_of(path: str | os.PathLike[str], what: str) -> str:
    """Return the text of a small file in UTF-8. Pipes, which may never end, and devices are refused.

    Args:
        path: The file.
        what: What it should be, for the error, such as 'the game'.

    Raises:
        ValueError: If there is no such file, it cannot be read, is larger than 64 MiB, or is no text.
    """
    named = f"cannot read {what} {os.fspath(path)}"
    try:
        # A pipe that nobody writes to would keep others waiting.
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


_DIGITS = 4_000  # Python writes no more than 4,300 of them
_LARGEST = 10**_DIGITS
_PARTS = 100  # of a dotted key, for which tomllib takes a time that grows with their square
_PART = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_LONG_KEY = re.compile(rf"(?<![A-Za-z0-9_\\-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{_PARTS}}}")


def toml_of(text: str) -> dict[str, Any]:
    """The values of a text in TOML.

    Raises ValueError for another text, one with lists or tables too deep in each other to be read, dotted keys of more
    than 100 parts, and whole numbers of more than 4,000 digits. Whoever knows a key checks its numbers.
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
    """All that are no lists and tables; dotted keys may make tables of any depth."""
    rest: list[Any] = [content]
    while rest:
        value = rest.pop()
        if isinstance(value, dict):
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
        else:
            yield value
