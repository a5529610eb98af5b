"""Solving: what all engines share, from the names of algorithms to the run loop (`pokerdata.solving.run`).

Engines that know the game at once are in `pokerdata.solving.public`, those of real boards in `pokerdata.solving.sampled`,
those of explicit trees in `pokerdata.solving.explicit`.
"""

from pokerdata.solving.algorithms import SCHEDULES, Algorithm, algorithm, log_spaced
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.run import Budget, RunOptions
from pokerdata.solving.solved import LogRow, Row, RunState, Solved

__all__ = [
    "SCHEDULES",
    "Algorithm",
    "Budget",
    "Evaluation",
    "LogRow",
    "Row",
    "RunOptions",
    "RunState",
    "Scope",
    "Solved",
    "algorithm",
    "log_spaced",
]
