"""Cross-tables: what each agent wins from each other one."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.matches import MatchResult
from pokerdata.support import html
from pokerdata.support.colours import Scale
from pokerdata.support.estimates import signed, with_interval
from pokerdata.support.text import brief


@dataclass(frozen=True, eq=False)
class CrossTable:
    """What the row's agent wins from the column's, in big blinds (antes where there are no blinds) per 100 hands.

    The matches are independent, so intervals of sums follow from theirs.

    Attributes:
        agents: Their names.
        won: float64 [agents, agents]; NaN where there was no match.
        half_width: float64 [agents, agents], of the 95 % intervals; NaN where there was no match.
    """

    agents: tuple[str, ...]
    won: NDArray[np.float64]
    half_width: NDArray[np.float64]

    @staticmethod
    def of(agents: Sequence[str], results: Iterable[MatchResult]) -> "CrossTable":
        """The cross-table of matches between `agents`."""
        won = np.full((len(agents), len(agents)), np.nan)
        half_width = won.copy()
        for result in results:
            i, j = (agents.index(name) for name in result.agents)
            factor = Unit.of(result.rules).per_hundred(1)
            won[i, j] = factor * result.won.mean
            won[j, i] = -won[i, j]
            half_width[i, j] = half_width[j, i] = factor * result.won.half_width
        return CrossTable(tuple(agents), won, half_width)

    @property
    def mean(self) -> NDArray[np.float64]:
        """What each agent wins on average over its opponents: float64 [agents]."""
        return np.asarray(np.nanmean(self.won, axis=1), dtype=np.float64)

    @property
    def mean_half_width(self) -> NDArray[np.float64]:
        """Half widths of the 95 % intervals of `mean`."""
        played = np.count_nonzero(~np.isnan(self.half_width), axis=1)
        return np.asarray(np.sqrt(np.nansum(self.half_width**2, axis=1)) / played, dtype=np.float64)

    def order(self) -> list[int]:
        """The agents' numbers, the one of the largest mean first."""
        return [int(i) for i in np.argsort(-self.mean, kind="stable")]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.agents)} agents: " + ", ".join(self.agents))

    def _repr_html_(self) -> str:
        """What rows win of columns, coloured, with the mean; the best agent first."""
        order, played = self.order(), self.won[~np.isnan(self.won)]
        reach = float(np.abs(played).max()) if played.size else 0.0
        colours = Scale(-reach, reach, 0.0)
        rows: list[list[str | html.Cell]] = []
        for i in order:
            cells = [
                html.Cell("")
                if np.isnan(self.won[i, j])
                else html.Cell(
                    signed(self.won[i, j], 1),
                    colours.colour(float(self.won[i, j])),
                    f"{self.agents[i]} against {self.agents[j]}: {with_interval(self.won[i, j], self.half_width[i, j])}",
                )
                for j in order
            ]
            rows.append([self.agents[i], *cells, with_interval(self.mean[i], self.mean_half_width[i])])
        head = ["", *(self.agents[j] for j in order), "mean"]
        notes = [
            "big blinds (or antes) per 100 hands that the row wins from the column; ± half the 95 % interval"
        ]
        return html.table(rows, head=head, notes=notes)
