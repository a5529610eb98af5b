"""Spots: situations in the middle of a hand, with real cards and a range for each player, and their solver."""

from pokerdata.spots.bucketed_solver import (
    BucketedSpotSolver,
    BucketedValues,
    SpotBuckets,
    StrengthBuckets,
)
from pokerdata.spots.bucketed_solving import BucketedSolution, solve_bucketed_spot
from pokerdata.spots.comparison import ClassDifference, SpotComparison, compare_spots
from pokerdata.spots.decision import Decision, Side
from pokerdata.spots.export import DecisionSelection, SelectedDecision, select_decisions
from pokerdata.spots.flop_report import FlopReport, FlopSet, flop_set
from pokerdata.spots.flop_report_table import FlopReportTable, load_flop_report
from pokerdata.spots.flop_reports import flop_part, flop_report
from pokerdata.spots.kept_solution import KeptSolution, rest_spot
from pokerdata.spots.lines import Line, SpotLines, spot_lines
from pokerdata.spots.locks import Lock
from pokerdata.spots.menu_report import MenuReport, MenuSize, Step, Trial, measure_menus
from pokerdata.spots.places import Place, Play, SpotStrategy
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotSolver, SpotValues, StreetSize, game_of, memory_needed, sizes_of
from pokerdata.spots.solving import solve_spot
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_table import SpotTable, load_spot
from pokerdata.spots.spot_tree import SpotRules, SpotTree

__all__ = [
    "BucketedSolution",
    "BucketedSpotSolver",
    "BucketedValues",
    "ClassDifference",
    "Decision",
    "DecisionSelection",
    "FlopReport",
    "FlopReportTable",
    "FlopSet",
    "KeptSolution",
    "Line",
    "Lock",
    "MenuReport",
    "MenuSize",
    "Place",
    "Play",
    "SelectedDecision",
    "Side",
    "Spot",
    "SpotBuckets",
    "SpotComparison",
    "SpotLines",
    "SpotRules",
    "SpotSolution",
    "SpotSolver",
    "SpotStrategy",
    "SpotTable",
    "SpotTree",
    "SpotValues",
    "Step",
    "StreetSize",
    "StrengthBuckets",
    "Trial",
    "compare_spots",
    "flop_part",
    "flop_report",
    "flop_set",
    "game_of",
    "load_flop_report",
    "load_spot",
    "measure_menus",
    "memory_needed",
    "rest_spot",
    "select_decisions",
    "sizes_of",
    "solve_bucketed_spot",
    "solve_spot",
    "spot_lines",
]
