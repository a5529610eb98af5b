"""From the text of a range to weights."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATION_COUNT, RANKS, SUITS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION

_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)

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
    reader.item(weights)
    while reader.take(","):
        reader.item(weights)
    if reader.at < len(text):
        raise reader.error("want a comma before the next item", "'QQ+,AKs'")
    return weights


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(self, rule: str, example: str, at: int | None = None) -> ValueError:
        at = self.at if at is None else at
        found = (
            repr(self.text[at : at + 12].split(",")[0].rstrip() or ",") if at < len(self.text) else "the end"
        )
        return ValueError(f"bad range {self.text!r} at column {at + 1}, {found}: {rule}, e.g. {example}")

    def skip_blanks(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def take(self, word: str) -> bool:
        """Whether the word comes next, blanks aside; if so it is read."""
        self.skip_blanks()
        found = self.text[self.at : self.at + len(word)].lower() == word
        if found:
            self.at += len(word)
            self.skip_blanks()
        return found

    def item(self, weights: NDArray[np.float64]) -> None:
        self.skip_blanks()
        held = self.hands()
        weights[held] = self.weight() if self.take(":") else 1.0

    def weight(self) -> float:
        number = _NUMBER.match(self.text, self.at)
        value = float(number[0]) if number else -1.0
        if number is None or not np.isfinite(value):
            raise self.error("a weight is a finite number of at least 0", "'T9s:0.5'")
        if value == 0 and number[1].strip("0."):
            raise self.error("a weight above 0 is at least 5e-324", "'T9s:0.5'")
        self.at = number.end()
        self.skip_blanks()
        return value

    def hands(self) -> NDArray[np.intp] | int | slice:
        """What selects the combinations of an item."""
        if self.take("random"):
            return slice(None)
        start = self.at
        first = self.rank()
        if self.suit_follows():
            return self.combination(start, first)
        hand = self.rest_of_hand(first)
        if self.take("+"):
            top = RANKS.index("A") if hand.high == hand.low else hand.high - 1
            hands = _kickers(hand, top)
        elif self.take("-"):
            hands = self.until(hand, start)
        else:
            hands = [hand]
        return np.concatenate([CLASS_MEMBERS[c] for h in hands for c in _classes(h)])

    def rank(self) -> int:
        if self.text.startswith("10", self.at):
            self.at += 2
            return RANKS.index("T")
        rank = RANKS.find(self.text[self.at : self.at + 1].upper() or " ")
        if rank < 0:
            raise self.error("want a rank of 2..9, T, J, Q, K, A, or the word random", "'QQ+', 'AKs', 'AhKh'")
        self.at += 1
        return rank

    def suit_follows(self) -> bool:
        return (self.text[self.at : self.at + 1].lower() or " ") in SUITS

    def suit(self) -> int:
        if not self.suit_follows():
            raise self.error("want a suit of c, d, h, s", "'AhKh'")
        self.at += 1
        return SUITS.index(self.text[self.at - 1].lower())

    def combination(self, start: int, first_rank: int) -> int:
        a = 4 * first_rank + self.suit()
        self.skip_blanks()
        b = 4 * self.rank() + self.suit()
        if a == b:
            raise self.error("a hand has two different cards", "'AhKh'", start)
        low, high = sorted((a, b))
        return high * (high - 1) // 2 + low

    def rest_of_hand(self, first: int) -> _Hand:
        second = self.rank()
        kind = self.text[self.at : self.at + 1].lower()
        kind = kind if kind in ("s", "o") else ""
        self.at += len(kind)
        if first == second and kind:
            raise self.error("a pair is neither suited nor offsuit", "'QQ'", self.at - 1)
        return _Hand(max(first, second), min(first, second), kind)

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
            "the ends of a dash are two pairs, or share the high card, or have the same gap, and are both suited "
            "or both offsuit or neither",
            "'99-66', 'AJo-ATo', 'T9s-76s'",
            start,
        )


def _kickers(hand: _Hand, top: int) -> list[_Hand]:
    if hand.high == hand.low:
        return [_Hand(rank, rank, "") for rank in range(hand.low, top + 1)]
    return [hand._replace(low=low) for low in range(hand.low, top + 1)]


def _classes(hand: _Hand) -> list[int]:
    near, far = 12 - hand.high, 12 - hand.low
    suited, offsuit = 13 * near + far, 13 * far + near
    return {"s": [suited], "o": [offsuit], "": [suited, offsuit]}[hand.kind]
