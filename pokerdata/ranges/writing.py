"""From weights to the text of a range."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, RANKS, SUITS
from pokerdata.cards.hand_classes import CLASS_OF_COMBINATION
from pokerdata.ranges.reading import CLASS_MEMBERS

_Item = tuple[str, float]
_Run = tuple[int, int, float]  # from the upper to the lower rank, and the weight

_BY_CLASS = np.concatenate(CLASS_MEMBERS)
_FIRST = np.cumsum([0, *map(len, CLASS_MEMBERS[:-1])])


def write_range(weights: NDArray[np.float64]) -> str:
    """A short text that reads back to exactly these weights [1326].

    Classes come first, pairs, then suited and offsuit by falling high card; each has the weight that most of its
    combinations have. Combinations with another weight follow.
    """
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
    """'AhKh': the two cards of a combination, the higher one first."""
    low, high = COMBINATIONS[combination].tolist()
    return _card(high) + _card(low)


def _most_common(weights: NDArray[np.float64]) -> float:
    values, counts = np.unique(weights, return_counts=True)
    return float(values[counts.argmax()])  # the smallest of several: half of a class is listed, not taken off


def _card(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def _weight(weight: float) -> str:
    return "" if weight == 1 else ":" + repr(float(weight)).removesuffix(".0")


def _class_items(grid: NDArray[np.float64]) -> Iterator[_Item]:
    """Items of a grid of class weights by rank, where suited hands have [high, low], offsuit ones [low, high]."""
    for top, bottom, weight in _runs(np.diag(grid)):
        yield _span(2 * RANKS[top], 2 * RANKS[bottom], top == 12), weight
    suited = [_runs(grid[high, :high]) for high in range(13)]
    offsuit = [_runs(grid[:high, high]) for high in range(13)]
    both = [[run for run in row if run in other] for row, other in zip(suited, offsuit, strict=True)]
    yield from _row_items(both, "")
    yield from _row_items([[r for r in row if r not in b] for row, b in zip(suited, both, strict=True)], "s")
    yield from _row_items([[r for r in row if r not in b] for row, b in zip(offsuit, both, strict=True)], "o")


def _runs(line: NDArray[np.float64]) -> list[_Run]:
    """Stretches of equal weight above 0, from the highest rank down."""
    ends = (np.flatnonzero(np.diff(line)) + 1).tolist()
    stretches = zip([0, *ends], [*ends, len(line)], strict=True)
    return [(b - 1, a, float(line[a])) for a, b in stretches if b > a and line[a] > 0][::-1]


def _row_items(rows: list[list[_Run]], kind: str) -> Iterator[_Item]:
    """Items of the runs of kickers by high card; single hands of one gap join where three or more follow."""
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
