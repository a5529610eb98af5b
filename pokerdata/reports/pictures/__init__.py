"""Pictures of results. PNG and SVG files need matplotlib: ``pip install 'pokerdata[plot]'``; HTML and text do not."""

from pokerdata.reports.pictures.compare import comparison
from pokerdata.reports.pictures.convergence import convergence
from pokerdata.reports.pictures.cost import cost
from pokerdata.reports.pictures.equity_distribution import EquityDistribution, equity_distribution
from pokerdata.reports.pictures.flop_chart import FlopChart, flop_chart
from pokerdata.reports.pictures.heat_map import HeatMap, card_map, heat_map
from pokerdata.reports.pictures.matrix_map import MatrixMap, transitions
from pokerdata.reports.pictures.occupancy import Occupancy, occupancy
from pokerdata.reports.pictures.picture import Picture
from pokerdata.reports.pictures.preflop import preflop_grid, preflop_shares
from pokerdata.reports.pictures.search_tree import search_tree
from pokerdata.reports.pictures.series_curve import SeriesCurve, series_curve
from pokerdata.reports.pictures.spot_comparison import GridPair, spot_comparison
from pokerdata.reports.pictures.spot_grid import spot_grid
from pokerdata.reports.pictures.strategy_grid import StrategyGrid, strategy_grid
from pokerdata.reports.pictures.table_map import preflop_buckets
from pokerdata.reports.pictures.trade_off import TradeOffCurve, trade_off_curve

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
