"""Pictures of results; PNG and SVG need matplotlib (``pip install 'pokerdata[plot]'``), HTML and text do not."""

from pokerdata.reports.pictures.convergence import comparison, convergence
from pokerdata.reports.pictures.equity import EquityDistribution, equity_distribution
from pokerdata.reports.pictures.exploitability import TradeOffCurve, cost, trade_off_curve
from pokerdata.reports.pictures.figure import Picture
from pokerdata.reports.pictures.heat_map import HeatMap, card_map, heat_map
from pokerdata.reports.pictures.matrix_map import MatrixMap, preflop_buckets, transitions
from pokerdata.reports.pictures.occupancy import Occupancy, occupancy, preflop_grid, preflop_shares
from pokerdata.reports.pictures.search_tree import search_tree
from pokerdata.reports.pictures.series_curve import SeriesCurve, series_curve
from pokerdata.reports.pictures.spot_grid import FlopChart, GridPair, flop_chart, spot_comparison, spot_grid
from pokerdata.reports.pictures.strategy_grid import StrategyGrid, strategy_grid

__all__ = [
    "EquityDistribution",
    "FlopChart",
    "GridPair",
    "HeatMap",
    "MatrixMap",
    "Occupancy",
    "Picture",
    "SeriesCurve",
    "StrategyGrid",
    "TradeOffCurve",
    "card_map",
    "comparison",
    "convergence",
    "cost",
    "equity_distribution",
    "flop_chart",
    "heat_map",
    "occupancy",
    "preflop_buckets",
    "preflop_grid",
    "preflop_shares",
    "search_tree",
    "series_curve",
    "spot_comparison",
    "spot_grid",
    "strategy_grid",
    "trade_off_curve",
    "transitions",
]
