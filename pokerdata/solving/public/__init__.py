"""Solvers over the public tree: counterfactual regret minimisation and exact best responses.

``solve(kuhn(), target="1mb")`` returns a strategy with its convergence log.
"""

from pokerdata.solving.public.cfr_br import CfrBr, cfr_br
from pokerdata.solving.public.fictitious_play import FictitiousPlay
from pokerdata.solving.public.restricted_response import Response, restricted_response
from pokerdata.solving.public.seats import ResponseValues
from pokerdata.solving.public.solve import Result, solve
from pokerdata.solving.public.solver import (
    Solver,
    StateClasses,
    classes_by_name,
    classes_of,
    memory_needed,
    strength_classes,
)
from pokerdata.solving.public.trade_off import TradeOff, trade_off
from pokerdata.solving.public.trade_off_table import load_trade_off
from pokerdata.solving.public.values import (
    action_values,
    against,
    evaluate,
    exploitability,
    reach_probabilities,
    valued,
)

__all__ = [
    "CfrBr",
    "FictitiousPlay",
    "Response",
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
    "solve",
    "strength_classes",
    "trade_off",
    "valued",
]
