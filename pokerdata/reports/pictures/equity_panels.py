"""Distributions of strength beside each other, and the strength after each next card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.reports.pictures.heat_map import HeatMap
from pokerdata.strength import Distribution

BAR, MEAN, SQUARE = "#86b3c9", "#1d2f6f", "#a8480c"  # colours of the columns and the marks
LEFT_FROM = (0.15, 0.66)  # places beyond which the words of a mark stand to its left


@dataclass(frozen=True)
class Panel:
    """One distribution: its name, what its strengths are, and how many ways of dealing it has."""

    title: str
    unit: str
    strengths: Distribution
    bins: int

    @property
    def shares(self) -> NDArray[np.float64]:
        """Share of the deals in each of the bins between 0 and 1."""
        counts = self.strengths.histogram(self.bins)
        shares: NDArray[np.float64] = counts / counts.sum()
        return shares

    @property
    def mean(self) -> float:
        return self.strengths.mean

    @property
    def root_mean_square(self) -> float:
        return float(np.sqrt(self.strengths.mean_square))

    def marks(self) -> tuple[tuple[float, str], tuple[float, str]]:
        """What is marked on the axis of strength: the mean, and the root of the mean square."""
        square = self.strengths.mean_square
        return (self.mean, f"mean {self.mean:.4f}"), (
            self.root_mean_square,
            f"√E[HS²] {square**0.5:.4f}, E[HS²] {square:.4f}",
        )


@dataclass(frozen=True, eq=False, repr=False)
class EquityPanels:
    """A hand's strength after the cards to come.

    Attributes:
        title: Above the picture.
        panels: One on the turn, two on the flop, the last is that of the river.
        by_card: EHS after each next card, HS where that is the river.
    """

    title: str
    panels: tuple[Panel, ...]
    by_card: HeatMap
