"""Solving: what all engines share, from the names of algorithms to the run loop (`pokerdata.solving.run`).

Engines that know the game at once are in `pokerdata.solvers`, those of real boards in `pokerdata.chance_sampling`, those
of explicit trees in `pokerdata.trees`.
"""

from pokerdata.solving.algorithm import Algorithm, algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.log import LogRow
from pokerdata.solving.run_state import RunState
from pokerdata.solving.schedule import SCHEDULES, log_spaced
from pokerdata.solving.scope import Scope

__all__ = [
    "SCHEDULES",
    "Algorithm",
    "Evaluation",
    "LogRow",
    "RunState",
    "Scope",
    "algorithm",
    "log_spaced",
]
