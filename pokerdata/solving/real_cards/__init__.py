"""Best responses on real cards: what a player who sees its cards wins against a strategy over a card abstraction."""

from pokerdata.solving.real_cards.best_actions import StreetActions, best_actions, best_actions_of_street
from pokerdata.solving.real_cards.evaluation import real_exploitability
from pokerdata.solving.real_cards.flops import KeptFlops
from pokerdata.solving.real_cards.node_actions import BestActions
from pokerdata.solving.real_cards.values import RealValues, SeatValue

__all__ = [
    "BestActions",
    "KeptFlops",
    "RealValues",
    "SeatValue",
    "StreetActions",
    "best_actions",
    "best_actions_of_street",
    "real_exploitability",
]
