"""Reading a line of text from the left, with errors that name the column."""

from __future__ import annotations

from typing import NoReturn


class Scanner:
    """A line and how far it has been read.

    Args:
        text: The line.
        what: What it is, for error messages.
    """

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.what = what
        self.at = 0

    def refuse(self, rule: str, *, at: int | None = None) -> NoReturn:
        """Raise ValueError that names the column, what stands there and the rule.

        Args:
            rule: What was expected there.
            at: Where, from 0; by default what comes next.
        """
        at = self.at if at is None else at
        rest = self.text[at:]
        got = "the end of the line" if not rest else repr(rest if len(rest) <= 24 else rest[:21] + "...")
        raise ValueError(f"{self.what}, column {at + 1}: expected {rule}, got {got}")

    @property
    def next(self) -> str:
        """The character that comes next; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, mark: str, rule: str) -> None:
        """Read a text that must stand here.

        Args:
            mark: The text.
            rule: What was expected where it does not.

        Raises:
            ValueError: If it does not.
        """
        if not self.text.startswith(mark, self.at):
            self.refuse(rule)
        self.at += len(mark)

    def number(self, what: str, most: int) -> int:
        """Read a whole number; blanks may stand before it.

        Args:
            what: What it is, with an example.
            most: The largest that is allowed.

        Raises:
            ValueError: If there is none, or a larger one.
        """
        while self.next == " ":
            self.at += 1
        begin = self.at
        while self.next.isascii() and self.next.isdigit():
            self.at += 1
        digits = self.text[begin : self.at]
        if not digits:
            self.refuse(what)
        if len(digits) > 12 or int(digits) > most:
            self.refuse(f"{what}, at most {most}", at=begin)
        return int(digits)

    def until(self, marks: str) -> str:
        """Read up to one of some marks, or to the end.

        Args:
            marks: Characters to stop at.
        """
        begin = self.at
        while self.next and self.next not in marks:
            self.at += 1
        return self.text[begin : self.at]
