"""A range as a grid in text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.hand_classes import CLASS_NAMES


def grid_text(means: NDArray[np.float64], largest: float) -> str:
    """The grid of mean weights [169]; see `Range.grid`."""
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
