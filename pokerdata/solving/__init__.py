"""Solve games: algorithms, budgets, values and the run loop that all engines share.

`pokerdata.solving.public` solves games with known joint counts of cards, `pokerdata.solving.sampled` samples real
boards, and `pokerdata.solving.explicit` solves explicit trees.
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
