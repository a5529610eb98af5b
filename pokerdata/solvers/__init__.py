"""Solvers: counterfactual regret minimisation and exact best responses.

``solve(kuhn(), target="1mb")`` returns a strategy with its convergence log.
"""

from pokerdata.games import milliblinds, target_chips
from pokerdata.solvers.algorithm import Algorithm, algorithm
from pokerdata.solvers.evaluation import Evaluation
from pokerdata.solvers.export import to_frame, to_openspiel_policy
from pokerdata.solvers.run import Result, solve
from pokerdata.solvers.saved import SavedStrategy, load_strategy
from pokerdata.solvers.schedule import SCHEDULES, checkpoints
from pokerdata.solvers.solver import Solver, evaluate, memory_needed
from pokerdata.solvers.state import LogRow, State
from pokerdata.solvers.strategies import against, pair, simple_strategy

__all__ = [
    "SCHEDULES",
    "Algorithm",
    "Evaluation",
    "LogRow",
    "Result",
    "SavedStrategy",
    "Solver",
    "State",
    "against",
    "algorithm",
    "checkpoints",
    "evaluate",
    "load_strategy",
    "memory_needed",
    "milliblinds",
    "pair",
    "simple_strategy",
    "solve",
    "target_chips",
    "to_frame",
    "to_openspiel_policy",
]
