"""Sizes of bets and raises as text and as values: 60%, 2.5x, 100c, 2e150%, a."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pokerdata.games.values import MOST_CHIPS
from pokerdata.support.text import quoted

MOST_RATIO = 10_000
_MOST_DENOMINATOR = 100_000
_MOST_BETS = 100
_MOST_RAISES = 256
_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9})"
_FORMS = {
    "pot": re.compile(rf"{_NUMBER}%"),
    "multiple": re.compile(rf"{_NUMBER}x"),
    "chips": re.compile(r"(\d{1,12})c(?:(\d{1,4})r)?"),
    "geometric": re.compile(rf"(\d{{1,4}})?e(?:{_NUMBER}%)?"),
}
#: What stands for no sizes.
NONE = "none"
_ALL_IN = ("a", "all-in", "allin")
_BETS = "60% (of the pot), 100c (chips), e, 2e or 2e150% (geometric) or a (all-in)"
_RAISES = (
    "60% (of the pot), 2.5x (the last bet), 100c or 100c3r (chips), e, 2e or 2e150% (geometric) or a (all-in)"
)

#: A size as the kernels take it.
CoreSize = tuple[str, tuple[int, int], int, int, int]


@dataclass(frozen=True)
class Size:
    """One bet or raise of a menu.

    Attributes:
        kind: 'pot', 'multiple', 'chips', 'geometric' or 'all-in'.
        ratio: Part of the pot after a call, multiple of the last bet, or at most which part of the pot a geometric bet is
            (0: no bound).
        chips: Of a size in chips.
        bets: Of a geometric size: after how many equal parts of the pot the players are all-in; 0 for the streets left.
        most_bets: Of raises in chips: only while at most so many bets and raises were made on the street; 0: always.
    """

    kind: str
    ratio: Fraction = Fraction(0)
    chips: int = 0
    bets: int = 0
    most_bets: int = 0

    @property
    def core(self) -> CoreSize:
        """As the kernels take it."""
        ratio = (self.ratio.numerator, self.ratio.denominator)
        return self.kind, ratio, self.chips, self.bets, self.most_bets

    def __str__(self) -> str:
        if self.kind == "pot":
            return f"{decimal_text(100 * self.ratio)}%"
        if self.kind == "multiple":
            return f"{decimal_text(self.ratio)}x"
        if self.kind == "chips":
            return f"{self.chips}c" + (f"{self.most_bets}r" if self.most_bets else "")
        if self.kind == "geometric":
            most = f"{decimal_text(100 * self.ratio)}%" if self.ratio else ""
            return f"{self.bets or ''}e{most}"
        return "a"


def read_sizes(where: str, given: Any, *, raises: bool) -> tuple[Size, ...]:
    """Sizes from text such as "60%,e,a", or from a list of such; each once, in the order given.

    Args:
        where: What errors name first, such as 'bets'.
        given: Text, a `Size`, or a list of either; empty or "none" for none.
        raises: Whether they are raises: then multiples of the last bet are sizes, too.

    Raises:
        ValueError: For what is no size; the message names it, the forms there are and an example.
    """
    if isinstance(given, str | Size):
        given = [given]
    if not isinstance(given, Iterable):
        raise ValueError(f"{where}: expected sizes as text, got {given!r}; e.g. {_example(raises)!r}")
    found: dict[Size, None] = {}
    for part in given:
        if isinstance(part, Size):
            found[_sensible(where, part, str(part), raises)] = None
        elif not isinstance(part, str):
            raise ValueError(f"{where}: expected sizes as text, got {part!r}; e.g. {_example(raises)!r}")
        elif part.strip() not in ("", NONE):
            for word in part.split(","):
                found[_sensible(where, _read(where, word, raises), word.strip(), raises)] = None
    return tuple(found)


def sizes_text(sizes: Iterable[Size]) -> str:
    """What `read_sizes` reads.

    Args:
        sizes: Any.
    """
    return ",".join(map(str, sizes))


def decimal_text(value: Fraction) -> str:
    """A number in decimals where it has few, else as a fraction: '2.5', '1/3'.

    Args:
        value: The number.
    """
    if value.denominator == 1:
        return str(value.numerator)
    for digits in range(1, 10):
        if (value * 10**digits).denominator == 1:
            whole, part = divmod(int(abs(value) * 10**digits), 10**digits)
            return f"{'-' * (value < 0)}{whole}.{part:0{digits}}"
    return str(value)


def _read(where: str, word: str, raises: bool) -> Size:
    text = "".join(word.split()).lower()
    if text in _ALL_IN:
        return Size("all-in")
    for kind, form in _FORMS.items():
        match = form.fullmatch(text)
        if match is None:
            continue
        first = match[1] or "0"
        second = (match[2] if match.re.groups > 1 else None) or "0"
        if kind == "pot":
            return Size(kind, Fraction(first) / 100)
        if kind == "multiple":
            return Size(kind, Fraction(first))
        # What is written must not be 0, which stands for what is not written.
        if any(text is not None and Fraction(text) == 0 for text in match.groups()):
            break
        if kind == "chips":
            return Size(kind, chips=int(first), most_bets=int(second))
        return Size(kind, Fraction(second) / 100, bets=int(first))
    raise ValueError(
        f"{where}: expected {_RAISES if raises else _BETS}, got {quoted(word.strip())}; e.g. {_example(raises)!r}"
    )


def _sensible(where: str, size: Size, text: str, raises: bool) -> Size:
    def refuse(rule: str, example: str) -> ValueError:
        return ValueError(f"{where}: expected {rule}, got {quoted(text)}; e.g. {example!r}")

    if size.kind not in (*_FORMS, "all-in"):
        raise refuse("a size of a known kind", "60%")
    if size.kind == "multiple" and not raises:
        raise refuse("no multiple, as a bet has none before it", "60%")
    if size.most_bets and not raises:
        raise refuse("no limit of bets for a first bet", f"{size.chips}c")
    if size.kind == "multiple" and size.ratio <= 1:
        raise refuse("a multiple above 1", "2.5x")
    if size.kind == "pot" and size.ratio <= 0:
        raise refuse("a part of the pot above 0", "60%")
    if not 0 <= size.ratio <= MOST_RATIO:
        raise refuse(f"at most {MOST_RATIO:,} pots or times the last bet", "150%")
    if size.ratio.denominator > _MOST_DENOMINATOR:
        raise refuse("at most three decimals", "33.333%")
    if size.kind == "chips" and not 1 <= size.chips <= MOST_CHIPS:
        raise refuse(f"1 to {MOST_CHIPS} chips", "100c")
    if not 0 <= size.bets <= _MOST_BETS:
        raise refuse(f"at most {_MOST_BETS} geometric bets", "2e")
    if not 0 <= size.most_bets <= _MOST_RAISES:
        raise refuse(f"at most {_MOST_RAISES} bets and raises", "100c3r")
    return size


def _example(raises: bool) -> str:
    return "2.5x" if raises else "60%,e,a"
