"""Spots: hands from the middle on, with real cards and two ranges, and solving them."""

from pokerdata.spots.decision import Decision, Side
from pokerdata.spots.places import Place
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotSolver, game_of, memory_needed
from pokerdata.spots.solving import SpotState, solve_spot
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_table import SpotTable, load_spot, save_spot
from pokerdata.spots.spot_tree import SpotRules, SpotTree
from pokerdata.spots.values import SpotValues

__all__ = [
    "Decision",
    "Place",
    "Side",
    "Spot",
    "SpotRules",
    "SpotSolution",
    "SpotSolver",
    "SpotState",
    "SpotTable",
    "SpotTree",
    "SpotValues",
    "game_of",
    "load_spot",
    "memory_needed",
    "save_spot",
    "solve_spot",
]
