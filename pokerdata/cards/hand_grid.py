"""The 13 x 13 grid of starting hands in HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pokerdata.cards.hand_classes import CLASS_NAMES
from pokerdata.support import html

_CELL = "padding:1px 3px;min-width:34px;border:1px solid rgba(128,128,128,0.35);font-size:11px"
_EMPTY = "opacity:0.55"


def hand_grid(
    labels: Sequence[str],
    colours: Sequence[str],
    hints: Sequence[str],
    *,
    caption: str = "",
    notes: Iterable[str] = (),
) -> str:
    """A table of the 169 classes with a label below each name.

    labels, colours, hints: one for each class; a class whose colour is empty stands back. caption, notes: above and below.
    """
    cells = [
        html.Cell(name, colour, f"{name}: {hint}", "" if colour else _EMPTY, label)
        for name, label, colour, hint in zip(CLASS_NAMES, labels, colours, hints, strict=True)
    ]
    rows = [cells[13 * row : 13 * row + 13] for row in range(13)]
    return html.table(rows, caption=caption, notes=notes, aligned=["center"] * 13, cell=_CELL)
