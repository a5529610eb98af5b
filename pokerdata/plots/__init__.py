"""Pictures of results. They need matplotlib: ``pip install 'pokerdata[plot]'``."""

from pokerdata.plots.convergence import convergence
from pokerdata.plots.preflop import preflop_grid, preflop_shares

__all__ = ["convergence", "preflop_grid", "preflop_shares"]
