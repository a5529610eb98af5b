"""The picture of two solved spots side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from pokerdata.reports.pictures import strategy_grid_figure, strategy_grid_html, strategy_grid_text
from pokerdata.reports.pictures.picture import Picture
from pokerdata.reports.pictures.spot_grid import spot_grid
from pokerdata.reports.pictures.strategy_grid import StrategyGrid
from pokerdata.spots import SpotComparison
from pokerdata.support.estimates import signed

if TYPE_CHECKING:
    from rich.text import Text


@dataclass(frozen=True, eq=False, repr=False)
class GridPair(Picture):
    """Two grids of strategies beside each other. Made by `spot_comparison`.

    Attributes:
        title: Above both.
        first: The grid on the left.
        second: The grid on the right.
    """

    title: str
    first: StrategyGrid
    second: StrategyGrid

    def figure(self, width: float = 14.0) -> Any:
        """A matplotlib figure of both grids with their legends.

        Args:
            width: In inches, of both together.

        Raises:
            ModuleNotFoundError: Where matplotlib is missing.
        """
        return strategy_grid_figure.draw_pair(self.first, self.second, self.title, width)

    def html(self) -> str:
        """Both tables in one row, which needs nothing else."""
        cells = "".join(
            f'<td style="padding:0 12px 0 0;vertical-align:top;text-align:left">{strategy_grid_html.table(grid)}</td>'
            for grid in (self.first, self.second)
        )
        caption = f'<caption style="text-align:left;font-size:17px">{escape(self.title)}</caption>'
        return f"<table>{caption}<tbody><tr>{cells}</tr></tbody></table>"

    def lines(self, *, colour: bool) -> Text:
        """The title and both grids below each other as rich's text.

        Args:
            colour: Whether the terminal has colours.
        """
        from rich.text import Text

        text = Text(f"{self.title}\n\n", no_wrap=True, overflow="ignore", end="")
        text.append_text(strategy_grid_text.lines(self.first, colour=colour)).append("\n")
        return text.append_text(strategy_grid_text.lines(self.second, colour=colour))


def spot_comparison(compared: SpotComparison, *, title: str = "") -> GridPair:
    """The picture of two solved spots: what each class of hands does in both, and its EV.

    Args:
        compared: From `pokerdata.spots.compare_spots`.
        title: Above the picture; by default what the spots are called.
    """
    of = {one.name: one for one in compared.classes}
    grids = []
    for k, (decision, label) in enumerate(zip(compared.decisions, compared.labels, strict=True)):
        grid = spot_grid(decision, values=False)
        cells = []
        for row in grid.cells:
            told = []
            for cell in row:
                one = of.get(cell.name)
                note = "" if one is None or not cell.reach > 0 else f"{one.ev[k]:.1f}"
                if note and k == 1 and one is not None and one.gained == one.gained:
                    note = signed(one.gained, 1)
                value = cell.value if one is None else one.ev[k]
                told.append(replace(cell, note=note, value=value))
            cells.append(tuple(told))
        ev = "in a cell: EV in chips" + (", with a sign how much more than in A" if k else "")
        grids.append(
            replace(
                grid,
                title=f"{'AB'[k]} {label}: {grid.title}",
                cells=tuple(cells),
                notes=(*grid.notes, ev),
            )
        )
    return GridPair(title or f"A {compared.labels[0]}, B {compared.labels[1]}", grids[0], grids[1])
