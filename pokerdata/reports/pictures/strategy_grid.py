"""A strategy at one node: every class of hands with its actions, as study tools show them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.reports.pictures import strategy_grid_figure, strategy_grid_html, strategy_grid_text
from pokerdata.reports.pictures.action_colours import action_colours
from pokerdata.reports.pictures.picture import Picture
from pokerdata.strategies import NodeStrategy
from pokerdata.strategies.paths import chips_text, pot, steps
from pokerdata.support.estimates import signed

if TYPE_CHECKING:
    from rich.text import Text

_ACROSS = 13  # cells in a row where players hold one card


@dataclass(frozen=True, eq=False)
class Cell:
    """A class of hands, or a hand.

    Attributes:
        name: Of the class or hand.
        count: Hands of the deck that the board allows, 0 for none.
        reach: How likely the own actions of who acts lead here, 0 to 1, the mean over the hands.
        shares: float64 [actions], weighted by reach.
        values: float64 [actions], chips, or None.
        value: Chips that the strategy wins with it, all actions as often as it takes them; NaN without values.
        note: What a figure says of it besides.
    """

    name: str
    count: float
    reach: float
    shares: NDArray[np.float64]
    values: NDArray[np.float64] | None
    value: float
    note: str = ""


@dataclass(frozen=True, eq=False)
class StrategyGrid(Picture):
    """A picture of a strategy at a node. Made by `strategy_grid`.

    Attributes:
        title: Above the picture.
        cells: Rows of classes of hands, AA first, or of hands where players hold one card.
        actions: Their names.
        letters: Of each action.
        colours: Of each action.
        totals: float64 [actions], how often each is taken over the range, hands weighted by reach.
        total_values: float64 [actions], their values over the range, hands weighted by how often they come here when both
            play, in chips, or None.
        unit: What values are told in besides chips, or None.
        notes: What the numbers are.
    """

    title: str
    cells: tuple[tuple[Cell, ...], ...]
    actions: tuple[str, ...]
    letters: tuple[str, ...]
    colours: tuple[str, ...]
    totals: NDArray[np.float64]
    total_values: NDArray[np.float64] | None
    unit: Unit | None
    notes: tuple[str, ...]

    def figure(self, width: float = 9.0) -> Any:
        """A matplotlib figure of the title, the grid, the range's actions as a bar, and the legend.

        Args:
            width: In inches.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        return strategy_grid_figure.draw(self, width)

    def html(self) -> str:
        """A ``<table>`` that needs nothing else; each cell tells all its numbers when pointed at."""
        return strategy_grid_html.table(self)

    def lines(self, *, colour: bool) -> Text:
        """Title, grid and legend as rich's text, 78 letters wide.

        Args:
            colour: Whether the terminal has colours. Without, each class names its most frequent action.
        """
        return strategy_grid_text.lines(self, colour=colour)

    def height(self, cell: Cell) -> float:
        """How much of a cell the actions fill, 0 to 1: rising with reach, from a quarter.

        Args:
            cell: One of `cells`.
        """
        most = max((c.reach for c in self.all_cells() if c.reach > 0), default=0.0)
        return 0.25 + 0.75 * cell.reach / most if cell.reach > 0 else 0.0

    def all_cells(self) -> Iterator[Cell]:
        """The cells, row by row."""
        return (cell for row in self.cells for cell in row)

    def legend(self) -> list[str]:
        """For each action its share of the range and what it is worth."""
        found = []
        for k, action in enumerate(self.actions):
            share = self.totals[k]
            words = f"{self.letters[k]}  {action} " + (f"{100 * share:.1f} %" if share == share else "-")
            if self.total_values is not None and not np.isnan(self.total_values[k]):
                chips = float(self.total_values[k])
                words += f", worth {self.worth(chips, 2)}"
            found.append(words)
        return found

    def worth(self, chips: float, digits: int) -> str:
        """An amount in chips and, where there is a unit, in thousandths of it.

        Args:
            chips: The amount.
            digits: Behind the point; two fewer of thousandths.
        """
        if self.unit is None:
            return f"{chips:.{digits}f} chips"
        return f"{signed(chips, digits)} chips ({signed(self.unit.milli(chips), digits - 2)} mb)"


def strategy_grid(at: NodeStrategy, *, title: str = "") -> StrategyGrid:
    """The picture of a strategy at a node: 13 x 13 classes of hands, or the hands where players hold one card.

    In a class stand the shares of the actions, their mean over the hands that the board allows, weighted by reach; how
    much they fill of a cell rises with reach.

    Args:
        at: From `pokerdata.strategies.node_strategy`, and for the values of actions through `pokerdata.solvers.valued`.
        title: Above the picture; by default game, board, player and path.
    """
    tree = at.saved.tree
    chips, call = pot(tree, at.node)
    history = tree.history(at.node)
    on = f" on {at.board}" if at.board else ""
    after = f" after {history}" if history else " at the start"
    notes = [
        f"pot {chips_text(chips)}, {call} to call; reach: player {at.player}'s own actions lead here with at most "
        f"{100 * at.reach.max(initial=0):.3g} %",
    ]
    if at.values is not None:
        where = f", over the buckets of {at.saved.abstraction}" if at.saved.abstraction else ""
        notes.append(f"worth: chips won over the whole hand when both go on by the strategy{where}")
        notes.append(f"mb: a thousandth of the {Unit.of(at.saved.rules)}")
    return StrategyGrid(
        title or f"{at.saved.label}: player {at.player}{on}{after}",
        _classes(at) if at.cards.cards.hole == 2 else _hands(at),
        tuple(at.actions),
        tuple(steps(tree, at.node)),
        tuple(action_colours(at.actions)),
        at.totals,
        at.total_values,
        Unit.of(at.saved.rules),
        tuple(notes),
    )


def _classes(at: NodeStrategy) -> tuple[tuple[Cell, ...], ...]:
    found, size = at.classes, len(at.classes.names)
    return tuple(
        tuple(
            Cell(
                name,
                float(found.counts[size * r + c]),
                float(np.nan_to_num(found.reach[size * r + c])),
                found.probabilities[size * r + c],
                None if found.values is None else found.values[size * r + c],
                float("nan") if found.worth is None else float(found.worth[size * r + c]),
            )
            for c, name in enumerate(row)
        )
        for r, row in enumerate(found.names)
    )


def _hands(at: NodeStrategy) -> tuple[tuple[Cell, ...], ...]:
    cells = [
        Cell(
            name,
            float(at.hands.counts[k]),
            float(at.reach[k]),
            at.probabilities[k] if at.reach[k] > 0 else np.full(len(at.actions), np.nan),
            None if at.values is None else at.values[k],
            float(at.worth[k]) if at.values is not None and at.reach[k] > 0 else float("nan"),
        )
        for k, name in enumerate(at.hands.names)
    ]
    return tuple(tuple(cells[start : start + _ACROSS]) for start in range(0, len(cells), _ACROSS))
