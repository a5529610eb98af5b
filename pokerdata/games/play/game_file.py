"""The fields of ``.game`` files of the Annual Computer Poker Competition (protocol 2.0.0)."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

from pokerdata._support.text import quoted, shortened, text_of

BEGIN, END = "GAMEDEF", "END GAMEDEF"

# All fields, each with an example.
_FIELDS = {
    "numPlayers": "2",
    "numRounds": "4",
    "stack": "20000 20000",
    "blind": "10 5",
    "raiseSize": "10 10 20 20",
    "firstPlayer": "2 1 1 1",
    "maxRaises": "3 4 4 4",
    "numSuits": "4",
    "numRanks": "13",
    "numHoleCards": "2",
    "numBoardCards": "0 3 1 1",
}
_MOST_DIGITS = 12  # of a number: more than any game needs


class GameFile:
    """Fields of a ``.game`` file, each with its line and values, and whether the game is a limit game.

    Args:
        path: The file.

    Raises:
        ValueError: If the file cannot be read or has invalid lines; the message names the file, line, value and rule.
    """

    def __init__(self, path: Path) -> None:
        text = text_of(path, "the game")
        self.path = path
        self.limit = True
        self._said: str | None = None  # limit or nolimit, as in the file
        self.fields: dict[str, tuple[int, str]] = {}
        lines = [(n, line.partition("#")[0].strip()) for n, line in enumerate(text.splitlines(), start=1)]
        lines = [(n, line) for n, line in lines if line]
        if not lines or lines[0][1].upper() != BEGIN or lines[-1][1].upper() != END:
            raise ValueError(
                f"{path} is no game definition: expected lines from {BEGIN} to {END}; `pokerdata games leduc --acpc` "
                "writes an example"
            )
        for number, line in lines[1:-1]:
            self._take(number, line)

    def _take(self, number: int, line: str) -> None:
        if line.lower() in ("limit", "nolimit"):
            if self._said is not None:
                raise ValueError(
                    f"{self.path}, line {number}: expected limit or nolimit once, got {line} after {self._said}; e.g. limit"
                )
            self._said, self.limit = line, line.lower() == "limit"
            return
        word, equals, values = (part.strip() for part in line.partition("="))
        key = next((known for known in _FIELDS if known.lower() == word.lower()), None)
        if key is None or not equals or key in self.fields:
            what = "is there twice" if key in self.fields else "is no field of a game"
            raise ValueError(
                f"{self.path}, line {number}: {quoted(line)} {what}; expected limit or nolimit, and KEY = VALUES with each "
                f"of {', '.join(_FIELDS)} once; e.g. blind = 10 5"
            )
        self.fields[key] = (number, values)

    def refuse(self, key: str, rule: str) -> NoReturn:
        """Raise ValueError for the value of a field.

        Args:
            key: The field.
            rule: What was expected.
        """
        line, values = self.fields[key]
        raise ValueError(
            f"{self.path}, line {line}: {key}: expected {rule}, got {shortened(values, 200)}; e.g. {key} = {_FIELDS[key]}"
        )

    def absent(self, key: str, why: str) -> None:
        """Raise ValueError if a field is present.

        Args:
            key: The field.
            why: Why it is not allowed.
        """
        if key in self.fields:
            line, values = self.fields[key]
            raise ValueError(f"{self.path}, line {line}: {key} = {shortened(values, 200)}; {why}")

    def one(self, key: str, low: int, high: int) -> int:
        """Return the number of a required field.

        Args:
            key: The field.
            low: Smallest allowed value.
            high: Largest allowed value.

        Raises:
            ValueError: If the field is missing or its value is invalid.
        """
        (value,) = self.each(key, 1, "games")
        if not low <= value <= high:
            self.refuse(key, str(low) if low == high else f"{low} to {high}")
        return value

    def each(self, key: str, count: int, what: str, *, default: int | None = None) -> tuple[int, ...]:
        """Return whole numbers, one for each of the players or rounds.

        Args:
            key: The field.
            count: Number of values.
            what: What each value is for, such as players.
            default: Value of each if the field is missing; by default the field is required.

        Raises:
            ValueError: If the field is missing or its values are invalid.
        """
        if key not in self.fields:
            if default is not None:
                return (default,) * count
            raise ValueError(f"{self.path}: there is no {key}; expected e.g. {key} = {_FIELDS[key]}")
        words = self.fields[key][1].split()
        known = (word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS for word in words)
        if len(words) != count or not all(known):
            rule = "one whole number" if count == 1 else f"{count} whole numbers, one for each of the {what}"
            self.refuse(key, rule)
        return tuple(map(int, words))


# Hands of fewer cards have no straights and flushes, so that the cards of a rank are alike.
FLUSH_CARDS = 5
