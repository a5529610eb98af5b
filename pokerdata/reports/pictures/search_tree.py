"""A search tree as a picture: actions, visits and values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pokerdata._support.estimates import signed
from pokerdata.players.search import SearchResult
from pokerdata.reports.pictures.figure import GRID, INK, MUTED, new_figure, styled
from pokerdata.reports.pictures.strategy_grid import BETS, FOLD, PASSIVE

_COLOURS = {"hero": BETS[0], "opponent": FOLD, "chance": GRID, "leaf": PASSIVE}
_ROW, _COLUMN = 0.36, 2.3  # inches
_MOST_ROWS = 60


@dataclass
class _Node:
    text: str
    kind: str
    passes: int
    value: float
    level: int
    row: float = 0
    below: list[_Node] = field(default_factory=list)


def search_tree(result: SearchResult, *, depth: int = 3, least: int | None = None) -> Any:
    """Draw a search tree from left to right; the width of a line shows its number of passes.

    Args:
        result: Result of `pokerdata.players.search.search`.
        depth: Depth to draw; actions and cards are one step each.
        least: Minimum passes of a drawn node; the default leaves at most 60 rows.

    Returns:
        A matplotlib figure.

    Raises:
        ValueError: If the depth is below 1 or above 12, or more than 60 rows are left.
        ModuleNotFoundError: If matplotlib is missing.
    """
    if not 1 <= depth <= 12:
        raise ValueError(f"depth: expected 1 to 12, got {depth!r}; e.g. 3")
    limit = _fitting(result, depth) if least is None else least
    root = _read(result, depth, limit)
    rows = _place(root, 0)
    if rows > _MOST_ROWS:
        raise ValueError(
            f"least: expected a number of passes that leaves at most {_MOST_ROWS} rows, got {limit}, which leaves "
            f"{rows}; e.g. {10 * max(1, limit)}"
        )
    figure = new_figure(1 + _COLUMN * (depth + 1), max(1.6, 0.9 + _ROW * rows))
    with styled():
        axes = figure.subplots()
        _draw(axes, root, result.iterations)
        axes.set_xlim(-0.1, depth + 0.95)
        axes.set_ylim(rows - 0.4, -1.1)
        axes.axis("off")
        for x, (kind, colour) in enumerate(_COLOURS.items()):
            axes.text(
                x * 0.55,
                -0.95,
                kind,
                fontsize=9,
                color=INK,
                va="center",
                bbox={"boxstyle": "round,pad=0.25", "facecolor": colour, "edgecolor": "none"},
            )
        axes.text(
            2.3,
            -0.95,
            f"passes and mean chips; {result.iterations:,} iterations, nodes of {limit:,} passes and more",
            fontsize=9,
            color=MUTED,
            va="center",
        )
    figure.tight_layout(pad=0.4)
    return figure


def _fitting(result: SearchResult, depth: int) -> int:
    """Return the smallest number of passes that leaves at most `_MOST_ROWS` nodes."""
    passes = sorted((node[3] for node in result.walk(depth)), reverse=True)
    return 1 if len(passes) <= _MOST_ROWS else passes[_MOST_ROWS] + 1


def _read(result: SearchResult, depth: int, least: int) -> _Node:
    kind, _, passes, value, _ = result.core.node(0)
    root = _Node(result.state.history or "start", kind, passes, value, 0)
    above = [root]
    for level, text, kind, passes, value in result.walk(depth, least):
        node = _Node(text, kind, passes, value, level)
        del above[level:]
        above[-1].below.append(node)
        above.append(node)
    return root


def _place(node: _Node, first: float) -> int:
    """Assign a row to each node, and return the number of rows."""
    if not node.below:
        node.row = first
        return 1
    used = 0
    for child in node.below:
        used += _place(child, first + used)
    node.row = (node.below[0].row + node.below[-1].row) / 2
    return used


def _draw(axes: Any, node: _Node, whole: int) -> None:
    for child in node.below:
        width = 0.6 + 5 * child.passes / max(1, whole)
        axes.plot(
            [node.level, child.level],
            [node.row, child.row],
            color=MUTED,
            alpha=0.55,
            linewidth=width,
            zorder=1,
        )
        _draw(axes, child, whole)
    axes.text(
        node.level,
        node.row,
        f"{node.text}   {node.passes:,}   {signed(node.value, 1)}",
        fontsize=9,
        color=INK,
        va="center",
        zorder=2,
        bbox={"boxstyle": "round,pad=0.25", "facecolor": _COLOURS[node.kind], "edgecolor": "white"},
    )
