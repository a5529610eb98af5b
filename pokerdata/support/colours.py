"""The colours of values: lightness alone tells them apart, so they are legible without colour vision too."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

#: From low to high: ever darker, pale yellow over green to dark blue.
_RISING = ("#fdf8df", "#cfe6b8", "#86c7b4", "#4499b4", "#2f66a0", "#1d2f6f")
#: Around a centre: both ends are dark, orange below it and blue above.
_AROUND = ("#8a3c08", "#d08a4b", "#f5f1e8", "#6b9bcb", "#1b3f7d")

ABSENT = "#ffffff"
FAINT = "#9aa1aa"  # names of absent cells


class Scale(NamedTuple):
    """Which colour a value has: from ``low`` to ``high``, on both sides of ``centre`` where there is one."""

    low: float
    high: float
    centre: float | None = None

    def colour(self, value: float) -> str:
        """``#rrggbb``; values beyond the ends have the colour of the end."""
        return _between(_RISING if self.centre is None else _AROUND, self.position(value))

    def position(self, value: float) -> float:
        """Place of a value on the scale, from 0 to 1."""
        if self.centre is not None:
            reach = max(self.high - self.centre, self.centre - self.low)
            place = 0.5 if reach == 0 else 0.5 + (value - self.centre) / (2 * reach)
        else:
            place = 0.5 if self.high == self.low else (value - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, place))

    def steps(self, count: int) -> list[str]:
        """``count`` colours from ``low`` to ``high``."""
        return [self.colour(float(v)) for v in np.linspace(self.low, self.high, count)]


def ink_on(background: str) -> str:
    """Black or white, whichever contrasts more with the background (at least 4.5 : 1)."""
    light = luminance(background)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def luminance(colour: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 (black) to 1 (white), as the WCAG defines it."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of ``#rrggbb``, each from 0 to 1."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _between(stops: Sequence[str], place: float) -> str:
    at = place * (len(stops) - 1)
    first = min(math.floor(at), len(stops) - 2)
    share = at - first
    mixed = (a + share * (b - a) for a, b in zip(rgb(stops[first]), rgb(stops[first + 1]), strict=True))
    return "#" + "".join(f"{round(255 * part):02x}" for part in mixed)
