"""Pictures of results. PNG and SVG files need matplotlib: ``pip install 'pokerdata[plot]'``; HTML and text do not."""

from pokerdata.plots.compare import comparison
from pokerdata.plots.convergence import convergence
from pokerdata.plots.cost import cost
from pokerdata.plots.equity_distribution import EquityDistribution, equity_distribution
from pokerdata.plots.heat_map import HeatMap, card_map, heat_map
from pokerdata.plots.matrix_map import MatrixMap, transitions
from pokerdata.plots.occupancy import Occupancy, occupancy
from pokerdata.plots.picture import Picture
from pokerdata.plots.preflop import preflop_grid, preflop_shares
from pokerdata.plots.table_map import preflop_buckets

__all__ = [
    "EquityDistribution",
    "HeatMap",
    "MatrixMap",
    "Occupancy",
    "Picture",
    "card_map",
    "comparison",
    "convergence",
    "cost",
    "equity_distribution",
    "heat_map",
    "occupancy",
    "preflop_buckets",
    "preflop_grid",
    "preflop_shares",
    "transitions",
]
