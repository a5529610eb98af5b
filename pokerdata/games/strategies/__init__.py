"""Strategies of any solver: their files, selections, and display.

``load_strategy("leduc.h5")`` reads a strategy.
"""

from pokerdata.games.strategies.node_strategy import NodeStrategy, node_strategy
from pokerdata.games.strategies.real_cards import RealCards, real_cards
from pokerdata.games.strategies.selection import Selection, select, to_frame, to_openspiel_policy
from pokerdata.games.strategies.simple import Probabilities, pair, simple_strategy
from pokerdata.games.strategies.strategy_file import Strategy, check_strategy, load_strategy

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
