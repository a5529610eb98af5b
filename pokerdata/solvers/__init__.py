"""Solvers: counterfactual regret minimisation and exact best responses.

``solve(kuhn(), target="1mb")`` returns a strategy with its convergence log.
"""

from pokerdata.solvers.action_values import action_values
from pokerdata.solvers.cfr_br import CfrBr, cfr_br
from pokerdata.solvers.cfr_br_table import save_cfr_br
from pokerdata.solvers.fictitious_play import FictitiousPlay
from pokerdata.solvers.node_values import valued
from pokerdata.solvers.reach import reach_probabilities
from pokerdata.solvers.response_table import save_response
from pokerdata.solvers.response_values import ResponseState, ResponseValues
from pokerdata.solvers.restricted_response import Response, restricted_response
from pokerdata.solvers.solve import Result, solve
from pokerdata.solvers.solver import Solver, memory_needed
from pokerdata.solvers.state_classes import (
    StateClasses,
    classes_by_name,
    classes_of,
    strength_classes,
)
from pokerdata.solvers.strategy_table import save_strategy
from pokerdata.solvers.trade_off import TradeOff, trade_off
from pokerdata.solvers.trade_off_table import load_trade_off, save_trade_off
from pokerdata.solvers.values import against, evaluate, exploitability

__all__ = [
    "CfrBr",
    "FictitiousPlay",
    "Response",
    "ResponseState",
    "ResponseValues",
    "Result",
    "Solver",
    "StateClasses",
    "TradeOff",
    "action_values",
    "against",
    "cfr_br",
    "classes_by_name",
    "classes_of",
    "evaluate",
    "exploitability",
    "load_trade_off",
    "memory_needed",
    "reach_probabilities",
    "restricted_response",
    "save_cfr_br",
    "save_response",
    "save_strategy",
    "save_trade_off",
    "solve",
    "strength_classes",
    "trade_off",
    "valued",
]
