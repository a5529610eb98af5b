"""Solvers: counterfactual regret minimisation and exact best responses.

``solve(kuhn(), target="1mb")`` returns a strategy with its convergence log.
"""

from pokerdata.solvers.action_values import action_values
from pokerdata.solvers.node_values import valued
from pokerdata.solvers.solve import Result, solve
from pokerdata.solvers.solver import Solver, memory_needed
from pokerdata.solvers.strategy_table import save_strategy
from pokerdata.solvers.values import against, evaluate, exploitability

__all__ = [
    "Result",
    "Solver",
    "action_values",
    "against",
    "evaluate",
    "exploitability",
    "memory_needed",
    "save_strategy",
    "solve",
    "valued",
]
