"""Strategies: what they are, where they are kept, and how they are shown; whatever engine made them.

``load_strategy("leduc.h5")`` reads one.
"""

from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.export import to_frame, to_openspiel_policy
from pokerdata.strategies.node_strategy import NodeStrategy, node_strategy
from pokerdata.strategies.real_cards import RealCards, real_cards
from pokerdata.strategies.selection import Selection, select
from pokerdata.strategies.simple import Probabilities, pair, simple_strategy
from pokerdata.strategies.strategy_file import Strategy, load_strategy

__all__ = [
    "NodeStrategy",
    "Probabilities",
    "RealCards",
    "Selection",
    "Strategy",
    "check_strategy",
    "load_strategy",
    "node_strategy",
    "pair",
    "real_cards",
    "select",
    "simple_strategy",
    "to_frame",
    "to_openspiel_policy",
]
