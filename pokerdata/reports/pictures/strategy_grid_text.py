"""A strategy's grid as lines of text: for each class its name, its actions, and what it wins."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerdata.support.estimates import signed

if TYPE_CHECKING:
    from rich.text import Text

_CELL = 6  # letters


def lines(grid: Any, *, colour: bool) -> Text:
    """Title, grid and legend, 78 letters wide. Without colours each class names its most frequent action."""
    from rich.style import Style
    from rich.text import Text

    text = Text("", no_wrap=True, overflow="ignore", end="")
    for line in _wrapped(grid.title):
        text.append(f"{line}\n")
    valued = grid.total_values is not None
    for row in grid.cells:
        for cell in row:
            style = Style(bold=True) if cell.reach > 0 else Style(dim=True)
            text.append((cell.name if cell.count else "").rjust(_CELL), style)
        text.append("\n")
        for cell in row:
            if colour and cell.reach > 0:
                text.append(" ")
                for action in _painted(cell.shares):
                    text.append(" ", Style(bgcolor=grid.colours[action]))
            else:
                text.append(_most(grid, cell).rjust(_CELL), Style(dim=not cell.reach > 0))
        text.append("\n")
        if valued:
            text.append("".join(_value(cell).rjust(_CELL) for cell in row) + "\n")
        text.append("\n")
    for line, painted in zip(grid.legend(), grid.colours, strict=True):
        if colour:
            text.append("   ", Style(bgcolor=painted)).append(" ")
        text.append(f"{line}\n")
    if not colour:
        letters = ", ".join(map(" ".join, zip(_letters(grid.actions), grid.actions, strict=True)))
        for line in _wrapped(f"of each hand the most frequent action and its percentage: {letters}"):
            text.append(f"{line}\n")
    if valued:
        text.append("below it what the strategy wins with the hand, in chips\n")
    for note in grid.notes:
        for line in _wrapped(note):
            text.append(f"{line}\n")
    return text


def _letters(actions: Sequence[str]) -> list[str]:
    """One letter for each action: f fold, c check or call, a all-in, and bets and raises from r on."""
    bets = [action for action in actions if action.startswith(("bet", "raise"))]
    return [chr(ord("r") + bets.index(a)) if a in bets else a[0] for a in actions]


def _most(grid: Any, cell: Any) -> str:
    if not cell.reach > 0:
        return "·" if cell.count else ""
    k = int(np.argmax(cell.shares))
    return f"{_letters(grid.actions)[k]}{100 * cell.shares[k]:.0f}"


def _value(cell: Any) -> str:
    if not cell.reach > 0 or np.isnan(cell.value):
        return ""
    return next(text for digits in (1, 0) if len(text := signed(cell.value, digits)) < _CELL or digits == 0)


def _painted(shares: Any) -> list[int]:
    """The action of each of a cell's five letters."""
    ends = np.cumsum(shares)
    return [min(int((ends <= (k + 0.5) / (_CELL - 1)).sum()), len(shares) - 1) for k in range(_CELL - 1)]


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, 79)
