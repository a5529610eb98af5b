"""Read back what a matplotlib figure shows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def hex_of(colour: Any) -> str:
    """Return ``#rrggbb`` of a matplotlib colour."""
    from matplotlib.colors import to_hex

    return str(to_hex(colour))


def texts_in(axes: Any, box: Any) -> list[str]:
    """Return the texts of axes inside a rectangle, from the top down where y grows downwards."""
    (x, y), width, height = box.get_xy(), box.get_width(), box.get_height()
    inside = [
        t for t in axes.texts if 0 < t.get_position()[0] - x < width and 0 < t.get_position()[1] - y < height
    ]
    return [t.get_text() for t in sorted(inside, key=lambda t: t.get_position()[1]) if t.get_text()]


def check_cells(axes: Any, values: NDArray[np.float64], names: Any, colour: Any, label: Any) -> None:
    """Check a grid of unit cells, first row at the top: each has its colour, name and number; NaN has no number."""
    rows, columns = values.shape
    assert axes.get_xlim() == (0, columns)
    assert axes.get_ylim() == (rows, 0)
    assert len(axes.patches) == values.size
    for box in axes.patches:
        row, column = int(box.get_y() + box.get_height() / 2), int(box.get_x() + box.get_width() / 2)
        value = values[row, column]
        empty = bool(np.isnan(value))
        expected = [names[row][column]] if empty else [names[row][column], label(value)]
        assert texts_in(axes, box) == expected
        assert hex_of(box.get_facecolor()) == ("#ffffff" if empty else colour(float(value)))
    assert len({(box.get_x(), box.get_y()) for box in axes.patches}) == values.size
