"""Read and write ranges as text and grids, and calculate with their weights as decimals."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import quoted
from pokerdata.cards import COMBINATION_COUNT, COMBINATIONS, RANKS, SUITS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.cards.ranges.best_first import at_most_one, top_classes

_DIGITS = 1_000  # of a number; Python reads at most 4,300
_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE | re.ASCII)

#: Characters used for a hyphen in pasted texts, replaced one by one so that columns stay.
_HYPHENS = str.maketrans(
    {"\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-"}
)

#: Combos of each hand class, ascending.
CLASS_MEMBERS: list[NDArray[np.intp]] = [
    np.flatnonzero(c == CLASS_OF_COMBINATION) for c in range(CLASS_COUNT)
]


class _Hand(NamedTuple):
    """A hand class such as AKs; without a kind both suited and offsuit (pairs have none)."""

    high: int
    low: int
    kind: str


def read_range(text: str) -> NDArray[np.float64]:
    """Return the weights [1326] of a text (see Range).

    Warns of items such as JTs+, for which some programs include more hands.

    Args:
        text: Hands as text.

    Raises:
        ValueError: If the text is not a range; the message names the column.
    """
    reader = _Reader(text)
    weights = np.zeros(COMBINATION_COUNT)
    reader.items(weights, 1.0)
    if reader.at < len(text):
        raise reader.error("expected a comma before the next item", "'QQ+,AKs'")
    reader.check_all_count(weights)
    for item in dict.fromkeys(reader.connectors):
        warnings.warn(
            f"{item}+ means {item} alone, as + raises only the kicker; write AK{item[2:]}-{item} to raise both cards",
            stacklevel=3,
        )
    return weights


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.plain = text.translate(_HYPHENS)
        self.at = 0
        self.grouped = False  # inside brackets
        self.connectors: list[str] = []  # items such as 98s+: the kicker cannot rise, but both cards could
        self.given: list[tuple[int, Any, float]] = []  # column, combos and weight of each item

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
        """Read the word if it is next, after optional blanks, and return whether it was."""
        self.skip_blanks()
        found = self.plain[self.at : self.at + len(word)].lower() == word
        if found:
            self.at += len(word)
            self.skip_blanks()
        return found

    def items(self, weights: NDArray[np.float64], usual: float) -> None:
        """Read items between commas or line breaks; `usual` is the default weight."""
        self.item(weights, usual)
        while self.next_item():
            self.item(weights, usual)

    def next_item(self) -> bool:
        """Read a comma or line break if another item follows, and return whether one does."""
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
        start = self.at
        held = self.hands()
        weight = self.weight() if self.take(":") else usual
        weights[held] = weight
        self.given.append((start, held, weight))

    def check_all_count(self, weights: NDArray[np.float64]) -> None:
        """Raise ValueError for an item that later items replace completely with other weights."""
        last = np.full(COMBINATION_COUNT, -1)
        for k, (_, held, _) in enumerate(self.given):
            last[held] = k
        for k, (start, held, weight) in enumerate(self.given):
            if np.size(last[held]) and np.all(last[held] != k) and np.all(weights[held] != weight):
                raise self.error(
                    "expected each hand once, but later items give all of these another weight",
                    "'AKs,AhKh:0'",
                    start,
                )

    def group(self, weights: NDArray[np.float64]) -> None:
        """Read items in brackets with a common weight in percent: [50]AKs,AQs[/50]."""
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
        """Return the nearest float64."""
        if value > 1:
            raise self.error(
                "expected a weight from 0 to 1, or 0% to 100%; only ratios count, so divide all weights by the largest",
                "'AKs,T9s:0.5'",
                start,
            )
        weight = float(value)
        if weight == 0 and value:
            raise self.error("expected a weight of 0 or at least 5e-324", "'T9s:0.5'", start)
        return weight

    def number_here(self) -> re.Match[str] | None:
        """Return the text of a number, if one is next."""
        number = _NUMBER.match(self.text, self.at)
        if number is not None and len(number[0]) > _DIGITS:
            raise self.error(f"expected a number of at most {_DIGITS:,} digits", "'T9s:0.5'")
        return number

    def number(self) -> Fraction:
        """Read a number of at least 0, exactly."""
        number = self.number_here()
        value = float(number[0]) if number else -1.0
        if number is None or not np.isfinite(value):
            raise self.error("expected a weight from 0 to 1, or 0% to 100%", "'T9s:0.5'")
        if value == 0 and number[1].strip("0."):
            raise self.error("expected a weight of 0 or at least 5e-324", "'T9s:0.5'")
        self.at = number.end()
        self.skip_blanks()
        return Fraction(number[0]) if value else Fraction(0)

    def hands(self) -> NDArray[np.intp] | int | slice:
        """Return an index of the combos of an item."""
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
            if hand.low + 1 == hand.high < len(RANKS) - 1:
                self.connectors.append(RANKS[hand.high] + RANKS[hand.low] + hand.kind)
        elif self.take("-"):
            hands = self.until(hand, start)
        else:
            hands = [hand]
        return _members(hands)

    def any_kicker(self, high: int) -> list[_Hand]:
        """Return all kickers below the high card, for AX, AXs or AXo."""
        if high == 0:
            raise self.error("expected a rank above 2 before X, which is any lower one", "'AXs'")
        self.at += 1
        return _kickers(_Hand(high, 0, self.kind()), high - 1)

    def top(self) -> NDArray[np.intp]:
        """Return the best hands, up to this percentage of all."""
        start = self.at
        number = self.number_here()
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
    """Return the combos of hands."""
    return np.concatenate([CLASS_MEMBERS[c] for hand in hands for c in _classes(hand)])


def _kickers(hand: _Hand, top: int) -> list[_Hand]:
    if hand.high == hand.low:
        return [_Hand(rank, rank, "") for rank in range(hand.low, top + 1)]
    return [hand._replace(low=low) for low in range(hand.low, top + 1)]


def _classes(hand: _Hand) -> list[int]:
    near, far = 12 - hand.high, 12 - hand.low
    suited, offsuit = 13 * near + far, 13 * far + near
    return {"s": [suited], "o": [offsuit], "": [suited, offsuit]}[hand.kind]


_Item = tuple[str, float]
_Run = tuple[int, int, float]  # from the upper to the lower rank, and the weight

_BY_CLASS = np.concatenate(CLASS_MEMBERS)
_FIRST = np.cumsum([0, *map(len, CLASS_MEMBERS[:-1])])


def write_range(weights: NDArray[np.float64]) -> str:
    """Return a short text that reads back to exactly these weights [1326], or to `at_most_one` of them.

    Classes are first: pairs, then suited and offsuit hands by descending high card. Each class has the weight that most of
    its combos have. Combos with another weight follow.
    """
    weights = at_most_one(weights)
    by_class = weights[_BY_CLASS]
    usual = np.minimum.reduceat(by_class, _FIRST)
    for c in np.flatnonzero(usual != np.maximum.reduceat(by_class, _FIRST)):
        usual[c] = _most_common(weights[CLASS_MEMBERS[c]])
    if np.all(usual == usual[0]) and (usual[0] > 0 or not weights.any()):
        items: list[_Item] = [("random", usual[0])]
    else:
        items = list(_class_items(usual.reshape(13, 13)[::-1, ::-1]))
    for c in np.flatnonzero(weights != usual[CLASS_OF_COMBINATION])[::-1]:
        items.append((combination_text(int(c)), weights[c]))
    return ",".join(text + _weight(weight) for text, weight in items)


def combination_text(combination: int) -> str:
    """Return the two cards of a combo, the higher one first, such as 'AhKh'."""
    low, high = COMBINATIONS[combination].tolist()
    return _card(high) + _card(low)


def _most_common(weights: NDArray[np.float64]) -> float:
    values, counts = np.unique(weights, return_counts=True)
    return float(values[counts.argmax()])  # the smallest of ties: half of a class is listed, not excluded


def _card(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def _weight(weight: float) -> str:
    return "" if weight == 1 else ":" + repr(float(weight)).removesuffix(".0")


def _class_items(grid: NDArray[np.float64]) -> Iterator[_Item]:
    """Yield items of a grid of class weights by rank: suited hands at [high, low], offsuit hands at [low, high]."""
    for top, bottom, weight in _runs(np.diag(grid)):
        yield _span(2 * RANKS[top], 2 * RANKS[bottom], top == 12), weight
    suited = [_runs(grid[high, :high]) for high in range(13)]
    offsuit = [_runs(grid[:high, high]) for high in range(13)]
    both = [[run for run in row if run in other] for row, other in zip(suited, offsuit, strict=True)]
    yield from _row_items(both, "")
    yield from _row_items([[r for r in row if r not in b] for row, b in zip(suited, both, strict=True)], "s")
    yield from _row_items([[r for r in row if r not in b] for row, b in zip(offsuit, both, strict=True)], "o")


def _runs(line: NDArray[np.float64]) -> list[_Run]:
    """Return runs of equal weight above 0, from the highest rank down."""
    ends = (np.flatnonzero(np.diff(line)) + 1).tolist()
    stretches = zip([0, *ends], [*ends, len(line)], strict=True)
    return [(b - 1, a, float(line[a])) for a, b in stretches if b > a and line[a] > 0][::-1]


def _row_items(rows: list[list[_Run]], kind: str) -> Iterator[_Item]:
    """Yield items of the runs of kickers by high card; three or more single hands in a row with equal gap are joined."""
    single = {(high, top): weight for high, row in enumerate(rows) for top, low, weight in row if top == low}
    for high in range(12, 0, -1):
        for top, low, weight in rows[high]:
            length = 1
            while single.get((high - length, top - length)) == weight == single.get((high, top)):
                length += 1
            if length >= 3:
                for step in range(length):
                    del single[high - step, top - step]
                yield _name(high, top, kind) + "-" + _name(high - length + 1, top - length + 1, kind), weight
            elif top > low or (high, top) in single:
                yield _span(_name(high, top, kind), _name(high, low, kind), top == high - 1), weight


def _name(high: int, low: int, kind: str) -> str:
    return RANKS[high] + RANKS[low] + kind


def _span(upper: str, lower: str, open_end: bool) -> str:
    if upper == lower:
        return upper
    return f"{lower}+" if open_end else f"{upper}-{lower}"


Weights = NDArray[np.float64]


def added(first: Weights, second: Weights) -> Weights:
    """Return sums of weights [1326] as the decimals that Python prints. Raises ValueError if one overflows."""
    return _by_pairs(first, second, lambda one, two: one + two)


def taken_away(first: Weights, second: Weights) -> Weights:
    """Return differences of weights [1326], at least 0, as the decimals that Python prints."""
    return _by_pairs(first, second, lambda one, two: max(Fraction(0), one - two))


def times(weights: Weights, factor: float) -> Weights:
    """Return weights [1326] times a factor. Raises ValueError if one overflows."""
    return _by_pairs(weights, np.full_like(weights, factor), lambda one, two: one * two)


def _by_pairs(first: Weights, second: Weights, rule: Callable[[Fraction, Fraction], Fraction]) -> Weights:
    """Return the rule's result for each pair of weights; equal pairs are calculated once."""
    pairs, places = np.unique(np.stack([first, second]), axis=1, return_inverse=True)
    found = []
    for one, two in pairs.T.tolist():
        try:
            found.append(float(rule(Fraction(repr(one)), Fraction(repr(two)))))
        except OverflowError:
            raise ValueError(
                f"weights: expected results below 1.8e308, got them of {one} and {two}; e.g. 0.5 and 0.25"
            ) from None
    return np.array(found)[places.ravel()]


def grid_text(means: NDArray[np.float64], largest: float) -> str:
    """Return the grid of mean weights [169]; see `Range.grid`."""
    parts = means / (largest or 1.0)
    cells = [_cell(name, part) for name, part in zip(CLASS_NAMES, parts.tolist(), strict=True)]
    lines = ["".join(cell.ljust(6) for cell in cells[13 * row : 13 * row + 13]).rstrip() for row in range(13)]
    between = np.flatnonzero((parts > 0) & (parts < 1))
    if between.size:
        cell, name = cells[between[0]], CLASS_NAMES[between[0]]
        percent = f"{100 * parts[between[0]]:.3g} % of the largest weight"
        lines += ["", f"{cell}: {name} with {percent}, on average over its combinations"]
    return "\n".join(lines)


def _cell(name: str, part: float) -> str:
    if part == 0:
        return "·"
    return name if part == 1 else f"{name}{min(99, round(100 * part)):02}"
