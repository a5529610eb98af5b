"""From the text of a range to weights."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT, RANKS, SUITS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.ranges.best_first import top_classes
from pokerdata.support.text import quoted

_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)

#: What pasted texts have for a hyphen, one character each, so that columns stay.
_HYPHENS = str.maketrans(
    {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-"}
)

#: Combinations of each class, rising.
CLASS_MEMBERS: list[NDArray[np.intp]] = [
    np.flatnonzero(c == CLASS_OF_COMBINATION) for c in range(CLASS_COUNT)
]


class _Hand(NamedTuple):
    """A class of hands, such as AKs; without a kind both the suited and the offsuit one (pairs have none)."""

    high: int
    low: int
    kind: str


def read_range(text: str) -> NDArray[np.float64]:
    """Weights [1326] of a text (see Range). Raises ValueError that names the column."""
    reader = _Reader(text)
    weights = np.zeros(COMBINATION_COUNT)
    reader.items(weights, 1.0)
    if reader.at < len(text):
        raise reader.error("expected a comma before the next item", "'QQ+,AKs'")
    return weights


def connectors_with_plus(text: str) -> list[str]:
    """The items of a range such as 98s+, whose kicker cannot rise; other programs may mean 98s, T9s, JTs, ... by them."""
    reader = _Reader(text)
    reader.items(np.zeros(COMBINATION_COUNT), 1.0)
    return reader.connectors


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(_HYPHENS)
        self.at = 0
        self.grouped = False  # within brackets
        self.connectors: list[str] = []  # items such as 98s+

    def error(self, rule: str, example: str, at: int | None = None) -> ValueError:
        at = self.at if at is None else at
        found = (
            repr(self.text[at : at + 12].split(",")[0].rstrip() or ",") if at < len(self.text) else "the end"
        )
        return ValueError(
            f"range {quoted(self.text, 600)}, column {at + 1}: {rule}, got {found}; e.g. {example}"
        )

    def skip_blanks(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def take(self, word: str) -> bool:
        """Whether the word comes next, blanks aside; if so it is read."""
        self.skip_blanks()
        found = self.plain[self.at : self.at + len(word)].lower() == word
        if found:
            self.at += len(word)
            self.skip_blanks()
        return found

    def items(self, weights: NDArray[np.float64], usual: float) -> None:
        """Items between commas or line breaks; usual: the weight of those without one of their own."""
        self.item(weights, usual)
        while self.next_item():
            self.item(weights, usual)

    def next_item(self) -> bool:
        """Whether another item follows, after a comma or a line break; if so what parts them is read."""
        if self.take(","):
            return True
        blanks = self.text[len(self.text[: self.at].rstrip()) : self.at]
        ends = self.at == len(self.text) or self.plain.startswith("[/", self.at)
        return "\n" in blanks and not ends

    def item(self, weights: NDArray[np.float64], usual: float) -> None:
        self.skip_blanks()
        if not self.grouped and self.take("["):
            self.grouped = True
            self.group(weights)
            self.grouped = False
            return
        held = self.hands()
        weights[held] = self.weight() if self.take(":") else usual

    def group(self, weights: NDArray[np.float64]) -> None:
        """Items in brackets that say their weight in percent: [50]AKs,AQs[/50]."""
        start = self.at
        percent = self.number()
        if not self.take("]"):
            raise self.error("expected a closing bracket", "'[50]AKs,AQs[/50]'")
        self.items(weights, self.weight_of(percent / 100, start))
        start = self.at
        if not self.take("[/") or self.number() != percent or not self.take("]"):
            raise self.error("expected the bracket that closes the weight", "'[50]AKs,AQs[/50]'", start)

    def weight(self) -> float:
        start = self.at
        value = self.number()
        return self.weight_of(value / 100 if self.take("%") else value, start)

    def weight_of(self, value: Fraction, start: int) -> float:
        """The nearest float64."""
        weight = float(value)
        if weight == 0 and value:
            raise self.error("expected a weight of 0 or at least 5e-324", "'T9s:0.5'", start)
        return weight

    def number(self) -> Fraction:
        """A number of at least 0, exactly."""
        number = _NUMBER.match(self.text, self.at)
        value = float(number[0]) if number else -1.0
        if number is None or not np.isfinite(value):
            raise self.error("expected a finite weight of at least 0", "'T9s:0.5'")
        if value == 0 and number[1].strip("0."):
            raise self.error("expected a weight of 0 or at least 5e-324", "'T9s:0.5'")
        self.at = number.end()
        self.skip_blanks()
        return Fraction(number[0]) if value else Fraction(0)

    def hands(self) -> NDArray[np.intp] | int | slice:
        """What selects the combinations of an item."""
        if self.take("random"):
            return slice(None)
        if self.take("top"):
            return self.top()
        start = self.at
        first = self.rank()
        if self.suit_follows():
            return self.combination(start, first)
        if self.plain[self.at : self.at + 1].lower() == "x":
            return _members(self.any_kicker(first))
        hand = self.rest_of_hand(first)
        if self.take("+"):
            top = RANKS.index("A") if hand.high == hand.low else hand.high - 1
            hands = _kickers(hand, top)
            if hand.low + 1 == hand.high:
                self.connectors.append(RANKS[hand.high] + RANKS[hand.low] + hand.kind)
        elif self.take("-"):
            hands = self.until(hand, start)
        else:
            hands = [hand]
        return _members(hands)

    def any_kicker(self, high: int) -> list[_Hand]:
        """AX, AXs or AXo: every kicker below the high card."""
        if high == 0:
            raise self.error("expected a rank above 2 before X, which is any lower one", "'AXs'")
        self.at += 1
        return _kickers(_Hand(high, 0, self.kind()), high - 1)

    def top(self) -> NDArray[np.intp]:
        """The best hands, as many percent of all."""
        start = self.at
        number = _NUMBER.match(self.text, self.at)
        percent = float(number[0]) if number else -1.0
        self.at = number.end() if number else start
        if number is None or percent > 100 or not self.take("%"):
            raise self.error("expected a percentage of all hands, 0% to 100%, after top", "'top 15%'", start)
        members = [CLASS_MEMBERS[c] for c in top_classes(Fraction(number[0] if percent else 0) / 100)]
        return np.concatenate([*members, np.zeros(0, np.intp)])

    def rank(self) -> int:
        if self.text.startswith("10", self.at):
            self.at += 2
            return RANKS.index("T")
        rank = RANKS.find(self.text[self.at : self.at + 1].upper() or " ")
        if rank < 0:
            raise self.error(
                "expected a rank of 2..9, T, J, Q, K, A, or the word random or top",
                "'QQ+', 'AKs', 'AhKh', 'top 15%'",
            )
        self.at += 1
        return rank

    def suit_follows(self) -> bool:
        return (self.text[self.at : self.at + 1].lower() or " ") in SUITS

    def suit(self) -> int:
        if not self.suit_follows():
            raise self.error("expected a suit of c, d, h, s", "'AhKh'")
        self.at += 1
        return SUITS.index(self.text[self.at - 1].lower())

    def combination(self, start: int, first_rank: int) -> int:
        a = 4 * first_rank + self.suit()
        self.skip_blanks()
        b = 4 * self.rank() + self.suit()
        if a == b:
            raise self.error("expected two different cards", "'AhKh'", start)
        low, high = sorted((a, b))
        return high * (high - 1) // 2 + low

    def rest_of_hand(self, first: int) -> _Hand:
        second = self.rank()
        kind = self.kind()
        if first == second and kind:
            raise self.error("expected a pair without s or o", "'QQ'", self.at - 1)
        return _Hand(max(first, second), min(first, second), kind)

    def kind(self) -> str:
        kind = self.text[self.at : self.at + 1].lower()
        kind = kind if kind in ("s", "o") else ""
        self.at += len(kind)
        return kind

    def until(self, first: _Hand, start: int) -> list[_Hand]:
        last = self.rest_of_hand(self.rank())
        upper, lower = max(first, last), min(first, last)
        pairs = (first.high == first.low) + (last.high == last.low)
        if first.kind == last.kind and pairs != 1:
            if pairs or upper.high - upper.low == lower.high - lower.low:
                steps = range(upper.high - lower.high + 1)
                return [_Hand(lower.high + k, lower.low + k, first.kind) for k in steps]
            if upper.high == lower.high:
                return _kickers(lower, upper.low)
        raise self.error(
            "expected the ends of a dash to be two pairs, or share the high card, or have the same gap, both suited "
            "or both offsuit or neither",
            "'99-66', 'AJo-ATo', 'T9s-76s'",
            start,
        )


def _members(hands: list[_Hand]) -> NDArray[np.intp]:
    """The combinations of hands."""
    return np.concatenate([CLASS_MEMBERS[c] for hand in hands for c in _classes(hand)])


def _kickers(hand: _Hand, top: int) -> list[_Hand]:
    if hand.high == hand.low:
        return [_Hand(rank, rank, "") for rank in range(hand.low, top + 1)]
    return [hand._replace(low=low) for low in range(hand.low, top + 1)]


def _classes(hand: _Hand) -> list[int]:
    near, far = 12 - hand.high, 12 - hand.low
    suited, offsuit = 13 * near + far, 13 * far + near
    return {"s": [suited], "o": [offsuit], "": [suited, offsuit]}[hand.kind]
