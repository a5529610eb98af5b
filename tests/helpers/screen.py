"""A minimal terminal emulator, for text that is redrawn in place."""

import re

_PARTS = re.compile(r"\x1b\[(\d*)([AJ])|(\x1b\[[?0-9;]*[A-Za-z])|(\r)|(\n)|([^\x1b\r\n]+)")


def screen(written: str, columns: int = 80) -> list[str]:
    """Return the final lines of the screen without trailing blanks.

    The text must not be wider than the terminal.
    """
    lines, row, column = [""], 0, 0
    for match in _PARTS.finditer(written):
        count, what, other, left, down, text = match.groups()
        if what == "A":
            row -= int(count or 1)
            assert row >= 0, "above what was written"
        elif what == "J":
            lines[row:] = [lines[row][:column]]
        elif left:
            column = 0
        elif down:
            row, column = row + 1, 0
            lines += [""] * (row == len(lines))
        elif text:
            lines[row] = lines[row].ljust(column)[:column] + text + lines[row][column + len(text) :]
            column += len(text)
            assert column <= columns, f"wider than the terminal: {text!r}"
        else:
            assert other[-1] in "mhlK", f"not known: {other!r}"
    return [line.rstrip() for line in lines]
