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
    """A picture of values in a grid. Made by `heat_map` or `card_map`.

    Attributes:
        names: Of the cells, row by row.
        values: float64 [rows, columns]; NaN is an absent cell.
        title: Above the picture.
        unit: Of the values.
        scale: Of the colours.
        digits: After the point.
    """

    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure of the title, the grid and a colour bar with the unit.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        return heat_map_figure.draw(self, width)

    def html(self) -> str:
        """A ``<table>`` that needs nothing else."""
        return heat_map_html.table(self)

    def lines(self, *, colour: bool) -> Text:
        """Title, grid and scale as rich's text.

        Args:
            colour: Whether the terminal has colours. Without, the rows are set apart, and the scale is in words.
        """
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

    Args:
        values: A number for each of the 169 classes ([169] or [13, 13], AA first, then AKs) or of the 1,326
            combinations ([1326], shown as the mean of a class), or a `Range` or its text, shown as mean weights. NaN is
            absent: a class of NaN only, and a class of a range with no weight, is an empty cell.
        title: Of the picture; a range's own text if none.
        unit: Of the values, e.g. "EHS"; must be given except for a range.
        low: Lower end of the colour scale; by default that of the values, of a range 0.
        high: Upper end of the colour scale; by default that of the values, of a range at least 1.
        centre: A value to colour from in two directions.
        digits: After the point; by default three that count.

    Raises:
        ValueError: For another shape, infinite values, no value at all, a missing unit, or a scale without width.
    """
    if isinstance(values, Range | str):
        chosen = values if isinstance(values, Range) else Range(values)
        weights = chosen.class_weights()
        if not weights.any():
            raise ValueError(
                f"range: expected a hand with a weight above 0, got {str(chosen)!r}; e.g. 'QQ+,AKs'"
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

    Args:
        values: [52], by card number (4 * rank + suit); NaN is absent.
        title: Of the picture.
        unit: Of the values; must be given.
        low: Lower end of the colour scale; by default that of the values.
        high: Upper end of the colour scale; by default that of the values.
        centre: A value to colour from in two directions.
        digits: After the point; by default three that count.

    Raises:
        ValueError: As `heat_map`.
    """
    array = _numbers(values)
    if array.shape != (DECK_SIZE,):
        raise ValueError(
            f"values: expected shape (52,), a number for each card, got {array.shape}; e.g. np.zeros(52)"
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
            f"values: expected numbers, or a range, got {type(values).__name__}; e.g. np.zeros(169) or 'QQ+,AKs'"
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
        f"values: expected shape (169,), (13, 13) or (1326,), or a range, got {array.shape}; e.g. np.zeros(169)"
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
            raise ValueError(f"{name}: expected text, got {word!r}; e.g. {example}")
    if not unit.strip():
        raise ValueError(
            "unit: expected the unit of the values, which is the name of the colour bar, got none; e.g. 'EHS'"
        )
    there = values[~np.isnan(values)]
    if there.size == 0 or not np.isfinite(there).all():
        raise ValueError(
            "values: expected finite numbers, or NaN for what is absent, got "
            f"{'NaN alone' if there.size == 0 else 'infinite ones'}; e.g. np.zeros(169)"
        )
    if digits is None:
        digits = _digits(there)
    elif isinstance(digits, bool) or not isinstance(digits, int) or not 0 <= digits <= 9:
        raise ValueError(f"digits: expected 0 to 9 after the point, got {digits!r}; e.g. 3")
    low, high, centre = ends
    scale = Scale(
        _end(low, "low", float(there.min())),
        _end(high, "high", float(there.max())),
        None if centre is None else _end(centre, "centre", 0.0),
    )
    if scale.low > scale.high or (centre is not None and not scale.low <= centre <= scale.high):
        raise ValueError(
            f"scale: expected low, centre and high to rise, got {scale.low:g}, {centre} and {scale.high:g}; e.g. "
            "low=0, high=1"
        )
    values = values.copy()
    values.setflags(write=False)
    return HeatMap(tuple(names), values, title, unit, scale, digits)


def _end(value: object, name: str, otherwise: float) -> float:
    if value is None:
        return otherwise
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{name}: expected a finite number, got {value!r}; e.g. 0.5")
    return float(value)


def _digits(values: NDArray[np.float64]) -> int:
    """Digits after the point that show three of the largest value; none if all values are whole."""
    largest = float(np.abs(values).max())
    if largest == 0 or np.all(values == np.round(values)):
        return 0
    return min(9, max(0, 2 - math.floor(math.log10(largest * (1 - 1e-9)))))


def _shortened(text: str, most: int = 70) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(",", 1)[0] + ",…"
