"""Grids of named cells coloured by a value: the 169 hand classes, or the 52 cards."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, DECK_SIZE, RANKS, SUITS
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.ranges import Range
from pokerdata.reports.pictures import heat_map_figure, heat_map_html, heat_map_text
from pokerdata.reports.pictures.picture import Picture
from pokerdata.reports.pictures.value_grid import ValueGrid
from pokerdata.support.colours import Scale

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, eq=False, repr=False)
class HeatMap(ValueGrid, Picture):
    """A picture of values in a grid. Made by `heat_map` or `card_map`."""

    def figure(self, width: float = 9.0) -> Any:
        return heat_map_figure.draw(self, width)

    def html(self) -> str:
        """A ``<table>`` that needs nothing else."""
        return heat_map_html.table(self)

    def lines(self, *, colour: bool) -> Text:
        return heat_map_text.lines(self, colour=colour)


def heat_map(
    values: ArrayLike | Range,
    *,
    title: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    centre: float | None = None,
    digits: int | None = None,
) -> HeatMap:
    """The 13 x 13 grid of starting hands: pairs on the diagonal, suited hands above it, offsuit ones below.

    values: a number for each of the 169 classes ([169] or [13, 13], AA first, then AKs) or of the 1,326 combinations
    ([1326], shown as the mean of a class), or a `Range` or its text, shown as mean weights. NaN is absent: a class of
    NaN only, and a class of a range with no weight, is an empty cell.
    unit: of the values, e.g. "EHS"; must be given except for a range. title: of the picture; a range's own text if none.
    low, high: ends of the colour scale [those of the values; of a range 0 and at least 1]. centre: a value to colour from
    in two directions. digits: after the point [three that count].

    Raises ValueError for another shape, infinite values, no value at all, a missing unit, or a scale that is none.
    """
    if isinstance(values, Range | str):
        chosen = values if isinstance(values, Range) else Range(values)
        weights = chosen.class_weights()
        if not weights.any():
            raise ValueError(
                f"bad range {str(chosen)!r}: no hand has a weight above 0; want some, e.g. 'QQ+,AKs'"
            )
        title, unit, low = title or _shortened(str(chosen)), unit or "weight", 0.0 if low is None else low
        high = max(1.0, float(weights.max())) if high is None else high
        of_class = np.where(weights > 0, weights, np.nan)
        if digits is None:
            digits = next((d for d in range(3) if np.array_equal(weights, weights.round(d))), 3)
    else:
        of_class = _class_values(_numbers(values))
    rows = tuple(CLASS_NAMES[start : start + 13] for start in range(0, CLASS_COUNT, 13))
    return _checked(rows, of_class.reshape(13, 13), title, unit, (low, high, centre), digits)


def card_map(
    values: ArrayLike,
    *,
    title: str = "",
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    centre: float | None = None,
    digits: int | None = None,
) -> HeatMap:
    """The 52 cards, a row for each suit from spades to clubs, a column for each rank from the ace down.

    values: [52], by card number (4 * rank + suit); NaN is absent. The rest is as in `heat_map`.
    """
    array = _numbers(values)
    if array.shape != (DECK_SIZE,):
        raise ValueError(
            f"bad shape {array.shape} of values: want (52,), a number for each card, e.g. np.zeros(52)"
        )
    names = tuple(tuple(rank + suit for rank in RANKS[::-1]) for suit in SUITS[::-1])
    return _checked(names, array.reshape(13, 4).T[::-1, ::-1], title, unit, (low, high, centre), digits)


def _numbers(values: ArrayLike) -> NDArray[np.float64]:
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.asarray(None)
    if array.dtype.kind not in "biuf":
        raise ValueError(
            f"bad values of type {type(values).__name__}: want numbers, or a range; e.g. np.zeros(169) or 'QQ+,AKs'"
        )
    return array.astype(np.float64)


def _class_values(array: NDArray[np.float64]) -> NDArray[np.float64]:
    if array.shape == (COMBINATION_COUNT,):
        there = ~np.isnan(array)
        count = np.bincount(CLASS_OF_COMBINATION[there], minlength=CLASS_COUNT)
        total = np.bincount(CLASS_OF_COMBINATION[there], array[there], minlength=CLASS_COUNT)
        means: NDArray[np.float64] = np.divide(
            total, count, out=np.full(CLASS_COUNT, np.nan), where=count > 0
        )
        return means
    if array.shape in ((CLASS_COUNT,), (13, 13)):
        return array.ravel()
    raise ValueError(
        f"bad shape {array.shape} of values: want (169,), (13, 13) or (1326,), or a range; e.g. np.zeros(169)"
    )


def _checked(
    names: Sequence[tuple[str, ...]],
    values: NDArray[np.float64],
    title: str,
    unit: str,
    ends: tuple[float | None, float | None, float | None],
    digits: int | None,
) -> HeatMap:
    for word, name, example in ((title, "title", "'All-in equity'"), (unit, "unit", "'EHS'")):
        if not isinstance(word, str):
            raise ValueError(f"bad {name} {word!r}: want text, e.g. {name}={example}")
    if not unit.strip():
        raise ValueError("no unit of the values: want one, it is the name of the colour bar, e.g. unit='EHS'")
    there = values[~np.isnan(values)]
    if there.size == 0 or not np.isfinite(there).all():
        raise ValueError(
            f"bad values: {'all are NaN' if there.size == 0 else 'some are infinite'}; want finite numbers, or NaN "
            "for what is absent, e.g. np.zeros(169)"
        )
    if digits is None:
        digits = _digits(there)
    elif isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= 9:
        raise ValueError(f"bad digits {digits!r}: want 0 to 9 after the point, e.g. digits=3")
    low, high, centre = ends
    scale = Scale(
        _end(low, "low", float(there.min())),
        _end(high, "high", float(there.max())),
        None if centre is None else _end(centre, "centre", 0.0),
    )
    if scale.low > scale.high or (centre is not None and not scale.low <= centre <= scale.high):
        raise ValueError(
            f"bad scale: low {scale.low:g}, centre {centre}, high {scale.high:g} do not rise; e.g. low=0, high=1"
        )
    values = values.copy()
    values.setflags(write=False)
    return HeatMap(tuple(names), values, title, unit, scale, digits)


def _end(value: object, name: str, otherwise: float) -> float:
    if value is None:
        return otherwise
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"bad {name} {value!r}: want a finite number, e.g. {name}=0.5")
    return float(value)


def _digits(values: NDArray[np.float64]) -> int:
    """Digits after the point that show three of the largest value; none if all values are whole."""
    largest = float(np.abs(values).max())
    if largest == 0 or np.all(values == np.round(values)):
        return 0
    return min(9, max(0, 2 - math.floor(math.log10(largest * (1 - 1e-9)))))


def _shortened(text: str, most: int = 70) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(",", 1)[0] + ",…"
