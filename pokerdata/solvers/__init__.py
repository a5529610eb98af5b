"""Solvers: counterfactual regret minimisation and exact best responses.

``solve(kuhn(), target="1mb")`` returns a strategy with its convergence log.
"""

from pokerdata.solvers.algorithm import Algorithm, algorithm
from pokerdata.solvers.evaluation import Evaluation
from pokerdata.solvers.run import Result, solve
from pokerdata.solvers.schedule import SCHEDULES, checkpoints
from pokerdata.solvers.solver import Solver, memory_needed
from pokerdata.solvers.state import LogRow, State
from pokerdata.solvers.values import against, evaluate

__all__ = [
    "SCHEDULES",
    "Algorithm",
    "Evaluation",
    "LogRow",
    "Result",
    "Solver",
    "State",
    "against",
    "algorithm",
    "checkpoints",
    "evaluate",
    "memory_needed",
    "solve",
]
