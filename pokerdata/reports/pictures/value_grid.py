"""A grid of named cells with values, and how its numbers are written."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.support.colours import Scale


@dataclass(frozen=True, eq=False, repr=False)
class ValueGrid:
    """Values in a grid.

    Attributes:
        names: Of the cells, row by row.
        values: float64 [rows, columns]; NaN is an absent cell.
        title: Above the picture.
        unit: Of the values.
        scale: Of the colours.
        digits: After the point.
    """

    names: tuple[tuple[str, ...], ...]
    values: NDArray[np.float64]
    title: str
    unit: str
    scale: Scale
    digits: int

    def label(self, row: int, column: int) -> str:
        """The value of a cell as shown; empty where it is absent."""
        value = self.values[row, column]
        return "" if np.isnan(value) else self.number(value)

    def number(self, value: float) -> str:
        """A value with the digits of this map."""
        shown = f"{value:.{self.digits}f}"
        return shown.lstrip("-") if float(shown) == 0 else shown
